//! Removes temporary folders without an owner, on systems where each user has a private folder for temporary files.

use std::fs;
use std::path::Path;

use base::regular;

use super::{LOCK, PREFIX};

/// Removes all temporary folders without an owner. Ignores errors, since these only take up space.
pub(super) fn remove_abandoned_folders(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let is_named = entry.file_name().to_string_lossy().starts_with(PREFIX);
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_named && is_folder && has_no_owner(&entry.path()) {
            empty_except_lock(&entry.path());
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn has_no_owner(folder: &Path) -> bool {
    regular::open_regular_no_link(&folder.join(LOCK)).is_ok_and(|lock| lock.try_lock().is_ok())
}

/// Removes everything in a folder except the lock file. Ignores errors.
pub(super) fn empty_except_lock(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name() != LOCK {
            let path = entry.path();
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let _ = if is_folder { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        }
    }
}
