//! Temporary folders that are removed even if their owner is killed.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;
use std::sync::Once;

use tempfile::TempDir;

const PREFIX: &str = "grader-";

/// The name of the file that the owner of a folder keeps locked.
const LOCK: &str = "owner";

/// A temporary folder, which is removed on drop. If the process is killed before that, a later process will remove the
/// folder.
#[derive(Debug)]
pub struct Scratch {
    folder: TempDir,
    _lock: File,
}

impl Scratch {
    /// Creates a folder. The first call also removes folders whose owners are gone.
    ///
    /// # Errors
    ///
    /// Fails if the folder cannot be created.
    pub fn new() -> io::Result<Self> {
        static SWEPT: Once = Once::new();
        SWEPT.call_once(|| sweep(&tempfile::env::temp_dir()));
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir()?;
        // Rename the file after locking it, so that no process ever finds it unlocked.
        let fresh = folder.path().join("owner.new");
        let lock = File::create(&fresh)?;
        lock.lock()?;
        fs::rename(&fresh, folder.path().join(LOCK))?;
        Ok(Self { folder, _lock: lock })
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for Scratch {
    /// Removes everything but the lock file, which is then removed together with the folder. If the process is killed
    /// in the meantime, the lock file still identifies the rest.
    fn drop(&mut self) {
        empty(self.folder.path());
    }
}

/// Removes everything in a folder except the lock file. Ignores errors.
fn empty(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name() != LOCK {
            let path = entry.path();
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let _ = if is_folder { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        }
    }
}

/// Removes all temporary folders without an owner. Ignores errors, since these only take up space.
fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(PREFIX);
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_ours && is_folder && has_no_owner(&entry.path()) {
            empty(&entry.path());
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

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
    fn the_lock_is_removed_last() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("a/b")).unwrap();
        File::create(folder.path().join("z")).unwrap();
        File::create(folder.path().join(LOCK)).unwrap();
        empty(folder.path());
        let left = fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().file_name());
        assert_eq!(left.collect::<Vec<_>>(), [LOCK]);
    }

    #[test]
    fn a_folder_is_deleted_with_its_owner() {
        let scratch = Scratch::new().unwrap();
        let path = scratch.path().to_owned();
        assert!(path.join(LOCK).is_file() && !has_no_owner(&path));
        drop(scratch);
        assert!(!path.exists());
    }
}
