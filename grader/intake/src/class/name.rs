//! Converts text to safe file names.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

/// The maximum length of a name in bytes. With an extension, it stays below the common limit of 255.
/// Encrypted home folders on Linux allow only 143.
const MAX_BYTES: usize = 120;

/// Device names that Windows reserves, with or without an extension.
const DEVICES: [&str; 22] = [
    "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8",
    "com9", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
];

/// Converts text to a name that is safe as a file name on every system, in a shell, in CSV and in HTML.
///
/// Letters and digits of all scripts stay, as do `.`, `_`, `-`, `+` and `@`, except for `.`, `-`, `+` and `@` at the
/// beginning, and `.` at the end. A space becomes `_`. Every other character is escaped: each UTF-8 byte becomes `%`
/// and two hexadecimal digits. An empty name becomes `%`. Windows device names get the prefix `%`. Names longer than
/// 120 bytes are truncated and end in `%` and a hash.
///
/// Different texts get different names, unless they differ only in spaces and underscores.
pub fn escape_as_file_name(text: &str) -> String {
    escape_bytes_as_file_name(text.as_bytes())
}

/// Like [`escape_as_file_name`], for a name in any encoding. Invalid UTF-8 is escaped byte by byte.
pub(super) fn escape_bytes_as_file_name(text: &[u8]) -> String {
    let mut name = String::new();
    let mut start = 0;
    for chunk in text.utf8_chunks() {
        for c in chunk.valid().chars() {
            let (is_first, is_last) = (start == 0, start + c.len_utf8() == text.len());
            start += c.len_utf8();
            let is_kept = match c {
                '_' => true,
                '.' => !is_first && !is_last,
                '-' | '+' | '@' => !is_first,
                _ => c.is_alphanumeric(),
            };
            if is_kept {
                name.push(c);
            } else if c == ' ' {
                name.push('_');
            } else {
                push_escaped(c.encode_utf8(&mut [0; 4]).as_bytes(), &mut name);
            }
        }
        start += chunk.invalid().len();
        push_escaped(chunk.invalid(), &mut name);
    }
    if name.is_empty() {
        name.push('%');
    }
    if is_device(&name) {
        name.insert(0, '%');
    }
    if name.len() > MAX_BYTES {
        let hash = format!("%{:x}", Sha256::digest(text));
        // The percent sign and 64 bits of the hash are enough to keep names of one class apart.
        let hash = &hash[..17];
        let mut end = MAX_BYTES - hash.len();
        while !name.is_char_boundary(end) {
            end -= 1;
        }
        name.truncate(end);
        name.push_str(hash);
    }
    name
}

fn push_escaped(bytes: &[u8], name: &mut String) {
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(name, "%{byte:02X}");
    }
}

/// Returns `true` for a Windows device name. Like Windows, ignores everything after the first dot.
pub(crate) fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end();
    DEVICES.iter().any(|device| stem.eq_ignore_ascii_case(device))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn unsafe_characters_are_escaped() {
        for (text, name) in [
            ("alice", "alice"),
            ("Jane Doe_123", "Jane_Doe_123"),
            ("müller.j@uni.example", "müller.j@uni.example"),
            ("1001+1002", "1001+1002"),
            ("../x", "%2E.%2Fx"),
            ("a/b\\c:d", "a%2Fb%5Cc%3Ad"),
            ("=cmd()", "%3Dcmd%28%29"),
            ("-x", "%2Dx"),
            ("::error::", "%3A%3Aerror%3A%3A"),
            ("<b>\n", "%3Cb%3E%0A"),
            ("", "%"),
            ("..", "%2E%2E"),
            ("x.", "x%2E"),
            ("Aux", "%Aux"),
            ("nul.zip", "%nul.zip"),
            // A right-to-left override, and a decomposed accent.
            ("a\u{202e}b", "a%E2%80%AEb"),
            ("e\u{301}", "e%CC%81"),
        ] {
            assert_eq!(escape_as_file_name(text), name);
        }
        assert_eq!(escape_bytes_as_file_name(b"J\xf6rg \xc3\xb6."), "J%F6rg_ö%2E");
    }

    #[test]
    fn long_names_are_truncated_but_stay_distinct() {
        let (a, b) = (escape_as_file_name(&"ä".repeat(200)), escape_as_file_name(&"ä".repeat(201)));
        assert!(a.len() <= MAX_BYTES && b.len() <= MAX_BYTES && a != b);
        assert_eq!(escape_as_file_name(&"a".repeat(MAX_BYTES)).len(), MAX_BYTES);
        assert!(!escape_as_file_name(&"a".repeat(MAX_BYTES)).contains('%'));
    }

    proptest! {
        #[test]
        fn any_text_becomes_a_safe_path_component(text in ".{0,80}", other in ".{0,80}") {
            let name = escape_as_file_name(&text);
            prop_assert!(!name.is_empty() && name.len() <= MAX_BYTES);
            let is_safe = |c: char| c.is_alphanumeric() || "._-+@%".contains(c);
            prop_assert!(name.chars().all(is_safe));
            prop_assert!(!name.starts_with(['.', '-', '+', '@']) && !name.ends_with('.'));
            prop_assert!(!is_device(&name));
            if text.replace(' ', "_") != other.replace(' ', "_") {
                prop_assert!(name != escape_as_file_name(&other));
            }
        }
    }
}
