//! Files in the folder of a grading that say which schema they follow.

use serde::de::DeserializeOwned;

use super::error::ClassError;
use super::output::Graded;

/// The content of such a file.
pub(super) trait Stored: DeserializeOwned {
    /// The schema and its version, such as `class/1`.
    const SCHEMA: &str;

    /// The schema that the file names.
    fn schema(&self) -> &str;
}

/// Reads a file of a folder; none if there is none.
///
/// # Errors
///
/// If it cannot be read, is damaged, or follows another schema.
pub(super) fn read<T: Stored>(graded: &Graded, file: &str) -> Result<Option<T>, ClassError> {
    let Some(text) = graded.read(file)? else { return Ok(None) };
    let damaged = |message| ClassError::Damaged { path: graded.path(file), message };
    let found: T = serde_json::from_str(&text).map_err(|error| damaged(error.to_string()))?;
    if found.schema() != T::SCHEMA {
        let (found, known) = (found.schema(), T::SCHEMA);
        return Err(damaged(format!("its schema is `{found}`, not `{known}`")));
    }
    Ok(Some(found))
}
