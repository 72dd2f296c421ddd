//! The folder that a class is graded into.
//!
//! ```text
//! DIR/submissions/NAME/grade.json    the grade, as `grader check --format json` prints it
//! DIR/submissions/NAME/grade.key     what it rests on, by hashes
//! DIR/submissions/NAME/attempt-1.*   the same of an attempt that was graded and does not count
//! DIR/grades.csv, DIR/grades.json    the summary; there once all is graded
//! DIR/class.json                     who the submissions are from, and who is missing
//! DIR/assignment.json                title, course and late policy
//! DIR/partition.json                 which part of the class this is, if it is one
//! DIR/overrides.toml                 corrections by hand, which the grader only reads
//! DIR/extensions.toml                who has longer, which the grader only reads
//! DIR/run.json                       all that differs from run to run: times, host
//! DIR/.lock                          held by the run that writes here
//! ```
//!
//! Each file is written beside its place and then moved there, so that it is there whole or not at
//! all. What a run that was killed has left over is removed by the next one. All of it goes through
//! [`base::files`], so that tests can have it fail anywhere.

use std::fs::TryLockError;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base::files::{self, Held, Lasting, Shared};

use super::error::ClassError;
use super::key::{Kept, Key};
use super::names;

/// The file of a grade.
pub(crate) const GRADE: &str = "grade.json";

/// The file of corrections by hand.
pub(crate) const OVERRIDES: &str = "overrides.toml";

/// The file of extensions.
pub(crate) const EXTENSIONS: &str = "extensions.toml";

/// The file that says what a grade rests on.
const KEY: &str = "grade.key";

/// The folder of all grades.
const SUBMISSIONS: &str = "submissions";

/// The file that a run holds locked.
const LOCK: &str = ".lock";

/// The file that names the folder for temporary files of the run.
const SCRATCH: &str = ".scratch";

/// The prefix of that folder's name.
const SCRATCH_PREFIX: &str = "grader-class-";

/// What is before the number in the names of files of attempts.
const ATTEMPT: &str = "attempt-";

/// The place of a grade in the folder of its submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// That of the grade that counts.
    Counts,
    /// That of an attempt with this number, which does not count.
    Attempt(usize),
}

impl Place {
    fn stem(self) -> String {
        match self {
            Self::Counts => "grade".to_owned(),
            Self::Attempt(number) => format!("{ATTEMPT}{number}"),
        }
    }

    fn grade(self) -> String {
        match self {
            Self::Counts => GRADE.to_owned(),
            Self::Attempt(_) => self.stem() + ".json",
        }
    }

    fn key(self) -> String {
        match self {
            Self::Counts => KEY.to_owned(),
            Self::Attempt(_) => self.stem() + ".key",
        }
    }
}

/// A folder with grades, to be read.
#[derive(Clone, Debug)]
pub struct Graded {
    folder: PathBuf,
    disk: Shared,
}

impl Graded {
    /// The grading in a folder.
    ///
    /// # Errors
    ///
    /// If another run is writing to it.
    pub fn open(folder: &Path) -> Result<Self, ClassError> {
        Self::open_on(files::machine(), folder)
    }

    /// The grading in a folder of this disk.
    ///
    /// # Errors
    ///
    /// As for [`open`](Self::open).
    pub(super) fn open_on(disk: Shared, folder: &Path) -> Result<Self, ClassError> {
        if disk.is_locked(&folder.join(LOCK)) {
            return Err(ClassError::Locked { folder: folder.to_owned() });
        }
        Ok(Self { folder: folder.to_owned(), disk })
    }

    /// Its path.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The place of a file in the folder itself.
    pub fn path(&self, file: &str) -> PathBuf {
        self.folder.join(file)
    }

    /// The text of a file in the folder itself; `None` if there is none.
    ///
    /// # Errors
    ///
    /// If it is there and cannot be read.
    pub fn read(&self, file: &str) -> Result<Option<String>, ClassError> {
        self.text(&self.path(file))
    }

    /// The text of a submission's `grade.json`; `None` if there is none.
    ///
    /// # Errors
    ///
    /// If it is there and cannot be read.
    pub fn grade(&self, name: &str) -> Result<Option<String>, ClassError> {
        self.grade_at(name, Place::Counts)
    }

    /// The text of a grade; `None` if there is none.
    pub(super) fn grade_at(&self, name: &str, place: Place) -> Result<Option<String>, ClassError> {
        self.text(&self.of(name).join(place.grade()))
    }

