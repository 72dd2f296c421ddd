//! Reads and writes files that name their schema.

use grade::pretty;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::error::ClassError;
use super::output::GradesFolder;

/// The content of a file that names its schema.
pub(super) trait VersionedContent {
    /// The schema and its version, such as `class/1`.
    const SCHEMA: &str;
}

#[derive(Deserialize, Serialize)]
struct Versioned<T> {
    schema: String,
    #[serde(flatten)]
    content: T,
}

/// Formats the content as a file.
///
/// # Panics
///
/// Panics if a map has keys that are not strings.
pub(super) fn to_text<T: VersionedContent + Serialize>(content: &T) -> String {
    pretty::to_json_file(&Versioned { schema: T::SCHEMA.to_owned(), content })
}

/// Reads a file in a folder, if it exists.
///
/// # Errors
///
/// Returns an error if reading fails, or the file is damaged or has a different schema.
pub(super) fn read_versioned<T: VersionedContent + DeserializeOwned>(
    graded: &GradesFolder,
    file: &str,
) -> Result<Option<T>, ClassError> {
    let Some(text) = graded.read_file(file)? else { return Ok(None) };
    let damaged = |message| ClassError::Damaged { path: graded.path(file), message };
    let found: Versioned<T> =
        serde_json::from_str(&text).map_err(|error| damaged(error.to_string()))?;
    if found.schema != T::SCHEMA {
        return Err(damaged(format!("its schema is `{}`, not `{}`", found.schema, T::SCHEMA)));
    }
    Ok(Some(found.content))
}
