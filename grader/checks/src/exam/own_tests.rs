//! Examines a submission's tests. They must pass on the model and should fail on faults. Tests from the template do not
//! count.

mod cache;
mod numbers;
mod outcome;
mod own_code;
mod run;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::Arc;

use assignment::{Assignment, Tests, faults};
use base::digest::PartsHash;
use embedded::{TEMPLATE_TESTS, model_sources};
use grade::check::Check;
use grade::{Remark, TestEnd};
use intake::Submission;
use sandbox::build::own_tests::{Skeleton, TestPrograms, TestSources, TestSubject, TestSubjects};
use sandbox::build::{BuildError, CompiledModel, Prebuilt, Workshop};
use sandbox::run::{DataFiles, Machine, SourcePaths, cost};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Exam;
use super::bench::memory_limit;
pub use cache::KeptTests;
use numbers::SubjectNumbers;
use own_code::OnOwnCode;
use run::{LoadedTests, OwnTestResults, TestBench};

/// A submission's tests, ready to run.
pub(crate) struct Prepared {
    data: DataFiles,
    /// The files with tests, which may contain the places of panics. The results on the model depend on no other files.
    tests: SourcePaths,
    /// These files and the submission's other source files.
    sources: SourcePaths,
    ran: StoredResults<OwnTestResults>,
    /// The results of tests in source files that use private items, if there are any.
    on_own_code: Option<StoredResults<OnOwnCode>>,
}

/// Results from the cache, or the programs to find them out.
enum StoredResults<T> {
    Kept(T),
    Missing { key: String, loaded: LoadedTests },
}

pub(crate) struct TestExaminer<'a> {
    pub(crate) workshop: &'a Workshop,
    pub(crate) machine: &'a Machine,
    pub(crate) assignment: &'a Assignment,
    pub(crate) kept: &'a KeptTests,
    pub(crate) jobs: usize,
}

