//! Exports submissions for `JPlag`, another program to compare them.
//!
//! `JPlag` searches one folder per submission recursively. It can also read a folder with previous years (`--old`) and
//! a folder with the given code (`--base-code`): see "How to use `JPlag`" in its documentation.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use base::UserError;
use base::trust;
use intake::class::escape_as_file_name;

use super::document::Document;
use super::given_code::GivenCode;

/// The exported folders.
const SUBMISSIONS: &str = "submissions";
const PAST: &str = "past";
const BASE_CODE: &str = "base-code";

/// Why the export failed.
#[derive(Debug, thiserror::Error)]
pub enum JplagError {
    /// The folder is not empty.
    #[error("`{}` is not empty", folder.display())]
    NotEmpty {
        /// The folder.
        folder: PathBuf,
    },
    /// A file or folder cannot be written.
    #[error("cannot write `{}`", path.display())]
    Unwritable {
        /// The file or folder.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
}

impl UserError for JplagError {
    fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::NotEmpty { .. } => "use an empty or new folder",
            Self::Unwritable { .. } => "use a folder that you can write to",
        };
        Some(hint.to_owned())
    }
}

/// The folders for `JPlag` to read, and the path for the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JplagFolders {
    /// The class.
    pub submissions: PathBuf,
    /// Previous years, if any.
    pub past: Option<PathBuf>,
    /// The code that students received.
    pub base_code: PathBuf,
    /// The path for the result.
    pub result: PathBuf,
}

/// Writes the submissions and the given code to a folder, creating it if necessary.
///
/// # Errors
///
/// Returns an error if the folder is not empty, or if writing fails.
pub fn export(
    folder: &Path,
    documents: &[Document],
    given: &GivenCode,
) -> Result<JplagFolders, JplagError> {
    let unwritable = |path: &Path, source| JplagError::Unwritable { path: path.to_owned(), source };
    trust::create_private(folder).map_err(|source| unwritable(folder, source))?;
    let mut content = fs::read_dir(folder).map_err(|source| unwritable(folder, source))?;
    if content.next().is_some() {
        return Err(JplagError::NotEmpty { folder: folder.to_owned() });
    }
    let write = |path: &Path, text: &str| {
        let parent = path.parent().unwrap_or(folder);
        let written = fs::create_dir_all(parent).and_then(|()| fs::write(path, text));
        written.map_err(|source| unwritable(path, source))
    };
    for document in documents {
        // All years can be in the same folder, since each name begins with the year.
        let parent = folder.join(if document.is_past { PAST } else { SUBMISSIONS });
        let own = parent.join(escape_as_file_name(&document.name));
        for file in document.files() {
            write(&own.join(&file.path), &file.text)?;
        }
    }
    for (i, document) in given.documents().iter().enumerate() {
        // There could be two equal names.
        let own =
            folder.join(BASE_CODE).join(format!("{i}-{}", escape_as_file_name(&document.name)));
        for file in document.files() {
            write(&own.join(&file.path), &file.text)?;
        }
    }
    let past = documents.iter().any(|document| document.is_past).then(|| folder.join(PAST));
    Ok(JplagFolders {
        submissions: folder.join(SUBMISSIONS),
        past,
        base_code: folder.join(BASE_CODE),
        result: folder.join("result"),
    })
}
