//! Reads a submission's tests and their data files.
//!
//! Problems with tests should not prevent grading: unusable files are skipped and reported with a reason.

use std::collections::BTreeMap;
use std::path::Path;

use toml::{Table, Value};

use super::input::InputPath;
use super::{nesting, root, tokens};

/// The maximum total size in bytes and the maximum number of test files.
// A quarter of what sources may take. Students' tests take some dozen kilobytes.
const MAX_BYTES: usize = 1 << 20;
const MAX_FILES: usize = 200;

/// The maximum total size, the maximum number, and the maximum size of data files for tests. Sizes are in bytes.
const MAX_DATA_BYTES: usize = 2 << 20;
const MAX_DATA_FILES: usize = 500;
const MAX_DATA_FILE: usize = 256 << 10;

/// The maximum depth of folders below the crate. Test data is rarely deeper than `tests/data/easy`.
const MAX_DEPTH: usize = 4;

/// The tests of a submission.
///
/// Paths are relative to the crate, with `/` as the separator.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct OwnTests {
    /// The name of the submission in test code, if specified in the manifest.
    pub crate_name: Option<String>,
    /// The Rust files in `tests`.
    pub files: BTreeMap<String, String>,
    /// The data files for the tests.
    pub data: BTreeMap<String, Vec<u8>>,
    /// The unusable test files, with brief reasons.
    pub left_out: BTreeMap<String, &'static str>,
}

impl OwnTests {
    /// Returns the files to compile as separate test binaries, as in cargo.
    pub fn roots(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str).filter(|path| {
            let parts: Vec<&str> = path.split('/').collect();
            matches!(parts[..], ["tests", _] | ["tests", _, "main.rs"])
        })
    }
}

pub(super) fn read_own_tests(folder: &InputPath<'_>) -> OwnTests {
    let mut tests = OwnTests { crate_name: crate_name(folder), ..OwnTests::default() };
    let mut reader = TestsReader { tests: &mut tests, folder, bytes: 0, data_bytes: 0 };
    reader.read_folder(&folder.join("tests"), 0);
    reader.read_folder(&folder.join("puzzles"), 0);
    tests
}

/// Returns the library name in the manifest, if it is valid in Rust code.
fn crate_name(folder: &InputPath<'_>) -> Option<String> {
    let manifest: Table = root::read_manifest_text(folder)?.parse().ok()?;
    let name = |table: &str| manifest.get(table)?.get("name").and_then(Value::as_str);
    let name = name("lib").or_else(|| name("package"))?.replace('-', "_");
    let is_name = name.is_ascii() && tokens::is_name(&name);
    // Crates with these names already exist.
    let is_taken = ["slider", "std", "core", "alloc", "proc_macro", "test"].contains(&&*name);
    (is_name && !is_taken).then_some(name)
}

struct TestsReader<'a> {
    tests: &'a mut OwnTests,
    folder: &'a InputPath<'a>,
    bytes: usize,
    data_bytes: usize,
}

impl TestsReader<'_> {
    /// Reads a folder in sorted order.
    fn read_folder(&mut self, folder: &InputPath<'_>, depth: usize) {
        if depth > MAX_DEPTH {
            return;
        }
        for entry in folder.entries().unwrap_or_default() {
            let name = entry.relative_to(self.folder).to_owned();
            let is_code = name.starts_with("tests/")
                && Path::new(&name).extension().is_some_and(|extension| extension == "rs");
            if entry.is_folder() {
                self.read_folder(&entry, depth + 1);
            } else if is_code {
                if let Err(why) = self.read_code(&entry, &name) {
                    self.tests.left_out.insert(name, why);
                }
            } else if entry.is_file() {
                self.read_data(&entry, name);
            }
        }
    }

    fn read_code(&mut self, file: &InputPath<'_>, name: &str) -> Result<(), &'static str> {
        if !file.is_file() {
            return Err("is not a regular file");
        }
        // A file in `tests` itself becomes a crate with its name.
        let root = name.strip_prefix("tests/").filter(|name| !name.contains('/'));
        let may_be_named =
            |character: char| character.is_alphanumeric() || ['_', '-'].contains(&character);
        if root.is_some_and(|name| !name.trim_end_matches(".rs").chars().all(may_be_named)) {
            return Err("has a name that a crate cannot have");
        }
        let remaining = MAX_BYTES - self.bytes;
        let bytes = file.read(remaining as u64).map_err(|_| "cannot be read")?;
        let Some(bytes) = bytes.filter(|_| self.tests.files.len() < MAX_FILES) else {
            return Err("exceeds the limit for tests: 200 files and 1 MiB in total");
        };
        let text = std::str::from_utf8(&bytes).map_err(|_| "is not UTF-8 text")?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if nesting::is_too_deep(text) {
            return Err("is nested too deeply");
        }
        self.bytes += text.len();
        self.tests.files.insert(name.to_owned(), text.to_owned());
        Ok(())
    }

    /// Reads a data file. When it is too large, it is skipped, and tests that read it will fail with a message.
    fn read_data(&mut self, file: &InputPath<'_>, name: String) {
        let limit = MAX_DATA_FILE.min(MAX_DATA_BYTES - self.data_bytes);
        if self.tests.data.len() == MAX_DATA_FILES {
            return;
        }
        if let Ok(Some(bytes)) = file.read(limit as u64) {
            self.data_bytes += bytes.len();
            self.tests.data.insert(name, bytes.into_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::tests::{input, text_input};

    #[test]
    fn tests_and_their_data_files_are_collected() {
        let input = input(&[
            ("Cargo.toml", b"[package]\nname = \"my-solver\"\n"),
            ("tests/board.rs", b"fn f() {}"),
            ("tests/common/mod.rs", b""),
            ("tests/long/main.rs", b""),
            ("tests/data/a.txt", b"2"),
            ("puzzles/b.txt", b"\xff"),
            ("other/c.txt", b""),
        ]);
        let tests = read_own_tests(&input.top());
        assert_eq!(tests.crate_name.as_deref(), Some("my_solver"));
        assert!(tests.roots().eq(["tests/board.rs", "tests/long/main.rs"]));
        assert_eq!(tests.files.len(), 3);
        assert!(tests.data.keys().eq(["puzzles/b.txt", "tests/data/a.txt"]));
        assert!(tests.left_out.is_empty());
    }

    #[test]
    fn unusable_tests_and_data_are_left_out() {
        let deep = "(".repeat(nesting::MAX + 1);
        let input = input(&[
            ("Cargo.toml", b"[package]\nname = \"slider\"\n"),
            ("tests/a.rs", b"\xff"),
            ("tests/b.rs", deep.as_bytes()),
            ("tests/c.rs", &vec![b' '; MAX_BYTES + 1]),
            ("puzzles/large.txt", &vec![b' '; MAX_DATA_FILE + 1]),
        ]);
        let tests = read_own_tests(&input.top());
        assert_eq!(tests.crate_name, None);
        for (name, taken) in
            [("test", true), ("fn", true), ("a b", true), ("é", true), ("b2", false)]
        {
            let manifest = format!("[lib]\nname = \"{name}\"\n");
            let input = text_input(&[("Cargo.toml", &manifest)]);
            assert_eq!(crate_name(&input.top()).is_none(), taken, "{name}");
        }
        assert!(tests.left_out.keys().eq(["tests/a.rs", "tests/b.rs", "tests/c.rs"]));
        assert!(tests.files.is_empty() && tests.data.is_empty());
        assert_eq!(read_own_tests(&text_input(&[]).top()), OwnTests::default());
    }
}
