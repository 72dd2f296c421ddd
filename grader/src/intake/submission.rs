//! A submission: Rust source and nothing else.

use std::collections::BTreeMap;

use super::manifest::{Edition, ManifestFault};
use super::own_tests::OwnTests;
use crate::digest::Parts;

/// The file that a crate begins with.
pub(super) const ROOT: &str = "src/lib.rs";

/// The root of a crate that is handed in as bare `board.rs` and `solver.rs`.
pub(super) const GENERATED_ROOT: &str = "\
mod board;
mod solver;

pub use board::Board;
pub use solver::Solver;
";

/// What a student handed in, as far as it counts: the sources of one library crate.
///
/// Nothing in it has been run or compiled. Paths are relative, with `/` between their parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    name: String,
    edition: Edition,
    files: BTreeMap<String, String>,
    faults: Vec<ManifestFault>,
    crate_name: Option<String>,
    tests: OwnTests,
}

/// A file of a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceFile<'a> {
    /// The path, such as `src/board.rs`.
    pub path: &'a str,
    /// What is in it.
    pub text: &'a str,
}

impl Submission {
    /// A submission of these files.
    pub fn new(
        name: String,
        edition: Edition,
        files: BTreeMap<String, String>,
        faults: Vec<ManifestFault>,
    ) -> Self {
        Self { name, edition, files, faults, crate_name: None, tests: OwnTests::default() }
    }

    /// The same submission with the name of its crate. It changes nothing about the grade.
    #[must_use]
    pub fn with_crate_name(self, crate_name: Option<String>) -> Self {
        Self { crate_name, ..self }
    }

    /// The name by which other code names its crate, if its manifest tells.
    pub fn crate_name(&self) -> Option<&str> {
        self.crate_name.as_deref()
    }

    /// The same submission with these tests beside its sources.
    #[must_use]
    pub fn with_tests(self, tests: OwnTests) -> Self {
        Self { tests, ..self }
    }

    /// The same submission under another name. It changes nothing about the grade.
    #[must_use]
    pub fn with_name(self, name: String) -> Self {
        Self { name, ..self }
    }

    /// What it is called: the name of its folder or archive, or what a class calls it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The edition of Rust that it is written in.
    pub fn edition(&self) -> Edition {
        self.edition
    }

    /// What its manifest asks for and does not get.
    pub fn faults(&self) -> &[ManifestFault] {
        &self.faults
    }

    /// Its source files, in the order of their paths.
    pub fn files(&self) -> impl Iterator<Item = SourceFile<'_>> {
        self.files.iter().map(|(path, text)| SourceFile { path, text })
    }

    /// The tests beside its sources. Those within them are part of the sources.
    pub fn tests(&self) -> &OwnTests {
        &self.tests
    }

    /// The same submission with other text in one of its files.
    #[must_use]
    pub fn with_file(&self, path: &str, text: &str) -> Self {
        let mut changed = self.clone();
        changed.files.insert(path.to_owned(), text.to_owned());
        changed
    }

    /// The file that defines the type `name`: the one with `struct`, `enum`, `type` or `union` and
    /// that name.
    ///
    /// This looks at words and not at the meaning, so that it works for code that does not parse.
    pub fn file_defining(&self, name: &str) -> Option<SourceFile<'_>> {
        self.files().find(|file| defines(file.text, name))
    }

    /// Whether any file has a type called `name`, or makes one public under that name.
    pub fn mentions(&self, name: &str) -> bool {
        self.files().any(|file| words(file.text).any(|word| word == name))
    }

    /// The first macro or attribute that has the compiler read other files or its environment, with
    /// the file that it is in.
    pub fn first_reader(&self) -> Option<(SourceFile<'_>, &'static str)> {
        self.files().find_map(|file| Some((file, super::foreign::first_reader(file.text)?)))
    }

    /// A hash of everything that decides the grade: `sha256:` and 64 hexadecimal digits.
    pub fn hash(&self) -> String {
        let mut hash = Parts::default();
        let mut add = |part: &[u8]| hash.add(part);
        add(self.edition.as_str().as_bytes());
        for file in self.files() {
            add(file.path.as_bytes());
            add(file.text.as_bytes());
        }
        for fault in &self.faults {
            add(fault.to_string().as_bytes());
        }
        let OwnTests { crate_name, files, data, left_out } = &self.tests;
        if !files.is_empty() {
            add(crate_name.as_deref().unwrap_or_default().as_bytes());
            let files = files.iter().map(|(path, text)| (path, text.as_bytes()));
            for (path, bytes) in files.chain(data.iter().map(|(path, it)| (path, &it[..]))) {
                add(path.as_bytes());
                add(bytes);
            }
        }
        for path in left_out.keys() {
            add(path.as_bytes());
        }
        hash.named()
    }
}

/// The words of a text: runs of letters, digits and underscores.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

fn defines(text: &str, name: &str) -> bool {
    let mut before = "";
    let code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    code.flat_map(words).any(|word| {
        let keyword = std::mem::replace(&mut before, word);
        word == name && ["struct", "enum", "type", "union"].contains(&keyword)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn submission(files: &[(&str, &str)]) -> Submission {
        let files = files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
        Submission::new("alice".to_owned(), Edition::E2024, files.collect(), Vec::new())
    }

    #[test]
    fn the_defining_file_is_found_in_code_that_does_not_parse() {
        let it = submission(&[
            ("src/board.rs", "pub struct Board { // struct Solver\n"),
            ("src/lib.rs", "mod board; pub use board::Board;"),
            ("src/solver.rs", "impl Board for (( struct\nSolver<B> {"),
        ]);
        assert_eq!(it.file_defining("Board").map(|file| file.path), Some("src/board.rs"));
        assert_eq!(it.file_defining("Solver").map(|file| file.path), Some("src/solver.rs"));
        assert_eq!(it.file_defining("Node"), None);
        assert!(it.mentions("Board") && !it.mentions("Boar"));
    }

    #[test]
    fn the_hash_tells_any_change() {
        let one = submission(&[("src/a.rs", "x"), ("src/b.rs", "y")]);
        let hashes = [
            one.hash(),
            submission(&[("src/a.rs", "xy"), ("src/b.rs", "")]).hash(),
            submission(&[("src/a.rs", "x"), ("src/c.rs", "y")]).hash(),
            submission(&[("src/a.rs", "x")]).hash(),
        ];
        for (i, a) in hashes.iter().enumerate() {
            assert!(a.starts_with("sha256:") && a.len() == 71);
            assert!(hashes[..i].iter().all(|b| a != b));
        }
        assert_eq!(one.hash(), one.clone().hash());
        assert_eq!(one.hash(), one.clone().with_crate_name(Some("x".to_owned())).hash());
        let tests = |path: &str| {
            let files = [(path.to_owned(), "z".to_owned())].into();
            one.clone().with_tests(OwnTests { files, ..OwnTests::default() }).hash()
        };
        assert!(tests("tests/a.rs") != one.hash() && tests("tests/a.rs") != tests("tests/b.rs"));
    }
}
