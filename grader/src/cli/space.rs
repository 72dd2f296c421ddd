//! Checks the free space on disks.

use std::path::Path;

use super::error::CliError;

/// The free space that grading needs in the folder for temporary files, in bytes. A submission usually needs a tenth of
/// it.
const LEAST: u64 = 32 << 20;

/// Returns an error if the disk with the temporary files is almost full. Otherwise, compilers would fail one after
/// another.
pub(super) fn refuse_full_disk() -> Result<(), CliError> {
    let folder = tempfile::env::temp_dir();
    match free(&folder) {
        Some(free) if free < LEAST => Err(CliError::FullDisk { folder, free, needed: LEAST }),
        _ => Ok(()),
    }
}

/// Returns the free space, in bytes, on the disk that contains a folder, or `None` if it is not known.
#[cfg(unix)]
pub(super) fn free(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Returns `None`, because the free space is not known on this system.
#[cfg(not(unix))]
pub(super) fn free(_: &Path) -> Option<u64> {
    None
}
