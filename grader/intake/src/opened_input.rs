//! Opens whatever was handed in.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::archive::UnpackedArchive;
use super::assembled_input::{self, AssembledInput};
use super::input::{InputFiles, InputName};
use super::submission::Submission;
use super::{IntakeError, RustSources, archive, folder, sources};

/// A submission's files, without what was submitted beside it.
#[derive(Debug)]
pub struct OpenedInput {
    assembled: AssembledInput,
    /// The name of the submission.
    name: String,
}

impl OpenedInput {
    /// Opens an input. `name` names the submission, except for archives.
    pub(super) fn new(input: InputFiles, name: String) -> Result<Self, IntakeError> {
        let assembled = assembled_input::assemble(input)?;
        let name = match assembled.files.name() {
            InputName::Folder(_) | InputName::Files(..) => name,
            InputName::Archive(path) => archive::name_without_ending(path),
        };
        Ok(Self { assembled, name })
    }

    fn from_archive(unpacked: UnpackedArchive) -> Result<Self, IntakeError> {
        let mut opened = Self::new(unpacked.files, String::new())?;
        opened
            .assembled
            .left_out
            .extend(unpacked.refused.iter().map(assembled_input::skipped_sentence));
        Ok(opened)
    }

    /// Opens single files in `folder`: the path and the student's name of each. A path may lead into a class archive.
    ///
    /// # Errors
    ///
    /// Fails if not exactly one of several archives contains code, or if reading fails.
    pub(super) fn from_single_files(
        folder: &Path,
        files: &[(&Path, &str)],
    ) -> Result<Self, IntakeError> {
        let input = input_with_single_files(folder, files)?;
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Self::new(input, name)
    }

    /// Reads all Rust files, even if they do not form a submission.
    ///
    /// # Errors
    ///
    /// Fails if the input is rejected or contains no readable Rust files.
    pub fn sources(&self) -> Result<RustSources, IntakeError> {
        sources::read_rust_files(self)
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
    pub fn read_submission(&self) -> Result<Submission, IntakeError> {
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
    if let Some(place) = PathInArchive::parse(path) {
        return place.open_folder_or_archive(label);
    }
    let metadata = fs::metadata(path).map_err(|source| match source.kind() {
        io::ErrorKind::NotFound => IntakeError::NoFolder { path: label.to_owned() },
        _ => IntakeError::Unreadable { path: label.to_owned(), source },
    })?;
    if metadata.is_dir() {
        let input = InputFiles::in_folder(path.to_owned(), label.to_owned());
        return OpenedInput::new(input, folder_name(path));
    }
    OpenedInput::from_archive(archive::unpack_file(path, label)?)
}

/// A path into a class archive, like a path into a folder.
pub(super) struct PathInArchive {
    pub(super) archive: PathBuf,
    /// The components below the archive.
    inside: Vec<Vec<u8>>,
}

impl PathInArchive {
    /// Returns `None` unless a file takes the place of a folder in the path.
    pub(super) fn parse(path: &Path) -> Option<Self> {
        if fs::symlink_metadata(path).is_ok() {
            return None;
        }
        let archive = path.ancestors().skip(1).find(|folder| folder.exists())?;
        let inside = path.strip_prefix(archive).ok()?;
        let inside = inside.iter().map(|part| part.as_encoded_bytes().to_vec()).collect();
        archive.is_file().then(|| Self { archive: archive.to_owned(), inside })
    }

    /// Returns the files at this path.
    fn files(&self, label: &Path) -> Result<InputFiles, IntakeError> {
        archive::unpack_from_class(&self.archive, label, std::slice::from_ref(&self.inside))
    }

    fn folder_inside(&self, files: InputFiles, label: &Path) -> Result<InputFiles, IntakeError> {
        let folder = files.into_folder(&self.inside, label.to_owned());
        folder.ok_or_else(|| IntakeError::NoFolder { path: label.to_owned() })
    }

    fn open_folder_or_archive(&self, label: &Path) -> Result<OpenedInput, IntakeError> {
        let files = self.files(label)?;
        let file = files.find(&self.inside);
        if file.is_file() {
            return OpenedInput::from_archive(archive::unpack(&file, label)?);
        }
        let name = String::from_utf8_lossy(self.inside.last().map_or(b"", Vec::as_slice));
        OpenedInput::new(self.folder_inside(files, label)?, name.into_owned())
    }
}

/// Returns the folder at `path`, which may be in a class archive.
///
/// # Errors
///
/// Fails if there is no folder in the class archive, or it cannot be read.
pub(super) fn folder(path: &Path, label: &Path) -> Result<InputFiles, IntakeError> {
    match PathInArchive::parse(path) {
        Some(place) => place.folder_inside(place.files(label)?, label),
        None => Ok(InputFiles::in_folder(path.to_owned(), label.to_owned())),
    }
}

/// Returns single files in `folder`, by path and the student's name for each. A path may lead into a class archive.
///
/// # Errors
///
/// Fails if a class archive cannot be read.
pub(super) fn input_with_single_files(
    folder: &Path,
    files: &[(&Path, &str)],
) -> Result<InputFiles, IntakeError> {
    let mut wanted: BTreeMap<PathBuf, Vec<Vec<Vec<u8>>>> = BTreeMap::new();
    for (path, _) in files {
        if let Some(PathInArchive { archive, inside }) = PathInArchive::parse(path) {
            wanted.entry(archive).or_default().push(inside);
        }
    }
    let open = |(archive, paths): (PathBuf, Vec<_>)| {
        let content = archive::unpack_from_class(&archive, folder, &paths)?;
        Ok((archive, content))
    };
    let archives: Result<BTreeMap<PathBuf, InputFiles>, IntakeError> =
        wanted.into_iter().map(open).collect();
    let mut archives = archives?;
    let names = files.iter().map(|(_, name)| (*name).to_owned()).collect();
    let mut input = InputFiles::for_single_files(folder.to_owned(), names);
    for (path, name) in files {
        match PathInArchive::parse(path) {
            Some(PathInArchive { archive, inside }) => {
                if let Some(content) = archives.get_mut(&archive) {
                    input.add_from_input(name, content, &inside);
                }
            }
            None => input.add_from_disk(name, path),
        }
    }
    Ok(input)
}

/// Reads the submission in a folder or an archive.
///
/// # Errors
///
/// Fails if the path is not a submission, or cannot be read completely.
pub fn read_submission(path: &Path) -> Result<Submission, IntakeError> {
    open(path)?.read_submission()
}

/// Returns the name of an unreadable submission: the folder name, or the archive name without the extension.
pub fn submission_name(path: &Path) -> String {
    if path.is_dir() {
        folder_name(path)
    } else {
        archive::name_without_ending(&canonical_or_same(path))
    }
}

/// Returns a folder's name, even for `.`.
fn folder_name(folder: &Path) -> String {
    let name =
        canonical_or_same(folder).file_name().map(|name| name.to_string_lossy().into_owned());
    name.unwrap_or_else(|| "submission".to_owned())
}

fn canonical_or_same(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}
