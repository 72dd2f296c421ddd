//! Unpacks archives into a temporary folder.
//!
//! Archives are untrusted, like the code inside them:
//!
//! - the first bytes determine the format, not the name;
//! - each entry name is parsed ([`name`]). A path that leads outside the folder rejects the archive, even when the entry
//!   would not be written. All other names are accepted and stored, as in a folder. A backslash can be a separator,
//!   because some Windows tools use it;
//! - links, devices, and set-user-ID programs are rejected;
//! - limits apply to the bytes actually decompressed, not to the sizes in the headers ([`unpacker`]);
//! - only the files that [`folder`](super::folder) reads are written: sources, manifests, files that code may include,
//!   and tests with their data. Timestamps, modes, and owners are ignored.
//!
//! Files that tools leave behind are skipped, even links ([`litter`](super::litter)). Nested archives are written
//! unchanged, for [`together`](super::together) to unpack.
//!
//! In class archives ([`unpack_class`]), unsafe entries are skipped and reported, so that one student cannot prevent
//! the class from being graded.
//!
//! If unpacking fails, the temporary folder is removed.

mod compressed;
mod error;
mod name;
mod seven_zip;
mod tar;
#[cfg(test)]
mod tests;
mod unpacker;
mod zip;

use std::borrow::Cow;
use std::fs;
use std::io::{self, BufReader, Cursor, Read};
use std::path::Path;

use base::regular;
use tempfile::TempDir;

pub use error::{ArchiveError, Refusal};

use super::IntakeError;
use compressed::Compression;
use name::EntryName;
use unpacker::Unpacker;

/// The maximum size of an archive in bytes. The archive is kept in memory, so it cannot change while it is being read.
const MAX_BYTES: u64 = 64 << 20;

/// Archive extensions, longest first.
const ENDINGS: [&str; 10] =
    [".tar.bz2", ".tar.zst", ".tar.gz", ".tar.xz", ".tgz", ".txz", ".tar", ".zip", ".rar", ".7z"];

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

fn kind(path: &Path) -> io::Result<ArchiveFormat> {
    let mut start = Vec::new();
    regular::open(path)?.take(512).read_to_end(&mut start)?;
    Ok(kind_of(&start))
}

fn kind_of(start: &[u8]) -> ArchiveFormat {
    let begins = |magic: &[u8]| start.starts_with(magic);
    if begins(b"PK\x03\x04") || begins(b"PK\x05\x06") {
        ArchiveFormat::Zip
    } else if begins(b"\x1f\x8b") {
        ArchiveFormat::Tar(Compression::Gzip)
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
            || kind(path).is_ok_and(|kind| kind != ArchiveFormat::Unknown))
}

pub(super) fn is_named_so(name: &str) -> bool {
    without_ending(Path::new(name)).is_some()
}

/// Returns the file name without an archive extension.
fn without_ending(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_string_lossy();
    ENDINGS.iter().find_map(|ending| {
        let stem = name.len().checked_sub(ending.len()).filter(|&it| it > 0)?;
        let is_it = name.is_char_boundary(stem) && name[stem..].eq_ignore_ascii_case(ending);
        is_it.then(|| name[..stem].to_owned())
    })
}

pub(super) fn stem(path: &Path) -> String {
    without_ending(path)
        .or_else(|| Some(path.file_name()?.to_string_lossy().into_owned()))
        .unwrap_or_else(|| "submission".to_owned())
}

/// An unpacked archive.
pub(super) struct UnpackedArchive {
    pub(super) folder: TempDir,
    /// The names of all files in the archive.
    pub(super) files: Vec<String>,
    /// The skipped entries, with the reasons.
    pub(super) refused: Vec<(String, String)>,
}

