//! A submission opened as a folder, whatever was handed in: a folder as it is, an archive unpacked.

use std::fs;
use std::io;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::archive;
use super::submission::Submission;
use super::{IntakeError, read_folder, together};

/// A submission as a folder. A temporary folder is removed when this is dropped.
#[derive(Debug)]
pub struct Opened {
    folder: PathBuf,
    /// The user's name for it; errors name this and no temporary folder.
    label: PathBuf,
    /// The files that were laid into a temporary folder one by one.
    gathered: Vec<Gathered>,
    temporary: Option<TempDir>,
    /// A sentence about each archive or file that was handed in as well and is no part of it.
    left_out: Vec<String>,
}

/// A file that was laid into a temporary folder.
#[derive(Debug)]
pub(super) struct Gathered {
    /// Its place in the temporary folder.
    pub(super) place: PathBuf,
    /// The path that it was read from.
    pub(super) path: PathBuf,
    /// The student's name for it.
    pub(super) name: String,
}

impl Opened {
    /// A temporary folder with what is in `label`.
    pub(super) fn temporary(folder: TempDir, label: PathBuf) -> Self {
        let path = folder.path().to_owned();
        let (gathered, left_out) = (Vec::new(), Vec::new());
        Self { folder: path, label, gathered, temporary: Some(folder), left_out }
    }

    /// A temporary folder with files that were handed in one by one. The submission is called after
    /// `label`.
    pub(super) fn gathered(folder: TempDir, label: PathBuf, gathered: Vec<Gathered>) -> Self {
        Self { gathered, ..Self::temporary(folder, label) }
    }

    /// A folder as it is.
    fn folder(path: &Path) -> Self {
        let (folder, label) = (path.to_owned(), path.to_owned());
        Self { folder, label, gathered: Vec::new(), temporary: None, left_out: Vec::new() }
    }

    /// The same, with a sentence about each archive or file that is no part of it.
    pub(super) fn without(self, left_out: impl IntoIterator<Item = String>) -> Self {
        Self { left_out: left_out.into_iter().collect(), ..self }
    }

    /// Reads the submission. It is called after its folder or archive.
    ///
    /// # Errors
    ///
    /// If there is no submission, or it cannot be read whole.
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

/// Makes a folder of what was handed in: a folder, or an archive, or a folder with nothing of a
/// submission in it but archives of which one holds code.
///
/// # Errors
///
/// If there is nothing, or the archive is refused.
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

/// Reads what was handed in: a folder or an archive.
///
/// # Errors
///
/// If it is no submission, or cannot be read whole.
pub fn read(path: &Path) -> Result<Submission, IntakeError> {
    open(path)?.read()
}

/// The name of a submission that cannot be read: that of its folder, or of its archive without the
/// ending.
pub fn name(path: &Path) -> String {
    let resolved = fs::canonicalize(path);
    let path = resolved.as_deref().unwrap_or(path);
    if path.is_dir() {
        path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    } else {
        archive::stem(path)
    }
}
