//! Reads text files that describe a class.

use std::io::Read;
use std::path::Path;

use base::regular;

use super::ClassReadError;
use crate::input::InputPath;

/// Little-endian first.
const UTF16: [[u8; 2]; 2] = [[0xff, 0xfe], [0xfe, 0xff]];

/// Reads a text file of at most `limit` bytes, without the byte order mark. The encoding is UTF-8, or UTF-16 with a
/// byte order mark, as in Blackboard's tables.
pub(super) fn read_text_file(path: &Path, limit: u64) -> Result<String, ClassReadError> {
    let unreadable = |source| ClassReadError::Unreadable { path: path.to_owned(), source };
    let mut bytes = Vec::new();
    let file = regular::open_regular(path).map_err(unreadable)?;
    // One more byte shows that the file is too large.
    file.take(limit + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > limit {
        return Err(ClassReadError::TooLarge { path: path.to_owned(), limit });
    }
    decode_text(bytes).ok_or_else(|| ClassReadError::NotText { path: path.to_owned() })
}

/// Like [`read_text_file`], for a file in a download.
pub(super) fn read_in_download(file: &InputPath<'_>, limit: u64) -> Result<String, ClassReadError> {
    match file.read(limit)? {
        Some(bytes) => decode_text(bytes.into_owned())
            .ok_or_else(|| ClassReadError::NotText { path: file.place() }),
        None => Err(ClassReadError::TooLarge { path: file.place(), limit }),
    }
}

fn decode_text(bytes: Vec<u8>) -> Option<String> {
    for (i, mark) in UTF16.iter().enumerate() {
        if let Some(rest) = bytes.strip_prefix(mark) {
            let (pairs, odd) = rest.as_chunks::<2>();
            let unit = |bytes: &[u8; 2]| match i {
                0 => u16::from_le_bytes(*bytes),
                _ => u16::from_be_bytes(*bytes),
            };
            let units: Vec<u16> = pairs.iter().map(unit).collect();
            return String::from_utf16(&units).ok().filter(|_| odd.is_empty());
        }
    }
    let text = String::from_utf8(bytes).ok()?;
    Some(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}
