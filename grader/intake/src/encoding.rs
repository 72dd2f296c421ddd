//! Reads source files in the encodings that editors write.

use ra_ap_rustc_lexer::{FrontmatterAllowed, TokenKind, tokenize};

use super::IntakeError;
use super::input::InputPath;
use super::size;

/// A source file's text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SourceText {
    pub(super) text: String,
    /// Why the text is not as it was written, as the end of a sentence about the file, unless it was UTF-8.
    pub(super) remark: Option<String>,
}

/// Reads a source file of at most `limit` bytes.
pub(super) fn read_text(file: &InputPath<'_>, limit: u64) -> Result<SourceText, IntakeError> {
    let bytes = file.read(limit)?.ok_or_else(|| IntakeError::FileTooLarge {
        path: file.label(),
        limit: format!("{} of source", size::format_bytes(limit)),
    })?;
    Ok(decode(&bytes))
}

/// Decodes UTF-8, UTF-16 with a byte order mark, and Latin-1 in comments and literals. Anything else becomes a character
/// that no code may contain, so that the compiler reports its line.
fn decode(bytes: &[u8]) -> SourceText {
    let utf16 = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let (units, rest) = bytes.as_chunks();
        let decoded = char::decode_utf16(units.iter().copied().map(unit));
        let text = decoded.map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER));
        let text = text.chain((!rest.is_empty()).then_some(char::REPLACEMENT_CHARACTER)).collect();
        SourceText { text, remark: Some("is UTF-16; save it as UTF-8".to_owned()) }
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] | rest => utf8_or_latin1(rest),
    }
}

fn utf8_or_latin1(bytes: &[u8]) -> SourceText {
    let mut text = String::with_capacity(bytes.len());
    let mut foreign = Vec::new();
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            foreign.push(text.len());
            text.push(char::from(*byte));
        }
    }
    let Some(first) = foreign.first() else { return SourceText { text, remark: None } };
    let line_at = |at: usize| 1 + text[..at].matches('\n').count();
    let Some(in_code) = first_in_code(&text, &foreign) else {
        let remark = format!("is not UTF-8 in line {}, and is read as Latin-1", line_at(*first));
        return SourceText { text, remark: Some(remark) };
    };
    let remark = Some(format!("is not UTF-8 in line {}", line_at(in_code)));
    SourceText { text: String::from_utf8_lossy(bytes).into_owned(), remark }
}

/// Returns the first of these sorted positions that is neither in a comment nor in a literal.
fn first_in_code(text: &str, positions: &[usize]) -> Option<usize> {
    let mut positions = positions.iter().copied().peekable();
    let mut end = 0;
    for token in tokenize(text, FrontmatterAllowed::No) {
        end += token.len as usize;
        let may_hold_any_text = matches!(
            token.kind,
            TokenKind::LineComment { .. }
                | TokenKind::BlockComment { .. }
                | TokenKind::Literal { .. }
        );
        while let Some(at) = positions.next_if(|at| *at < end) {
            if !may_hold_any_text {
                return Some(at);
            }
        }
    }
    positions.next()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn common_encodings_are_read() {
        let code = "// é\nfn f() -> char { 'ß' }\n";
        let utf16 = |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
            "\u{feff}".encode_utf16().chain(code.encode_utf16()).flat_map(bytes).collect()
        };
        let latin1: Vec<u8> = code.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
        for (bytes, remark) in [
            (code.as_bytes().to_vec(), None),
            (["\u{feff}", code].concat().into_bytes(), None),
            (utf16(u16::to_le_bytes), Some("is UTF-16; save it as UTF-8")),
            (utf16(u16::to_be_bytes), Some("is UTF-16; save it as UTF-8")),
            (latin1, Some("is not UTF-8 in line 1, and is read as Latin-1")),
        ] {
            let decoded = decode(&bytes);
            assert_eq!(decoded.text, code, "{bytes:?}");
            assert_eq!(decoded.remark.as_deref(), remark, "{bytes:?}");
        }
    }

    #[test]
    fn other_bytes_in_code_stay_an_error() {
        let decoded = decode(b"// \xe9\nfn gr\xf6sse() {}\n");
        assert_eq!(decoded.remark.as_deref(), Some("is not UTF-8 in line 2"));
        assert!(decoded.text.lines().nth(1).unwrap().contains(char::REPLACEMENT_CHARACTER));
    }

    proptest! {
        #[test]
        fn any_bytes_become_text(bytes in any::<Vec<u8>>()) {
            let decoded = decode(&bytes);
            let plain = String::from_utf8(bytes).ok();
            let plain = plain.as_deref().map(|text| text.strip_prefix('\u{feff}').unwrap_or(text));
            prop_assert_eq!(decoded.remark.is_none(), plain == Some(&*decoded.text));
        }
    }
}
