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
//! DIR/run.json                       everything that differs from run to run, such as times
//! DIR/.lock                          locked by the run that is writing here
//! ```
//!
//! Each file is written under a temporary name and then renamed, so it is never incomplete. When a run is killed, the
//! next one will remove all unfinished files. All file access goes through [`base::files`], which allows tests to
//! simulate a failure at any point.

use std::fs::TryLockError;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base::files::{self, Held, Lasting, Shared};

use super::error::ClassError;
use super::key::{Kept, Key};
use super::names;

mod place;
#[cfg(test)]
mod tests;

pub(super) use place::Place;

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

/// The file with the path to the run's temporary folder.
const SCRATCH: &str = ".scratch";

const SCRATCH_PREFIX: &str = "grader-class-";

/// A folder of grades, opened for reading.
#[derive(Clone, Debug)]
pub struct Graded {
    folder: PathBuf,
    disk: Shared,
}

impl Graded {
    /// Opens a folder.
    ///
    /// # Errors
    ///
    /// Returns an error if a run is writing to the folder.
    pub fn open(folder: &Path) -> Result<Self, ClassError> {
        Self::open_on(files::machine(), folder)
    }

    pub(super) fn open_on(disk: Shared, folder: &Path) -> Result<Self, ClassError> {
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
    pub fn read(&self, file: &str) -> Result<Option<String>, ClassError> {
        self.text(&self.path(file))
    }

    /// Reads a submission's `grade.json`, if it exists.
    ///
    /// # Errors
    ///
    /// Returns an error if reading fails.
    pub fn grade(&self, name: &str) -> Result<Option<String>, ClassError> {
        self.grade_at(name, Place::Counts)
    }

    pub(super) fn grade_at(&self, name: &str, place: Place) -> Result<Option<String>, ClassError> {
        self.text(&self.of(name).join(place.grade()))
    }

    fn seal_at(&self, name: &str, place: Place) -> Result<Option<String>, ClassError> {
        self.text(&self.of(name).join(place.key()))
    }

    /// Returns `true` if the submission has a `grade.json`.
    pub fn has_grade(&self, name: &str) -> bool {
        self.disk.is_file(&self.of(name).join(GRADE))
    }

    pub(super) fn seal(&self, name: &str) -> Result<Option<String>, ClassError> {
        self.seal_at(name, Place::Counts)
    }

    /// Returns a complete grade with a key that still matches, at least for the verdicts.
    pub(super) fn kept_at(&self, name: &str, place: Place, key: &Key) -> Option<Kept> {
        let grade = self.grade_at(name, place).ok().flatten()?;
        let seal = self.seal_at(name, place).ok().flatten()?;
        key.held_against(&seal, grade)
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

/// A folder for writing grades, locked to prevent other runs from writing.
#[derive(Debug)]
pub struct Output {
    graded: Graded,
    scratch: PathBuf,
    /// The lock, held until this value is dropped or the process ends for any reason.
    _lock: Box<dyn Held>,
}

impl Output {
    /// Creates the folder if necessary, locks it, and removes what a killed run left behind.
    ///
    /// # Errors
    ///
    /// Returns an error if creating or locking the folder fails, for example because another run is writing to it.
    pub fn open(folder: &Path) -> Result<Self, ClassError> {
        Self::open_on(files::machine(), folder)
    }

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

    /// Returns the grades in the folder.
    pub fn graded(&self) -> &Graded {
        &self.graded
    }

    /// Returns the folder for temporary files. It will be removed at the end or, if the run is killed, by the next run.
    pub fn scratch(&self) -> &Path {
        &self.scratch
    }

    pub(super) fn write_grade(
        &self,
        name: &str,
        grade: &str,
        seal: Option<&str>,
    ) -> Result<(), ClassError> {
        self.write_at(name, Place::Counts, grade, seal)
    }

    /// Writes a grade, and the key if known, unless the grade is already there.
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
        // Remove the old key first and write the new key last, so a key is never beside a different grade. The key must
        // also be durable, because merging copies it without validation.
        let (grade_file, key_file) = (folder.join(place.grade()), folder.join(place.key()));
        match disk.create_folder(&folder, false) {
            // The path may be a file.
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

    /// Makes the grades of these submissions durable, including those from an earlier run.
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

    pub(super) fn write(&self, file: &str, text: &str) -> Result<(), ClassError> {
        let path = self.graded.path(file);
        files::write(&*self.graded.disk, &path, text.as_bytes(), Lasting::Power)
            .map_err(|source| ClassError::Write { path, source })
    }

    pub(super) fn remove(&self, file: &str) -> Result<(), ClassError> {
        let path = self.graded.path(file);
        files::remove(&*self.graded.disk, &path)
            .map(drop)
            .map_err(|source| ClassError::Write { path, source })
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        // If this fails, the next run will remove the folder.
        let disk = &*self.graded.disk;
        if disk.remove_folder(&self.scratch).is_ok() {
            let _ = disk.remove(&self.graded.path(SCRATCH));
        }
    }
}

impl Graded {
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

    /// Creates a folder for temporary files, and records the name first, so it can always be removed later.
    fn make_scratch(&self) -> io::Result<PathBuf> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let name = format!("{SCRATCH_PREFIX}{}-{now:x}", std::process::id());
        let folder = std::path::absolute(std::env::temp_dir().join(name))?;
        let text = folder.to_str().ok_or(io::ErrorKind::InvalidFilename)?;
        files::write(&*self.disk, &self.path(SCRATCH), text.as_bytes(), Lasting::Process)?;
        // This should fail if the folder exists, since it could belong to another program.
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
        // Never remove a folder without our prefix, whatever the file says.
        let is_ours = folder.is_absolute() && name.starts_with(SCRATCH_PREFIX);
        if is_ours && !folder.is_symlink() {
            // The killed run might have started a linker, which can continue to write here for a short time.
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
