//! Detects and keeps the encodings of exported gradebooks.

use std::path::Path;

use base::regular;

use super::CliError;

/// The encoding of an export. Blackboard uses UTF-16.
#[derive(Clone, Copy)]
pub(super) enum Encoding {
    Utf8,
    Utf16([u8; 2]),
}

impl Encoding {
    pub(super) fn encode(self, text: &str) -> Vec<u8> {
        match self {
            Self::Utf8 => text.as_bytes().to_vec(),
            Self::Utf16(mark) => {
                let unit = |unit: u16| match mark {
                    LITTLE => unit.to_le_bytes(),
                    _ => unit.to_be_bytes(),
                };
                mark.into_iter().chain(text.encode_utf16().flat_map(unit)).collect()
            }
        }
    }
}

/// The byte order mark of little-endian UTF-16.
const LITTLE: [u8; 2] = [0xff, 0xfe];

/// The byte order mark of big-endian UTF-16.
const BIG: [u8; 2] = [0xfe, 0xff];

pub(super) fn read_export(export: &Path) -> Result<(String, Encoding), CliError> {
    let unreadable = |source| CliError::Unreadable { path: export.to_owned(), source };
    let bytes = regular::read_file(export).map_err(unreadable)?;
    let no_text = || CliError::Misuse {
        message: format!("`{}` is not a text file", export.display()),
        hint: "export the gradebook as CSV or tab-separated text".to_owned(),
    };
    for mark in [LITTLE, BIG] {
        let Some(rest) = bytes.strip_prefix(&mark) else { continue };
        let (units, odd) = rest.as_chunks::<2>();
        let unit = |pair: &[u8; 2]| match mark {
            LITTLE => u16::from_le_bytes(*pair),
            _ => u16::from_be_bytes(*pair),
        };
        let units: Vec<u16> = units.iter().map(unit).collect();
        let text = String::from_utf16(&units).ok().filter(|_| odd.is_empty());
        return Ok((text.ok_or_else(no_text)?, Encoding::Utf16(mark)));
    }
    // Text in a one-byte encoding contains no zero bytes.
    let is_one_byte = !bytes.contains(&0);
    let text = String::from_utf8(bytes).map_err(|error| match error.utf8_error() {
        error if is_one_byte => not_utf8(export, error.valid_up_to()),
        _ => no_text(),
    })?;
    Ok((text, Encoding::Utf8))
}

/// Spreadsheet programs in many languages save CSV files with one byte per character.
fn not_utf8(export: &Path, at: usize) -> CliError {
    CliError::Misuse {
        message: format!(
            "`{}` is not UTF-8, but looks like Latin-1 or Windows-1252 (byte {})",
            export.display(),
            at + 1
        ),
        hint: "use the original file from the platform, or save it as \"CSV UTF-8\"".to_owned(),
    }
}
