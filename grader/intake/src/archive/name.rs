//! Parses entry names.

use std::borrow::Cow;

use super::error::Refusal;
use crate::folder::has_rust_extension;
use crate::litter;

/// The maximum depth of an entry. A submission may be nested three folders deep, with a `src` folder up to sixteen
/// levels deep.
const MAX_DEPTH: usize = 24;

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

    /// Returns `true` if there are no components.
    pub(super) fn is_root(&self) -> bool {
        self.parts.is_empty()
    }

    /// Returns the components, outermost folder first.
    pub(super) fn components(&self) -> &[Vec<u8>] {
        &self.parts
    }

    /// Returns the components as text, outermost folder first. Invalid UTF-8 is replaced, as it is for folders.
    pub(super) fn text_components(&self) -> impl DoubleEndedIterator<Item = Cow<'_, str>> {
        self.parts.iter().map(|part| String::from_utf8_lossy(part))
    }

    /// Returns the name as text.
    pub(super) fn to_text(&self) -> String {
        self.text_components().collect::<Vec<_>>().join("/")
    }

    /// Returns the last component as text.
    pub(super) fn file_name(&self) -> String {
        self.text_components().next_back().unwrap_or_default().into_owned()
    }

    /// Returns `true` if a tool left the entry, or a folder around it, behind. A folder named like cargo's output is not
    /// litter if it holds a submission.
    pub(super) fn is_left_by_tool(&self) -> bool {
        let parts: Vec<_> = self.text_components().collect();
        let is_code = |part: Option<&Cow<'_, str>>| part.is_none_or(|part| litter::is_code(part));
        parts.iter().enumerate().any(|(i, part)| {
            litter::is_noise(part) || litter::is_target(part) && !is_code(parts.get(i + 1))
        })
    }

    /// Returns `true` for sources and manifests. All other permitted files are test data.
    pub(super) fn is_code(&self) -> bool {
        let file = self.file_name();
        file == "Cargo.toml" || has_rust_extension(&file)
    }

    /// Returns `true` if the name has an archive extension.
    pub(super) fn is_archive(&self) -> bool {
        super::is_archive_name(&self.file_name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(name: &EntryName) -> Vec<String> {
        name.text_components().map(Cow::into_owned).collect()
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
    }

    #[test]
    fn code_and_litter_are_recognized() {
        let name = |name: &str| EntryName::parse(name.as_bytes()).unwrap();
        for code in ["src/a.rs", "x/Cargo.toml"] {
            assert!(name(code).is_code() && !name(code).is_left_by_tool(), "{code}");
        }
        assert!(name("hw/inner.ZIP").is_archive() && !name("hw/inner.ZIP").is_code());
        for litter in ["__MACOSX/src/._lib.rs", "src/._a.rs", "a/target/x", "TARGET/debug/x.rs"] {
            assert!(name(litter).is_left_by_tool(), "{litter}");
        }
    }
}
