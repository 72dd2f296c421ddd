//! Parses entry names, and derives the names on disk.

use std::borrow::Cow;
use std::ffi::OsString;

use sha2::{Digest, Sha256};

use super::error::Refusal;
use crate::class::is_device;
use crate::folder::is_source;
use crate::litter;

/// The maximum length of a name with folders in bytes, as on Linux, with room for the temporary folder.
const MAX_BYTES: usize = 3 << 10;

/// The maximum length of a path component in bytes, as on common file systems.
const MAX_PART: usize = 255;

/// The maximum depth of an entry. A submission may be nested three folders deep, with a `src` folder up to sixteen
/// levels deep.
const MAX_DEPTH: usize = 24;

/// Whether the file system usually accepts any bytes in a name, and distinguishes upper case from lower case.
pub(super) const KEEPS_NAMES: bool = cfg!(all(unix, not(target_vendor = "apple")));

/// The components of a name, which cannot point outside the target folder.
///
/// Any characters are accepted. Otherwise, a file would count in a folder, but not in an archive of the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EntryName {
    parts: Vec<Vec<u8>>,
}

impl EntryName {
    /// Parses a name, dropping empty and `.` components, as in `./src//board.rs`. This leaves no components for the
    /// root folder.
    pub(super) fn parse(name: &[u8]) -> Result<Self, Refusal> {
        let has_drive =
            matches!(name, [drive, b':', b'/' | b'\\', ..] if drive.is_ascii_alphabetic());
        if name.starts_with(b"/") || has_drive {
            return Err(Refusal::Absolute);
        }
        let mut parts = name.split(|byte| *byte == b'/');
        if parts.clone().any(|part| part == b"..") {
            return Err(Refusal::Outside);
        }
        let parts = parts.by_ref().filter(|part| ![&b""[..], b"."].contains(part));
        Ok(Self { parts: parts.map(<[u8]>::to_vec).collect() })
    }

    /// Checks the depth, which also limits what readers look at in a folder.
    pub(super) fn check_depth(&self) -> Result<(), Refusal> {
        if self.parts.len() > MAX_DEPTH {
            return Err(Refusal::Deep { limit: MAX_DEPTH });
        }
        Ok(())
    }

    /// Checks the limits of file systems.
    pub(super) fn check_length(&self) -> Result<(), Refusal> {
        let bytes: usize = self.stored().map(|part| part.len() + 1).sum();
        if bytes > MAX_BYTES {
            return Err(Refusal::Long { limit: MAX_BYTES });
        }
        Ok(())
    }

    /// Returns `true` if there are no components.
    pub(super) fn is_root(&self) -> bool {
        self.parts.is_empty()
    }

    /// Returns the components, outermost folder first.
    pub(super) fn components(&self) -> &[Vec<u8>] {
        &self.parts
    }

    /// Returns the names of the surrounding folders, outermost first.
    pub(super) fn folders(&self) -> impl Iterator<Item = Self> {
        (1..self.parts.len()).map(|end| Self { parts: self.parts[..end].to_vec() })
    }

    /// Returns the components as text, outermost folder first. Invalid UTF-8 is replaced, as it is for folders.
    pub(super) fn parts(&self) -> impl DoubleEndedIterator<Item = Cow<'_, str>> {
        self.parts.iter().map(|part| String::from_utf8_lossy(part))
    }

    /// Returns the name as text.
    pub(super) fn shown(&self) -> String {
        self.parts().collect::<Vec<_>>().join("/")
    }

    /// Returns the components of the path on disk: unchanged where the file system allows it, so that an archive is
    /// read like the folder.
    pub(super) fn stored(&self) -> impl Iterator<Item = OsString> {
        self.parts.iter().map(|part| stored(part))
    }

    /// Returns a key that is equal for names that may denote the same file. The comparison uses Unicode's simple case
    /// mapping, without normalization: composed and decomposed accents are different.
    pub(super) fn key(&self, ignores_case: bool) -> Vec<u8> {
        let key = |part: &Vec<u8>| match std::str::from_utf8(part) {
            Ok(text) if ignores_case => text.to_lowercase().into_bytes(),
            _ => part.clone(),
        };
        self.parts.iter().map(key).collect::<Vec<_>>().join(&b'/')
    }

    /// Returns `true` if a tool left the entry, or a folder around it, behind. A folder named like cargo's output is not
    /// litter if it holds a submission.
    pub(super) fn is_litter(&self) -> bool {
        let parts: Vec<_> = self.parts().collect();
        let is_code = |part: Option<&Cow<'_, str>>| part.is_none_or(|part| litter::is_code(part));
        parts.iter().enumerate().any(|(i, part)| {
            litter::is_noise(part) || litter::is_target(part) && !is_code(parts.get(i + 1))
        })
    }

    /// Returns `true` for sources and manifests. All other permitted files are test data.
    pub(super) fn is_code(&self) -> bool {
        let Some(file) = self.parts().next_back() else { return false };
        file == "Cargo.toml" || is_source(&file)
    }

    /// Returns `true` if the name has an archive extension.
    pub(super) fn is_archive(&self) -> bool {
        self.parts().next_back().is_some_and(|file| super::is_archive_name(&file))
    }
}

