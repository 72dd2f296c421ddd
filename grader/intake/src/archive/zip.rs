//! Zip files.

use std::cell::Cell;
use std::io::{self, Cursor, Read, Seek, SeekFrom};

use ::zip::read::ZipReadOptions;
use ::zip::result::ZipError;
use ::zip::{CompressionMethod, ZipArchive};

use super::error::Refusal;
use super::unpacker::{Admitted, MAX_ENTRIES, Unpacker, What};
use crate::IntakeError;

/// The most bytes that are read for the list of entries: what [`MAX_ENTRIES`] take, and no number
/// that the archive claims.
const MAX_LIST: u64 = 8 << 20;

/// The flag of an entry that says that its name is UTF-8: bit 11.
const UTF8: u16 = 1 << 11;

/// Unpacks a zip file.
pub(super) fn unpack(bytes: &[u8], unpacker: &mut Unpacker<'_>) -> Result<(), IntakeError> {
    let left = Cell::new(Some(MAX_LIST));
    let reader = Metered { bytes: Cursor::new(bytes), left: &left };
    let archive = ZipArchive::new(reader);
    if left.get() == Some(0) {
        return Err(unpacker.refuse(Refusal::Entries { limit: MAX_ENTRIES }));
    }
    left.set(None);
    let mut archive = archive.map_err(|error| unpacker.damaged(&error))?;
    if archive.has_duplicate_names() {
        return Err(unpacker.refuse(Refusal::Twice));
    }
    for _ in 0..archive.len() {
        unpacker.count()?;
    }
    if archive.has_overlapping_entries().map_err(|error| unpacker.damaged(&error))? {
        return Err(unpacker.refuse(Refusal::Overlap));
    }
    for i in 0..archive.len() {
        entry(&mut archive, i, unpacker)?;
    }
    Ok(())
}

fn entry(
    archive: &mut ZipArchive<Metered<'_>>,
    i: usize,
    unpacker: &mut Unpacker<'_>,
) -> Result<(), IntakeError> {
    let about = archive.by_index_data(i).map_err(|error| unpacker.damaged(&error))?;
    let raw = about.name_raw().to_owned();
    // Tools on macOS write UTF-8 without saying so. Else the standard is the code page 437 of the
    // first PCs, in which any bytes are a text, unless the entry says that it is UTF-8.
    let name = match String::from_utf8(raw.clone()) {
        Ok(name) => name,
        Err(_) if about.flags().as_u16() & UTF8 != 0 => {
            return Err(unpacker.refuse_entry(&raw, Refusal::NotUtf8));
        }
        Err(_) => match about.name() {
            Ok(name) => name.into_owned(),
            Err(_) => return Err(unpacker.refuse_entry(&raw, Refusal::NotUtf8)),
        },
    };
    // Where a Unix system keeps its mode. Whoever made it: other systems leave it zero.
    let mode = about.external_attributes() >> 16;
    let what = match mode & 0o170_000 {
        0o120_000 => What::Link,
        0o060_000 | 0o020_000 => What::Special("device"),
        0o010_000 => What::Special("pipe"),
        0o140_000 => What::Special("socket"),
        0o040_000 => What::Folder,
        _ if name.ends_with('/') => What::Folder,
        _ => What::File,
    };
    let (is_encrypted, method) = (about.encrypted(), about.compression());
    let (packed, size) = (about.compressed_size(), about.size());
    let Admitted::Write(place) = unpacker.admit(&name, what, mode)? else { return Ok(()) };
    if is_encrypted {
        return Err(unpacker.refuse_entry(&raw, Refusal::Encrypted));
    }
    if ![CompressionMethod::Stored, CompressionMethod::Deflated].contains(&method) {
        return Err(unpacker.refuse_entry(&raw, Refusal::Method));
    }
    // The name that a reader finds who begins at the front has to be the same.
    let options = ZipReadOptions::new().enforce_header_consistency(true);
    let mut file = archive.by_index_with_options(i, options).map_err(|error| match error {
        ZipError::Io(error) => unpacker.broken(error),
        error => unpacker.damaged(&error),
    })?;
    match unpacker.write(&place, &mut file, Some(packed))? {
        Some(written) if written != size => {
            Err(unpacker.damaged(&"a file has another size than it claims"))
        }
        _ => Ok(()),
    }
}

/// Reads bytes, as many as are left: all, if there is no bound.
struct Metered<'a> {
    bytes: Cursor<&'a [u8]>,
    left: &'a Cell<Option<u64>>,
}

impl Read for Metered<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(left) = self.left.get() else { return self.bytes.read(buffer) };
        if left == 0 {
            return Err(io::Error::other("the list of entries has no end"));
        }
        let most = usize::try_from(left).unwrap_or(usize::MAX).min(buffer.len());
        let count = self.bytes.read(&mut buffer[..most])?;
        self.left.set(Some(left - count as u64));
        Ok(count)
    }
}

impl Seek for Metered<'_> {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.bytes.seek(position)
    }
}
