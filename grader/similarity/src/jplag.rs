//! Writes submissions in the layout that `JPlag` reads, to be compared once more by another program.
//!
//! `JPlag` takes folders with a folder for each submission, whose files it reads at any depth, one
//! such folder of earlier years (`--old`), and a folder of base code, what was given out
//! (`--base-code`): see "How to use `JPlag`" in its documentation.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use intake::class::file_name;

use super::document::Document;
use super::given::Given;

/// The folders in the folder that is written.
const SUBMISSIONS: &str = "submissions";
const PAST: &str = "past";
const BASE_CODE: &str = "base-code";

/// The reason why it cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum JplagError {
    /// There is something already.
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
        /// Why.
        source: io::Error,
    },
}

/// The folders that `JPlag` reads, and the one that it can write to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The submissions of the class.
    pub submissions: PathBuf,
    /// The submissions of earlier years, if there are any.
    pub past: Option<PathBuf>,
    /// The base code: what was given out.
    pub base_code: PathBuf,
    /// A place for the result.
    pub result: PathBuf,
}

/// Writes submissions and given code into a folder, which is made if it is not there.
///
/// # Errors
///
/// If there is something in the folder, or it cannot be written.
pub fn export(folder: &Path, documents: &[Document], given: &Given) -> Result<Layout, JplagError> {
    let unwritable = |path: &Path, source| JplagError::Unwritable { path: path.to_owned(), source };
    fs::create_dir_all(folder).map_err(|source| unwritable(folder, source))?;
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
        // The year is a part of the name, and there is one folder for all years.
        let parent = folder.join(if document.is_past { PAST } else { SUBMISSIONS });
        let own = parent.join(file_name(&document.name));
        for file in document.files() {
            write(&own.join(&file.path), &file.text)?;
        }
    }
    for (i, document) in given.documents().iter().enumerate() {
        // Two may have the same name.
        let own = folder.join(BASE_CODE).join(format!("{i}-{}", file_name(&document.name)));
        for file in document.files() {
            write(&own.join(&file.path), &file.text)?;
        }
    }
    let past = documents.iter().any(|it| it.is_past).then(|| folder.join(PAST));
    Ok(Layout {
        submissions: folder.join(SUBMISSIONS),
        past,
        base_code: folder.join(BASE_CODE),
        result: folder.join("result"),
    })
}
