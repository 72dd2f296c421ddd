//! Unpacks archives that students hand in, into a temporary folder and nowhere else.
//!
//! An archive is as foreign as the code in it. So nothing is believed that it says of itself:
//!
//! - its kind is told by its first bytes and not by its name;
//! - each name is taken apart and checked ([`name`]); one bad name refuses the whole archive, even
//!   where its file would not have been written;
//! - links, devices and the like are refused, and so are programs that change their user;
//! - bytes are counted as they come out, so that headers may lie ([`unpacker`]);
//! - only what [`folder`](super::folder) reads is written: sources, manifests, tests and what they
//!   read. No time, mode or owner is taken over.
//!
//! Files that tools leave in folders are passed over ([`litter`](super::litter)), links and all.
//! Archives in archives are never unpacked: they count as files that nobody reads.
//!
//! On any error the temporary folder is gone when the error arrives.

mod error;
mod name;
mod tar;
#[cfg(test)]
mod tests;
mod unpacker;
mod zip;

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use tempfile::TempDir;

pub use error::{ArchiveError, Refusal};

use super::IntakeError;
use unpacker::Unpacker;

/// The most bytes of an archive. It is kept in memory, so that it cannot change while it is read.
const MAX_BYTES: u64 = 64 << 20;

/// Endings that tell an archive, the longest first.
const ENDINGS: [&str; 9] =
    [".tar.bz2", ".tar.zst", ".tar.gz", ".tar.xz", ".tgz", ".tar", ".zip", ".rar", ".7z"];

/// The kind of a file, by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Zip,
    /// Compressed, and supposed to be a tar file.
    Gzip,
    Tar,
    /// An archive that is not read here, by its usual name.
    Other(&'static str),
    Unknown,
}

/// Tells what a file is.
fn kind(path: &Path) -> io::Result<Kind> {
    let mut start = Vec::new();
    fs::File::open(path)?.take(512).read_to_end(&mut start)?;
    Ok(kind_of(&start))
}

fn kind_of(start: &[u8]) -> Kind {
    let begins = |magic: &[u8]| start.starts_with(magic);
    if begins(b"PK\x03\x04") || begins(b"PK\x05\x06") {
        Kind::Zip
    } else if begins(b"\x1f\x8b") {
        Kind::Gzip
    } else if start.get(257..262) == Some(b"ustar") {
        Kind::Tar
    } else if begins(b"7z\xbc\xaf\x27\x1c") {
        Kind::Other("7z")
    } else if begins(b"Rar!\x1a\x07") {
        Kind::Other("RAR")
    } else if begins(b"\xfd7zXZ\0") {
        Kind::Other("xz")
    } else if begins(b"BZh") {
        Kind::Other("bzip2")
    } else if begins(b"\x28\xb5\x2f\xfd") {
        Kind::Other("zstd")
    } else {
        Kind::Unknown
    }
}

/// Whether a file is an archive, or is called like one and so was meant to be.
pub(super) fn is_archive(path: &Path) -> bool {
    path.is_file()
        && (without_ending(path).is_some() || kind(path).is_ok_and(|kind| kind != Kind::Unknown))
}

/// The name of a file without the ending of an archive, if it has one.
fn without_ending(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_string_lossy();
    ENDINGS.iter().find_map(|ending| {
        let stem = name.len().checked_sub(ending.len()).filter(|&it| it > 0)?;
        let is_it = name.is_char_boundary(stem) && name[stem..].eq_ignore_ascii_case(ending);
        is_it.then(|| name[..stem].to_owned())
    })
}

/// The name of an archive without its ending.
pub(super) fn stem(path: &Path) -> String {
    without_ending(path)
        .or_else(|| Some(path.file_name()?.to_string_lossy().into_owned()))
        .unwrap_or_else(|| "submission".to_owned())
}

/// Unpacks what may be read of an archive into a fresh temporary folder.
pub(super) fn unpack(path: &Path) -> Result<TempDir, IntakeError> {
    let refuse = |refusal| IntakeError::from(ArchiveError::whole(path, refusal));
    let unreadable = |source| IntakeError::Unreadable { path: path.to_owned(), source };
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(unreadable)?;
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(refuse(Refusal::Large { limit: MAX_BYTES }));
    }
    let folder = tempfile::Builder::new().prefix("grader-").tempdir();
    let folder = folder.map_err(|source| IntakeError::Scratch { source })?;
    let mut unpacker = Unpacker::new(path, folder.path());
    match kind_of(&bytes) {
        Kind::Zip => zip::unpack(&bytes, &mut unpacker)?,
        Kind::Gzip => tar::unpack_compressed(&bytes, &mut unpacker)?,
        Kind::Tar => tar::unpack(&bytes[..], &mut unpacker)?,
        Kind::Other(kind) => return Err(refuse(Refusal::Kind(kind))),
        Kind::Unknown if without_ending(path).is_some() => {
            return Err(refuse(Refusal::NoArchive));
        }
        Kind::Unknown => return Err(IntakeError::File { path: path.to_owned() }),
    }
    if unpacker.is_empty() {
        return Err(refuse(Refusal::Empty));
    }
    Ok(folder)
}
