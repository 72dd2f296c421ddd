//! Unpacks archives that students hand in, into a temporary folder and nowhere else.
//!
//! An archive is as foreign as the code in it. So nothing is believed that it says of itself:
//!
//! - its kind is told by its first bytes and not by its name;
//! - each name is taken apart and checked ([`name`]); one bad name refuses the whole archive, even
//!   where its file would not have been written; a backslash stands between folders, as some tools on
//!   Windows write it;
//! - links, devices and the like are refused, and so are programs that change their user;
//! - bytes are counted as they come out, so that headers may lie ([`unpacker`]);
//! - only what [`folder`](super::folder) reads is written: sources, manifests, tests and what they
//!   read. No time, mode or owner is taken over.
//!
//! Files that tools leave in folders are passed over ([`litter`](super::litter)), links and all.
//! Archives in archives are written as they are: see [`together`](super::together).
//!
//! The archive of a class ([`unpack_class`]) is as foreign. An entry of it that is not safe is left out
//! and named, so that nobody can keep the others out.
//!
//! On any error the temporary folder is gone when the error arrives.

mod compressed;
mod error;
mod name;
mod seven_zip;
mod tar;
#[cfg(test)]
mod tests;
mod unpacker;
mod zip;

use std::fs;
use std::io::{self, BufReader, Cursor, Read};
use std::path::Path;

use tempfile::TempDir;

pub use error::{ArchiveError, Refusal};

use super::IntakeError;
use compressed::Compression;
use name::EntryName;
use unpacker::Unpacker;

/// The most bytes of an archive. It is kept in memory, so that it cannot change while it is read.
const MAX_BYTES: u64 = 64 << 20;

/// Endings that tell an archive, the longest first.
const ENDINGS: [&str; 10] =
    [".tar.bz2", ".tar.zst", ".tar.gz", ".tar.xz", ".tgz", ".txz", ".tar", ".zip", ".rar", ".7z"];

/// The kind of a file, by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Zip,
    /// A tar file. Compressed data is supposed to be one.
    Tar(Compression),
    SevenZip,
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
        Kind::Tar(Compression::Gzip)
    } else if start.get(257..262) == Some(b"ustar") {
        Kind::Tar(Compression::None)
    } else if begins(b"7z\xbc\xaf\x27\x1c") {
        Kind::SevenZip
    } else if begins(b"Rar!\x1a\x07") {
        Kind::Other("RAR")
    } else if begins(b"\xfd7zXZ\0") {
        Kind::Tar(Compression::Xz)
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

/// Whether a file of this name is called an archive.
pub(super) fn is_named_so(name: &str) -> bool {
    without_ending(Path::new(name)).is_some()
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

/// Unpacks what may be read of an archive into a fresh temporary folder. Returns the names of all files
/// that the archive holds, too.
pub(super) fn unpack(path: &Path) -> Result<(TempDir, Vec<String>), IntakeError> {
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
    let mut unpacker = Unpacker::new(unpacker::SUBMISSION, path, folder.path());
    let packed = bytes.len() as u64;
    match kind_of(&bytes) {
        Kind::Zip => zip::unpack(Cursor::new(&bytes), &mut unpacker)?,
        Kind::Tar(compression) => {
            let content = compression.content(&bytes[..], packed, unpacker.rules().stream);
            tar::unpack(content, &mut unpacker)?;
        }
        Kind::SevenZip => seven_zip::unpack(&bytes, &mut unpacker)?,
        _ if bytes.is_empty() && without_ending(path).is_some() => {
            return Err(refuse(Refusal::NoBytes));
        }
        kind => return Err(no_archive(path, kind)),
    }
    if unpacker.is_empty() {
        return Err(refuse(Refusal::Empty));
    }
    let files = unpacker.into_files();
    Ok((folder, files))
}

/// An entry of an archive, by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    /// The parts of the name.
    pub(super) parts: Vec<String>,
    pub(super) is_folder: bool,
}

/// The entries of an archive that may hold a class, without litter. What leads elsewhere is not
/// among them.
pub(super) fn list(path: &Path) -> Result<Vec<Listed>, IntakeError> {
    let nowhere = Path::new("");
    let mut unpacker = Unpacker::new(unpacker::CLASS, path, nowhere);
    let list = match open(path)? {
        (Kind::Zip, file, _) => zip::list(file, &mut unpacker)?,
        (Kind::Tar(compression), file, packed) => {
            tar::list(compression.content(file, packed, unpacker.rules().stream), &mut unpacker)?
        }
        (kind, ..) => return Err(no_archive(path, kind)),
    };
    let listed = |(name, is_folder): (String, bool)| {
        let name =
            EntryName::parse(&unpacker.separated(&name)).ok().filter(|it| !it.is_litter())?;
        Some(Listed { parts: name.parts().to_vec(), is_folder })
    };
    Ok(list.into_iter().filter_map(listed).collect())
}

/// Unpacks the archive of a class into a folder that is empty, all but litter. Returns the entries
/// that were left out because they are not safe, and why.
pub(super) fn unpack_class(
    path: &Path,
    folder: &Path,
) -> Result<Vec<(String, String)>, IntakeError> {
    let mut unpacker = Unpacker::new(unpacker::CLASS, path, folder);
    match open(path)? {
        (Kind::Zip, file, _) => zip::unpack(file, &mut unpacker)?,
        (Kind::Tar(compression), file, packed) => {
            let content = compression.content(file, packed, unpacker.rules().stream);
            tar::unpack(content, &mut unpacker)?;
        }
        (kind, ..) => return Err(no_archive(path, kind)),
    }
    Ok(unpacker.into_refused())
}

/// An archive, its kind, and the number of its bytes. It is read from its place: one of a class is
/// too large to be kept in memory.
fn open(path: &Path) -> Result<(Kind, BufReader<fs::File>, u64), IntakeError> {
    let unreadable = |source| IntakeError::Unreadable { path: path.to_owned(), source };
    let kind = kind(path).map_err(unreadable)?;
    let file = fs::File::open(path).map_err(unreadable)?;
    let bytes = file.metadata().map_err(unreadable)?.len();
    Ok((kind, BufReader::with_capacity(64 << 10, file), bytes))
}

/// The error of a file that is no archive that is read here.
fn no_archive(path: &Path, kind: Kind) -> IntakeError {
    let refuse = |refusal| IntakeError::from(ArchiveError::whole(path, refusal));
    match kind {
        Kind::Other(kind) => refuse(Refusal::Kind(kind)),
        // Only a student's own is read.
        Kind::SevenZip => refuse(Refusal::Kind("7z")),
        _ if without_ending(path).is_some() => refuse(Refusal::NoArchive),
        _ => IntakeError::File { path: path.to_owned() },
    }
}
