//! Opens whatever was handed in.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::archive::UnpackedArchive;
use super::input::{InputFiles, InputName};
use super::submission::Submission;
use super::together::{self, AssembledInput};
use super::{IntakeError, Sources, archive, folder, sources};

/// The files of a submission, without what was submitted beside it.
#[derive(Debug)]
pub struct OpenedInput {
    assembled: AssembledInput,
    /// The name of the submission.
    name: String,
}

impl OpenedInput {
    /// Opens an input. `name` is that of the submission if the files are not in an archive.
    pub(super) fn new(input: InputFiles, name: String) -> Result<Self, IntakeError> {
        let assembled = together::assemble(input)?;
        let name = match assembled.files.name() {
            InputName::Folder(_) | InputName::Files(..) => name,
            InputName::Archive(path) => archive::stem(path),
        };
        Ok(Self { assembled, name })
    }

    /// Opens single files in `folder`: the path and the student's name of each.
    ///
    /// # Errors
    ///
    /// Fails if not exactly one of several archives contains code, or if reading fails.
    pub(super) fn from_single_files(
        folder: &Path,
        files: Vec<(PathBuf, String)>,
    ) -> Result<Self, IntakeError> {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Self::new(InputFiles::from_single_files(folder.to_owned(), files), name)
    }

    /// Reads all Rust files, even if they do not form a submission.
    ///
    /// # Errors
    ///
    /// Fails if the input is rejected or contains no readable Rust files.
    pub fn sources(&self) -> Result<Sources, IntakeError> {
        sources::read(self)
    }

    /// Returns the files.
    pub(super) fn files(&self) -> &InputFiles {
        &self.assembled.files
    }

    /// Reads the submission, named after its folder or archive.
    ///
    /// # Errors
    ///
    /// Fails if there is no submission, or it cannot be read completely.
    pub fn read(&self) -> Result<Submission, IntakeError> {
        let AssembledInput { files, left_out } = &self.assembled;
        match folder::read_input(&files.top(), self.name.clone()) {
            Ok(submission) => Ok(submission.with_left_out(left_out.clone())),
            Err(IntakeError::NotRust { input, mut names, .. }) => {
                // There is a sentence about each archive.
                names.retain(|name| left_out.is_empty() || !archive::is_archive_name(name));
                Err(IntakeError::NotRust { input, names, left_out: left_out.clone() })
            }
            Err(error) => Err(error),
        }
    }
}

/// Opens a folder or an archive. If a folder or an archive contains only archives, opens the one with code.
///
/// # Errors
///
/// Fails if there is nothing to open, or the archive is rejected.
pub fn open(path: &Path) -> Result<OpenedInput, IntakeError> {
    open_as(path, path)
}

/// Like [`open`], but messages call the path `label`.
///
/// # Errors
///
/// Fails if there is nothing to open, or the archive is rejected.
pub(super) fn open_as(path: &Path, label: &Path) -> Result<OpenedInput, IntakeError> {
    let metadata = fs::metadata(path).map_err(|source| match source.kind() {
        io::ErrorKind::NotFound => IntakeError::NoFolder { path: label.to_owned() },
        _ => IntakeError::Unreadable { path: label.to_owned(), source },
    })?;
    if metadata.is_dir() {
        let input = InputFiles::in_folder(path.to_owned(), label.to_owned());
        return OpenedInput::new(input, folder_name(path));
    }
    let UnpackedArchive { files, refused } = archive::unpack_file(path, label)?;
    let mut opened = OpenedInput::new(files, String::new())?;
    opened.assembled.left_out.extend(refused.iter().map(together::skipped));
    Ok(opened)
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
    if path.is_dir() { folder_name(path) } else { archive::stem(&resolved(path)) }
}

/// Returns the name of a folder, even for `.`.
fn folder_name(folder: &Path) -> String {
    let name = resolved(folder).file_name().map(|name| name.to_string_lossy().into_owned());
    name.unwrap_or_else(|| "submission".to_owned())
}

fn resolved(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}
