//! Files of this machine that are there whole or not at all. Those that tests let fail are in
//! [`files`].

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

use super::files::{self, Lasting, Machine};

/// Writes a file, in the place of what was there.
///
/// # Errors
///
/// If it cannot be written; then what was there still is.
pub fn write(file: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    files::write(&Machine, file, bytes.as_ref(), Lasting::Process)
}

/// Writes a file piece by piece, so that it need not be held in memory. It outlasts a loss of power.
///
/// # Errors
///
/// If it cannot be written; then what was there still is, or the new file is there whole.
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
