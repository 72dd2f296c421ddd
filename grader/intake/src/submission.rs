//! A submission, reduced to its Rust source.

mod identity;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::manifest::{Edition, ManifestFault, Package};
use super::own_tests::OwnTests;
use super::tokens::{Tokens, is_name};
use super::tree::{SourceTree, TreeFiles};
use super::{IntakeError, outline, syntax, type_home};

pub(super) const ROOT: &str = "src/lib.rs";

/// The root of a crate submitted as bare `board.rs` and `solver.rs` files.
pub(super) const GENERATED_ROOT: &str = "\
mod board;
mod solver;

pub use board::Board;
pub use solver::Solver;
";

/// The name in the grader's code for a crate without a usable name.
const NAME_IN_CODE: &str = "submission";

/// The graded part of a submission: the sources of one library crate.
///
/// No code has been compiled or run. Paths are relative, with `/` as the separator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    name: String,
    package: Package,
    root: String,
    is_bare: bool,
    files: BTreeMap<String, String>,
    data: BTreeMap<String, Vec<u8>>,
    unnamed: BTreeMap<&'static str, String>,
    faults: Vec<ManifestFault>,
    tests: OwnTests,
    left_out: Vec<String>,
    unused: Vec<String>,
    tree: LazyTree,
}

/// A submission's tree, computed on first use. All values compare equal, because the other fields determine it.
#[derive(Debug, Default)]
struct LazyTree(OnceLock<SourceTree>);

impl Clone for LazyTree {
    /// Returns an empty cache, because the caller may change the files of the copy.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for LazyTree {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for LazyTree {}

/// A file in a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceFile<'a> {
    /// The path, such as `src/board.rs`.
    pub path: &'a str,
    /// The text.
    pub text: &'a str,
}

impl Submission {
    /// Creates a submission from these files.
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
            unused: Vec::new(),
            tree: LazyTree::default(),
        }
    }

    /// Sets the root file, the facts from the manifest, and the files that the code reads during compilation.
    #[must_use]
    pub(super) fn with_package(
        self,
        root: String,
        package: Package,
        data: BTreeMap<String, Vec<u8>>,
    ) -> Self {
        Self { package, root, data, tree: LazyTree::default(), ..self }
    }

    /// Adds files that no `mod` item declares: for each type that should be exported, the first one that defines it.
    /// This affects the wording of the report, but not the grade.
    #[must_use]
    pub(super) fn with_unnamed(self, unnamed: BTreeMap<&'static str, String>) -> Self {
        Self { unnamed, ..self }
    }

    /// Adds a sentence about each additional archive, file or crate.
    #[must_use]
    pub(super) fn with_left_out(mut self, left_out: impl IntoIterator<Item = String>) -> Self {
        self.left_out.extend(left_out);
        self
    }

    /// Returns a sentence about each archive, file or crate outside of the submission. They do not affect the grade.
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }

    /// Adds a sentence about each file that may have been meant as a part that is missing or not finished.
    #[must_use]
    pub(super) fn with_unused(self, unused: Vec<String>) -> Self {
        Self { unused, ..self }
    }

    /// Returns a sentence about each file that may have been meant as a part that is missing or not finished. Somebody
    /// needs to look at these.
    pub fn unused(&self) -> &[String] {
        &self.unused
    }

    /// Returns the crate's name in other code, if given in the manifest.
    pub fn crate_name(&self) -> Option<&str> {
        self.package.crate_name.as_deref()
    }

    /// Returns the crate's name in the grader's code.
    pub fn name_in_code(&self) -> &str {
        // Names that the compiler or the grader uses, or may use in the future.
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

    /// Returns `true` if the root was generated for bare files.
    pub fn has_generated_root(&self) -> bool {
        self.is_bare
    }

    #[must_use]
    pub(super) fn with_generated_root(self) -> Self {
        Self { is_bare: true, ..self }
    }

    /// Returns the name of a type that implements the `slider` trait `name`.
    pub fn implementor(&self, name: &str) -> Option<String> {
        let files = syntax::parse_submission(self);
        files.iter().find_map(|file| file.implementors(name).next().map(str::to_owned))
    }

    /// Returns the positions of the graded methods in the compiled files.
    pub fn outline(&self) -> grade::Outline {
        outline::outline_of_files(&syntax::parse_submission(self))
    }

    /// Returns the manifest settings that determine how to compile the crate.
    pub fn package(&self) -> &Package {
        &self.package
    }

    /// Returns the variables that cargo would set during compilation and that the code mentions, with their values. All
    /// others are left out, since the compiler would read some of them and then mention cargo in messages.
    pub fn variables(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let all = self.package.variables.iter().map(|(name, value)| (*name, value.as_str()));
        all.filter(|(name, _)| self.files().any(|file| file.text.contains(name)))
    }

    /// Returns the library's root file.
    pub fn root(&self) -> &str {
        &self.root
    }

    /// Returns the files that the code may read during compilation.
    pub fn data(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.data.iter().map(|(path, bytes)| (path.as_str(), &bytes[..]))
    }

    /// Returns the file outside the library that defines a type with this name.
    pub fn unnamed_file_defining(&self, name: &str) -> Option<&str> {
        self.unnamed.get(name).map(String::as_str)
    }

    /// Returns the files of the library, and the obstacles to compiling it.
    pub fn tree(&self) -> &SourceTree {
        self.tree
            .0
            .get_or_init(|| SourceTree::from_root(&self.root, &mut &*self).unwrap_or_default())
    }

    #[must_use]
    pub(crate) fn with_tests(self, tests: OwnTests) -> Self {
        Self { tests, ..self }
    }

    /// Sets the name of the submission, which does not affect the grade.
    #[must_use]
    pub fn with_name(self, name: String) -> Self {
        Self { name, ..self }
    }

    /// Returns the name of the submission: that of the folder or archive, or the name assigned by the class.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the Rust edition.
    pub fn edition(&self) -> Edition {
        self.package.edition
    }

    /// Returns everything that the manifest requests without permission.
    pub fn faults(&self) -> &[ManifestFault] {
        &self.faults
    }

    /// Returns the source files, sorted by path.
    pub fn files(&self) -> impl Iterator<Item = SourceFile<'_>> + Clone {
        self.files.iter().map(|(path, text)| SourceFile { path, text })
    }

    /// Returns the tests next to the sources, not those inside them.
    pub fn tests(&self) -> &OwnTests {
        &self.tests
    }

    /// Returns a copy with different text in one file.
    #[must_use]
    pub fn with_file(&self, path: &str, text: &str) -> Self {
        let mut changed = self.clone();
        changed.files.insert(path.to_owned(), text.to_owned());
        changed
    }

    /// Returns a copy with `stand_in` in place of the module that should define the type `name`. The module may be
    /// empty or commented out, or name the type differently. If the module contains the type `other`, it stays, and the
    /// root no longer exports `name`. Returns `None` if there is no such module.
    #[must_use]
    pub fn with_stand_in(&self, name: &str, other: &str, stand_in: &str) -> Option<Self> {
        type_home::replace_module(self, name, other, stand_in)
    }

    pub(super) fn text_of_file(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(String::as_str)
    }

    /// Returns the file that defines the type `name` with `struct`, `enum`, `type` or `union`.
    ///
    /// The search uses words rather than syntax, so it works for code that does not parse. Types in comments do not
    /// count.
    pub fn file_defining(&self, name: &str) -> Option<SourceFile<'_>> {
        let SourceTree { live, .. } = self.tree();
        let mut files = self.files().filter(|file| has_type(file.text, name));
        let first = files.clone().next();
        files.find(|file| live.contains(file.path)).or(first)
    }

    /// Returns `true` if the student's code defines or mentions a `Board`.
    pub(super) fn has_board(&self) -> bool {
        let is_own = |file: &SourceFile<'_>| file.path != ROOT || file.text != GENERATED_ROOT;
        let mentions = |file: SourceFile<'_>| identifiers(file.text).any(|word| word == "Board");
        !self.unnamed.is_empty()
            || self.files().any(|file| is_own(&file)) && self.files().any(mentions)
    }
}

