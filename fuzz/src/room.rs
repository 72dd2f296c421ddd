//! A folder for what a property has to find on disk.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A temporary folder, with a folder in it to be given away: what is written beside that one, was
/// written where it must not be.
pub(crate) struct Room {
    outer: TempDir,
}

impl Room {
    /// A new one.
    pub(crate) fn new() -> Self {
        let outer = tempfile::tempdir().expect("a temporary folder");
        fs::create_dir(outer.path().join("inner")).expect("it is empty");
        Self { outer }
    }

    /// The place of a file in the folder.
    pub(crate) fn at(&self, name: &str) -> PathBuf {
        self.outer.path().join("inner").join(name)
    }

    /// Writes a file into the folder.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.at(name);
        fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a folder");
        fs::write(&path, bytes).expect("a file can be written");
        path
    }

    /// The folder.
    pub(crate) fn folder(&self) -> PathBuf {
        self.outer.path().join("inner")
    }

    /// Whether nothing but `count` files or folders is in the folder, and nothing beside it.
    pub(crate) fn holds(&self, count: usize) -> bool {
        let entries = |path: &Path| fs::read_dir(path).expect("it can be read").count();
        entries(self.outer.path()) == 1 && entries(&self.folder()) == count
    }
}
