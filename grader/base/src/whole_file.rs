//! Files that are there whole or not at all.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// The prefix of files that are being written. One that is found later is left of a program that
/// was killed.
pub const UNFINISHED: &str = ".new-";

/// Writes a text as a file, in the place of what was there.
///
/// # Errors
///
/// If it cannot be written; then what was there still is.
pub fn write(file: &Path, text: &str) -> io::Result<()> {
    write_bytes(file, text.as_bytes())
}

/// Writes bytes as a file, in the place of what was there.
///
/// # Errors
///
/// If it cannot be written; then what was there still is.
pub fn write_bytes(file: &Path, bytes: &[u8]) -> io::Result<()> {
    fill(file, |fresh| fresh.write_all(bytes))
}

/// Writes a text as a file that is there even if the power fails.
///
/// # Errors
///
/// If it cannot be written; then what was there still is.
pub fn write_lasting(file: &Path, text: &str) -> io::Result<()> {
    fill_lasting(file, |fresh| fresh.write_all(text.as_bytes()))
}

/// Writes a file piece by piece, so that it need not be held in memory, and lasting.
///
/// # Errors
///
/// If it cannot be written; then what was there still is.
pub fn fill_lasting(
    file: &Path,
    content: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
) -> io::Result<()> {
    fill(file, |fresh| {
        content(fresh)?;
        fresh.flush()?;
        fresh.get_ref().sync_all()
    })?;
    // The name is part of the folder, which is synchronised by itself. A folder that cannot be read
    // can be written nonetheless.
    #[cfg(unix)]
    if let Ok(folder) = File::open(folder_of(file)) {
        folder.sync_all()?;
    }
    Ok(())
}

/// The folder of a file; the current one for a bare name.
fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes beside the file's place and then moves there.
fn fill(
    file: &Path,
    content: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
) -> io::Result<()> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED);
    // A temporary file may be read by its owner alone; this one is to be an ordinary file.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o644));
    }
    let fresh = builder.tempfile_in(folder_of(file))?;
    let mut writer = BufWriter::new(fresh.as_file());
    content(&mut writer)?;
    writer.flush()?;
    drop(writer);
    fresh.persist(file)?;
    Ok(())
}
