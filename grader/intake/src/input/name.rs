//! What messages call an input.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// What the user calls an input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum InputName {
    /// A folder.
    Folder(#[serde(with = "base::path_bytes")] PathBuf),
    /// An archive.
    Archive(#[serde(with = "base::path_bytes")] PathBuf),
    /// Single files in a folder with files of others, by the student's names.
    Files(#[serde(with = "base::path_bytes")] PathBuf, Vec<String>),
}

impl InputName {
    /// Returns the name for use after a preposition: just the path, or the names of the files.
    pub(crate) fn in_code(&self) -> String {
        match self {
            Self::Folder(path) | Self::Archive(path) => format!("`{}`", path.display()),
            Self::Files(..) => self.to_string(),
        }
    }

    /// Returns the path.
    pub fn path(&self) -> &Path {
        match self {
            Self::Folder(path) | Self::Archive(path) | Self::Files(path, _) => path,
        }
    }
}

/// Formats the name for use in a sentence, such as "the folder `alice`".
impl fmt::Display for InputName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(path) => write!(f, "the folder `{}`", path.display()),
            Self::Archive(path) => write!(f, "`{}`", path.display()),
            Self::Files(path, names) if names.is_empty() => {
                write!(f, "the submission `{}`", path.display())
            }
            Self::Files(_, names) => f.write_str(&crate::error::quoted_list(names)),
        }
    }
}
