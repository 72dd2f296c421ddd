//! Locks files against other runs of the grader, but not at the will of other users.
//!
//! Everyone who can read a file can also lock it. Therefore, we create it so that only users with write access to its
//! folder can open it. A file that others could open, for example because an older version of the grader created
//! it, is replaced, because they may have locked it.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;

use super::HeldLock;
use crate::regular;

/// A lock on a file, released explicitly on drop.
///
/// Closing the file would not be enough: when another thread starts a process, the child holds copies of all open files
/// until it executes its program, and the last copy keeps the file locked.
#[derive(Debug)]
pub(super) struct Locked(pub(super) File);

impl HeldLock for Locked {}

impl Drop for Locked {
    fn drop(&mut self) {
        // If this fails, closing the file will release the lock.
        let _ = self.0.unlock();
    }
}

pub(super) fn open_and_lock(file: &Path) -> Result<Box<dyn HeldLock>, TryLockError> {
    let lock = open(file).map_err(TryLockError::Error)?;
    // Another user who can open the file can also lock it, and never release it.
    let replaced = if can_others_open(&lock, file).map_err(TryLockError::Error)? {
        replace_by_locked(file).map_err(TryLockError::Error)?
    } else {
        None
    };
    if let Some(lock) = replaced {
        return Ok(Box::new(lock));
    }
    lock.try_lock()?;
    Ok(Box::new(Locked(lock)))
}

/// Replaces a file by a locked one that others cannot open. Returns `None` on a file system without permissions.
fn replace_by_locked(file: &Path) -> io::Result<Option<Locked>> {
    let folder = super::folder_of(file);
    let fresh = super::create_unfinished(&super::RealDisk, folder, |fresh| open(fresh).map(drop))?;
    let lock = open(&fresh)?;
    if can_others_open(&lock, file)? {
        fs::remove_file(&fresh)?;
        return Ok(None);
    }
    // Rename the file after locking it, so that no run ever finds it unlocked.
    lock.try_lock()?;
    fs::rename(&fresh, file)?;
    Ok(Some(Locked(lock)))
}

/// Returns `true` if a run of the grader has locked a file.
pub(super) fn is_locked(file: &Path) -> bool {
    let Ok(lock) = regular::open_regular_no_link(file) else { return false };
    // Such a lock proves nothing.
    if can_others_open(&lock, file).unwrap_or(true) {
        return false;
    }
    match lock.try_lock_shared() {
        Ok(()) => {
            drop(Locked(lock));
            false
        }
        Err(error) => matches!(error, TryLockError::WouldBlock),
    }
}

/// Opens a file, or creates it with the permissions that its folder allows.
fn open(file: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, permissions(file)?);
    regular::open_with(file, &mut options, regular::NO_LINK)
}

/// Returns the permissions for a file that only those who can write to the folder may open.
#[cfg(unix)]
fn permissions(file: &Path) -> io::Result<u32> {
    use std::os::unix::fs::MetadataExt as _;

    // Whoever can write to the folder could replace the file, so nobody else gets access. A write permission, shifted by
    // one, is the permission to read.
    let writers = fs::metadata(super::folder_of(file))?.mode() & 0o222;
    Ok(0o600 | writers | writers << 1)
}

#[cfg(unix)]
fn can_others_open(lock: &File, file: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;

    // Reading suffices to lock a file.
    Ok(lock.metadata()?.mode() & 0o066 & !permissions(file)? != 0)
}

/// On other systems, permissions are not part of a file's mode.
#[cfg(not(unix))]
fn can_others_open(_: &File, _: &Path) -> io::Result<bool> {
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{Disk as _, RealDisk, real_disk};

    #[test]
    fn a_lock_is_released_despite_inherited_copies() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let held = open_and_lock(&path).unwrap();
        assert!(is_locked(&path) && open_and_lock(&path).is_err());
        drop(held);
        let file = File::options().write(true).open(&path).unwrap();
        file.try_lock().unwrap();
        let copy = file.try_clone().unwrap();
        let disk = real_disk();
        assert!(disk.is_locked(&path) && disk.lock(&path).is_err());
        drop(Locked(file));
        assert!(!disk.is_locked(&path));
        drop(disk.lock(&path).unwrap());
        drop(copy);
    }

    #[cfg(unix)]
    #[test]
    fn a_lock_that_others_can_open_is_replaced() {
        use std::os::unix::fs::PermissionsExt as _;

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let set = |path: &Path, mode| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        };
        for open_to in [0o644, 0o640, 0o604, 0o666] {
            set(folder.path(), 0o755);
            File::create(&path).unwrap();
            set(&path, open_to);
            let others = File::open(&path).unwrap();
            others.try_lock().unwrap();
            assert!(!is_locked(&path), "{open_to:o}: it may be another user's lock");
            let held = open_and_lock(&path).unwrap();
            assert_eq!(mode(&path), 0o600, "{open_to:o}");
            assert!(is_locked(&path) && open_and_lock(&path).is_err(), "{open_to:o}");
            drop((held, others));
            assert_eq!(RealDisk.list(folder.path()).unwrap().len(), 1, "nothing is left over");
            fs::remove_file(&path).unwrap();
        }
        // Everyone who can write to the folder may lock it.
        set(folder.path(), 0o770);
        File::create(&path).unwrap();
        set(&path, 0o660);
        let others = File::open(&path).unwrap();
        others.try_lock().unwrap();
        assert!(is_locked(&path) && open_and_lock(&path).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_no_lock() {
        let folder = tempfile::tempdir().unwrap();
        let (path, target) = (folder.path().join("lock"), folder.path().join("target"));
        std::os::unix::fs::symlink(&target, &path).unwrap();
        assert!(open_and_lock(&path).is_err() && !is_locked(&path) && !target.exists());
    }
}
