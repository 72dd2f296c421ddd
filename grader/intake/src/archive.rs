//! Unpacks archives into values ([`InputFiles`]).
//!
//! Archives are untrusted, like the code inside them:
//!
//! - the first bytes determine the format, not the name;
//! - each entry name is parsed ([`name`]). A path that leads outside the folder rejects the archive. All other names are
//!   accepted, as in a folder. A backslash can be a separator, because some Windows tools use it;
//! - limits apply to the bytes actually decompressed, not to the sizes in the headers ([`unpacker`]). A file that is too
//!   large for any reader is kept without its content. Timestamps, modes, and owners are ignored;
//! - links and devices are kept as such, for [`InputFiles`] to refuse on reading.
//!
//! Nested archives are kept unchanged, for [`assembled_input`](super::assembled_input) to unpack.
//!
//! A class archive may not fit in memory. Its names are read first ([`list_class`]), and the files of each submission
//! later ([`unpack_from_class`]). Unsafe entries are skipped and reported.

mod compression;
mod error;
mod name;
mod seven_zip;
mod tar;
#[cfg(test)]
mod tests;
mod unpacker;
mod zip;

use std::io::{self, BufReader, Cursor, Read};
use std::path::Path;

use base::regular;

pub use error::{ArchiveError, Refusal};

use super::IntakeError;
use super::input::{InputFiles, InputPath};
use compression::Compression;
use unpacker::{UnpackScope, Unpacker};

/// The maximum size of an archive in bytes. The archive is kept in memory, so it cannot change while it is being read.
/// It has room for a `target` folder that was packed by mistake.
pub(super) const MAX_BYTES: u64 = 64 << 20;

/// Archive extensions, longest first.
const ENDINGS: [&str; 10] =
    [".tar.bz2", ".tar.zst", ".tar.gz", ".tar.xz", ".tgz", ".txz", ".tar", ".zip", ".rar", ".7z"];

/// The number of bytes that tell the format.
/// The mark of a tar file is at byte 257, inside its first block of 512.
pub(super) const START: usize = 512;

/// A file format, detected from the first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ArchiveFormat {
    Zip,
    /// A tar file, which may be compressed. We assume that compressed data is a tar file.
    Tar(Compression),
    SevenZip,
    /// An unsupported archive format, by name.
    Other(&'static str),
    Unknown,
}

fn read_format(path: &Path) -> io::Result<ArchiveFormat> {
    let mut start = Vec::new();
    regular::open_regular(path)?.take(START as u64).read_to_end(&mut start)?;
    Ok(detect_format(&start))
}

fn detect_format(start: &[u8]) -> ArchiveFormat {
    let begins = |magic: &[u8]| start.starts_with(magic);
    if begins(b"PK\x03\x04") || begins(b"PK\x05\x06") {
        ArchiveFormat::Zip
    } else if begins(b"\x1f\x8b") {
        ArchiveFormat::Tar(Compression::Gzip)
    // A tar file begins with a file name. Its format is only named at this offset.
    } else if start.get(257..262) == Some(b"ustar") {
        ArchiveFormat::Tar(Compression::None)
    } else if begins(b"7z\xbc\xaf\x27\x1c") {
        ArchiveFormat::SevenZip
    } else if begins(b"Rar!\x1a\x07") {
        ArchiveFormat::Other("RAR")
    } else if begins(b"\xfd7zXZ\0") {
        ArchiveFormat::Tar(Compression::Xz)
    } else if begins(b"BZh") {
        ArchiveFormat::Other("bzip2")
    } else if begins(b"\x28\xb5\x2f\xfd") {
        ArchiveFormat::Other("zstd")
    } else {
        ArchiveFormat::Unknown
    }
}

/// Returns `true` if the file is an archive or named like one.
pub(super) fn is_archive(path: &Path) -> bool {
    path.is_file()
        && (without_ending(path).is_some()
            || read_format(path).is_ok_and(|kind| kind != ArchiveFormat::Unknown))
}

/// Like [`is_archive`], for a file in an input.
pub(super) fn is_archive_file(file: &InputPath<'_>) -> bool {
    file.is_file()
        && (is_archive_name(file.file_name())
            || file.is_listed_archive()
            || detect_format(&file.first_bytes()) != ArchiveFormat::Unknown)
}

/// Returns `true` for a file name with an archive's extension.
pub fn is_archive_name(name: &str) -> bool {
    without_ending(Path::new(name)).is_some()
}

/// Returns the file name without an archive extension.
fn without_ending(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_string_lossy();
    ENDINGS.iter().find_map(|ending| {
        // A file that is called only `.zip` has no name without the extension.
        let stem = name.len().checked_sub(ending.len()).filter(|&length| length > 0)?;
        let is_it = name.is_char_boundary(stem) && name[stem..].eq_ignore_ascii_case(ending);
        is_it.then(|| name[..stem].to_owned())
    })
}

pub(super) fn name_without_ending(path: &Path) -> String {
    without_ending(path)
        .or_else(|| Some(path.file_name()?.to_string_lossy().into_owned()))
        .unwrap_or_else(|| "submission".to_owned())
}

