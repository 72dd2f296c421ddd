//! The output folder for grading a class.
//!
//! ```text
//! DIR/submissions/NAME/grade.json    the grade, as `grader check --format json` prints it
//! DIR/submissions/NAME/grade.key     hashes of everything that the grade depends on
//! DIR/submissions/NAME/attempt-1.*   the same files for an attempt that was graded but does not count
//! DIR/grades.csv, DIR/grades.json    the summary, once everything is graded
//! DIR/class.json                     the authors of the submissions, and the students without one
//! DIR/assignment.json                the title, the course and the late policy
//! DIR/partition.json                 which part of the class the folder contains, if not all of it
//! DIR/overrides.toml                 manual corrections, which the grader only reads
//! DIR/extensions.toml                extensions, which the grader only reads
//! DIR/times.csv                      submission times, which the grader only reads
//! DIR/late-days.csv                  the late days that students have left, which the grader only reads
//! DIR/late-days-left.csv             the late days that are left after this assignment
//! DIR/pages.json                     the pages for students that were written elsewhere
//! DIR/feedback.json                  other feedback for students that was written elsewhere
//! DIR/run.json                       everything that differs from run to run, such as times
//! DIR/.lock                          locked by the run that is writing here, and closed to other users
//! ```
//!
//! Each file is written under a temporary name and then renamed, so it is never incomplete. When a run is killed, the
//! next one will remove all unfinished files. All file access goes through [`base::files`], which allows tests to
//! simulate a failure at any point.

use std::fs::TryLockError;
use std::io;
use std::path::{Path, PathBuf};

use base::files::{self, Durability, HeldLock, SharedDisk};
use base::trust::{self, Distrust};
use grade::{Grade, Status};

use super::error::ClassError;
use super::key::{self, GradeKey, ReusableGrade};
use super::names;

mod place;
#[cfg(test)]
mod tests;

pub(super) use place::GradePlace;

pub(crate) const GRADE: &str = "grade.json";

/// The file with the corrections.
pub const OVERRIDES: &str = "overrides.toml";

/// The file with the extensions.
pub const EXTENSIONS: &str = "extensions.toml";

/// The file with submission times.
pub const TIMES: &str = "times.csv";

const KEY: &str = "grade.key";

/// The folder with all grades.
pub const SUBMISSIONS: &str = "submissions";

/// The file to lock during a run.
const LOCK: &str = ".lock";

/// A folder of grades, opened for reading.
#[derive(Clone, Debug)]
pub struct GradesFolder {
    folder: PathBuf,
    disk: SharedDisk,
}

impl GradesFolder {
    /// Opens a folder.
    ///
    /// # Errors
    ///
    /// Returns an error if other users can write to the folder, or if a run is writing to it.
    pub fn open(folder: &Path) -> Result<Self, ClassError> {
        check_trust(folder)?;
        Self::open_on(files::real_disk(), folder)
    }

    pub(super) fn open_on(disk: SharedDisk, folder: &Path) -> Result<Self, ClassError> {
        if disk.is_locked(&folder.join(LOCK)) {
            return Err(ClassError::Locked { folder: folder.to_owned() });
        }
        Ok(Self { folder: folder.to_owned(), disk })
    }

    /// Returns the folder's path.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the path of a file directly in this folder.
    pub fn path(&self, file: &str) -> PathBuf {
        self.folder.join(file)
    }

    /// Reads a file directly in the folder, if it exists.
    ///
    /// # Errors
    ///
    /// Returns an error if reading fails.
    pub fn read_file(&self, file: &str) -> Result<Option<String>, ClassError> {
        self.read_text(&self.path(file))
    }

    /// Reads a submission's `grade.json`, if it exists.
    ///
    /// # Errors
    ///
    /// Returns an error if reading fails.
    pub fn read_grade(&self, name: &str) -> Result<Option<String>, ClassError> {
        self.read_grade_at(name, GradePlace::Counts)
    }

    pub(super) fn read_grade_at(
        &self,
        name: &str,
        place: GradePlace,
    ) -> Result<Option<String>, ClassError> {
        self.read_text(&self.submission_folder(name).join(place.grade_file()))
    }