impl TestExaminer<'_> {
    /// Compiles a submission's tests, unless the results are already cached.
    pub(crate) fn prepare(&self, submission: &Submission) -> Result<Option<Prepared>, BuildError> {
        let Some(tests) = &self.assignment.tests else { return Ok(None) };
        let Self { workshop, .. } = *self;
        let sources = TestSources::from_submission(submission);
        let data = Arc::clone(&sources.data);
        let of_skeleton = sources.skeleton.iter().flat_map(Skeleton::files).map(|(path, _)| path);
        let paths = sources.files.keys().map(String::as_str).chain(of_skeleton);
        let test_paths: BTreeSet<String> = paths.map(str::to_owned).collect();
        let mut paths = test_paths.clone();
        paths.extend(submission.files().map(|file| file.path.to_owned()));
        let (test_paths, paths) = (Arc::new(test_paths), Arc::new(paths));
        let prepared = |ran, on_own_code| {
            Ok(Some(Prepared { data, tests: test_paths, sources: paths, ran, on_own_code }))
        };
        if sources.is_empty() {
            let ran = StoredResults::Kept(OwnTestResults {
                notes: sources.notes,
                ..OwnTestResults::default()
            });
            return prepared(ran, None);
        }
        // Most results depend only on the tests, so identical tests in a class run only once.
        let key = self.key(&sources, tests);
        let compile = || workshop.tests(&key, sources, &subjects(tests), self.jobs);
        let ran: StoredResults<OwnTestResults> = self.results(&key, compile)?;
        let private = match &ran {
            StoredResults::Kept(ran) => &ran.private[..],
            StoredResults::Missing { loaded, .. } => loaded.tests_of_private_items(),
        };
        let on_own_code = if private.is_empty() {
            None
        } else {
            let key = key_of_own_code(&key, submission);
            let compile = || workshop.tests_of_own_code(&key, submission);
            Some(self.results(&key, compile)?)
        };
        prepared(ran, on_own_code)
    }

    /// Runs the tests, unless the results are already cached.
    pub(crate) fn run(&self, prepared: Option<Prepared>) -> Result<Exam, BuildError> {
        let (Some(tests), Some(prepared)) = (&self.assignment.tests, prepared) else {
            return Ok(Exam::default());
        };
        let Prepared { data, tests: test_paths, sources, ran, on_own_code } = prepared;
        let bench = self.bench(&data, &test_paths);
        let ran = self.take_or_compute(ran, |loaded, key| {
            let faults = tests.faults.len();
            bench.run_tests(loaded, faults, SubjectNumbers::new(key, faults))
        })?;
        let bench = self.bench(&data, &sources);
        // Tests that use private items run on the submission's own code.
        let on_own_code = match on_own_code {
            Some(results) => self.take_or_compute(results, |loaded, _| {
                bench.run_on_own_code(&loaded, &ran.private)
            })?,
            None => OnOwnCode::default(),
        };
        let verdict = words::verdict_on_tests(&ran, &on_own_code, tests);
        // Without points for the check, reports leave out remarks about it unless somebody asks for it, but everybody
        // sees the result.
        let graded = self.assignment.find_rubric_entry(Check::TestsOwn).map(|rated| rated.check);
        let result = words::result_remark(&ran, tests).map(|text| Remark::new(graded, text));
        let details = words::detail_remarks(&ran, &on_own_code, tests);
        let details = details.into_iter().map(|text| Remark::new(Some(Check::TestsOwn), text));
        let remarks = result.into_iter().chain(details).collect();
        Ok(Exam { verdicts: [(Check::TestsOwn, verdict)].into(), remarks, ..Exam::default() })
    }

    /// Returns the cached results for this key, or compiles the tests. Damaged results will be overwritten.
    fn results<T: DeserializeOwned>(
        &self,
        key: &str,
        compile: impl FnOnce() -> Result<TestPrograms, BuildError>,
    ) -> Result<StoredResults<T>, BuildError> {
        let bytes = self.kept.read_result(key)?;
        if let Some(kept) = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()) {
            return Ok(StoredResults::Kept(kept));
        }
        let loaded = LoadedTests::new(self.machine, compile()?, self.jobs)?;
        Ok(StoredResults::Missing { key: key.to_owned(), loaded })
    }

    /// Returns the results, after computing and caching them if they are missing.
    fn take_or_compute<T: Serialize>(
        &self,
        results: StoredResults<T>,
        find_out: impl FnOnce(LoadedTests, &str) -> Result<T, BuildError>,
    ) -> Result<T, BuildError> {
        Ok(match results {
            StoredResults::Kept(found) => found,
            StoredResults::Missing { key, loaded } => {
                let found = find_out(loaded, &key)?;
                let text = serde_json::to_string_pretty(&found).map_err(io::Error::from)?;
                self.kept.write_result(&key, &text)?;
                found
            }
        })
    }

    fn bench<'b>(&'b self, data: &'b DataFiles, sources: &'b SourcePaths) -> TestBench<'b> {
        TestBench {
            machine: self.machine,
            data,
            sources,
            memory: memory_limit(&self.assignment.limits),
            jobs: self.jobs,
        }
    }

    /// Runs a test file on a submission's own code, to be imported under this name. Returns the result of each test, or
    /// `None` if the tests cannot run, for example because they do not compile.
    pub(crate) fn try_tests(
        &self,
        submission: &Submission,
        name: &str,
        file: &str,
    ) -> Result<Option<BTreeMap<String, TestEnd>>, BuildError> {
        let Some(program) = self.workshop.program_for_test_file(submission, name, file)? else {
            return Ok(None);
        };
        self.bench(&DataFiles::default(), &SourcePaths::default()).run_each_test(&program)
    }

    /// Compiles the programs for a submission's tests and stores them in `into`, unless they are already cached.
    pub(crate) fn prebuild(
        &self,
        submission: &Submission,
        into: &Prebuilt,
    ) -> Result<(), BuildError> {
        let Some(tests) = &self.assignment.tests else { return Ok(()) };
        let sources = TestSources::from_submission(submission);
        if sources.is_empty() {
            return Ok(());
        }
        let key = self.key(&sources, tests);
        if !into.has_tests(&key) {
            let programs = self.workshop.tests(&key, sources, &subjects(tests), self.jobs)?;
            into.keep_tests(&key, &programs)?;
        }
        if into.tests(&key)?.private.is_empty() {
            return Ok(());
        }
        let key = key_of_own_code(&key, submission);
        if !into.has_tests(&key) {
            into.keep_tests(&key, &self.workshop.tests_of_own_code(&key, submission)?)?;
        }
        Ok(())
    }

    /// Returns a cache key that covers everything that affects the results.
    fn key(&self, sources: &TestSources, tests: &Tests) -> String {
        let name = TestSubjects::unique_name(self.workshop.libraries(), &subjects(tests));
        key(&name, sources, memory_limit(&self.assignment.limits))
    }
}

fn key(subjects: &str, sources: &TestSources, memory: usize) -> String {
    let grader = (sandbox::run::VERSION, cost::COST_TABLE, env!("SOURCES"), TEMPLATE_TESTS);
    format!("tests-{}", PartsHash::from_value(&(grader, subjects, memory, sources)).half_of_hex())
}

fn key_of_own_code(key: &str, submission: &Submission) -> String {
    format!("tests-{}", PartsHash::from_value(&(key, submission.hash())).half_of_hex())
}

/// Returns the model, followed by the faults that the tests must catch.
pub(crate) fn subjects(tests: &Tests) -> Vec<TestSubject> {
    if let Some(compiled) = CompiledModel::embedded() {
        return compiled.subjects(tests.faults.iter().map(String::as_str));
    }
    let faults = tests.faults.iter().filter_map(|name| faults::named(name));
    let sources = std::iter::once(model_sources()).chain(faults.map(|fault| fault.sources()));
    sources.map(TestSubject::from_sources).collect()
}