    /// The text of the key that is kept beside a grade.
    fn seal_at(&self, name: &str, place: Place) -> Result<Option<String>, ClassError> {
        self.text(&self.of(name).join(place.key()))
    }

    /// Whether there is a `grade.json` of a submission.
    pub fn has_grade(&self, name: &str) -> bool {
        self.disk.is_file(&self.of(name).join(GRADE))
    }

    /// The numbers of the attempts that are kept beside a grade, in order.
    fn attempts(&self, name: &str) -> Result<Vec<usize>, ClassError> {
        let folder = self.of(name);
        let items = match self.disk.list(&folder) {
            Ok(items) => items,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(source) => return Err(ClassError::Read { path: folder, source }),
        };
        let number = |item: &files::Item| {
            let (stem, _) = item.name.to_str()?.split_once('.')?;
            let number = stem.strip_prefix(ATTEMPT)?.parse().ok()?;
            (stem == Place::Attempt(number).stem()).then_some(number)
        };
        let mut numbers: Vec<usize> = items.iter().filter_map(number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        Ok(numbers)
    }

    /// Takes the attempts that do not count into another folder, and no others stay there.
    ///
    /// # Errors
    ///
    /// If they cannot be read or written.
    pub(super) fn copy_attempts(&self, name: &str, output: &Output) -> Result<(), ClassError> {
        let numbers = self.attempts(name)?;
        for number in &numbers {
            let place = Place::Attempt(*number);
            if let Some(grade) = self.grade_at(name, place)? {
                output.write_at(name, place, &grade, self.seal_at(name, place)?.as_deref())?;
            }
        }
        output.keep_attempts(name, &numbers)
    }

    /// The text of the key that is kept beside a grade.
    pub(super) fn seal(&self, name: &str) -> Result<Option<String>, ClassError> {
        self.seal_at(name, Place::Counts)
    }

    /// The grade in a place, if it is there, whole, and rests on this or has the same verdicts.
    pub(super) fn kept_at(&self, name: &str, place: Place, key: &Key) -> Option<Kept> {
        let grade = self.grade_at(name, place).ok().flatten()?;
        let seal = self.seal_at(name, place).ok().flatten()?;
        key.held_against(&seal, grade)
    }

    /// The names of all submissions that have a folder here, in order.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read.
    pub fn names(&self) -> Result<Vec<String>, ClassError> {
        let folder = self.path(SUBMISSIONS);
        let unreadable = |source| ClassError::Read { path: folder.clone(), source };
        let entries = match self.disk.list(&folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(unreadable(error)),
        };
        let name = |entry: &files::Item| entry.name.to_str().map(str::to_owned);
        let mut names: Vec<String> = entries.iter().filter_map(name).collect();
        names.retain(|name| names::is_plain(name));
        names.sort();
        Ok(names)
    }

    fn text(&self, path: &Path) -> Result<Option<String>, ClassError> {
        let unreadable = |source| ClassError::Read { path: path.to_owned(), source };
        files::text(&*self.disk, path).map_err(unreadable)
    }

    fn of(&self, name: &str) -> PathBuf {
        self.folder.join(SUBMISSIONS).join(name)
    }
}

/// A folder that a run writes grades to. Nobody else writes to it meanwhile.
#[derive(Debug)]
pub struct Output {
    graded: Graded,
    /// A folder for temporary files, beside those of other programs.
    scratch: PathBuf,
    /// Held until it is dropped, or the process ends in whatever way.
    _lock: Box<dyn Held>,
}

impl Output {
    /// Makes the folder if it is not there, takes hold of it, and removes what a run that was
    /// killed has left over.
    ///
    /// # Errors
    ///
    /// If the folder cannot be written, or another run is writing to it.
    pub fn open(folder: &Path) -> Result<Self, ClassError> {
        Self::open_on(files::machine(), folder)
    }

    /// Takes hold of a folder of this disk.
    ///
    /// # Errors
    ///
    /// As for [`open`](Self::open).
    pub(super) fn open_on(disk: Shared, folder: &Path) -> Result<Self, ClassError> {
        let unwritable = |path: &Path| {
            let path = path.to_owned();
            move |source| ClassError::Write { path, source }
        };
        let submissions = folder.join(SUBMISSIONS);
        files::create_folders(&*disk, &submissions).map_err(unwritable(&submissions))?;
        let path = folder.join(LOCK);
        let lock = disk.lock(&path).map_err(|error| match error {
            TryLockError::WouldBlock => ClassError::Locked { folder: folder.to_owned() },
            TryLockError::Error(source) => ClassError::Write { path, source },
        })?;
        let graded = Graded { folder: folder.to_owned(), disk };
        graded.clean().map_err(unwritable(folder))?;
        let scratch = graded.make_scratch().map_err(unwritable(&graded.path(SCRATCH)))?;
        Ok(Self { graded, scratch, _lock: lock })
    }

