//! Opens a submission as a folder, unpacking archives as needed.

use std::fs;
use std::io;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::archive;
use super::submission::Submission;
use super::{IntakeError, read_folder, together};

/// A submission opened as a folder. A temporary folder will be removed on drop.
#[derive(Debug)]
pub struct Opened {
    folder: PathBuf,
    /// The name to use in messages instead of a temporary folder.
    label: PathBuf,
    gathered: Vec<Gathered>,
    temporary: Option<TempDir>,
    /// A sentence about each archive or file outside of the submission.
    left_out: Vec<String>,
}

#[derive(Debug)]
pub(super) struct Gathered {
    /// The path in the temporary folder.
    pub(super) place: PathBuf,
    pub(super) path: PathBuf,
    /// The student's name for the file.
    pub(super) name: String,
}

impl Opened {
    /// Wraps a temporary folder with the content of `label`.
    pub(super) fn temporary(folder: TempDir, label: PathBuf) -> Self {
        let path = folder.path().to_owned();
        let (gathered, left_out) = (Vec::new(), Vec::new());
        Self { folder: path, label, gathered, temporary: Some(folder), left_out }
    }

    /// Wraps individual files. The submission is named after `label`.
    pub(super) fn gathered(folder: TempDir, label: PathBuf, gathered: Vec<Gathered>) -> Self {
        Self { gathered, ..Self::temporary(folder, label) }
    }

    fn folder(path: &Path) -> Self {
        let (folder, label) = (path.to_owned(), path.to_owned());
        Self { folder, label, gathered: Vec::new(), temporary: None, left_out: Vec::new() }
    }

    /// Adds a sentence about each archive or file outside of the submission.
    pub(super) fn without(self, left_out: impl IntoIterator<Item = String>) -> Self {
        Self { left_out: left_out.into_iter().collect(), ..self }
    }

    /// Reads the submission, named after its folder or archive.
    ///
    /// # Errors
    ///
    /// Fails if there is no submission, or it cannot be read completely.
    pub fn read(&self) -> Result<Submission, IntakeError> {
        let read = read_folder(&self.folder);
        let read = read.map(|it| it.with_left_out(self.left_out.clone()));
        if self.temporary.is_none() {
            return read;
        }
        match read {
            Ok(submission) => Ok(submission.with_name(archive::stem(&self.label))),
            Err(error) if self.gathered.is_empty() => {
                Err(error.seen_from(&self.folder, &self.label))
            }
            Err(error) => {
                Err(error.seen_as_handed_in(&self.folder, &self.gathered, &self.left_out))
            }
        }
    }
}

impl Deref for Opened {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.folder
    }
}

/// Opens a folder or an archive. If a folder contains only archives, opens the archive with code.
///
/// # Errors
///
/// Fails if there is nothing to open, or the archive is rejected.
pub fn open(path: &Path) -> Result<Opened, IntakeError> {
    let metadata = fs::metadata(path).map_err(|source| match source.kind() {
        io::ErrorKind::NotFound => IntakeError::NoFolder { path: path.to_owned() },
        _ => IntakeError::Unreadable { path: path.to_owned(), source },
    })?;
    if !metadata.is_dir() {
        return together::open_archive(path);
    }
    let Some(files) = together::in_folder(path)? else { return Ok(Opened::folder(path)) };
    match together::beside_whole(&files) {
        Some(left_out) => Ok(Opened::folder(path).without(left_out)),
        None => together::open(&files),
    }
}

/// Reads the submission in a folder or an archive.
///
/// # Errors
///
/// Fails if the path is not a submission, or cannot be read completely.
pub fn read(path: &Path) -> Result<Submission, IntakeError> {
    open(path)?.read()
}

/// Returns the name of an unreadable submission: the folder name, or the archive name without the extension.
pub fn name(path: &Path) -> String {
    let resolved = fs::canonicalize(path);
    let path = resolved.as_deref().unwrap_or(path);
    if path.is_dir() {
        path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    } else {
        archive::stem(path)
    }
}
