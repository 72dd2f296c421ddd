//! Writes files atomically to the real file system. To support a simulated disk, use [`files`].

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

use super::files::{self, Durability, RealDisk};

/// Writes a file atomically, replacing any existing file.
///
/// # Errors
///
/// Returns an error if writing fails. An existing file is then unchanged.
pub fn write(file: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    files::write_whole(&RealDisk, file, bytes.as_ref(), Durability::Process)
}

/// Writes a file atomically and durably, in pieces that do not need to fit in memory at once.
///
/// # Errors
///
/// Returns an error if writing fails. The path then holds the old or the complete new file.
pub fn fill_lasting(
    file: &Path,
    content: impl Fn(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    files::write_by(&RealDisk, file, Durability::Power, |fresh| {
        let mut writer = BufWriter::new(files::create_new(fresh)?);
        content(&mut writer)?;
        // Dropping the writer would hide an error.
        writer.flush()
    })
}