    /// The grades in it.
    pub fn graded(&self) -> &Graded {
        &self.graded
    }

    /// A folder for temporary files, which goes at the end of the run, or with the next one.
    pub fn scratch(&self) -> &Path {
        &self.scratch
    }

    /// Writes a submission's grade, and what it rests on if that is known.
    pub(super) fn write_grade(
        &self,
        name: &str,
        grade: &str,
        seal: Option<&str>,
    ) -> Result<(), ClassError> {
        self.write_at(name, Place::Counts, grade, seal)
    }

    /// Removes what is kept of all attempts that do not count but these.
    pub(super) fn keep_attempts(&self, name: &str, numbers: &[usize]) -> Result<(), ClassError> {
        for number in self.graded.attempts(name)? {
            let place = Place::Attempt(number);
            // The key goes first, as when it is written.
            for file in [place.key(), place.grade()] {
                let path = self.graded.of(name).join(file);
                if !numbers.contains(&number) {
                    files::remove(&*self.graded.disk, &path)
                        .map_err(|source| ClassError::Write { path, source })?;
                }
            }
        }
        Ok(())
    }

    /// Writes a grade into a place, if it is not there already, and what it rests on if that is known.
    pub(super) fn write_at(
        &self,
        name: &str,
        place: Place,
        grade: &str,
        seal: Option<&str>,
    ) -> Result<(), ClassError> {
        let there = self.graded.grade_at(name, place).ok().flatten();
        let sealed = self.graded.seal_at(name, place).ok().flatten();
        if there.as_deref() == Some(grade) && sealed.as_deref() == seal {
            return Ok(());
        }
        let (folder, disk) = (self.graded.of(name), &*self.graded.disk);
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |source| ClassError::Write { path, source }
        };
        // The key goes first and comes last, so that it is never beside another grade than its own. What
        // is joined later takes the key as it is, so it has to last as well.
        let (grade_file, key_file) = (folder.join(place.grade()), folder.join(place.key()));
        match disk.create_folder(&folder, false) {
            // What is there may be a file.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                disk.list(&folder).map(drop)
            }
            made => made,
        }
        .map_err(failed(&folder))?;
        files::remove(disk, &key_file).map_err(failed(&key_file))?;
        let written = files::write(disk, &grade_file, grade.as_bytes(), Lasting::Content);
        written.map_err(failed(&grade_file))?;
        if let Some(seal) = seal {
            let written = files::write(disk, &key_file, seal.as_bytes(), Lasting::Content);
            written.map_err(failed(&key_file))?;
        }
        Ok(())
    }

    /// Waits until the grades of these submissions outlast a loss of power, whichever run has written
    /// them.
    pub(super) fn settle<'a>(
        &self,
        names: impl Iterator<Item = &'a str>,
    ) -> Result<(), ClassError> {
        let folders = names.map(|name| self.graded.of(name));
        for folder in folders.chain([self.graded.path(SUBMISSIONS)]) {
            let synced = self.graded.disk.sync(&folder);
            synced.map_err(|source| ClassError::Write { path: folder, source })?;
        }
        Ok(())
    }

    /// Writes a file in the folder itself.
    pub(super) fn write(&self, file: &str, text: &str) -> Result<(), ClassError> {
        let path = self.graded.path(file);
        files::write(&*self.graded.disk, &path, text.as_bytes(), Lasting::Power)
            .map_err(|source| ClassError::Write { path, source })
    }

    /// Removes a file in the folder itself, if it is there.
    pub(super) fn remove(&self, file: &str) -> Result<(), ClassError> {
        let path = self.graded.path(file);
        files::remove(&*self.graded.disk, &path)
            .map(drop)
            .map_err(|source| ClassError::Write { path, source })
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        // A folder that cannot be removed now is left to the next run.
        let disk = &*self.graded.disk;
        if disk.remove_folder(&self.scratch).is_ok() {
            let _ = disk.remove(&self.graded.path(SCRATCH));
        }
    }
}

