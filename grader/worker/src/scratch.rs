//! The folders that workers write to, and those of other commands that may be killed.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;
use std::sync::Once;

use tempfile::TempDir;

/// The beginning of the names of such folders.
const PREFIX: &str = "grader-";

/// The file in a folder that its owner has locked for as long as it lives.
const LOCK: &str = "owner";

/// A folder for one worker, or for all that a command makes on the way. It goes when this is dropped; if the program is killed before, the next one
/// removes it.
#[derive(Debug)]
pub struct Scratch {
    folder: TempDir,
    _lock: File,
}

impl Scratch {
    /// A new folder in the one for temporary files. Those whose owners were killed are removed first.
    ///
    /// # Errors
    ///
    /// If nothing can be written there.
    pub fn new() -> io::Result<Self> {
        static SWEPT: Once = Once::new();
        SWEPT.call_once(|| sweep(&tempfile::env::temp_dir()));
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir()?;
        // The file gets its name once it is locked, so that nobody finds it without its lock.
        let fresh = folder.path().join("owner.new");
        let lock = File::create(&fresh)?;
        lock.lock()?;
        fs::rename(&fresh, folder.path().join(LOCK))?;
        Ok(Self { folder, _lock: lock })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Removes the folders whose owners were killed. One that cannot be removed costs some room and
/// nothing else.
fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(PREFIX);
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_ours && is_folder && has_no_owner(&entry.path()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Whether a folder is a worker's and its owner is gone.
fn has_no_owner(folder: &Path) -> bool {
    let Ok(lock) = File::open(folder.join(LOCK)) else { return false };
    match lock.try_lock() {
        Ok(()) => true,
        Err(TryLockError::WouldBlock | TryLockError::Error(_)) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_without_an_owner_are_swept() {
        let parent = tempfile::tempdir().unwrap();
        let at = |name: &str| parent.path().join(name);
        for name in ["grader-dead", "grader-alive", "grader-other", "mine"] {
            fs::create_dir(at(name)).unwrap();
        }
        for name in ["grader-dead", "grader-alive", "mine"] {
            File::create(at(name).join(LOCK)).unwrap();
        }
        let alive = File::open(at("grader-alive").join(LOCK)).unwrap();
        alive.lock().unwrap();
        sweep(parent.path());
        let is_there = |name| at(name).is_dir();
        assert!(!is_there("grader-dead"));
        assert!(is_there("grader-alive") && is_there("grader-other") && is_there("mine"));
    }

    #[test]
    fn a_folder_goes_with_its_owner() {
        let scratch = Scratch::new().unwrap();
        let path = scratch.path().to_owned();
        assert!(path.join(LOCK).is_file() && !has_no_owner(&path));
        drop(scratch);
        assert!(!path.exists());
    }
}
