//! Checks the free space on disks.

use std::path::Path;

use sandbox::build::LEAST_ROOM;

use super::error::CliError;

/// Returns an error if the disk for temporary files is almost full, since one compiler after another would fail.
pub(super) fn refuse_full_disk() -> Result<(), CliError> {
    let folder = tempfile::env::temp_dir();
    match free(&folder) {
        Some(free) if free < LEAST_ROOM => {
            Err(CliError::FullDisk { folder, free, needed: LEAST_ROOM })
        }
        _ => Ok(()),
    }
}

/// Returns the free space on the disk of a folder in bytes, if known.
#[cfg(unix)]
pub(super) fn free(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Returns `None`, because this system cannot tell.
#[cfg(not(unix))]
pub(super) fn free(_: &Path) -> Option<u64> {
    None
}
