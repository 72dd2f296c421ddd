//! Bytes and words as the page carries them.

use std::fmt::Write as _;

/// The alphabet of Base64 (RFC 4648, section 4).
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Bytes in Base64 (RFC 4648, section 4), with padding.
pub(crate) fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let at = |i: usize| u32::from(chunk.get(i).copied().unwrap_or_default());
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for i in 0..4 {
            let index = (bits >> (18 - 6 * i)) & 0x3f;
            let letter = if i > chunk.len() { b'=' } else { ALPHABET[index as usize] };
            text.push(char::from(letter));
        }
    }
    text
}

/// A text as a string of JSON in which nothing means anything to HTML: all but letters, digits and
/// spaces are written by their numbers.
pub(crate) fn json(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        if c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.') {
            quoted.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(quoted, "\\u{unit:04x}");
            }
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of RFC 4648, section 10.
    #[test]
    fn base64_is_as_its_rfc_has_it() {
        for (plain, expected) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(plain.as_bytes()), expected);
        }
    }

    #[test]
    fn a_string_has_no_markup() {
        assert_eq!(json("puzzle04.txt"), "\"puzzle04.txt\"");
        assert_eq!(json("<\"&\u{1f600}"), "\"\\u003c\\u0022\\u0026\\ud83d\\ude00\"");
    }
}