    fn read_seal_at(&self, name: &str, place: GradePlace) -> Result<Option<String>, ClassError> {
        self.read_text(&self.submission_folder(name).join(place.key_file()))
    }

    /// Returns `true` if the submission has a `grade.json`.
    pub fn has_grade(&self, name: &str) -> bool {
        self.disk.is_file(&self.submission_folder(name).join(GRADE))
    }

    /// Reads a grade with its key, which must belong together. Rejections and grader errors
    /// have no key.
    ///
    /// # Errors
    ///
    /// Returns an error if reading fails, or if the grade has no key or one for a different grade.
    pub(super) fn read_sealed_at(
        &self,
        name: &str,
        place: GradePlace,
    ) -> Result<Option<(String, Option<String>)>, ClassError> {
        let Some(grade) = self.read_grade_at(name, place)? else { return Ok(None) };
        let seal = self.read_seal_at(name, place)?;
        let fits = match &seal {
            Some(seal) => key::is_seal_of(seal, &grade),
            None => Grade::from_json(&grade).is_ok_and(|grade| grade.status() != Status::Graded),
        };
        if fits {
            return Ok(Some((grade, seal)));
        }
        Err(ClassError::Unsealed {
            path: self.submission_folder(name).join(place.grade_file()),
            key: place.key_file(),
        })
    }

    pub(super) fn read_seal(&self, name: &str) -> Result<Option<String>, ClassError> {
        self.read_seal_at(name, GradePlace::Counts)
    }

    /// Returns a complete grade with a key that still matches, at least for the verdicts.
    pub(super) fn reusable_at(
        &self,
        name: &str,
        place: GradePlace,
        key: &GradeKey,
    ) -> Option<ReusableGrade> {
        let grade = self.read_grade_at(name, place).ok().flatten()?;
        let seal = self.read_seal_at(name, place).ok().flatten()?;
        key.compare_stored(&seal, grade)
    }

    /// Returns the sorted names of all submissions with a folder.
    ///
    /// # Errors
    ///
    /// Returns an error if reading the folder fails.
    pub fn names(&self) -> Result<Vec<String>, ClassError> {
        let folder = self.path(SUBMISSIONS);
        let unreadable = |source| ClassError::Read { path: folder.clone(), source };
        let entries = match self.disk.list(&folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(unreadable(error)),
        };
        let name = |entry: &files::FolderEntry| entry.name.to_str().map(str::to_owned);
        let mut names: Vec<String> = entries.iter().filter_map(name).collect();
        // Temporary folders begin with a dot, and a name from a file could lead elsewhere.
        names.retain(|name| names::is_plain(name));
        names.sort();
        Ok(names)
    }

    fn read_text(&self, path: &Path) -> Result<Option<String>, ClassError> {
        let unreadable = |source| ClassError::Read { path: path.to_owned(), source };
        files::read_text(&*self.disk, path).map_err(unreadable)
    }

    fn submission_folder(&self, name: &str) -> PathBuf {
        self.folder.join(SUBMISSIONS).join(name)
    }
}

/// A folder for writing grades, locked to prevent other runs from writing.
#[derive(Debug)]
pub struct Output {
    graded: GradesFolder,
    /// The lock, held until this value is dropped or the process ends for any reason.
    _lock: Box<dyn HeldLock>,
}

impl Output {
    /// Creates the folder if necessary, locks it, and removes what a killed run left behind. A new folder is private.
    ///
    /// # Errors
    ///
    /// Returns an error if other users can write to the folder, or if creating or locking it fails, for example because
    /// another run is writing to it.
    pub fn open(folder: &Path) -> Result<Self, ClassError> {
        let disk = files::real_disk();
        create_private_folder(&disk, folder)?;
        check_trust(folder)?;
        Self::open_on(disk, folder)
    }

    pub(super) fn open_on(disk: SharedDisk, folder: &Path) -> Result<Self, ClassError> {
        let unwritable = |path: &Path| {
            let path = path.to_owned();
            move |source| ClassError::Write { path, source }
        };
        create_private_folder(&disk, folder)?;
        // Those who may open the folder may also open what is in it.
        let submissions = folder.join(SUBMISSIONS);
        files::create_folders(&*disk, &submissions, false).map_err(unwritable(&submissions))?;
        let path = folder.join(LOCK);
        let lock = disk.lock(&path).map_err(|error| match error {
            TryLockError::WouldBlock => ClassError::Locked { folder: folder.to_owned() },
            TryLockError::Error(source) => ClassError::Write { path, source },
        })?;
        let graded = GradesFolder { folder: folder.to_owned(), disk };
        graded.remove_unfinished().map_err(unwritable(folder))?;
        Ok(Self { graded, _lock: lock })
    }