impl TreeFiles for &Submission {
    fn source(&mut self, path: &str) -> Result<Option<&str>, IntakeError> {
        Ok(self.files.get(path).map(String::as_str))
    }

    fn data(&mut self, path: &str) -> Result<bool, IntakeError> {
        Ok(self.data.contains_key(path) || self.files.contains_key(path))
    }

    fn crate_name(&self) -> Option<&str> {
        Submission::crate_name(self)
    }
}

const DECLARES: [&str; 4] = ["struct", "enum", "type", "union"];

/// Returns runs of letters, digits and underscores.
fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// Returns `true` if the code declares a type with this name, considering only words if the tokens are uncertain.
pub(super) fn has_type(text: &str, name: &str) -> bool {
    let tokens = Tokens::from_text(text);
    if tokens.flaw().is_some() {
        return has_type_by_words(text, name);
    }
    (1..tokens.len()).any(|at| tokens.word(at) == name && DECLARES.contains(&tokens.word(at - 1)))
}

/// Returns `true` if the words of a text declare a type with this name.
pub(super) fn has_type_by_words(text: &str, name: &str) -> bool {
    let mut before = "";
    let code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    code.flat_map(identifiers).any(|word| {
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
    fn the_defining_file_is_found_in_invalid_code() {
        let several = submission(&[
            ("src/board.rs", "pub struct Board { // struct Solver\n"),
            ("src/lib.rs", "mod board; pub use board::Board;"),
            ("src/solver.rs", "impl Board for (( struct\nSolver<B> {"),
        ]);
        assert_eq!(several.file_defining("Board").map(|file| file.path), Some("src/board.rs"));
        assert_eq!(several.file_defining("Solver").map(|file| file.path), Some("src/solver.rs"));
        assert_eq!(several.file_defining("Node"), None);
        assert!(several.has_board() && !submission(&[("src/lib.rs", "struct Boar;")]).has_board());
    }
}
