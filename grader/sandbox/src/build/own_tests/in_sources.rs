//! Compiles the tests in a submission's sources.

use tempfile::TempDir;

use super::joined_crate;
use super::programs::{RefusedTest, TestBuilder, TestCrate, TestFile};
use super::skeleton::Skeleton;
use super::sources::TestSources;
use crate::build::diagnostics::Diagnostic;
use crate::build::error::BuildError;
use crate::build::libraries;

/// The tests in a submission's sources.
#[derive(Default)]
pub(super) struct InSources {
    /// The compiled program, unless the tests fail to compile against the model.
    pub(super) program: Option<(Vec<u8>, TestFile)>,
    /// The tests that fail to compile against the model.
    pub(super) private: Vec<String>,
    /// The test files in the program.
    pub(super) paths: Vec<String>,
}

/// The maximum number of times to compile the tests in the sources, each time without the parts that have failed so
/// far. The compiler resolves names first, then types, then borrows, so errors appear in rounds.
/// This allows for a few rounds in each of these stages, and each round takes seconds.
const MAX_ROUNDS: usize = 8;

impl TestBuilder<'_> {
    /// Compiles the tests in the sources. These test files become modules of the same crate. If they do not compile,
    /// there is no program.
    pub(super) fn compile_tests_in_sources(
        &self,
        site: &TempDir,
        sources: &TestSources,
        mut skeleton: Skeleton,
        paths: &[String],
    ) -> Result<InSources, BuildError> {
        let root = &sources.root;
        let modules = joined_crate::declare_modules(paths, &joined_crate::path_to_site(root));
        let mut subjects = vec!["model"];
        if !paths.is_empty() && sources.crate_name != "model" {
            subjects.push(&sources.crate_name);
        }
        let test_crate = TestCrate { output: "tests".to_owned(), root, subjects };
        let mut private = Vec::new();
        for _ in 0..MAX_ROUNDS {
            for (path, mut text) in skeleton.files() {
                if path == root {
                    // The modules come first, so that no macro of the sources is in scope. The line numbers remain the
                    // same. The oldest edition needs the crate, and all others accept it.
                    text = format!("{modules}{text}\nextern crate model;\n");
                }
                libraries::write_files(site.path(), &[(path, &text)])?;
            }
            let refused = match self.compile_and_check(site, sources, &test_crate)? {
                Ok(code) if paths.is_empty() || joined_crate::has_small_memory(&code) => {
                    let Skeleton { must_panic, of_template, .. } = skeleton;
                    let file = TestFile { must_panic, of_template, ..TestFile::default() };
                    let program = Some((code, file));
                    return Ok(InSources { program, private, ..InSources::default() });
                }
                Ok(_) => break,
                Err(refused) => refused,
            };
            let RefusedTest::Errors(errors) = &refused else { break };
            let is_elsewhere = |error: &Diagnostic| {
                error.place.as_ref().is_some_and(|place| !skeleton.has_file(&place.file))
            };
            if !paths.is_empty() && errors.iter().any(is_elsewhere) {
                break;
            }
            let places: Vec<_> =
                errors.iter().filter_map(|error| source_line_of(error, &skeleton)).collect();
            let Some(tests) = skeleton.remove_parts_at(&places) else { break };
            private.extend(tests);
        }
        private.extend(skeleton.test_names().map(str::to_owned));
        Ok(InSources { private, ..InSources::default() })
    }
}

/// Returns the source line of an error. If the error is in a standard library macro, returns the line of the call from
/// the rendered message.
fn source_line_of(error: &Diagnostic, skeleton: &Skeleton) -> Option<(String, u32)> {
    if let Some(place) = error.place.as_ref().filter(|place| skeleton.has_file(&place.file)) {
        return Some((place.file.clone(), place.line));
    }
    error.rendered.lines().find_map(|line| {
        let line = line.trim_start();
        // The second sign is for further places of an error.
        let place = line.strip_prefix("--> ").or_else(|| line.strip_prefix("::: "))?;
        let mut parts = place.splitn(3, ':');
        let (file, line) = (parts.next()?, parts.next()?.parse().ok()?);
        skeleton.has_file(file).then(|| (file.to_owned(), line))
    })
}