    /// Returns the grades in the folder.
    pub fn graded(&self) -> &GradesFolder {
        &self.graded
    }

    pub(super) fn write_grade(
        &self,
        name: &str,
        grade: &str,
        seal: Option<&str>,
    ) -> Result<(), ClassError> {
        self.write_at(name, GradePlace::Counts, grade, seal)
    }

    /// Writes a grade, and the key if known, unless the grade is already there.
    pub(super) fn write_at(
        &self,
        name: &str,
        place: GradePlace,
        grade: &str,
        seal: Option<&str>,
    ) -> Result<(), ClassError> {
        let there = self.graded.read_grade_at(name, place).ok().flatten();
        let sealed = self.graded.read_seal_at(name, place).ok().flatten();
        if there.as_deref() == Some(grade) && sealed.as_deref() == seal {
            return Ok(());
        }
        let (folder, disk) = (self.graded.submission_folder(name), &*self.graded.disk);
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |source| ClassError::Write { path, source }
        };
        // Remove the old key first and write the new key last, so a key is never beside a different grade. The key must
        // also be durable, because merging refuses a grade without its key.
        let (grade_file, key_file) =
            (folder.join(place.grade_file()), folder.join(place.key_file()));
        match disk.create_folder(&folder, false) {
            // The path may be a file.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                disk.list(&folder).map(drop)
            }
            made => made,
        }
        .map_err(failed(&folder))?;
        files::remove(disk, &key_file).map_err(failed(&key_file))?;
        let written =
            files::write_atomically(disk, &grade_file, grade.as_bytes(), Durability::Content);
        written.map_err(failed(&grade_file))?;
        if let Some(seal) = seal {
            let written =
                files::write_atomically(disk, &key_file, seal.as_bytes(), Durability::Content);
            written.map_err(failed(&key_file))?;
        }
        Ok(())
    }

    /// Makes the grades of these submissions durable, including those from an earlier run.
    pub(super) fn sync_grades<'a>(
        &self,
        names: impl Iterator<Item = &'a str>,
    ) -> Result<(), ClassError> {
        let folders = names.map(|name| self.graded.submission_folder(name));
        for folder in folders.chain([self.graded.path(SUBMISSIONS)]) {
            let synced = self.graded.disk.sync(&folder);
            synced.map_err(|source| ClassError::Write { path: folder, source })?;
        }
        Ok(())
    }

    pub(super) fn write_file(&self, file: &str, text: &str) -> Result<(), ClassError> {
        let path = self.graded.path(file);
        files::write_atomically(&*self.graded.disk, &path, text.as_bytes(), Durability::Power)
            .map_err(|source| ClassError::Write { path, source })
    }

    pub(super) fn remove_file(&self, file: &str) -> Result<(), ClassError> {
        let path = self.graded.path(file);
        files::remove(&*self.graded.disk, &path)
            .map(drop)
            .map_err(|source| ClassError::Write { path, source })
    }
}

impl GradesFolder {
    /// Removes unfinished files.
    fn remove_unfinished(&self) -> io::Result<()> {
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
}

fn create_private_folder(disk: &SharedDisk, folder: &Path) -> Result<(), ClassError> {
    let unwritable = |source| ClassError::Write { path: folder.to_owned(), source };
    files::create_folders(&**disk, folder, true).map_err(unwritable)
}

/// Returns an error if other users can change the grades in a folder: a grade and its key contain nothing secret.
pub(super) fn check_trust(folder: &Path) -> Result<(), ClassError> {
    match trust::check_trust(folder) {
        Err(source) if Distrust::from_io_error(&source).is_some() => {
            Err(ClassError::Untrusted { folder: folder.to_owned(), source })
        }
        // Other errors will occur again when something is read.
        _ => Ok(()),
    }
}
