//! A submission opened as a folder, whatever was handed in: a folder as it is, an archive unpacked.

use std::fs;
use std::io;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::archive;
use super::submission::Submission;
use super::{IntakeError, read_folder, root};

/// A submission as a folder. A temporary folder is removed when this is dropped.
#[derive(Debug)]
pub struct Opened {
    folder: PathBuf,
    /// The user's name for it; errors name this and no temporary folder.
    label: PathBuf,
    temporary: Option<TempDir>,
}

impl Opened {
    /// A temporary folder with what is in `label`.
    pub(super) fn temporary(folder: TempDir, label: PathBuf) -> Self {
        Self { folder: folder.path().to_owned(), label, temporary: Some(folder) }
    }

    /// Reads the submission. It is called after its folder or archive.
    ///
    /// # Errors
    ///
    /// If there is no submission, or it cannot be read whole.
    pub fn read(&self) -> Result<Submission, IntakeError> {
        let read = read_folder(&self.folder);
        if self.temporary.is_none() {
            return read;
        }
        match read {
            Ok(submission) => Ok(submission.with_name(archive::stem(&self.label))),
            Err(error) => Err(error.seen_from(&self.folder, &self.label)),
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
/// submission in it but one archive.
///
/// # Errors
///
/// If there is nothing, or the archive is refused.
pub fn open(path: &Path) -> Result<Opened, IntakeError> {
    let metadata = fs::metadata(path).map_err(|source| match source.kind() {
        io::ErrorKind::NotFound => IntakeError::NoFolder { path: path.to_owned() },
        _ => IntakeError::Unreadable { path: path.to_owned(), source },
    })?;
    let archive = if metadata.is_dir() { archive_in(path)? } else { Some(path.to_owned()) };
    let Some(archive) = archive else {
        let (folder, label) = (path.to_owned(), path.to_owned());
        return Ok(Opened { folder, label, temporary: None });
    };
    let folder = archive::unpack(&archive)?;
    Ok(Opened::temporary(folder, archive))
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

/// The archive in a folder that holds no submission but that.
fn archive_in(folder: &Path) -> Result<Option<PathBuf>, IntakeError> {
    if root::is_root(folder) || !matches!(root::find(folder), Err(IntakeError::NotRust { .. })) {
        return Ok(None);
    }
    let archives = root::archives(folder);
    let archives =
        archives.map_err(|source| IntakeError::Unreadable { path: folder.to_owned(), source })?;
    let mut archives = archives.into_iter();
    match (archives.next(), archives.next()) {
        (Some(first), Some(second)) => {
            Err(IntakeError::Ambiguous { path: folder.to_owned(), first, second })
        }
        (first, _) => Ok(first),
    }
}