/// Unpacks the permitted entries of an archive into a new temporary folder.
pub(super) fn unpack(path: &Path) -> Result<UnpackedArchive, IntakeError> {
    let refuse = |refusal| IntakeError::from(ArchiveError::whole(path, refusal));
    let unreadable = |source| IntakeError::Unreadable { path: path.to_owned(), source };
    let mut bytes = Vec::new();
    let file = regular::open(path).map_err(unreadable)?;
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(refuse(Refusal::Large { limit: MAX_BYTES }));
    }
    let folder = tempfile::Builder::new().prefix("grader-").tempdir();
    let folder = folder.map_err(|source| IntakeError::Scratch { source })?;
    let mut unpacker = Unpacker::new(unpacker::SUBMISSION, path, folder.path());
    let packed = bytes.len() as u64;
    match kind_of(&bytes) {
        ArchiveFormat::Zip => zip::unpack(Cursor::new(&bytes), &mut unpacker)?,
        ArchiveFormat::Tar(compression) => {
            let content = compression.content(&bytes[..], packed, unpacker.rules().stream);
            tar::unpack(content, &mut unpacker)?;
        }
        ArchiveFormat::SevenZip => seven_zip::unpack(&bytes, &mut unpacker)?,
        _ if bytes.is_empty() && without_ending(path).is_some() => {
            return Err(refuse(Refusal::NoBytes));
        }
        kind => return Err(no_archive(path, kind)),
    }
    if unpacker.is_empty() {
        return Err(refuse(Refusal::Empty));
    }
    let (files, refused) = unpacker.into_files();
    Ok(UnpackedArchive { folder, files, refused })
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    /// The components of the name, with invalid UTF-8 replaced.
    pub(super) parts: Vec<String>,
    pub(super) is_folder: bool,
}

/// Lists the entries of an archive that may contain a class, without litter and unsafe names.
pub(super) fn list(path: &Path) -> Result<Vec<Listed>, IntakeError> {
    let nowhere = Path::new("");
    let mut unpacker = Unpacker::new(unpacker::CLASS, path, nowhere);
    let list = match open(path)? {
        (ArchiveFormat::Zip, file, _) => zip::list(file, &mut unpacker)?,
        (ArchiveFormat::Tar(compression), file, packed) => {
            tar::list(compression.content(file, packed, unpacker.rules().stream), &mut unpacker)?
        }
        (kind, ..) => return Err(no_archive(path, kind)),
    };
    let listed = |(name, is_folder): (Vec<u8>, bool)| {
        let name = EntryName::parse(&unpacker.separated(&name)).ok()?;
        let parts = name.parts().map(Cow::into_owned).collect();
        (!name.is_litter()).then_some(Listed { parts, is_folder })
    };
    Ok(list.into_iter().filter_map(listed).collect())
}

/// Unpacks a class archive, without litter, into an empty folder. Returns the unsafe entries that were skipped, with
/// the reasons.
pub(super) fn unpack_class(
    path: &Path,
    folder: &Path,
) -> Result<Vec<(String, String)>, IntakeError> {
    let mut unpacker = Unpacker::new(unpacker::CLASS, path, folder);
    match open(path)? {
        (ArchiveFormat::Zip, file, _) => zip::unpack(file, &mut unpacker)?,
        (ArchiveFormat::Tar(compression), file, packed) => {
            let content = compression.content(file, packed, unpacker.rules().stream);
            tar::unpack(content, &mut unpacker)?;
        }
        (kind, ..) => return Err(no_archive(path, kind)),
    }
    Ok(unpacker.into_refused())
}

/// Opens an archive. Returns the format, a reader and the size in bytes. The file is read in place, since a class
/// archive may not fit in memory.
fn open(path: &Path) -> Result<(ArchiveFormat, BufReader<fs::File>, u64), IntakeError> {
    let unreadable = |source| IntakeError::Unreadable { path: path.to_owned(), source };
    let kind = kind(path).map_err(unreadable)?;
    let file = regular::open(path).map_err(unreadable)?;
    let bytes = file.metadata().map_err(unreadable)?.len();
    Ok((kind, BufReader::with_capacity(64 << 10, file), bytes))
}

fn no_archive(path: &Path, kind: ArchiveFormat) -> IntakeError {
    let refuse = |refusal| IntakeError::from(ArchiveError::whole(path, refusal));
    match kind {
        ArchiveFormat::Other(kind) => refuse(Refusal::Kind(kind)),
        // 7z is supported only for individual submissions.
        ArchiveFormat::SevenZip => refuse(Refusal::Kind("7z")),
        _ if without_ending(path).is_some() => refuse(Refusal::NoArchive),
        _ => IntakeError::File { path: path.to_owned() },
    }
}
