//! Collects a submission's tests.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use intake::{Edition, Submission, TestScan};

use super::joined_crate;
use super::prepare::{MustPanic, prepare_test_file};
use super::programs::TestFile;
use super::skeleton::Skeleton;
use super::template;
use crate::run::DataFiles;

/// A submission's tests, ready to be compiled. Other code in the submission does not affect them.
#[derive(Hash)]
pub struct TestSources {
    /// The submission's edition.
    pub(super) edition: Edition,
    /// The names for `slider` in the code.
    pub(super) slider: BTreeSet<String>,
    /// The enabled features.
    pub(super) features: BTreeSet<String>,
    /// The root file of the skeleton.
    pub(super) root: String,
    /// The name of the submission's crate, for the tests in `tests`.
    pub crate_name: String,
    /// The files below `tests`.
    pub files: BTreeMap<String, String>,
    /// The files to compile to a program each.
    pub(super) roots: Vec<String>,
    /// By root file.
    pub(super) must_panic: BTreeMap<String, MustPanic>,
    /// By root file.
    pub(super) of_template: BTreeMap<String, BTreeSet<String>>,
    /// The tests in the sources.
    pub skeleton: Option<Skeleton>,
    /// The files that the tests may read.
    pub data: DataFiles,
    /// Sentences about skipped tests and files, with the reasons.
    pub notes: Vec<String>,
}

/// The maximum number of test programs, each of which takes seconds to compile. The size of their files is limited when
/// they are read.
const MAX_ROOTS: usize = 16;

impl TestSources {
    /// Collects a submission's tests.
    pub fn from_submission(submission: &Submission) -> Self {
        let tests = submission.tests();
        let left_out = |(file, why): (&String, &&str)| format!("`{file}` {why}, so it is ignored");
        let mut sources = Self {
            edition: submission.edition(),
            slider: submission.package().slider.clone(),
            features: submission.package().features.clone(),
            root: submission.root().to_owned(),
            crate_name: tests.crate_name.clone().unwrap_or_else(|| "submission".to_owned()),
            files: BTreeMap::new(),
            roots: Vec::new(),
            must_panic: BTreeMap::new(),
            of_template: BTreeMap::new(),
            skeleton: None,
            data: Arc::new(tests.data.clone()),
            notes: tests.left_out.iter().map(left_out).collect(),
        };
        let (mut of_helpers, mut helpers_of_template) = (MustPanic::new(), BTreeSet::new());
        let roots: Vec<&str> = tests.roots().collect();
        if roots.len() > MAX_ROOTS {
            sources.notes.push(format!(
                "only the first {MAX_ROOTS} of {} test files, sorted by name, are used",
                roots.len()
            ));
        }
        let scan = scan_with_macros(submission);
        for (file, text) in &tests.files {
            let is_root = roots.contains(&file.as_str());
            let module = if is_root { String::new() } else { module_of(file, &roots) };
            let of_template = template::names_of_given_functions(text, &module);
            let (text, must_panic) = prepare_test_file(text, &module);
            if let Some(reader) = scan.first_compile_time_reader(&text) {
                sources.notes.push(sentence_about_read(file, reader));
                continue;
            }
            if is_root && sources.roots.len() == MAX_ROOTS {
                continue;
            }
            if is_root {
                sources.roots.push(file.clone());
                sources.must_panic.insert(file.clone(), must_panic);
                sources.of_template.insert(file.clone(), of_template);
            } else {
                of_helpers.extend(must_panic);
                helpers_of_template.extend(of_template);
            }
            sources.files.insert(file.clone(), text);
        }
        for must_panic in sources.must_panic.values_mut() {
            must_panic.extend(of_helpers.clone());
        }
        for of_template in sources.of_template.values_mut() {
            of_template.extend(helpers_of_template.clone());
        }
        sources.read_skeleton_unless_too_deep(submission);
        sources
    }

    fn read_skeleton_unless_too_deep(&mut self, submission: &Submission) {
        // Code that is nested too deeply for the compiler has no skeleton.
        let is_too_deep = submission.files().any(|file| intake::is_too_deep(file.text));
        let tree = submission.tree();
        if is_too_deep || tree.has_readers() {
            return;
        }
        let edited = submission
            .files()
            .map(|file| (file.path, tree.text_for_compiler(file.path, file.text)));
        let edited: Vec<(&str, String)> = edited.collect();
        let files = edited.iter().map(|(path, text)| (*path, text.as_str()));
        let Some(mut skeleton) = Skeleton::new(files) else { return };
        let scan = scan_with_macros(submission);
        let texts: Vec<(String, String)> =
            skeleton.files().map(|(file, text)| (file.to_owned(), text)).collect();
        for (file, text) in texts {
            if let Some(reader) = scan.first_compile_time_reader(&text) {
                skeleton.remove_tests_of_file(&file);
                self.notes.push(sentence_about_read(&file, reader));
            }
        }
        let is_clean =
            skeleton.files().all(|(_, text)| scan.first_compile_time_reader(&text).is_none());
        self.skeleton = is_clean.then_some(skeleton);
    }

    /// Returns the files at these paths, which share a program.
    pub(super) fn take_files(&mut self, paths: &[String], with_sources: bool) -> Vec<TestFile> {
        let are_joined = with_sources || paths.len() > 1;
        let files = paths.iter().enumerate().map(|(number, path)| TestFile {
            path: Some(path.clone()),
            module: are_joined.then(|| joined_crate::module_name(number)),
            must_panic: self.must_panic.remove(path).unwrap_or_default(),
            of_template: self.of_template.remove(path).unwrap_or_default(),
        });
        files.collect()
    }

    /// Returns `true` if there are no tests to compile.
    pub fn is_empty(&self) -> bool {
        self.roots.is_empty() && self.skeleton.is_none()
    }
}

/// Returns a scan that knows the macros of all tests and sources, because they may be compiled together.
fn scan_with_macros(submission: &Submission) -> TestScan {
    let tests = submission.tests().files.values().map(String::as_str);
    TestScan::from_texts(tests.chain(submission.files().map(|file| file.text)))
}

fn sentence_about_read(file: &str, reader: &str) -> String {
    format!(
        "the tests in `{file}` are ignored, because they use `{reader}` to read files while they \
         are compiled; instead, open files in `puzzles` and `tests` when the tests run"
    )
}

/// Returns the module path that a helper file usually has.
fn module_of(file: &str, roots: &[&str]) -> String {
    let inner = file.strip_prefix("tests/").unwrap_or(file);
    let inner = match inner.split_once('/') {
        Some((folder, rest)) if roots.contains(&&*format!("tests/{folder}/main.rs")) => rest,
        _ => inner,
    };
    // Older crates put a module's file into its folder.
    inner.trim_end_matches(".rs").trim_end_matches("/mod").replace('/', "::")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn helpers_have_the_same_module_as_in_cargo() {
        let roots = ["tests/a.rs", "tests/long/main.rs"];
        assert_eq!(module_of("tests/common/mod.rs", &roots), "common");
        assert_eq!(module_of("tests/common/boards.rs", &roots), "common::boards");
        assert_eq!(module_of("tests/long/boards.rs", &roots), "boards");
    }
}
