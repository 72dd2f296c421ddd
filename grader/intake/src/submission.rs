//! A submission: Rust source and nothing else.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use base::digest::Parts;

use super::manifest::{Edition, ManifestFault, Package};
use super::own_tests::OwnTests;
use super::tokens::{Tokens, is_name};
use super::tree::{Files, Tree};
use super::{IntakeError, home, implementors, outline};

/// The file that a crate begins with.
pub(super) const ROOT: &str = "src/lib.rs";

/// The root of a crate that is handed in as bare `board.rs` and `solver.rs`.
pub(super) const GENERATED_ROOT: &str = "\
mod board;
mod solver;

pub use board::Board;
pub use solver::Solver;
";

/// The name that the grader's own code has for a crate without a name of its own.
const NAME_IN_CODE: &str = "submission";

/// A submission as far as it counts: the sources of one library crate.
///
/// Nothing in it has been run or compiled. Paths are relative, with `/` between their parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    name: String,
    package: Package,
    root: String,
    /// Whether the root is made up.
    is_bare: bool,
    files: BTreeMap<String, String>,
    data: BTreeMap<String, Vec<u8>>,
    unnamed: BTreeMap<&'static str, String>,
    faults: Vec<ManifestFault>,
    tests: OwnTests,
    left_out: Vec<String>,
    tree: Kept,
}

/// The tree of a submission, once it is known. It follows from the rest, so that all are equal.
#[derive(Debug, Default)]
struct Kept(OnceLock<Tree>);

