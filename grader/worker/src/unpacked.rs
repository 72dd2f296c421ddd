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

    /// Returns the skipped unsafe entries, each with a reason.
    pub fn refused(&self) -> &[(String, String)] {
        &self.refused
    }
}
