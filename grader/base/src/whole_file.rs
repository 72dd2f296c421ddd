//! Writes files atomically to the real file system. To support a simulated disk, use [`files`].

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

use super::files::{self, Lasting, Machine};

/// Writes a file atomically, replacing any existing file.
///
/// # Errors
///
/// Returns an error if writing fails. An existing file is then unchanged.
pub fn write(file: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    files::write(&Machine, file, bytes.as_ref(), Lasting::Process)
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
    files::write_by(&Machine, file, Lasting::Power, |fresh| {
        let mut writer = BufWriter::new(files::create_new(fresh)?);
        content(&mut writer)?;
        writer.flush()
    })
}