impl Clone for Kept {
    /// A copy may be given other files.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Kept {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Kept {}

/// A file of a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceFile<'a> {
    /// The path, such as `src/board.rs`.
    pub path: &'a str,
    /// Its text.
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
        Self {
            name,
            package: Package { edition, ..Package::default() },
            root: ROOT.to_owned(),
            is_bare: false,
            files,
            data: BTreeMap::new(),
            unnamed: BTreeMap::new(),
            faults,
            tests: OwnTests::default(),
            left_out: Vec::new(),
            tree: Kept::default(),
        }
    }

    /// The submission as the library that begins in `root`, with the facts of its manifest and the
    /// files that its code reads while it is compiled.
    #[must_use]
    pub(super) fn with_package(
        self,
        root: String,
        package: Package,
        data: BTreeMap<String, Vec<u8>>,
    ) -> Self {
        Self { package, root, data, tree: Kept::default(), ..self }
    }

    /// The submission with files beside it that no module names: of each type that is to be
    /// exported the first that has it. It changes nothing about the grade but its words.
    #[must_use]
    pub(super) fn with_unnamed(self, unnamed: BTreeMap<&'static str, String>) -> Self {
        Self { unnamed, ..self }
    }

    /// The submission with a further sentence about each archive, file or crate that was handed in as
    /// well.
    #[must_use]
    pub(super) fn with_left_out(mut self, left_out: impl IntoIterator<Item = String>) -> Self {
        self.left_out.extend(left_out);
        self
    }

    /// A sentence about each archive, file or crate that was handed in as well and is no part of it. It
    /// changes nothing about the grade.
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }

    /// The name by which other code names its crate, if its manifest tells.
    pub fn crate_name(&self) -> Option<&str> {
        self.package.crate_name.as_deref()
    }

    /// The name by which the grader's own code can name its crate.
    pub fn name_in_code(&self) -> &str {
        // The compiler and the grader know these by themselves, or will.
        const TAKEN: [&str; 12] = [
            "slider",
            "std",
            "core",
            "alloc",
            "proc_macro",
            "test",
            "probe",
            "graded",
            "model",
            "model_board",
            "gen",
            "main",
        ];
        let is_free = |name: &&str| !TAKEN.contains(name) && is_name(name);
        self.crate_name().filter(is_free).unwrap_or(NAME_IN_CODE)
    }

    /// Whether its root is made up, because it is handed in as bare files.
    pub fn has_generated_root(&self) -> bool {
        self.is_bare
    }

    /// The submission with a root that is made up.
    #[must_use]
    pub(super) fn with_generated_root(self) -> Self {
        Self { is_bare: true, ..self }
    }

    /// The name of a type that implements the trait of `slider` of this name.
    pub fn implementor(&self, name: &str) -> Option<String> {
        let Tree { live, .. } = self.tree();
        let mut live = self.files().filter(|file| live.contains(file.path));
        live.find_map(|file| implementors::first(file.text, name))
    }

    /// Where the methods stand that are graded, in the files that are compiled.
    pub fn outline(&self) -> grade::Outline {
        let Tree { live, .. } = self.tree();
        let live = self.files().filter(|file| live.contains(file.path));
        outline::outline(live.map(|file| (file.path, file.text)))
    }

    /// The facts of its manifest that decide how it is compiled.
    pub fn package(&self) -> &Package {
        &self.package
    }

    /// The variables that cargo would set while it is compiled, with their values: those that its
    /// code names. The compiler itself looks at some, and then speaks of cargo.
    pub fn variables(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let all = self.package.variables.iter().map(|(name, value)| (*name, value.as_str()));
        all.filter(|(name, _)| self.files().any(|file| file.text.contains(name)))
    }

    /// The file that the library begins in.
    pub fn root(&self) -> &str {
        &self.root
    }

    /// The files that its code may read while it is compiled.
    pub fn data(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.data.iter().map(|(path, bytes)| (path.as_str(), &bytes[..]))
    }

    /// The file, beside those of the library, that has a type of this name.
    pub fn unnamed(&self, name: &str) -> Option<&str> {
        self.unnamed.get(name).map(String::as_str)
    }

    /// The files that the library is made of, and the obstacles to compiling it.
    pub fn tree(&self) -> &Tree {
        self.tree.0.get_or_init(|| Tree::of(&self.root, &mut &*self).unwrap_or_default())
    }

    /// The submission with these tests beside its sources.
    #[must_use]
    pub(crate) fn with_tests(self, tests: OwnTests) -> Self {
        Self { tests, ..self }
    }

    /// The submission under another name. It changes nothing about the grade.
    #[must_use]
    pub(crate) fn with_name(self, name: String) -> Self {
        Self { name, ..self }
    }

    /// Its name: that of its folder or archive, or the name that a class gives it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The edition of Rust that it is written in.
    pub fn edition(&self) -> Edition {
        self.package.edition
    }

    /// The things that its manifest asks for and does not get.
    pub fn faults(&self) -> &[ManifestFault] {
        &self.faults
    }

    /// Its source files, in the order of their paths.
    pub fn files(&self) -> impl Iterator<Item = SourceFile<'_>> + Clone {
        self.files.iter().map(|(path, text)| SourceFile { path, text })
    }

    /// The tests beside its sources. Those within them are part of the sources.
    pub fn tests(&self) -> &OwnTests {
        &self.tests
    }

    /// The submission with other text in one of its files.
    #[must_use]
    pub fn with_file(&self, path: &str, text: &str) -> Self {
        let mut changed = self.clone();
        changed.files.insert(path.to_owned(), text.to_owned());
        changed
    }

    /// The submission with `stand_in` in place of the module that should have the type `name` and does
    /// not have it, because it is empty or commented out, or calls the type otherwise. If the type
    /// `other` is in that module, the module stays, and the root no longer exports `name`. `None` if
    /// there is no such module.
    #[must_use]
    pub fn with_stand_in(&self, name: &str, other: &str, stand_in: &str) -> Option<Self> {
        home::with_stand_in(self, name, other, stand_in)
    }

    /// The text of the file at a path.
    pub(super) fn source(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(String::as_str)
    }

    /// The file that defines the type `name`: the one with `struct`, `enum`, `type` or `union` and
    /// that name.
    ///
    /// This looks at words and not at the meaning, so that it works for code that does not parse. A
    /// type that is commented out is none.
    pub fn file_defining(&self, name: &str) -> Option<SourceFile<'_>> {
        let Tree { live, .. } = self.tree();
        let mut files = self.files().filter(|file| has_type(file.text, name));
        let first = files.clone().next();
        files.find(|file| live.contains(file.path)).or(first)
    }

    /// Whether there is something of the student's that has a `Board` or asks for one.
    pub(super) fn has_board(&self) -> bool {
        let is_own = |file: &SourceFile<'_>| file.path != ROOT || file.text != GENERATED_ROOT;
        let mentions = |file: SourceFile<'_>| words(file.text).any(|word| word == "Board");
        !self.unnamed.is_empty() || self.files().any(|it| is_own(&it)) && self.files().any(mentions)
    }

    /// A hash of everything that decides the grade: `sha256:` and 64 hexadecimal digits.
    pub fn hash(&self) -> String {
        let mut hash = Parts::default();
        let mut add = |part: &[u8]| hash.add(part);
        add(self.package.edition.as_str().as_bytes());
        for file in self.files() {
            add(file.path.as_bytes());
            add(file.text.as_bytes());
        }
        for (path, bytes) in &self.data {
            add(b"data");
            add(path.as_bytes());
            add(bytes);
        }
        for (name, value) in self.variables() {
            add(b"variable");
            add(name.as_bytes());
            add(value.as_bytes());
        }
        for feature in &self.package.features {
            add(b"feature");
            add(feature.as_bytes());
        }
        if self.name_in_code() != NAME_IN_CODE {
            add(b"crate");
            add(self.name_in_code().as_bytes());
        }
        if self.root != ROOT {
            add(b"root");
            add(self.root.as_bytes());
        }
        for name in self.package.slider.iter().filter(|name| *name != "slider") {
            add(b"slider");
            add(name.as_bytes());
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

impl Files for &Submission {
    fn source(&mut self, path: &str) -> Result<Option<&str>, IntakeError> {
        Ok(self.files.get(path).map(String::as_str))
    }

    fn data(&mut self, path: &str) -> Result<bool, IntakeError> {
        Ok(self.data.contains_key(path) || self.files.contains_key(path))
    }
}

/// The words that declare a type.
const DECLARES: [&str; 4] = ["struct", "enum", "type", "union"];

/// The words of a text: runs of letters, digits and underscores.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// Whether the code in a text has a type of this name; its words, where it is no code for certain.
pub(super) fn has_type(text: &str, name: &str) -> bool {
    let tokens = Tokens::of(text);
    if tokens.flaw().is_some() {
        return defines(text, name);
    }
    (1..tokens.len()).any(|at| tokens.word(at) == name && DECLARES.contains(&tokens.word(at - 1)))
}

/// Whether a text has a type of this name.
pub(super) fn defines(text: &str, name: &str) -> bool {
    let mut before = "";
    let code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    code.flat_map(words).any(|word| {
        let keyword = std::mem::replace(&mut before, word);
        word == name && DECLARES.contains(&keyword)
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
        assert!(it.has_board() && !submission(&[("src/lib.rs", "struct Boar;")]).has_board());
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
        let named = |text: &str| {
            let (package, _) = super::super::manifest::read(text);
            one.clone().with_package(ROOT.to_owned(), package, BTreeMap::new()).hash()
        };
        assert_eq!(one.hash(), named("[package]\nname = \"std\"\nedition = \"2024\"\n"));
        assert!(one.hash() != named("[package]\nedition = \"2024\"\n[features]\ndefault = []\n"));
        let tests = |path: &str| {
            let files = [(path.to_owned(), "z".to_owned())].into();
            one.clone().with_tests(OwnTests { files, ..OwnTests::default() }).hash()
        };
        assert!(tests("tests/a.rs") != one.hash() && tests("tests/a.rs") != tests("tests/b.rs"));
    }
}
