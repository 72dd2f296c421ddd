//! Parses and validates entry names.

use std::path::Path;

use super::error::Refusal;
use crate::class::is_device;
use crate::folder::is_source;
use crate::litter;

/// The maximum length of a name with folders, in bytes.
const MAX_BYTES: usize = 400;

/// The maximum length of a path component in bytes, as on common file systems.
const MAX_PART: usize = 255;

/// The maximum depth of an entry. A submission may be nested three folders deep, with a `src` folder up to sixteen
/// levels deep.
const MAX_DEPTH: usize = 24;

/// Extensions of files to include in code, for example with `#![doc = include_str!("../README.md")]`.
const INCLUDED: [&str; 8] = ["md", "txt", "in", "csv", "json", "toml", "dat", "bin"];

/// The components of a safe name, which cannot point outside the target folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EntryName {
    parts: Vec<String>,
}

impl EntryName {
    /// Parses a name, dropping empty and `.` components, as in `./src//board.rs`. This leaves no components for the
    /// root folder.
    pub(super) fn parse(name: &str) -> Result<Self, Refusal> {
        if name.len() > MAX_BYTES {
            return Err(Refusal::Long { limit: MAX_BYTES });
        }
        if let Some(character) = name.chars().find(|it| it.is_control()) {
            return Err(Refusal::Character { character });
        }
        let is_drive = name.as_bytes().get(1) == Some(&b':')
            && name.as_bytes().first().is_some_and(u8::is_ascii_alphabetic);
        if name.starts_with(['/', '\\']) || is_drive {
            return Err(Refusal::Absolute);
        }
        if name.split(['/', '\\']).any(|part| part == "..") {
            return Err(Refusal::Outside);
        }
        if name.contains('\\') {
            return Err(Refusal::Backslash);
        }
        // Windows uses these for streams, patterns and redirections.
        if let Some(character) = name.chars().find(|it| ":*?\"<>|".contains(*it)) {
            return Err(Refusal::Character { character });
        }
        let parts = name.split('/').filter(|part| !["", "."].contains(part));
        let parts: Vec<String> = parts.map(str::to_owned).collect();
        if parts.len() > MAX_DEPTH {
            return Err(Refusal::Deep { limit: MAX_DEPTH });
        }
        if parts.iter().any(|part| part.len() > MAX_PART) {
            return Err(Refusal::Long { limit: MAX_PART });
        }
        if parts.iter().any(|part| is_device(part) || part.ends_with(['.', ' '])) {
            return Err(Refusal::Device);
        }
        Ok(Self { parts })
    }

    /// Returns the components, outermost folder first.
    pub(super) fn parts(&self) -> &[String] {
        &self.parts
    }

    /// Returns `true` if a tool left the entry, or a folder around it, behind.
    pub(super) fn is_litter(&self) -> bool {
        self.parts.iter().any(|part| litter::is_litter(part))
    }

    /// Returns `true` if a submission may use the entry: a source, a manifest, an archive, a file with a commonly
    /// included extension, or anything in `tests` and `puzzles`.
    pub(super) fn is_used(&self) -> bool {
        let Some((file, folders)) = self.parts.split_last() else { return false };
        let ending = Path::new(file).extension().and_then(|it| it.to_str()).unwrap_or_default();
        self.is_code()
            || self.is_archive()
            || INCLUDED.contains(&ending)
            || folders.iter().any(|part| part == "tests" || part == "puzzles")
    }

    /// Returns `true` for sources and manifests. All other permitted files are test data.
    pub(super) fn is_code(&self) -> bool {
        let Some(file) = self.parts.last() else { return false };
        file == "Cargo.toml" || is_source(file)
    }

    /// Returns `true` if the name has an archive extension.
    pub(super) fn is_archive(&self) -> bool {
        self.parts.last().is_some_and(|file| super::is_named_so(file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn safe_names_are_split_into_parts() {
        for (name, parts) in [
            ("src/lib.rs", &["src", "lib.rs"][..]),
            ("./src//./lib.rs", &["src", "lib.rs"]),
            ("./", &[]),
            ("a/", &["a"]),
            ("Übung 3/…", &["Übung 3", "…"]),
            ("..a/b..c/.x", &["..a", "b..c", ".x"]),
        ] {
            assert_eq!(EntryName::parse(name).unwrap().parts(), parts, "{name}");
        }
    }

    #[test]
    fn unsafe_names_are_rejected() {
        let long = format!("{}/x", "a".repeat(300));
        let deep = "a/".repeat(30);
        for (name, refusal) in [
            ("/etc/passwd", Refusal::Absolute),
            ("//host/share", Refusal::Absolute),
            ("\\\\host\\share", Refusal::Absolute),
            ("C:\\x", Refusal::Absolute),
            ("c:x", Refusal::Absolute),
            ("../x", Refusal::Outside),
            ("a/../../x", Refusal::Outside),
            ("a/..", Refusal::Outside),
            ("a\\..\\x", Refusal::Outside),
            ("src\\lib.rs", Refusal::Backslash),
            ("a\0.rs", Refusal::Character { character: '\0' }),
            ("a\n.rs", Refusal::Character { character: '\n' }),
            ("lib.rs:x", Refusal::Character { character: ':' }),
            ("src/NUL", Refusal::Device),
            ("src/com1.rs", Refusal::Device),
            ("src/lib.rs.", Refusal::Device),
            ("src./lib.rs", Refusal::Device),
            ("src /lib.rs", Refusal::Device),
            ("... /x", Refusal::Device),
            (&long, Refusal::Long { limit: MAX_PART }),
            (&"a".repeat(500), Refusal::Long { limit: MAX_BYTES }),
            (&deep, Refusal::Deep { limit: MAX_DEPTH }),
        ] {
            assert_eq!(EntryName::parse(name), Err(refusal), "{name}");
        }
    }

    #[test]
    fn used_files_are_distinguished_from_the_rest() {
        let name = |name: &str| EntryName::parse(name).unwrap();
        for used in
            ["src/a.rs", "x/Cargo.toml", "hw/tests/data/a.txt", "puzzles/4x4.toml", "README.md"]
        {
            assert!(name(used).is_used() && !name(used).is_litter(), "{used}");
        }
        assert!(name("hw/inner.ZIP").is_used() && !name("hw/inner.ZIP").is_code());
        for unused in ["Cargo.lock", ".rs", "src", "docs/tests.pdf"] {
            assert!(!name(unused).is_used(), "{unused}");
        }
        for litter in ["__MACOSX/src/._lib.rs", "src/._a.rs", "a/target/x", "TARGET/x.rs"] {
            assert!(name(litter).is_litter(), "{litter}");
        }
    }
}
