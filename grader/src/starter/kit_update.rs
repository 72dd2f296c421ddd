//! Brings a student's repository up to date with a newer kit.
//!
//! `grader new` writes the hashes of its files to a [record](RECORD). A file with the recorded hash has not been changed,
//! so it can be replaced or removed. All other files are kept.

mod record;

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};
use std::{fmt, fs};

use base::{regular, whole_file};

use super::Files;

pub use record::{KitRecord, RECORD, RecordError};

/// The ending of a new version that is written beside a changed file.
const BESIDE: &str = ".new";

/// The changes that bring a repository up to date.
#[derive(Debug)]
pub struct KitUpdate {
    folder: PathBuf,
    /// The changes, sorted by path. Files that stay the same, and those that only the student has changed, are left out.
    pub changes: Vec<KitChange>,
    /// The contents to write, by path.
    writes: Files,
    /// The paths to remove.
    removals: Vec<String>,
    record: String,
}

/// A change of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KitChange {
    /// The path in the repository, with the separator `/`.
    pub path: String,
    /// What happens to the file.
    pub kind: KitChangeKind,
}

/// What an update does with a file that differs between the kits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KitChangeKind {
    /// The file is new.
    Added,
    /// The kit's version replaces the file, which the student has not changed.
    Replaced(ChangedLines),
    /// The file is no longer in the kit, and the student has not changed it.
    Removed,
    /// The student has changed the file, so it stays, and the new version is written beside it, to this path.
    Offered(String),
    /// The file stays, and somebody has to look at it.
    Kept(UpdateObstacle),
}

/// Why an update keeps a file that differs from the kit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UpdateObstacle {
    /// The student has changed the file, and there is another file at the place for the new version.
    #[error("it was changed, and there is no place for the new version beside it")]
    NoPlace,
    /// The student has changed the file, which is no longer in the kit.
    #[error("it was changed, but is no longer in the kit")]
    Obsolete,
    /// The student has removed the file, which is different in the new kit.
    #[error("it was removed here, but has changed in the kit")]
    Gone,
    /// The path leads through a link or a file, or is no regular file.
    #[error("it is not a regular file in this folder, or a link leads to it")]
    Irregular,
}

/// The numbers of lines that differ between two versions of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangedLines {
    added: usize,
    removed: usize,
}

impl ChangedLines {
    /// Counts the lines that only one of the texts contains. Lines that only moved do not count.
    fn count(old: &str, new: &str) -> Self {
        let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        for line in old.lines() {
            counts.entry(line).or_default().0 += 1;
        }
        for line in new.lines() {
            counts.entry(line).or_default().1 += 1;
        }
        Self {
            added: counts.values().map(|(old, new)| new.saturating_sub(*old)).sum(),
            removed: counts.values().map(|(old, new)| old.saturating_sub(*new)).sum(),
        }
    }
}

impl fmt::Display for ChangedLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{} -{} lines", self.added, self.removed)
    }
}

impl KitChangeKind {
    /// Returns `true` if somebody has to look at the file.
    pub fn needs_attention(&self) -> bool {
        matches!(self, Self::Offered(_) | Self::Kept(_))
    }
}

/// What is at a path in the repository.
enum PresentFile {
    Nothing,
    /// A regular file with this text. Bytes that are not UTF-8 are replaced, since no file of a kit has any.
    Text(String),
    /// Something else.
    Irregular,
}

impl KitUpdate {
    /// Compares a repository with a new kit. `record` is what `grader new` wrote to the repository, and `files` is the new
    /// kit. Nothing is written.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read.
    pub fn plan(folder: &Path, record: &KitRecord, files: &Files) -> io::Result<Self> {
        let mut update = Self {
            folder: folder.to_owned(),
            changes: Vec::new(),
            writes: Files::new(),
            removals: Vec::new(),
            record: files.get(RECORD).cloned().unwrap_or_default(),
        };
        let mut paths: Vec<&String> = record.files.keys().chain(files.keys()).collect();
        paths.sort();
        paths.dedup();
        for path in paths.into_iter().filter(|path| *path != RECORD) {
            let known = record.files.get(path).map(String::as_str);
            let present = read_present(folder, path)?;
            let kind = match files.get(path) {
                Some(new) => update.plan_file(path, known, present, new)?,
                None => update.plan_removal(path, known, &present),
            };
            update.changes.extend(kind.map(|kind| KitChange { path: path.clone(), kind }));
        }
        Ok(update)
    }

