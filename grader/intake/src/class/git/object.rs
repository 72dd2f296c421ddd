//! Reads a commit from a repository's loose objects and packs.
//!
//! The student's files may contain anything. We limit how many bytes to read and from how many places, and do not
//! follow links, alternate repositories, or deltas. This is enough to read the newest commit of a pack, since git only
//! stores older commits as deltas.
//!
//! The formats are documented in git's `gitformat-pack` and `gitformat-loose`.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use base::regular;
use flate2::read::ZlibDecoder;

/// The maximum size of a commit in bytes. With many parents and a long message, it takes a few thousand.
const MAX_COMMIT: u64 = 256 << 10;

/// The maximum number of packs to search.
const MAX_PACKS: usize = 64;

/// The header of a pack index: magic bytes and version.
const INDEX: [u8; 8] = [0xff, b't', b'O', b'c', 0, 0, 0, 2];

/// The object type of a commit in a pack.
const COMMIT: u8 = 1;

/// Returns the text of a commit, given the hexadecimal hash.
pub(super) fn commit(objects: &Path, name: &str) -> Option<String> {
    let bytes = loose(objects, name).or_else(|| packed(objects, name))?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

fn loose(objects: &Path, name: &str) -> Option<Vec<u8>> {
    let (folder, file) = name.split_at_checked(2)?;
    let place = objects.join(folder);
    if !is_plain(&place, true) || !is_plain(&place.join(file), false) {
        return None;
    }
    let bytes = inflated(regular::open_no_link(&place.join(file)).ok()?)?;
    let end = bytes.iter().position(|&byte| byte == 0)?;
    bytes[..end].starts_with(b"commit ").then(|| bytes[end + 1..].to_vec())
}

fn packed(objects: &Path, name: &str) -> Option<Vec<u8>> {
    let folder = objects.join("pack");
    if !is_plain(&folder, true) {
        return None;
    }
    let mut packs: Vec<PathBuf> =
        fs::read_dir(&folder).ok()?.flatten().map(|it| it.path()).collect();
    packs.retain(|path| path.extension().is_some_and(|it| it == "idx") && is_plain(path, false));
    packs.sort();
    let name = bytes_of(name)?;
    packs.iter().take(MAX_PACKS).find_map(|index| {
        let offset = offset(&mut regular::open_no_link(index).ok()?, &name).ok()??;
        let pack = index.with_extension("pack");
        is_plain(&pack, false).then(|| at(&pack, offset))?
    })
}

/// Looks up the offset of an object in a pack index: a fan-out table by the first byte, the sorted hashes, the objects'
/// checksums, and the offsets.
fn offset(index: &mut File, name: &[u8]) -> io::Result<Option<u64>> {
    let mut mark = [0; 8];
    index.read_exact(&mut mark)?;
    if mark != INDEX {
        return Ok(None);
    }
    let first = u64::from(name.first().copied().unwrap_or_default());
    let start = if first == 0 { 0 } else { number(index, 8 + 4 * (first - 1))? };
    let (mut start, mut end) = (u64::from(start), u64::from(number(index, 8 + 4 * first)?));
    let count = u64::from(number(index, 8 + 4 * 255)?);
    let names = 8 + 4 * 256;
    let width = name.len() as u64;
    // This takes at most 32 steps, whatever the file contains.
    while start < end {
        let middle = start.midpoint(end);
        let mut found = vec![0; name.len()];
        index.seek(SeekFrom::Start(names + middle * width))?;
        index.read_exact(&mut found)?;
        match found.as_slice().cmp(name) {
            std::cmp::Ordering::Less => start = middle + 1,
            std::cmp::Ordering::Greater => end = middle,
            std::cmp::Ordering::Equal => {
                let places = names + count * (width + 4);
                let place = number(index, places + 4 * middle)?;
                // Otherwise, this is an index into the 64-bit table for packs over 2 GB.
                return Ok((place >> 31 == 0).then(|| u64::from(place)));
            }
        }
    }
    Ok(None)
}

/// Reads a big-endian 32-bit integer at an offset.
fn number(file: &mut File, at: u64) -> io::Result<u32> {
    let mut bytes = [0; 4];
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(&mut bytes)?;
    Ok(u32::from_be_bytes(bytes))
}

/// Returns the commit at an offset.
fn at(pack: &Path, offset: u64) -> Option<Vec<u8>> {
    let mut file = regular::open_no_link(pack).ok()?;
    file.seek(SeekFrom::Start(offset)).ok()?;
    let mut byte = [0];
    file.read_exact(&mut byte).ok()?;
    if byte[0] >> 4 & 7 != COMMIT {
        return None;
    }
    // Skip the rest of the size, seven bits per byte. We do not need it, since the compressed data marks the end.
    let mut more = byte[0] & 0x80 != 0;
    for _ in 0..10 {
        if !more {
            break;
        }
        file.read_exact(&mut byte).ok()?;
        more = byte[0] & 0x80 != 0;
    }
    inflated(file)
}

/// Decompresses data, unless the result is too large.
fn inflated(bytes: impl Read) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    // This should be enough input to produce the maximum output.
    let bytes = bytes.take(2 * MAX_COMMIT);
    ZlibDecoder::new(bytes).take(MAX_COMMIT).read_to_end(&mut content).ok()?;
    Some(content)
}

