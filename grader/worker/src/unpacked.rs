//! A class submitted as an archive.

use std::path::PathBuf;

use crate::scratch::Scratch;
use crate::serve;

/// A class unpacked from an archive. Dropping this value removes the folder.
#[derive(Debug)]
pub struct UnpackedClass {
    scratch: Scratch,
    refused: Vec<(String, String)>,
}

impl UnpackedClass {
    pub(crate) fn new(scratch: Scratch, refused: Vec<(String, String)>) -> Self {
        Self { scratch, refused }
    }

    /// Returns the path of the folder.
    pub fn folder(&self) -> PathBuf {
        self.scratch.path().join(serve::CLASS)
    }

    /// Returns the entries that were not unpacked, as the paths that they would have, with the reasons.
    pub fn refused(&self) -> Vec<(PathBuf, String)> {
        let folder = self.folder();
        let refused = self.refused.iter();
        refused.map(|(entry, reason)| (folder.join(entry), reason.clone())).collect()
    }
}
