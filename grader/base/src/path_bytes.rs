//! Serializes paths without loss. Paths are bytes or UTF-16 and need not be valid Unicode, which serde's own format for
//! paths requires.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Serializes a path.
///
/// # Errors
///
/// Fails if the serializer fails.
#[expect(clippy::ptr_arg, reason = "serde passes the type of the field")]
pub fn serialize<S: Serializer>(path: &PathBuf, serializer: S) -> Result<S::Ok, S::Error> {
    path.as_os_str().serialize(serializer)
}

/// Deserializes a path.
///
/// # Errors
///
/// Fails if the data is no path of this system.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PathBuf, D::Error> {
    OsString::deserialize(deserializer).map(PathBuf::from)
}

/// Serializes lists of paths.
pub mod list {
    use super::{Deserialize, Deserializer, OsStr, OsString, PathBuf, Serialize, Serializer};

    /// Serializes a list of paths.
    ///
    /// # Errors
    ///
    /// Fails if the serializer fails.
    pub fn serialize<S: Serializer>(paths: &[PathBuf], serializer: S) -> Result<S::Ok, S::Error> {
        let texts: Vec<&OsStr> = paths.iter().map(|path| path.as_os_str()).collect();
        texts.serialize(serializer)
    }

    /// Deserializes a list of paths.
    ///
    /// # Errors
    ///
    /// Fails if the data is no list of paths of this system.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<PathBuf>, D::Error> {
        let texts = Vec::<OsString>::deserialize(from)?;
        Ok(texts.into_iter().map(PathBuf::from).collect())
    }
}
