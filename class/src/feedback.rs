//! Writes feedback for students to other folders, and remembers it in `feedback.json`, to replace it in a later run.
//!
//! A file that the grader did not write, or that somebody has changed since, is never overwritten.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{fs, io};

use base::input::display_path;
use base::{digest, regular, whole_file};
use serde::{Deserialize, Serialize};

use super::error::ClassError;
use super::grades::Grades;
use super::output::Output;
use super::versioned::{self, VersionedContent};

const FILE: &str = "feedback.json";

/// The files of a folder, by name, each with the hashes of the contents that it may have. There are two while a file is
/// replaced.
type FileHashes = BTreeMap<String, BTreeSet<String>>;

#[derive(Default, Deserialize, Serialize)]
struct WrittenFeedback {
    /// By the path of the folder.
    folders: BTreeMap<String, FileHashes>,
}

impl VersionedContent for WrittenFeedback {
    const SCHEMA: &str = "feedback/1";
}

/// How feedback uses a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FolderUse {
    /// The folder contains only feedback. Earlier feedback for nobody is removed.
    Alone,
    /// The folder may contain other files.
    Shared,
}

impl Grades {
    /// Returns an error that names the files in the way of feedback. For [`FolderUse::Shared`], only files with one of
    /// these names are in the way.
    ///
    /// # Errors
    ///
    /// Also returns an error if the record is damaged, or if the folder cannot be read.
    pub fn refuse_other_files(
        &self,
        folder: &Path,
        names: &[&str],
        use_of_folder: FolderUse,
    ) -> Result<(), ClassError> {
        let present = match (use_of_folder, fs::read_dir(folder)) {
            (FolderUse::Shared, _) => names.iter().map(OsString::from).collect(),
            (FolderUse::Alone, Ok(entries)) => {
                let names: io::Result<BTreeSet<OsString>> =
                    entries.map(|entry| entry.map(|entry| entry.file_name())).collect();
                names.map_err(|source| unreadable_folder_error(folder, source))?
            }
            (FolderUse::Alone, Err(error)) if error.kind() == io::ErrorKind::NotFound => {
                BTreeSet::new()
            }
            (FolderUse::Alone, Err(error)) if error.kind() == io::ErrorKind::NotADirectory => {
                return Err(ClassError::OtherFiles { paths: vec![folder.to_owned()] });
            }
            (FolderUse::Alone, Err(source)) => return Err(unreadable_folder_error(folder, source)),
        };
        let written = self.read_record()?.folders.remove(&place(folder)).unwrap_or_default();
        let is_other = |name: &OsString| {
            let path = folder.join(name);
            let known = name.to_str().and_then(|name| written.get(name));
            fs::symlink_metadata(&path).is_ok() && known.is_none_or(|known| !has_hash(&path, known))
        };
        let others: Vec<PathBuf> =
            present.into_iter().filter(is_other).map(|name| folder.join(name)).collect();
        if others.is_empty() { Ok(()) } else { Err(ClassError::OtherFiles { paths: others }) }
    }

    /// Writes feedback to a folder, replacing or removing that of earlier runs. The folder must exist. Returns the number
    /// of removed files.
    ///
    /// # Errors
    ///
    /// Returns an error if [a file is in the way](Self::refuse_other_files), or if files cannot be written or removed.
    pub fn write_feedback(
        &self,
        folder: &Path,
        files: &BTreeMap<String, Vec<u8>>,
        use_of_folder: FolderUse,
    ) -> Result<usize, ClassError> {
        let names: Vec<&str> = files.keys().map(String::as_str).collect();
        self.refuse_other_files(folder, &names, use_of_folder)?;
        let mut record = self.read_record()?;
        let written = record.folders.entry(place(folder)).or_default();
        for (name, bytes) in files {
            written.entry(name.clone()).or_default().insert(digest::sha256(bytes));
        }
        // Record the hashes first: an interrupted run must recognize what it wrote.
        self.write_record(&record)?;
        for (name, bytes) in files {
            let path = folder.join(name);
            whole_file::write(&path, bytes).map_err(|source| ClassError::Write { path, source })?;
        }
        let written = record.folders.entry(place(folder)).or_default();
        let old: Vec<String> = match use_of_folder {
            // As long as grading has not finished, the class is unknown.
            FolderUse::Alone if self.is_whole() => {
                let ungraded = self.shown_names(self.ungraded());
                let is_ungraded = |name: &str| {
                    ungraded
                        .iter()
                        .filter_map(|student| name.strip_prefix(&**student))
                        .any(|ending| ending.starts_with('.'))
                };
                let is_old = |name: &&String| !files.contains_key(*name) && !is_ungraded(name);
                written.keys().filter(is_old).cloned().collect()
            }
            FolderUse::Alone | FolderUse::Shared => Vec::new(),
        };
        let mut removed = 0;
        for name in &old {
            written.remove(name);
            let path = folder.join(name);
            match fs::remove_file(&path) {
                Ok(()) => removed += 1,
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(source) => return Err(ClassError::Write { path, source }),
            }
        }
        for (name, bytes) in files {
            written.insert(name.clone(), BTreeSet::from([digest::sha256(bytes)]));
        }
        self.write_record(&record)?;
        Ok(removed)
    }

    fn read_record(&self) -> Result<WrittenFeedback, ClassError> {
        Ok(versioned::read_versioned(self.grades_folder(), FILE)?.unwrap_or_default())
    }

    fn write_record(&self, record: &WrittenFeedback) -> Result<(), ClassError> {
        Output::open(self.grades_folder().folder())?.write_file(FILE, &versioned::to_text(record))
    }
}

/// Lists files for an error, at most a few of them.
pub(super) fn list_files(paths: &[PathBuf]) -> String {
    const NAMED: usize = 5;
    let named: Vec<String> =
        paths.iter().take(NAMED).map(|path| format!("`{}`", display_path(path))).collect();
    let more = paths.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", named.join(", "))
}

fn unreadable_folder_error(folder: &Path, source: io::Error) -> ClassError {
    ClassError::Read { path: folder.to_owned(), source }
}

/// Returns the path of a folder in the record. A path that is not UTF-8 may look like another one, but then the hashes
/// differ.
fn place(folder: &Path) -> String {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let place = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    place.to_string_lossy().into_owned()
}

/// Returns `true` if this is a regular file, not a link, whose content has one of the hashes.
fn has_hash(path: &Path, hashes: &BTreeSet<String>) -> bool {
    let file = regular::open_regular_no_link(path);
    let bytes = file.and_then(|file| regular::read_all(&file, regular::MAX_BYTES));
    bytes.is_ok_and(|bytes| hashes.contains(&digest::sha256(&bytes)))
}