impl Graded {
    /// Removes what a run that was killed has left over.
    fn clean(&self) -> io::Result<()> {
        self.remove_scratch()?;
        let disk = &*self.disk;
        files::remove_unfinished(disk, &self.folder)?;
        let submissions = self.path(SUBMISSIONS);
        for item in disk.list(&submissions)? {
            if item.is_folder {
                files::remove_unfinished(disk, &submissions.join(item.name))?;
            }
        }
        Ok(())
    }

    /// Makes a folder for temporary files, whose name is written down first, so that there is none
    /// that nobody knows.
    fn make_scratch(&self) -> io::Result<PathBuf> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let name = format!("{SCRATCH_PREFIX}{}-{now:x}", std::process::id());
        let folder = std::path::absolute(std::env::temp_dir().join(name))?;
        let text = folder.to_str().ok_or(io::ErrorKind::InvalidFilename)?;
        files::write(&*self.disk, &self.path(SCRATCH), text.as_bytes(), Lasting::Process)?;
        // It may not be there yet, so it is nobody else's.
        self.disk.create_folder(&folder, true)?;
        Ok(folder)
    }

    fn remove_scratch(&self) -> io::Result<()> {
        let (record, disk) = (self.path(SCRATCH), &*self.disk);
        let Ok(Some(text)) = files::text(disk, &record) else {
            return files::remove(disk, &record).map(drop);
        };
        let folder = Path::new(&text);
        let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        // Whatever is written there, nothing else is removed than such a folder.
        let is_ours = folder.is_absolute() && name.starts_with(SCRATCH_PREFIX);
        if is_ours && !folder.is_symlink() {
            // A linker of the killed run may still be writing there for a moment.
            for _ in 0..20 {
                match disk.remove_folder(folder) {
                    Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => {
                        std::thread::sleep(Duration::from_millis(50));
                    }
                    _ => break,
                }
            }
        }
        files::remove(disk, &record).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn key(sources: &str) -> Key {
        let text = "sha256:1".to_owned();
        Key { plan: text.clone(), verdicts: text, sources: sources.to_owned() }
    }

    #[test]
    fn a_grade_is_kept_as_long_as_it_rests_on_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let out = Output::open(folder.path()).unwrap();
        let graded = out.graded();
        let kept = |key: Key| graded.kept_at("alice", Place::Counts, &key);
        assert_eq!(kept(key("a")), None);
        out.write_grade("alice", "{}\n", Some(&key("a").seal("{}\n"))).unwrap();
        assert_eq!(kept(key("a")), Some(Kept::Grade("{}\n".to_owned())));
        assert_eq!(kept(key("b")), None, "other sources");
        fs::write(graded.of("alice").join(GRADE), "{ }\n").unwrap();
        assert_eq!(kept(key("a")), None, "the grade was edited");
        out.write_grade("alice", "{}\n", None).unwrap();
        assert_eq!(kept(key("a")), None, "nobody vouches for it");
        assert_eq!(graded.names().unwrap(), ["alice"]);
    }

    #[test]
    fn what_a_killed_run_left_is_removed_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        let bystander = tempfile::tempdir().unwrap();
        let left = tempfile::Builder::new().prefix(SCRATCH_PREFIX).tempdir().unwrap().keep();
        fs::write(left.join("half.rlib"), "").unwrap();
        fs::create_dir_all(at("submissions/alice")).unwrap();
        for file in [".new-1", "submissions/alice/.new-2", "submissions/alice/grade.json", "mine"] {
            fs::write(at(file), "").unwrap();
        }
        fs::write(at(SCRATCH), left.to_str().unwrap()).unwrap();
        drop(Output::open(folder.path()).unwrap());
        assert!(!left.exists() && !at(".new-1").exists() && !at(SCRATCH).exists());
        assert!(!at("submissions/alice/.new-2").exists());
        assert!(at("submissions/alice/grade.json").exists() && at("mine").exists());

        fs::write(at(SCRATCH), bystander.path().to_str().unwrap()).unwrap();
        drop(Output::open(folder.path()).unwrap());
        assert!(bystander.path().exists(), "it is not the grader's");
    }

    #[test]
    fn one_run_at_a_time_writes() {
        let folder = tempfile::tempdir().unwrap();
        let first = Output::open(folder.path()).unwrap();
        assert!(matches!(Output::open(folder.path()), Err(ClassError::Locked { .. })));
        assert!(matches!(Graded::open(folder.path()), Err(ClassError::Locked { .. })));
        let scratch = first.scratch().to_owned();
        assert!(scratch.is_dir());
        drop(first);
        assert!(!scratch.exists());
        Graded::open(folder.path()).unwrap();
        Output::open(folder.path()).unwrap();
    }
}
