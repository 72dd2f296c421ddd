//! Compiles a submission's tests to programs.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use base::pool;
use serde::{Deserialize, Serialize};
use tempfile::TempDir;

use super::in_sources::InSources;
use super::joined_crate::{self, Crates};
use super::prepare::MustPanic;
use super::skeleton::Skeleton;
use super::sources::TestSources;
use super::subjects::{SHARED, TestSubjects};
use crate::build::canary::{
    check_compiler_and_space, check_space_for_output, may_be_fault_of_machine,
};
use crate::build::code;
use crate::build::diagnostics::{Diagnostic, first_line};
use crate::build::error::BuildError;
use crate::build::libraries::{self, Libraries};
use crate::build::rustc::{self, CrateKind, FORBIDDEN, RustcCall};
use crate::build::toolchain::Toolchain;
use jail::ChildError;

/// A submission's tests, as programs for the sandbox that are identical on every machine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestPrograms {
    /// The programs.
    pub programs: Vec<TestProgram>,
    /// The tests in the sources that fail to compile against the model, for example because they use private items.
    pub private: Vec<String>,
    /// Sentences about skipped tests and files, with the reasons.
    pub notes: Vec<String>,
}

/// A test program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestProgram {
    /// The WebAssembly code.
    #[serde(skip)]
    pub code: Vec<u8>,
    /// Its test files, at least one. The sources come last.
    pub files: Vec<TestFile>,
}

/// A test file, or the tests in the sources.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestFile {
    /// The path, or `None` for the tests in the sources.
    pub path: Option<String>,
    /// The module that contains this file, if the program has other files. The sources are never inside a module.
    pub module: Option<String>,
    /// The tests that must panic.
    pub must_panic: MustPanic,
    /// The tests that come from the template or from the grader.
    pub of_template: BTreeSet<String>,
}

impl TestProgram {
    /// Finds a test by its full name. Returns the index of its file, followed by its name in this file.
    pub fn find_test<'a>(&self, test: &'a str) -> Option<(usize, &'a str)> {
        let names = self.files.iter().map(|file| file.name_in_file(test));
        names.enumerate().find_map(|(index, name)| Some((index, name?)))
    }
}

impl TestFile {
    fn name_in_file<'a>(&self, test: &'a str) -> Option<&'a str> {
        match &self.module {
            None => Some(test),
            Some(module) => test.strip_prefix(&**module)?.strip_prefix("::"),
        }
    }
}

/// The maximum number of files to name in a remark.
/// A remark stays a few lines long, and errors of other files often have the same cause.
const MAX_NAMES: usize = 5;

/// Why tests do not compile if the compiler reports no position.
pub(super) const NOT_LINKED: &str =
    "the linker fails: the code uses a function that does not exist, or defines something twice";

/// Compiles tests.
pub struct TestBuilder<'a> {
    pub(crate) toolchain: &'a Toolchain,
    pub(crate) libraries: &'a Libraries,
    pub(crate) subjects: &'a TestSubjects,
    /// The maximum number of threads.
    pub(crate) jobs: usize,
}

/// A crate to compile to a program.
pub(super) struct TestCrate<'a> {
    /// The name of the output file, without an extension.
    pub(super) output: String,
    pub(super) root: &'a str,
    /// The crate names that stand for the model or a fault.
    pub(super) subjects: Vec<&'a str>,
}

/// A compiled program, or why it does not compile.
pub(super) type Code = Result<Vec<u8>, RefusedTest>;

pub(super) enum RefusedTest {
    Errors(Vec<Diagnostic>),
    Other(String),
}

