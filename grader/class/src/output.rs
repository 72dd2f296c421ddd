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

mod place;
#[cfg(test)]
mod tests;

pub(super) use place::Place;

/// The file of a grade.
pub(crate) const GRADE: &str = "grade.json";

/// The file of corrections by hand.
pub const OVERRIDES: &str = "overrides.toml";

/// The file of extensions.
pub const EXTENSIONS: &str = "extensions.toml";

/// The file that says what a grade rests on.
const KEY: &str = "grade.key";

/// The folder of all grades.
pub const SUBMISSIONS: &str = "submissions";

/// The file that a run holds locked.
const LOCK: &str = ".lock";

/// The file that names the folder for temporary files of the run.
const SCRATCH: &str = ".scratch";

/// The prefix of that folder's name.
const SCRATCH_PREFIX: &str = "grader-class-";

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
