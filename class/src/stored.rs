//! Reads files that name their schema.

use serde::de::DeserializeOwned;

use super::error::ClassError;
use super::output::Graded;

pub(super) trait Stored: DeserializeOwned {
    /// The schema and its version, such as `class/1`.
    const SCHEMA: &str;

    fn schema(&self) -> &str;
}

/// Reads a file in a folder, if it exists.
///
/// # Errors
///
/// Returns an error if reading fails, or the file is damaged or has a different schema.
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
