//! Zip files.

use std::borrow::Cow;
use std::cell::Cell;
use std::io::{self, Read, Seek, SeekFrom};

use ::zip::read::ZipReadOptions;
use ::zip::result::ZipError;
use ::zip::{CompressionMethod, ZipArchive};

use super::error::Refusal;
use super::unpacker::{Admission, EntryKind, Unpacker};
use crate::IntakeError;

/// The flag for UTF-8 names (bit 11).
const UTF8: u16 = 1 << 11;

pub(super) fn unpack(
    bytes: impl Read + Seek,
    unpacker: &mut Unpacker<'_>,
) -> Result<(), IntakeError> {
    let left = Cell::new(Some(unpacker.rules().list));
    let mut archive = open_with_limited_list(bytes, &left, unpacker)?;
    for i in 0..archive.len() {
        if let Err(error) = unpack_entry(&mut archive, i, unpacker) {
            unpacker.skip_or_fail(error)?;
        }
    }
    Ok(())
}

fn open_with_limited_list<'a, R: Read + Seek>(
    bytes: R,
    left: &'a Cell<Option<u64>>,
    unpacker: &mut Unpacker<'_>,
) -> Result<ZipArchive<MeteredReader<'a, R>>, IntakeError> {
    let archive = ZipArchive::new(MeteredReader { bytes, left });
    if left.get() == Some(0) {
        let limit = unpacker.rules().entries;
        return Err(unpacker.archive_error(Refusal::Entries { limit }));
    }
    left.set(None);
    let mut archive = archive.map_err(|error| unpacker.damage_error(&error))?;
    // Programs disagree about which of two entries with one name to extract, so people would see other code.
    if archive.has_duplicate_names() {
        return Err(unpacker.archive_error(Refusal::Twice));
    }
    // Refuse an archive with too many entries before reading any of them takes time.
    for _ in 0..archive.len() {
        unpacker.count_entry()?;
    }
    let mut names = Vec::with_capacity(archive.len());
    for i in 0..archive.len() {
        let about = archive.by_index_data(i).map_err(|error| unpacker.damage_error(&error))?;
        names.push(about.name_raw().to_owned());
    }
    unpacker.detect_separator(names.iter().map(Vec::as_slice));
    // A truncated file may end with a nested archive, which the reader would mistake for the archive.
    // A single submission may have something in front of its archive, such as a program that unpacks it.
    if unpacker.rules().is_class && archive.offset() != 0 {
        return Err(unpacker.damage_error(&"its list of entries belongs to another archive"));
    }
    // A zip bomb lets many entries share the same compressed bytes.
    if archive.has_overlapping_entries().map_err(|error| unpacker.damage_error(&error))? {
        return Err(unpacker.archive_error(Refusal::Overlap));
    }
    Ok(archive)
}

/// Returns the name of an entry.
///
/// Tools on macOS write UTF-8 without setting the flag. By the standard, names without the flag are in code page 437,
/// where all bytes are valid. If a name with the flag is not UTF-8, its encoding is unknown.
fn decode_name(raw: &[u8], flags: u16, by_standard: impl Fn() -> Option<String>) -> Vec<u8> {
    let is_as_stored = std::str::from_utf8(raw).is_ok() || flags & UTF8 != 0;
    let decoded = if is_as_stored { None } else { by_standard() };
    decoded.map_or_else(|| raw.to_owned(), String::into_bytes)
}

fn unpack_entry<R: Read + Seek>(
    archive: &mut ZipArchive<MeteredReader<'_, R>>,
    i: usize,
    unpacker: &mut Unpacker<'_>,
) -> Result<(), IntakeError> {
    let about = archive.by_index_data(i).map_err(|error| unpacker.damage_error(&error))?;
    let raw = about.name_raw().to_owned();
    let name = decode_name(&raw, about.flags().as_u16(), || about.name().ok().map(Cow::into_owned));
    // Archives created on Unix store the mode here, and all others contain zero, so we do not need to know the system.
    let mode = about.external_attributes() >> 16;
    let what = match mode & 0o170_000 {
        0o120_000 | 0o060_000 | 0o020_000 | 0o010_000 | 0o140_000 => EntryKind::Special,
        0o040_000 => EntryKind::Folder,
        _ if unpacker.with_slashes(&name).ends_with(b"/") => EntryKind::Folder,
        _ => EntryKind::File,
    };
    let (is_encrypted, method) = (about.encrypted(), about.compression());
    let (packed, size) = (about.compressed_size(), about.size());
    let Admission::Keep(place) = unpacker.admit(&name, what)? else { return Ok(()) };
    if is_encrypted {
        return Err(unpacker.refuse_entry(&raw, Refusal::Encrypted));
    }
    // All common tools write these two. A decoder for the others would be code for few files.
    if ![CompressionMethod::Stored, CompressionMethod::Deflated].contains(&method) {
        return Err(unpacker.refuse_entry(&raw, Refusal::Method));
    }
    // Readers that start at the beginning of the file must find an identical name.
    let options = ZipReadOptions::new().enforce_header_consistency(true);
    let mut file = archive.by_index_with_options(i, options).map_err(|error| match error {
        ZipError::Io(error) => unpacker.to_read_error(error),
        error => unpacker.damage_error(&error),
    })?;
    match unpacker.keep_file(&place, &mut file, size, Some(packed))? {
        Some(written) if written != size => {
            Err(unpacker.damage_error(&"the size of a file differs from its declared size"))
        }
        _ => Ok(()),
    }
}

/// A reader that fails when the budget is used up. `None` means no limit.
struct MeteredReader<'a, R> {
    bytes: R,
    left: &'a Cell<Option<u64>>,
}

impl<R: Read> Read for MeteredReader<'_, R> {
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

impl<R: Seek> Seek for MeteredReader<'_, R> {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.bytes.seek(position)
    }
}
