use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A temporary folder with an inner folder for a property's files. Anything beside that was written to the wrong place.
pub(crate) struct Room {
    outer: TempDir,
}

impl Room {
    pub(crate) fn new() -> Self {
        let outer = tempfile::tempdir().expect("a temporary folder");
        fs::create_dir(outer.path().join("inner")).expect("it is empty");
        Self { outer }
    }

    pub(crate) fn inner_path(&self, name: &str) -> PathBuf {
        self.outer.path().join("inner").join(name)
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.inner_path(name);
        fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a folder");
        fs::write(&path, bytes).expect("a file can be written");
        path
    }

    pub(crate) fn folder(&self) -> PathBuf {
        self.outer.path().join("inner")
    }

    /// Returns `true` if the inner folder has exactly `count` entries and nothing is beside it.
    pub(crate) fn has_entries(&self, count: usize) -> bool {
        let entries = |path: &Path| fs::read_dir(path).expect("it can be read").count();
        entries(self.outer.path()) == 1 && entries(&self.folder()) == count
    }
}
