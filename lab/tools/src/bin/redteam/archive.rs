//! Writes malformed zip and tar files, with false values in the headers, which archive libraries do not allow.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use flate2::{Compression, Crc, write::DeflateEncoder, write::GzEncoder};

use super::attack::{Archive, AttackArchiveFormat, CustomEntry};
use super::make::{Files, Names, fill_placeholders, parse_hex, write_all};

/// Compression methods in zip headers.
const STORED: u16 = 0;
const DEFLATED: u16 = 8;

/// Writes an archive with a submission's files, followed by the entries of the recipe.
pub(crate) fn write_archive(
    place: &Path,
    recipe: &Archive,
    files: &Files,
    names: &Names,
) -> io::Result<()> {
    match recipe.format {
        AttackArchiveFormat::Zip => write_zip(place, recipe, files, names)?,
        AttackArchiveFormat::Tar => write_tar(&mut fs::File::create(place)?, recipe, files, names)?,
        AttackArchiveFormat::TarGz => {
            let mut gz = GzEncoder::new(fs::File::create(place)?, Compression::fast());
            write_tar(&mut gz, recipe, files, names)?;
            gz.finish()?;
        }
    }
    if recipe.cut_to.is_some() || recipe.then.is_some() {
        let mut all = fs::read(place)?;
        all.truncate(recipe.cut_to.unwrap_or(all.len()));
        write_all(place, &[&all, &parse_hex(recipe.then.as_deref().unwrap_or_default())?])?;
    }
    Ok(())
}

fn path_of(entry: &CustomEntry, index: usize, names: &Names) -> io::Result<Vec<u8>> {
    match &entry.path_hex {
        Some(digits) => parse_hex(digits),
        None => {
            Ok(fill_placeholders(&entry.path.replace("@I@", &index.to_string()), names)
                .into_bytes())
        }
    }
}

struct PackedEntry<'a> {
    local: &'a [u8],
    central: &'a [u8],
    data: &'a [u8],
    crc: u32,
    size: u64,
    claims: u64,
    method: u16,
    flags: u16,
    mode: u32,
}

fn write_zip(place: &Path, recipe: &Archive, files: &Files, names: &Names) -> io::Result<()> {
    let mut out = Vec::new();
    let mut folder = Vec::new();
    let mut count = 0_usize;
    for (path, content) in files {
        let path = format!("{}{path}", recipe.prefix);
        let mut crc = Crc::new();
        crc.update(content);
        let size = content.len() as u64;
        let packed = PackedEntry {
            local: path.as_bytes(),
            central: path.as_bytes(),
            data: content,
            crc: crc.sum(),
            size,
            claims: size,
            method: STORED,
            flags: 0,
            mode: 0o100_644,
        };
        put_entry(&packed, &mut out, &mut folder);
        count += 1;
    }
    for entry in &recipe.entries {
        let (data, crc, size) = compress_entry(entry, names)?;
        let method = entry.method.unwrap_or(DEFLATED);
        for index in 0..entry.copies.unwrap_or(1) {
            let local = path_of(entry, index, names)?;
            let central = entry.central.as_ref().map(|name| name.clone().into_bytes());
            let packed = PackedEntry {
                local: &local,
                central: central.as_deref().unwrap_or(&local),
                data: &data,
                crc,
                size,
                claims: entry.claims.unwrap_or(size),
                method,
                flags: entry.flags,
                mode: entry.mode.unwrap_or(0o100_644),
            };
            put_entry(&packed, &mut out, &mut folder);
            count += 1;
        }
    }
    let start = out.len();
    let mut end = b"PK\x05\x06\0\0\0\0".to_vec();
    let least = u16::try_from(count).unwrap_or(u16::MAX);
    end.extend([least.to_le_bytes(), least.to_le_bytes()].concat());
    end.extend(to_four_bytes(folder.len() as u64));
    end.extend(to_four_bytes(start as u64));
    end.extend([0, 0]);
    write_all(place, &[&out, &folder, &end])
}

/// Compresses the data of an entry. Returns the compressed data, the checksum, and the original size.
fn compress_entry(entry: &CustomEntry, names: &Names) -> io::Result<(Vec<u8>, u32, u64)> {
    let text = if entry.kind == '2' { &entry.target } else { &entry.text };
    let text = fill_placeholders(text, names).into_bytes();
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    let mut crc = Crc::new();
    if let Some(zeros) = entry.zeros {
        let block = vec![0; 1 << 16];
        let mut left = zeros;
        while left > 0 {
            let part = usize::try_from(left).unwrap_or(usize::MAX).min(block.len());
            crc.update(&block[..part]);
            encoder.write_all(&block[..part])?;
            left -= part as u64;
        }
        return Ok((encoder.finish()?, crc.sum(), zeros));
    }
    crc.update(&text);
    if entry.method == Some(STORED) {
        let size = text.len() as u64;
        return Ok((text, crc.sum(), size));
    }
    encoder.write_all(&text)?;
    Ok((encoder.finish()?, crc.sum(), text.len() as u64))
}