    /// Plans what to do with a file in the new kit.
    fn plan_file(
        &mut self,
        path: &str,
        known: Option<&str>,
        present: PresentFile,
        new: &str,
    ) -> io::Result<Option<KitChangeKind>> {
        let new_hash = record::hash_of(new);
        let is_same_kit = known == Some(&*new_hash);
        let old = match present {
            PresentFile::Nothing if known.is_none() => {
                self.writes.insert(path.to_owned(), new.to_owned());
                return Ok(Some(KitChangeKind::Added));
            }
            // The student has decided to do without this file, or put something else there.
            PresentFile::Nothing | PresentFile::Irregular if is_same_kit => return Ok(None),
            PresentFile::Nothing => return Ok(Some(KitChangeKind::Kept(UpdateObstacle::Gone))),
            PresentFile::Irregular => {
                return Ok(Some(KitChangeKind::Kept(UpdateObstacle::Irregular)));
            }
            PresentFile::Text(old) => old,
        };
        let hash = record::hash_of(&old);
        if hash == new_hash || is_same_kit && known != Some(&*hash) {
            return Ok(None);
        }
        if known == Some(&*hash) {
            self.writes.insert(path.to_owned(), new.to_owned());
            return Ok(Some(KitChangeKind::Replaced(ChangedLines::count(&old, new))));
        }
        let beside = format!("{path}{BESIDE}");
        Ok(Some(match read_present(&self.folder, &beside)? {
            PresentFile::Text(text) if record::hash_of(&text) == new_hash => {
                KitChangeKind::Offered(beside)
            }
            PresentFile::Nothing => {
                self.writes.insert(beside.clone(), new.to_owned());
                KitChangeKind::Offered(beside)
            }
            PresentFile::Text(_) | PresentFile::Irregular => {
                KitChangeKind::Kept(UpdateObstacle::NoPlace)
            }
        }))
    }

    /// Plans what to do with a file that is no longer in the kit.
    fn plan_removal(
        &mut self,
        path: &str,
        known: Option<&str>,
        present: &PresentFile,
    ) -> Option<KitChangeKind> {
        match present {
            PresentFile::Nothing => None,
            PresentFile::Irregular => Some(KitChangeKind::Kept(UpdateObstacle::Irregular)),
            PresentFile::Text(old) if known == Some(&*record::hash_of(old)) => {
                self.removals.push(path.to_owned());
                Some(KitChangeKind::Removed)
            }
            PresentFile::Text(_) => Some(KitChangeKind::Kept(UpdateObstacle::Obsolete)),
        }
    }

    /// Writes and removes the files, and then the new record. If this is interrupted, it can be repeated.
    ///
    /// # Errors
    ///
    /// Returns the path that could not be written or removed, with the cause. Some files may have been updated.
    pub fn apply(&self) -> Result<(), (PathBuf, io::Error)> {
        for (path, text) in &self.writes {
            let file = self.folder.join(path);
            let made = file.parent().map_or(Ok(()), fs::create_dir_all);
            made.and_then(|()| whole_file::write(&file, text)).map_err(|error| (file, error))?;
        }
        for path in &self.removals {
            let file = self.folder.join(path);
            fs::remove_file(&file).map_err(|error| (file, error))?;
        }
        let file = self.folder.join(RECORD);
        let present = read_present(&self.folder, RECORD).map_err(|error| (file.clone(), error))?;
        match present {
            PresentFile::Text(text) if text == self.record => Ok(()),
            _ => whole_file::write(&file, &self.record).map_err(|error| (file, error)),
        }
    }
}

/// Reads a file without following links in the repository.
fn read_present(folder: &Path, path: &str) -> io::Result<PresentFile> {
    let mut place = folder.to_owned();
    let mut components = Path::new(path).components().peekable();
    while let Some(component) = components.next() {
        let Component::Normal(name) = component else { return Ok(PresentFile::Irregular) };
        place.push(name);
        let kind = match fs::symlink_metadata(&place) {
            Ok(metadata) => metadata.file_type(),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(PresentFile::Nothing),
            Err(error) => return Err(error),
        };
        let is_last = components.peek().is_none();
        if is_last && !kind.is_file() || !is_last && !kind.is_dir() {
            return Ok(PresentFile::Irregular);
        }
    }
    let file = regular::open_regular_no_link(&place)?;
    let bytes = regular::read_all(&file, regular::MAX_BYTES)?;
    Ok(PresentFile::Text(String::from_utf8_lossy(&bytes).into_owned()))
}

#[cfg(test)]
mod tests;