/// Returns `true` if the path is a folder or a file, as requested, rather than a link.
fn is_plain(path: &Path, is_folder: bool) -> bool {
    let kind = fs::symlink_metadata(path).map(|it| it.file_type());
    kind.is_ok_and(|kind| if is_folder { kind.is_dir() } else { kind.is_file() })
}

fn bytes_of(name: &str) -> Option<Vec<u8>> {
    let pair = |at| u8::from_str_radix(name.get(at..at + 2)?, 16).ok();
    (0..name.len()).step_by(2).map(pair).collect()
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::ZlibEncoder;

    use super::*;
    use crate::class::git;

    const NAME: &str = "0123456789abcdef0123456789abcdef01234567";
    const TEXT: &str = "tree 0\nauthor A <a@x> 1 +0000\n\
                        committer B <b@x> 1777224840 +0200\n\ncommitter C <c@x> 5 +0000\n";

    fn deflated(content: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(content).unwrap();
        encoder.finish().unwrap()
    }

    fn write(folder: &Path, path: &str, bytes: &[u8]) {
        let path = folder.join(".git/objects").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// Writes a pack of one object, and the index.
    fn pack(folder: &Path, kind: u8) {
        let mut pack = b"PACK\0\0\0\x02\0\0\0\x01".to_vec();
        let length = u8::try_from(TEXT.len()).unwrap();
        pack.extend([0x80 | kind << 4 | length & 15, length >> 4]);
        pack.extend(deflated(TEXT.as_bytes()));
        write(folder, "pack/pack-1.pack", &pack);
        let mut index = INDEX.to_vec();
        for first in 0..=255u8 {
            index.extend(u32::from(first >= 1).to_be_bytes());
        }
        index.extend(bytes_of(NAME).unwrap());
        index.extend([0; 4]);
        index.extend(12u32.to_be_bytes());
        write(folder, "pack/pack-1.idx", &index);
    }

    fn time(folder: &Path) -> Option<String> {
        git::time(folder, NAME).map(|it| it.to_string())
    }

    #[test]
    fn the_committer_time_is_read_from_a_commit() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(time(folder.path()), None);
        let content = format!("commit {}\0{TEXT}", TEXT.len());
        write(folder.path(), &format!("01/{}", &NAME[2..]), &deflated(content.as_bytes()));
        assert_eq!(time(folder.path()).as_deref(), Some("2026-04-26T19:34:00+02:00"));

        let folder = tempfile::tempdir().unwrap();
        pack(folder.path(), COMMIT);
        assert_eq!(time(folder.path()).as_deref(), Some("2026-04-26T19:34:00+02:00"));
        // The remaining object types, and deltas.
        for kind in [2, 3, 4, 6, 7] {
            pack(folder.path(), kind);
            assert_eq!(time(folder.path()), None);
        }
    }

    #[test]
    fn damaged_objects_have_no_time() {
        let folder = tempfile::tempdir().unwrap();
        pack(folder.path(), COMMIT);
        for file in ["pack/pack-1.idx", "pack/pack-1.pack"] {
            let path = folder.path().join(".git/objects").join(file);
            let whole = fs::read(&path).unwrap();
            for end in (0..whole.len()).step_by(whole.len().div_ceil(40)) {
                fs::write(&path, &whole[..end]).unwrap();
                assert_eq!(time(folder.path()), None, "{file} {end}");
            }
            for at in (0..whole.len()).step_by(whole.len().div_ceil(97)) {
                let mut flipped = whole.clone();
                flipped[at] ^= 0xff;
                fs::write(&path, flipped).unwrap();
                let _ = time(folder.path());
            }
            fs::write(&path, whole).unwrap();
        }
        assert!(time(folder.path()).is_some());
    }

    #[test]
    fn decompression_stops_at_the_size_limit() {
        let folder = tempfile::tempdir().unwrap();
        let content = [b"commit 1\0".to_vec(), vec![b' '; 64 << 20]].concat();
        write(folder.path(), &format!("01/{}", &NAME[2..]), &deflated(&content));
        let objects = folder.path().join(".git/objects");
        assert!(commit(&objects, NAME).is_some_and(|it| it.len() as u64 <= MAX_COMMIT));
    }
}
