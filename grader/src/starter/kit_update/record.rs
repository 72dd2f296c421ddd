//! The record of a kit in a student's repository.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::Path;

use base::{digest, regular};
use grade::pretty;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::super::Files;

/// The file with the record.
pub const RECORD: &str = ".grader-kit.json";

const SCHEMA: &str = "kit/1";

/// What `grader new` has written to a repository.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct KitRecord {
    schema: String,
    /// The name of the crate.
    pub name: String,
    /// The hashes of the files, by path.
    pub files: BTreeMap<String, String>,
}

/// Why a record cannot be used.
#[derive(Debug, Error)]
pub enum RecordError {
    /// The file cannot be read.
    #[error("it cannot be read")]
    Unreadable(#[source] io::Error),
    /// The file is not valid.
    #[error("it is damaged: {0}")]
    Damaged(#[from] serde_json::Error),
    /// The schema is not the expected one.
    #[error("its schema is `{0}`, not `{SCHEMA}`")]
    Schema(String),
}

impl KitRecord {
    /// Describes the files of a kit.
    pub fn new(name: &str, files: &Files) -> Self {
        Self {
            schema: SCHEMA.to_owned(),
            name: name.to_owned(),
            files: files.iter().map(|(path, text)| (path.clone(), hash_of(text))).collect(),
        }
    }

    /// Reads the record in a repository. Returns `None` if there is none, because an earlier version wrote the repository.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or is not valid.
    pub fn read(repository: &Path) -> Result<Option<Self>, RecordError> {
        let opened = regular::open_regular_no_link(&repository.join(RECORD));
        let bytes = match opened.and_then(|file| regular::read_all(&file, regular::MAX_BYTES)) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(RecordError::Unreadable(error)),
        };
        let record: Self = serde_json::from_slice(&bytes)?;
        if record.schema == SCHEMA {
            Ok(Some(record))
        } else {
            Err(RecordError::Schema(record.schema))
        }
    }

    /// Returns the text of the file.
    pub fn text(&self) -> String {
        pretty::to_json_file(self)
    }
}

/// Returns a hash of a text. Line endings do not matter, because Git may change them.
pub(super) fn hash_of(text: &str) -> String {
    digest::sha256(text.replace("\r\n", "\n"))
}