fn put_entry(entry: &PackedEntry<'_>, out: &mut Vec<u8>, folder: &mut Vec<u8>) {
    let offset = out.len() as u64;
    let common = |size: u64| {
        let mut fields = Vec::new();
        fields.extend(entry.flags.to_le_bytes());
        fields.extend(entry.method.to_le_bytes());
        // January 1, 1980, 00:00, as a DOS time and date.
        fields.extend([0, 0, 0x21, 0]);
        fields.extend(entry.crc.to_le_bytes());
        fields.extend(to_four_bytes(entry.data.len() as u64));
        fields.extend(to_four_bytes(size));
        fields
    };
    out.extend(b"PK\x03\x04\x14\0");
    out.extend(common(entry.claims));
    out.extend(to_two_bytes(entry.local.len()));
    out.extend([0, 0]);
    out.extend(entry.local);
    out.extend(entry.data);
    folder.extend(b"PK\x01\x02\x14\x03\x14\0");
    // Repeat the size from the local header, even if it is false.
    folder.extend(common(if entry.claims == entry.size { entry.size } else { entry.claims }));
    folder.extend(to_two_bytes(entry.central.len()));
    folder.extend([0; 8]);
    // The upper half of the external attributes is the Unix mode.
    folder.extend((entry.mode << 16).to_le_bytes());
    folder.extend(to_four_bytes(offset));
    folder.extend(entry.central);
}

/// Encodes a number in 32 bits, up to the maximum.
fn to_four_bytes(number: u64) -> [u8; 4] {
    u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes()
}

/// Encodes a number in 16 bits, up to the maximum.
fn to_two_bytes(number: usize) -> [u8; 2] {
    u16::try_from(number).unwrap_or(u16::MAX).to_le_bytes()
}

fn write_tar(
    out: &mut impl io::Write,
    recipe: &Archive,
    files: &Files,
    names: &Names,
) -> io::Result<()> {
    for (path, content) in files {
        let path = format!("{}{path}", recipe.prefix);
        let header = tar_header(path.as_bytes(), content.len() as u64, '0', b"", 0o644);
        out.write_all(&header)?;
        copy_padded(out, &mut content.as_slice(), content.len() as u64)?;
    }
    for entry in &recipe.entries {
        let text = fill_placeholders(&entry.text, names);
        let size = entry.zeros.unwrap_or(text.len() as u64);
        let target = fill_placeholders(&entry.target, names);
        for index in 0..entry.copies.unwrap_or(1) {
            let path = path_of(entry, index, names)?;
            let claims = entry.claims.unwrap_or(size);
            let mode = entry.mode.unwrap_or(0o644);
            out.write_all(&tar_header(&path, claims, entry.kind, target.as_bytes(), mode))?;
            match entry.zeros {
                Some(zeros) => copy_padded(out, &mut io::repeat(0), zeros)?,
                None => copy_padded(out, &mut text.as_bytes(), size)?,
            }
        }
    }
    // Two empty blocks end a tar file.
    out.write_all(&[0; 1024])
}

/// Copies `size` bytes, then pads with zeros to a multiple of 512 bytes.
fn copy_padded(out: &mut impl io::Write, from: &mut impl io::Read, size: u64) -> io::Result<()> {
    io::copy(&mut from.take(size), out)?;
    let rest = usize::try_from(size % 512).unwrap_or_default();
    if rest > 0 { out.write_all(&vec![0; 512 - rest]) } else { Ok(()) }
}

/// Creates a tar header in `ustar` format. Truncates names longer than 100 bytes.
fn tar_header(path: &[u8], size: u64, kind: char, target: &[u8], mode: u32) -> [u8; 512] {
    let mut header = [0_u8; 512];
    let mut put = |start: usize, room: usize, bytes: &[u8]| {
        let length = bytes.len().min(room);
        header[start..start + length].copy_from_slice(&bytes[..length]);
    };
    put(0, 100, path);
    put(100, 8, format!("{mode:07o}").as_bytes());
    put(108, 8, b"0000000");
    put(116, 8, b"0000000");
    put(124, 12, format!("{size:011o}").as_bytes());
    put(136, 12, b"00000000000");
    // While the checksum is computed, its own field counts as spaces.
    put(148, 8, b"        ");
    put(156, 1, kind.to_string().as_bytes());
    put(157, 100, target);
    put(257, 8, b"ustar\x0000");
    put(329, 8, b"0000001");
    put(337, 8, b"0000003");
    let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
    header[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
    header
}