/// Returns the name of a file or folder on disk.
fn stored(part: &[u8]) -> OsString {
    let mut name = Vec::new();
    let last = part.len().saturating_sub(1);
    let is_reserved = !KEEPS_NAMES && is_device(&String::from_utf8_lossy(part));
    for (start, chunk) in chunks(part) {
        let is_kept = match chunk {
            Ok(c) => {
                // Windows uses these for streams, patterns and redirections, and removes final dots and spaces.
                let is_special = c.is_control() || "\\:*?\"<>|".contains(c);
                let is_lost = start == last && ['.', ' '].contains(&c);
                let is_first = start == 0 && is_reserved;
                c != '\0' && (KEEPS_NAMES || !(is_special || is_lost || is_first))
            }
            Err(_) => KEEPS_NAMES,
        };
        let bytes = match chunk {
            Ok(c) => c.to_string().into_bytes(),
            Err(byte) => vec![byte],
        };
        if is_kept {
            name.extend(bytes);
        } else {
            name.extend(bytes.iter().flat_map(|byte| format!("%{byte:02X}").into_bytes()));
        }
    }
    if name.len() > MAX_PART {
        name = shortened(&name, part);
    }
    os_string(name)
}

/// Returns the characters and invalid bytes of a name, each with its position.
fn chunks(part: &[u8]) -> impl Iterator<Item = (usize, Result<char, u8>)> {
    let mut start = 0;
    let characters = part.utf8_chunks().flat_map(|chunk| {
        let invalid = chunk.invalid().iter().map(|byte| Err(*byte));
        chunk.valid().chars().map(Ok).chain(invalid)
    });
    characters.map(move |chunk| {
        let at = start;
        start += chunk.map_or(1, char::len_utf8);
        (at, chunk)
    })
}

/// Shortens a name to the maximum length, with a hash of the original name. Keeps the extension, which determines how
/// the file is used.
fn shortened(name: &[u8], original: &[u8]) -> Vec<u8> {
    const MAX_EXTENSION: usize = 16;
    let hash = format!("%{:x}", Sha256::digest(original));
    let dot = name.iter().rposition(|byte| *byte == b'.');
    let extension = dot.map(|dot| &name[dot..]).filter(|it| it.len() <= MAX_EXTENSION);
    let extension = extension.unwrap_or_default();
    let mut end = MAX_PART - MAX_EXTENSION - 17;
    // Do not cut a character in half.
    while name[end] & 0xc0 == 0x80 && end > 0 {
        end -= 1;
    }
    [&name[..end], &hash.as_bytes()[..17], extension].concat()
}

#[cfg(unix)]
fn os_string(name: Vec<u8>) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(name)
}

#[cfg(not(unix))]
fn os_string(name: Vec<u8>) -> OsString {
    String::from_utf8_lossy(&name).into_owned().into()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn parts(name: &EntryName) -> Vec<String> {
        name.parts().map(Cow::into_owned).collect()
    }

    #[test]
    fn names_are_split_into_parts() {
        for (name, expected) in [
            ("src/lib.rs", &["src", "lib.rs"][..]),
            ("./src//./lib.rs", &["src", "lib.rs"]),
            ("./", &[]),
            ("a/", &["a"]),
            ("Übung 3/…", &["Übung 3", "…"]),
            ("..a/b..c/.x", &["..a", "b..c", ".x"]),
            // Only a folder can be left out of a path, and only `/` separates folders.
            ("a\\..\\b/why?", &["a\\..\\b", "why?"]),
            ("c:x/nul/d. ", &["c:x", "nul", "d. "]),
        ] {
            assert_eq!(parts(&EntryName::parse(name.as_bytes()).unwrap()), expected, "{name}");
        }
    }

    #[test]
    fn paths_to_other_folders_are_refused() {
        for (name, refusal) in [
            ("/etc/passwd", Refusal::Absolute),
            ("//host/share", Refusal::Absolute),
            ("C:\\x", Refusal::Absolute),
            ("c:/x", Refusal::Absolute),
            ("../x", Refusal::Outside),
            ("a/../../x", Refusal::Outside),
            ("a/..", Refusal::Outside),
        ] {
            assert_eq!(EntryName::parse(name.as_bytes()), Err(refusal), "{name}");
        }
        let name = |name: &str| EntryName::parse(name.as_bytes()).unwrap();
        let deep = name(&"a/".repeat(30));
        assert_eq!(deep.check_depth(), Err(Refusal::Deep { limit: MAX_DEPTH }));
        let long = name(&format!("{}/", "a".repeat(200)).repeat(20));
        assert_eq!(long.check_length(), Err(Refusal::Long { limit: MAX_BYTES }));
    }

    #[test]
    fn a_name_on_disk_fits_and_stays_distinct() {
        let long = |count| EntryName { parts: vec![format!("{}.zip", "я".repeat(count)).into()] };
        let [one, other] = [long(200), long(201)].map(|name| name.stored().next().unwrap());
        assert!(one.len() <= MAX_PART && one != other);
        assert_eq!(Path::new(&one).extension(), Some("zip".as_ref()), "{one:?}");
        let stored =
            |name: &[u8]| EntryName { parts: vec![name.to_vec()] }.stored().next().unwrap();
        assert_eq!(stored(b"a\0b").to_str(), Some("a%00b"));
        if KEEPS_NAMES {
            let name = b"a\xfc\\:?\"\n.";
            assert_eq!(stored(name).as_encoded_bytes(), name);
        }
    }

    #[test]
    fn code_and_litter_are_recognized() {
        let name = |name: &str| EntryName::parse(name.as_bytes()).unwrap();
        for code in ["src/a.rs", "x/Cargo.toml"] {
            assert!(name(code).is_code() && !name(code).is_litter(), "{code}");
        }
        assert!(name("hw/inner.ZIP").is_archive() && !name("hw/inner.ZIP").is_code());
        for litter in ["__MACOSX/src/._lib.rs", "src/._a.rs", "a/target/x", "TARGET/debug/x.rs"] {
            assert!(name(litter).is_litter(), "{litter}");
        }
    }
}
