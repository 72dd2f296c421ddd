//! Text encoding for the page.

use std::fmt::Write as _;

/// Formats a JSON string for HTML: escapes everything except letters, digits, spaces and a few harmless characters.
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

    #[test]
    fn markup_in_strings_is_escaped() {
        assert_eq!(json("puzzle04.txt"), "\"puzzle04.txt\"");
        assert_eq!(json("<\"&\u{1f600}"), "\"\\u003c\\u0022\\u0026\\ud83d\\ude00\"");
    }
}
