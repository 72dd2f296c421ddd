//! Creates archives, including invalid ones.

use std::io::{Cursor, Write};

use flate2::write::{DeflateEncoder, GzEncoder};
use flate2::{Compression, Crc};
use sevenz_rust2::{ArchiveEntry, ArchiveWriter};
use tar::{EntryType, Header};

#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) name: Vec<u8>,
    /// The Unix mode, with the file type in the upper bits.
    pub(super) mode: u32,
    pub(super) content: Vec<u8>,
    /// The link target in a tar file.
    pub(super) target: &'static str,
    pub(super) zip: Zip,
}

#[derive(Clone, Debug)]
pub(super) struct Zip {
    pub(super) method: u16,
    pub(super) flags: u16,
    /// The size claimed in both headers, if wrong.
    pub(super) claimed: Option<u32>,
    /// A different name in the local header.
    pub(super) local_name: Option<Vec<u8>>,
    /// Whether the entry shares the content of the preceding entry.
    pub(super) shares: bool,
}

pub(super) const FILE: u32 = 0o100_644;
pub(super) const FOLDER: u32 = 0o040_755;
pub(super) const LINK: u32 = 0o120_777;

pub(super) fn item(name: &[u8], mode: u32, content: &[u8]) -> Item {
    let zip = Zip { method: 8, flags: 1 << 11, claimed: None, local_name: None, shares: false };
    Item { name: name.to_owned(), mode, content: content.to_owned(), target: "", zip }
}

pub(super) fn file(name: &str, content: impl AsRef<[u8]>) -> Item {
    item(name.as_bytes(), FILE, content.as_ref())
}

pub(super) fn zip(items: &[Item]) -> Vec<u8> {
    let mut bytes: Vec<u8> = Vec::new();
    let mut list: Vec<u8> = Vec::new();
    let mut start_of_entry = 0;
    for Item { name, mode, content, zip, .. } in items {
        let packed = if zip.method == 8 { deflated(content) } else { content.clone() };
        let mut crc = Crc::new();
        crc.update(content);
        let length = |content: &[u8]| u32::try_from(content.len()).unwrap();
        let about = |name: &[u8]| {
            let mut about: Vec<u8> = Vec::new();
            for number in [20, zip.flags, zip.method, 0, 0x21] {
                about.extend(number.to_le_bytes());
            }
            let claimed = zip.claimed.unwrap_or(length(content));
            for number in [crc.sum(), length(&packed), claimed] {
                about.extend(number.to_le_bytes());
            }
            about.extend(u16::try_from(name.len()).unwrap().to_le_bytes());
            about.extend(0_u16.to_le_bytes());
            about
        };
        if !zip.shares {
            start_of_entry = length(&bytes);
            let name = zip.local_name.as_ref().unwrap_or(name);
            bytes.extend(b"PK\x03\x04");
            bytes.extend(about(name));
            bytes.extend(name);
            bytes.extend(&packed);
        }
        list.extend(b"PK\x01\x02");
        // Created on Unix.
        list.extend([20, 3]);
        list.extend(about(name));
        list.extend([0; 6]);
        list.extend((mode << 16).to_le_bytes());
        list.extend(start_of_entry.to_le_bytes());
        list.extend(name);
    }
    let (start, count) = (bytes.len(), u16::try_from(items.len()).unwrap());
    bytes.extend(&list);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend(count.to_le_bytes());
    bytes.extend(count.to_le_bytes());
    bytes.extend(u32::try_from(list.len()).unwrap().to_le_bytes());
    bytes.extend(u32::try_from(start).unwrap().to_le_bytes());
    bytes.extend([0, 0]);
    bytes
}

fn deflated(content: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

/// Creates a tar file, with the GNU format for names longer than 100 bytes.
pub(super) fn tar(items: &[Item]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for Item { name, mode, content, target, .. } in items {
        if name.len() > 100 {
            bytes.extend(tar_entry(b"././@LongLink", EntryType::GNULongName, 0, name, ""));
        }
        let kind = match mode & 0o170_000 {
            0o120_000 if target.is_empty() => EntryType::Link,
            0o120_000 => EntryType::Symlink,
            0o040_000 => EntryType::Directory,
            0o060_000 => EntryType::Block,
            0o020_000 => EntryType::Char,
            0o010_000 => EntryType::Fifo,
            _ => EntryType::Regular,
        };
        bytes.extend(tar_entry(name, kind, *mode, content, target));
    }
    bytes.extend([0; 1024]);
    bytes
}

pub(super) fn tar_entry(
    name: &[u8],
    kind: EntryType,
    mode: u32,
    content: &[u8],
    target: &str,
) -> Vec<u8> {
    let mut header = Header::new_gnu();
    let length = name.len().min(100);
    header.as_mut_bytes()[..length].copy_from_slice(&name[..length]);
    header.as_mut_bytes()[157..157 + target.len()].copy_from_slice(target.as_bytes());
    header.set_entry_type(kind);
    header.set_mode(mode & 0o7777);
    header.set_size(content.len() as u64);
    header.set_cksum();
    let mut bytes = header.as_bytes().to_vec();
    bytes.extend(content);
    bytes.resize(bytes.len().next_multiple_of(512), 0);
    bytes
}

pub(super) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Creates an xz stream without compression and checksum, by the specification of the format.
pub(super) fn xz(bytes: &[u8]) -> Vec<u8> {
    let with_sum = |bytes: &[u8]| {
        let mut sum = Crc::new();
        sum.update(bytes);
        [bytes, &sum.sum().to_le_bytes()].concat()
    };
    let padded = |mut bytes: Vec<u8>| {
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        bytes
    };
    let number = |mut value: usize| {
        let mut bytes = Vec::new();
        while value >= 0x80 {
            bytes.push(value.to_le_bytes()[0] | 0x80);
            value >>= 7;
        }
        bytes.push(value.to_le_bytes()[0]);
        bytes
    };
    let flags = [0, 0];
    let header = [b"\xfd7zXZ\0".to_vec(), with_sum(&flags)].concat();
    // A block with the filter LZMA2 and a dictionary of 64 KiB.
    let mut block = with_sum(&[2, 0, 0x21, 1, 8, 0, 0, 0]);
    for (i, chunk) in bytes.chunks(1 << 16).enumerate() {
        let size = u16::try_from(chunk.len() - 1).unwrap().to_be_bytes();
        block.extend([if i == 0 { 1 } else { 2 }, size[0], size[1]]);
        block.extend(chunk);
    }
    block.push(0);
    let index = [vec![0, 1], number(block.len()), number(bytes.len())].concat();
    let index = with_sum(&padded(index));
    let size = u32::try_from(index.len() / 4 - 1).unwrap().to_le_bytes();
    let footer = with_sum(&[&size[..], &flags].concat());
    let (size_and_flags, sum) = footer.split_at(6);
    [&header[..], &padded(block), &index, sum, size_and_flags, b"YZ"].concat()
}

/// Creates a 7z archive from names, attributes and contents.
pub(super) fn seven_zip(entries: &[(&str, u32, &[u8])]) -> Vec<u8> {
    let mut writer = ArchiveWriter::new(Cursor::new(Vec::new())).unwrap();
    for (name, mode, bytes) in entries {
        let mut entry = ArchiveEntry::new_file(name);
        if *mode != 0 {
            entry.has_windows_attributes = true;
            entry.windows_attributes = mode << 16 | 0x8000;
        }
        writer.push_archive_entry(entry, Some(*bytes)).unwrap();
    }
    writer.finish().unwrap().into_inner()
}
