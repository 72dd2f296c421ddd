//! Remembers the last complete grade of each submission on this machine, in the cache.
//!
//! `grader hint` answers from the last grade while the sources are the same, and `grader check` says what has changed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use assignment::Assignment;
use base::digest::PartsHash;
use base::{regular, sealed, whole_file};
use checks::grading;
use grade::{Grade, Status};
use sandbox::build;

use super::error::print_note;

/// The maximum number of submissions to remember. A grade has up to 100 KB.
/// So they take up to 10 MB, and a student works on a few submissions.
const MOST: usize = 100;

/// The file with the last grade of a submission.
#[derive(Clone, Debug)]
pub(super) struct LastGrade {
    folder: PathBuf,
    file: PathBuf,
    /// The seal's key: the grader's sources, the assignment and the submission's path. With other rules, or by another
    /// version of the grader, the submission has not been graded yet.
    key: String,
}

impl LastGrade {
    /// Finds the last grade of the submission at a path. This does not read it. Without a cache, there is none: commands
    /// that grade report this, and the others can do without.
    pub(super) fn find(submission: &Path, assignment: &Assignment) -> Option<Self> {
        let cache = build::cache_folder().ok()?;
        // A path that does not exist has no grade, and other code reports the error.
        let place = fs::canonicalize(submission).unwrap_or_else(|_| submission.to_owned());
        let folder = cache.join("last-grades");
        let file = folder.join(format!("{}.json", PartsHash::from_value(&place).half_of_hex()));
        let rules = (grading::source_hash(), assignment.hash(), place);
        Some(Self { folder, file, key: PartsHash::from_value(&rules).with_algorithm_name() })
    }

    /// Returns the last grade, unless it is missing, damaged or by other rules.
    pub(super) fn read_any(&self) -> Option<Grade> {
        let bytes = regular::read_file(&self.file).ok()?;
        let text = std::str::from_utf8(sealed::check_and_remove_seal(&self.key, &bytes)?).ok()?;
        Grade::from_json(text).ok()
    }

    /// Returns the last grade if its sources have this hash.
    pub(super) fn read_for_sources(&self, hash: &str) -> Option<Grade> {
        self.read_any().filter(|grade| grade.sources == hash)
    }

    /// Remembers a grade. If this fails, prints a note, because the submission was graded.
    pub(super) fn remember(&self, grade: &Grade) {
        if let Err(error) = self.write(grade) {
            let folder = self.folder.display();
            print_note(&format!("cannot remember this grade in `{folder}`: {error}"));
        }
    }

    /// Remembers a grade, unless it has no verdicts.
    pub(super) fn write(&self, grade: &Grade) -> io::Result<()> {
        if grade.status() != Status::Graded {
            return Ok(());
        }
        fs::create_dir_all(&self.folder)?;
        whole_file::write(&self.file, sealed::prepend_seal(&self.key, grade.json().as_bytes()))?;
        remove_oldest(&self.folder)
    }
}

/// Removes the oldest grades until at most [`MOST`] are left.
fn remove_oldest(folder: &Path) -> io::Result<()> {
    let mut files: Vec<(SystemTime, PathBuf)> = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        // Another grader may have removed it.
        let Ok(modified) = fs::metadata(&path).and_then(|file| file.modified()) else { continue };
        files.push((modified, path));
    }
    // The oldest come first.
    files.sort();
    let excess = files.len().saturating_sub(MOST);
    for (_, path) in &files[..excess] {
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_newest_grades_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let start = SystemTime::UNIX_EPOCH;
        let name = |number: usize| folder.path().join(format!("{number}.json"));
        for number in 0..MOST + 3 {
            let file = fs::File::create(name(number)).unwrap();
            let age = u64::try_from(number).unwrap();
            file.set_modified(start + std::time::Duration::from_secs(age)).unwrap();
        }
        remove_oldest(folder.path()).unwrap();
        let exist: Vec<bool> = (0..MOST + 3).map(|number| name(number).exists()).collect();
        assert_eq!(exist.iter().position(|exists| *exists), Some(3));
        assert!(exist[3..].iter().all(|exists| *exists));
    }
}
