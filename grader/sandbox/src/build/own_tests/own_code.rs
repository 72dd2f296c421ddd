//! Links tests with the submission's own code.

use std::fs;
use std::path::PathBuf;

use intake::{Package, Submission, TestScan};
use tempfile::TempDir;

use super::prepare::prepare_test_file;
use super::programs::{NOT_LINKED, TestFile, TestProgram, TestPrograms, first_foreign_input};
use super::skeleton::module_of;
use super::template;
use crate::build::canary::{check_compiler_and_space, may_be_fault_of_machine};
use crate::build::code;
use crate::build::diagnostics::Diagnostic;
use crate::build::error::BuildError;
use crate::build::libraries::{self, Libraries};
use crate::build::rustc::{self, CrateKind, FORBIDDEN, RustcCall};
use crate::build::toolchain::Toolchain;
use jail::ChildError;

/// A submission's code, compiled unchanged for tests.
pub(crate) struct OwnCode<'a> {
    pub(crate) toolchain: &'a Toolchain,
    pub(crate) libraries: &'a Libraries,
    pub(crate) submission: &'a Submission,
}

/// The checks that `cargo test` enables.
const CHECKED: [&str; 2] = ["-Coverflow-checks=on", "-Cdebug-assertions=on"];

const FILE: &str = "tests/tried.rs";

impl OwnCode<'_> {
    /// Returns the program for the tests in the sources, or a note with the reason as part of a sentence.
    pub(crate) fn compile_tests_in_sources(&self) -> Result<TestPrograms, BuildError> {
        let mut tests = TestFile::default();
        let mut files = Vec::new();
        let tree = self.submission.tree();
        let scan = TestScan::from_texts(self.submission.files().map(|file| file.text));
        for file in self.submission.files() {
            if intake::is_too_deep(file.text) {
                return Ok(without_programs(format!("`{}` is nested too deeply", file.path)));
            }
            let module = module_of(file.path);
            let (text, must_panic) =
                prepare_test_file(&tree.text_for_compiler(file.path, file.text), &module);
            if let Some(reader) = scan.first_compile_time_reader(&text) {
                return Ok(without_programs(format!("`{}` uses `{reader}`", file.path)));
            }
            tests.of_template.extend(template::names_of_given_functions(file.text, &module));
            tests.must_panic.extend(must_panic);
            files.push((file.path, text));
        }
        let site = create_site(&files)?;
        Ok(
            match self.compile(
                &site,
                self.submission.root(),
                "tests",
                CrateKind::Program,
                Vec::new(),
                true,
            )? {
                Ok(code) => TestPrograms {
                    programs: vec![TestProgram { code, files: vec![tests] }],
                    ..TestPrograms::default()
                },
                Err(why) => without_programs(why),
            },
        )
    }

    /// Compiles a test file together with the submission's own code, which the file imports by `name`. Returns `None` if
    /// this is not possible: the code is nested too deeply, reads files, or does not compile.
    pub(crate) fn compile_test_file<'b>(
        &'b self,
        name: &'b str,
        file: &str,
    ) -> Result<Option<TestProgram>, BuildError> {
        let tree = self.submission.tree();
        let is_too_deep = self.submission.files().any(|file| intake::is_too_deep(file.text));
        if is_too_deep || tree.has_readers() {
            return Ok(None);
        }
        let edited = self
            .submission
            .files()
            .map(|file| (file.path, tree.text_for_compiler(file.path, file.text)));
        let mut files: Vec<(&str, String)> = edited.collect();
        files.push((FILE, file.to_owned()));
        let site = create_site(&files)?;
        if self
            .compile(
                &site,
                self.submission.root(),
                "submission",
                CrateKind::Library,
                Vec::new(),
                false,
            )?
            .is_err()
        {
            return Ok(None);
        }
        let library = vec![(name, output_path(&site, "submission", CrateKind::Library))];
        let code = self.compile(&site, FILE, "tests", CrateKind::Program, library, true)?;
        let file = TestFile { path: Some(FILE.to_owned()), ..TestFile::default() };
        Ok(code.ok().map(|code| TestProgram { code, files: vec![file] }))
    }

    /// Compiles a crate under this name, or returns the reason why it does not compile.
    fn compile<'b>(
        &'b self,
        site: &TempDir,
        root: &str,
        name: &str,
        kind: CrateKind,
        mut externs: Vec<(&'b str, PathBuf)>,
        for_tests: bool,
    ) -> Result<Result<Vec<u8>, String>, BuildError> {
        let Package { slider, features, .. } = self.submission.package();
        externs.extend(slider.iter().map(|name| (name.as_str(), self.libraries.slider_api())));
        let dep_info = site.path().join("out").join(format!("{name}.d"));
        let mut extra = CHECKED.to_vec();
        extra.extend(FORBIDDEN);
        if for_tests {
            extra.push("--test");
            externs.extend(self.libraries.harness().map(|harness| ("test", harness)));
        }
        let features: Vec<String> =
            features.iter().map(|name| format!("--cfg=feature=\"{name}\"")).collect();
        extra.extend(features.iter().map(String::as_str));
        let output = output_path(site, name, kind);
        let call = RustcCall {
            root,
            name,
            edition: self.submission.edition(),
            kind,
            externs,
            libraries: vec![self.libraries.folder()],
            extra: &extra,
            output: &output,
            dep_info: Some(&dep_info),
        };
        let compiled = match rustc::compile_tests(self.toolchain, site.path(), &call) {
            // The machine or this program may be at fault for an error without a position.
            Err(ChildError::Broken { .. }) => {
                check_compiler_and_space(self.toolchain, self.libraries, &site.path().join("out"))?;
                return Ok(Err(NOT_LINKED.to_owned()));
            }
            compiled => compiled?,
        };
        if may_be_fault_of_machine(&compiled) {
            check_compiler_and_space(self.toolchain, self.libraries, &site.path().join("out"))?;
        }
        // The errors may reveal the contents of files.
        if let Some(foreign) = first_foreign_input(compiled.files_read()?) {
            return Ok(Err(format!("it reads `{foreign}` while it is compiled")));
        }
        if !compiled.success {
            let first = compiled.errors.first().map(Diagnostic::on_one_line);
            let why = compiled.crash.or(first);
            return Ok(Err(why.unwrap_or_else(|| "the compiler does not say why".to_owned())));
        }
        Ok(code::read_program(&output)?.map_err(|problem| problem.to_string()))
    }
}

fn without_programs(why: String) -> TestPrograms {
    TestPrograms { notes: vec![why], ..TestPrograms::default() }
}

fn create_site(files: &[(&str, String)]) -> Result<TempDir, BuildError> {
    let site = tempfile::Builder::new().prefix("grader-").tempdir()?;
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, &text[..])).collect();
    libraries::write_files(site.path(), &files)?;
    fs::create_dir(site.path().join("out"))?;
    Ok(site)
}

fn output_path(site: &TempDir, name: &str, kind: CrateKind) -> PathBuf {
    let file = match kind {
        CrateKind::Library => format!("lib{name}.rlib"),
        CrateKind::Program => format!("{name}.wasm"),
    };
    site.path().join("out").join(file)
}
