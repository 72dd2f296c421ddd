//! Temporary folders that are removed even if their owner is killed.
//!
//! The folder for temporary files is usually shared with other users, who can create anything there. The first folder
//! that a process creates also removes those whose owners were killed, but never touches anything else.

#[cfg_attr(not(unix), path = "scratch/elsewhere.rs")]
mod sweep;
#[cfg(all(test, unix))]
mod tests;

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::sync::Once;

use base::trust;
use tempfile::TempDir;

const PREFIX: &str = "grader-";

/// The name of the file that the owner of a folder keeps locked.
const LOCK: &str = "owner";

/// A temporary folder, which is removed on drop. If the process is killed before that, a later process will remove the
/// folder, unless it was killed before its lock was in the folder. Such a folder holds at most one empty file.
#[derive(Debug)]
pub struct Scratch {
    folder: TempDir,
    _lock: File,
}

impl Scratch {
    /// Creates a private folder. The first call also removes folders whose owners are gone.
    ///
    /// # Errors
    ///
    /// Fails if the folder cannot be created, or if other users could replace it (see [`trust::Distrust::from_io_error`]).
    pub fn new() -> io::Result<Self> {
        static SWEPT: Once = Once::new();
        let parent = tempfile::env::temp_dir();
        let scratch = Self::new_in(&parent)?;
        trust::check_trust(scratch.path())?;
        SWEPT.call_once(|| sweep::remove_abandoned_folders(&parent));
        Ok(scratch)
    }

    fn new_in(parent: &Path) -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let folder = builder.tempdir_in(parent)?;
        // Rename the file after locking it, so that no process ever finds it unlocked.
        let fresh = folder.path().join("owner.new");
        let lock = File::create_new(&fresh)?;
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
        sweep::empty_except_lock(self.folder.path());
    }
}