impl TestBuilder<'_> {
    /// Compiles all tests. The notes about ignored files come first, followed by those about tests that fail to
    /// compile.
    pub(crate) fn build(&self, mut sources: TestSources) -> Result<TestPrograms, BuildError> {
        let site = tempfile::Builder::new().prefix("grader-").tempdir()?;
        let files: Vec<(&str, &str)> =
            sources.files.iter().map(|(path, text)| (&path[..], &text[..])).collect();
        libraries::write_files(site.path(), &files)?;
        fs::create_dir(site.path().join("out"))?;
        let mut crates = Crates::join(&sources.roots, &sources.files, sources.edition);
        let in_sources = match sources.skeleton.take() {
            Some(skeleton) => {
                self.compile_with_sources(&site, &sources, skeleton, &mut crates.joined)?
            }
            None => InSources::default(),
        };
        let compiled = self.compile_files(&site, &sources, crates)?;
        let mut programs = Vec::new();
        let mut not_compiled = Vec::new();
        for (paths, compiled) in compiled {
            match compiled {
                Ok(code) => {
                    programs.push(TestProgram { code, files: sources.take_files(&paths, false) });
                }
                Err(refused) => {
                    not_compiled
                        .extend(paths.into_iter().map(|file| (file, refused.first_error_line())));
                }
            }
        }
        sources.notes.extend(not_compiled_note(&not_compiled));
        let InSources { program, mut private, paths } = in_sources;
        programs.extend(program.map(|(code, file)| {
            let mut files = sources.take_files(&paths, true);
            files.push(file);
            TestProgram { code, files }
        }));
        private.sort();
        Ok(TestPrograms { programs, private, notes: sources.notes })
    }

    /// Compiles the tests in the sources, if possible together with `files`, which is empty afterwards in this case.
    fn compile_with_sources(
        &self,
        site: &TempDir,
        sources: &TestSources,
        skeleton: Skeleton,
        files: &mut Vec<String>,
    ) -> Result<InSources, BuildError> {
        if !files.is_empty() && joined_crate::can_join(&skeleton, &sources.crate_name, files.len())
        {
            let joined = self.compile_tests_in_sources(site, sources, skeleton.clone(), files)?;
            if joined.program.is_some() {
                return Ok(InSources { paths: std::mem::take(files), ..joined });
            }
        }
        self.compile_tests_in_sources(site, sources, skeleton, &[])
    }

    /// Compiles test files. If joined files fail to compile, compiles them separately. Returns the programs in file
    /// order.
    fn compile_files(
        &self,
        site: &TempDir,
        sources: &TestSources,
        crates: Crates,
    ) -> Result<BTreeMap<Vec<String>, Code>, BuildError> {
        let compile = |files: &Vec<String>| {
            let root = match &files[..] {
                [file] => file,
                files => {
                    let text = joined_crate::declare_modules(files, "");
                    libraries::write_files(site.path(), &[(joined_crate::ROOT, &text)])?;
                    joined_crate::ROOT
                }
            };
            let number = sources.roots.iter().position(|root| files.contains(root));
            let output = format!("tests{}", number.unwrap_or_default());
            let subjects = vec![&*sources.crate_name];
            self.compile_and_check(site, sources, &TestCrate { output, root, subjects })
        };
        let mut compiled = BTreeMap::new();
        let Crates { joined, separate } = crates;
        let mut left: Vec<_> = separate.into_iter().map(|file| vec![file]).collect();
        left.extend((!joined.is_empty()).then_some(joined));
        while !left.is_empty() {
            let results = pool::map_in_parallel(self.jobs, &left, compile);
            for (files, result) in std::mem::take(&mut left).into_iter().zip(results) {
                let code = result?;
                if files.len() == 1
                    || code.as_ref().is_ok_and(|code| joined_crate::has_small_memory(code))
                {
                    compiled.insert(files, code);
                } else {
                    left.extend(files.into_iter().map(|file| vec![file]));
                }
            }
        }
        Ok(compiled)
    }

    pub(super) fn compile_and_check(
        &self,
        site: &TempDir,
        sources: &TestSources,
        test_crate: &TestCrate<'_>,
    ) -> Result<Code, BuildError> {
        let compiled = match self.compile(site.path(), sources, test_crate) {
            Err(ChildError::Broken { .. }) if !self.compiles_anything(sources)? => {
                // The second attempt reports why.
                self.compile(site.path(), sources, test_crate)?
            }
            // This is an error without a position in this program.
            Err(ChildError::Broken { .. }) => {
                check_space_for_output(&site.path().join("out"))?;
                return Ok(Err(RefusedTest::Other(NOT_LINKED.to_owned())));
            }
            compiled => compiled?,
        };
        if may_be_fault_of_machine(&compiled) {
            check_compiler_and_space(self.toolchain, self.libraries, &site.path().join("out"))?;
        }
        if let Some(crash) = compiled.crash {
            return Ok(Err(RefusedTest::Other(crash)));
        }
        let account = compiled.files_read()?.replace(&test_crate.joined_tests(), "tests/");
        // The errors may reveal the contents of files.
        if let Some(foreign) = first_foreign_input(&account) {
            let message = format!("they read `{foreign}` while they are compiled");
            return Ok(Err(RefusedTest::Other(message)));
        }
        if !compiled.success {
            return Ok(Err(RefusedTest::Errors(compiled.errors)));
        }
        let code = code::read_program(&test_crate.wasm_path(site.path()))?;
        Ok(code.map_err(|problem| RefusedTest::Other(problem.to_string())))
    }

    fn compile(
        &self,
        folder: &Path,
        sources: &TestSources,
        test_crate: &TestCrate<'_>,
    ) -> Result<rustc::Compiled, ChildError> {
        let TestCrate { root, subjects, .. } = test_crate;
        let TestSources { slider, features, .. } = sources;
        let mut externs: Vec<(&str, PathBuf)> =
            slider.iter().map(|name| (name.as_str(), self.libraries.slider_api())).collect();
        externs.extend(subjects.iter().map(|name| (*name, self.subjects.switch_library())));
        externs.extend(self.libraries.harness().map(|harness| ("test", harness)));
        let features: Vec<String> =
            features.iter().map(|name| format!("--cfg=feature=\"{name}\"")).collect();
        let shown = format!("--remap-path-prefix={}=tests/", test_crate.joined_tests());
        let mut extra = vec!["--test", SHARED, &shown];
        extra.extend(FORBIDDEN);
        extra.extend(features.iter().map(String::as_str));
        let call = RustcCall {
            root,
            name: "tests",
            edition: sources.edition,
            kind: CrateKind::Program,
            externs,
            libraries: vec![self.subjects.library_folder(), self.libraries.folder()],
            extra: &extra,
            output: &test_crate.wasm_path(folder),
            dep_info: Some(&test_crate.dep_info(folder)),
        };
        rustc::compile_tests(self.toolchain, folder, &call)
    }

    /// Returns `true` if the compiler can compile a correct test. If not, the machine is at fault.
    fn compiles_anything(&self, sources: &TestSources) -> Result<bool, BuildError> {
        let site = tempfile::tempdir()?;
        libraries::write_files(site.path(), &[("plain.rs", "#[test]\nfn plain() {}\n")])?;
        fs::create_dir(site.path().join("out"))?;
        let test_crate = TestCrate {
            output: "tests".to_owned(),
            root: "plain.rs",
            subjects: vec!["submission"],
        };
        let compiled = self.compile(site.path(), sources, &test_crate);
        Ok(compiled.is_ok_and(|compiled| compiled.success))
    }
}