/// An unpacked archive.
#[derive(Debug)]
pub(super) struct UnpackedArchive {
    pub(super) files: InputFiles,
    /// The skipped entries, with the reasons.
    pub(super) refused: Vec<(String, String)>,
}

/// Unpacks the archive at `path`, which messages call `label`.
///
/// # Errors
///
/// Fails if the file cannot be read, or the archive is rejected.
pub(super) fn unpack_file(path: &Path, label: &Path) -> Result<UnpackedArchive, IntakeError> {
    let unreadable = |source| IntakeError::Unreadable { path: label.to_owned(), source };
    let mut bytes = Vec::new();
    let file = regular::open_regular(path).map_err(unreadable)?;
    // One more byte shows that the file is too large, even if it grows while it is read.
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(
            ArchiveError::about_whole_archive(label, Refusal::Large { limit: MAX_BYTES }).into()
        );
    }
    unpack_bytes(&bytes, without_ending(path).is_some(), label)
}

/// Unpacks an archive in an input. Messages call it `label`.
///
/// # Errors
///
/// Fails if the file cannot be read, or the archive is rejected.
pub(super) fn unpack(file: &InputPath<'_>, label: &Path) -> Result<UnpackedArchive, IntakeError> {
    match file.read(MAX_BYTES)? {
        Some(bytes) => unpack_bytes(&bytes, is_archive_name(file.file_name()), label),
        None => {
            Err(ArchiveError::about_whole_archive(label, Refusal::Large { limit: MAX_BYTES })
                .into())
        }
    }
}

/// Unpacks an archive that messages call `label`.
fn unpack_bytes(
    bytes: &[u8],
    is_named_archive: bool,
    label: &Path,
) -> Result<UnpackedArchive, IntakeError> {
    let mut unpacker = Unpacker::new(unpacker::SUBMISSION, label, UnpackScope::Everything);
    let packed = bytes.len() as u64;
    match detect_format(bytes) {
        ArchiveFormat::Zip => zip::unpack(Cursor::new(bytes), &mut unpacker)?,
        ArchiveFormat::Tar(compression) => {
            let content = compression.decompressed_reader(bytes, packed, unpacker.rules().stream);
            tar::unpack(content, &mut unpacker)?;
        }
        ArchiveFormat::SevenZip => seven_zip::unpack(bytes, &mut unpacker)?,
        _ if bytes.is_empty() && is_named_archive => {
            return Err(ArchiveError::about_whole_archive(label, Refusal::NoBytes).into());
        }
        kind => return Err(reason_not_unpacked(kind, is_named_archive, label)),
    }
    Ok(unpacker.into_result())
}

/// Reads the names in an archive that may contain a class, and the content of files that describe a class. Unsafe
/// entries are left out, so that one student cannot prevent the class from being graded.
pub(super) fn list_class(path: &Path, label: &Path) -> Result<UnpackedArchive, IntakeError> {
    unpack_class(path, label, UnpackScope::Names)
}

/// Reads files and folders in a class archive, which messages call `label`. A path consists of components.
pub(super) fn unpack_from_class(
    path: &Path,
    label: &Path,
    inside: &[Vec<Vec<u8>>],
) -> Result<InputFiles, IntakeError> {
    Ok(unpack_class(path, label, UnpackScope::Only(inside))?.files)
}

/// Reads a class archive in place, since it may not fit in memory.
fn unpack_class(
    path: &Path,
    label: &Path,
    reading: UnpackScope<'_>,
) -> Result<UnpackedArchive, IntakeError> {
    let unreadable = |source| IntakeError::Unreadable { path: label.to_owned(), source };
    let file = regular::open_regular(path).map_err(unreadable)?;
    let packed = file.metadata().map_err(unreadable)?.len();
    // Formats are read in small pieces, and a class can have gigabytes.
    let mut file = BufReader::with_capacity(64 << 10, file);
    let kind = read_format(path).map_err(unreadable)?;
    let mut unpacker = Unpacker::new(unpacker::CLASS, label, reading);
    match kind {
        ArchiveFormat::Zip => zip::unpack(file, &mut unpacker)?,
        ArchiveFormat::Tar(compression) => {
            let content =
                compression.decompressed_reader(&mut file, packed, unpacker.rules().stream);
            tar::unpack(content, &mut unpacker)?;
        }
        kind => return Err(reason_not_unpacked(kind, without_ending(path).is_some(), label)),
    }
    Ok(unpacker.into_result())
}

/// Returns why a file is not unpacked. Messages call it `label`.
fn reason_not_unpacked(kind: ArchiveFormat, is_named_archive: bool, label: &Path) -> IntakeError {
    let refuse = |refusal| IntakeError::from(ArchiveError::about_whole_archive(label, refusal));
    match kind {
        ArchiveFormat::Other(kind) => refuse(Refusal::Kind(kind)),
        // 7z is supported only for individual submissions.
        ArchiveFormat::SevenZip => refuse(Refusal::Kind("7z")),
        _ if is_named_archive => refuse(Refusal::NoArchive),
        _ => IntakeError::File { path: label.to_owned() },
    }
}
