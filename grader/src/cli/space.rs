//! Checks the free space on disks.

use std::path::Path;

use super::error::CliError;

/// The free space for temporary files that grading needs, in bytes. This is usually ten times as much as a submission
/// needs.
const LEAST: u64 = 32 << 20;

/// Returns an error if the disk for temporary files is almost full, since one compiler after another would fail.
pub(super) fn refuse_full_disk() -> Result<(), CliError> {
    let folder = tempfile::env::temp_dir();
    match free(&folder) {
        Some(free) if free < LEAST => Err(CliError::FullDisk { folder, free, needed: LEAST }),
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