impl TestCrate<'_> {
    /// Returns the folder `tests`, as the compiler writes it for modules of this crate: `src/../tests/`, for example.
    fn joined_tests(&self) -> String {
        let folder =
            self.root.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
        format!("{folder}{}tests/", joined_crate::path_to_site(self.root))
    }

    fn wasm_path(&self, folder: &Path) -> PathBuf {
        folder.join("out").join(format!("{}.wasm", self.output))
    }

    /// Returns the path of the compiler's list of the files that it read.
    fn dep_info(&self, folder: &Path) -> PathBuf {
        folder.join("out").join(format!("{}.d", self.output))
    }
}

impl RefusedTest {
    /// Returns the first error as a single line.
    fn first_error_line(&self) -> String {
        let first = match self {
            Self::Errors(errors) => errors.first(),
            Self::Other(message) => return first_line(message),
        };
        let Some(first) = first else { return "the compiler does not say why".to_owned() };
        first.on_one_line()
    }
}

fn not_compiled_note(files: &[(String, String)]) -> Option<String> {
    let listed = |(file, error): &(String, String)| {
        if error.starts_with(&format!("{file}:")) {
            error.clone()
        } else {
            format!("{file}: {error}")
        }
    };
    let names: Vec<String> = files.iter().take(MAX_NAMES).map(listed).collect();
    let more = if files.len() > MAX_NAMES { "; ..." } else { "" };
    let which = match files {
        [] => return None,
        [(file, _)] => format!("the tests in `{file}`"),
        files => format!("the tests in {} files", files.len()),
    };
    Some(format!(
        "{which} do not compile with the model answer, so they did not run: {}{more}",
        names.join("; ")
    ))
}

/// Returns the first file or environment variable, besides the sources of the tests, that the compiler's report lists.
pub(super) fn first_foreign_input(account: &str) -> Option<String> {
    account.lines().find_map(|line| {
        if let Some(variable) = line.strip_prefix("# env-dep:") {
            return Some(variable.split('=').next().unwrap_or(variable).to_owned());
        }
        let file = line.strip_suffix(':')?;
        // A file inside the folder is part of the tests.
        let leads_out = file.starts_with('/') || file.contains("..") || file.contains(':');
        leads_out.then(|| file.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_read_outside_the_tests_are_found() {
        let account = "out/tests.wasm: tests/a.rs tests/b.rs\n\ntests/a.rs:\ntests/b.rs:\n";
        assert_eq!(first_foreign_input(account), None);
        let foreign = |line: &str| first_foreign_input(&format!("{account}{line}\n"));
        assert_eq!(foreign("/etc/passwd:").as_deref(), Some("/etc/passwd"));
        assert_eq!(foreign("tests/../../x:").as_deref(), Some("tests/../../x"));
        assert_eq!(foreign("# env-dep:HOME=/x").as_deref(), Some("HOME"));
    }
}
