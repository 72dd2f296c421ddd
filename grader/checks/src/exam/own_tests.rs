//! Examines a submission's tests. They must pass on the model and should fail on faults. Tests from the template do not
//! count.

mod kept;
mod outcome;
mod own_code;
mod run;
mod words;

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use assignment::{Assignment, Tests};
use base::digest::Parts;
use embedded::TEMPLATE_TESTS;
use grade::check::Check;
use grade::{Remark, TestEnd, Verdict};
use intake::Submission;
use sandbox::build::own_tests::{Skeleton, Sources, Subjects};
use sandbox::build::{BuildError, Prebuilt, Workshop};
use sandbox::run::{DataFiles, Machine, cost};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::subjects::subjects;
pub use kept::KeptTests;
use own_code::OnOwnCode;
use run::{Bench, Ran};

#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) verdict: Option<Verdict>,
    pub(crate) remarks: Vec<Remark>,
}

pub(crate) struct TestExaminer<'a> {
    pub(crate) workshop: &'a Workshop,
    pub(crate) machine: &'a Machine,
    pub(crate) assignment: &'a Assignment,
    pub(crate) kept: &'a KeptTests,
    pub(crate) jobs: usize,
}

impl TestExaminer<'_> {
    pub(crate) fn examine(&self, submission: &Submission) -> Result<Found, BuildError> {
        let Some(tests) = &self.assignment.tests else { return Ok(Found::default()) };
        let sources = Sources::of(submission);
        let (ran, on_own_code) = if sources.is_empty() {
            (Ran { notes: sources.notes, ..Ran::default() }, OnOwnCode::default())
        } else {
            self.ran(submission, sources, tests)?
        };
        let check = self.assignment.rated(Check::TestsOwn).map(|rated| rated.check);
        let remark = |text: String| Remark::new(check, text);
        Ok(Found {
            verdict: Some(words::verdict(&ran, &on_own_code, tests)),
            remarks: words::remarks(&ran, &on_own_code, tests).into_iter().map(remark).collect(),
        })
    }

    /// Runs the tests, or returns the cached results. Most results depend only on the tests, so identical tests in a
    /// class run only once. Tests that use private items run on the submission's own code.
    fn ran(
        &self,
        submission: &Submission,
        sources: Sources,
        tests: &Tests,
    ) -> Result<(Ran, OnOwnCode), BuildError> {
        let Self { workshop, .. } = *self;
        let key = self.key(&sources, tests);
        let data = Arc::clone(&sources.data);
        let bench = self.bench(&data);
        let ran: Ran = self.kept(&key, || {
            let programs = workshop.tests(&key, sources, &subjects(tests), self.jobs)?;
            bench.run(programs, tests.faults.len())
        })?;
        if ran.private.is_empty() {
            return Ok((ran, OnOwnCode::default()));
        }
        let key = key_of_own_code(&key, submission);
        let on_own_code = self.kept(&key, || {
            bench.on_own_code(&workshop.tests_of_own_code(&key, submission)?, &ran.private)
        })?;
        Ok((ran, on_own_code))
    }

    /// Returns the cached result for this key, after computing it if it is missing.
    fn kept<T: Serialize + DeserializeOwned>(
        &self,
        key: &str,
        find_out: impl FnOnce() -> Result<T, BuildError>,
    ) -> Result<T, BuildError> {
        if let Some(bytes) = self.kept.read(key)?
            && let Ok(kept) = serde_json::from_slice(&bytes)
        {
            return Ok(kept);
        }
        // Overwrite a damaged result.
        let found = find_out()?;
        self.kept.write(key, &serde_json::to_string_pretty(&found).map_err(io::Error::from)?)?;
        Ok(found)
    }

    fn bench<'b>(&'b self, data: &'b DataFiles) -> Bench<'b> {
        Bench { machine: self.machine, data, memory: self.memory(), jobs: self.jobs }
    }

    /// Runs a test file on a submission's own code, to be imported under this name. Returns the result of each test, or
    /// `None` if the tests cannot run, for example because they do not compile.
    pub(crate) fn try_tests(
        &self,
        submission: &Submission,
        name: &str,
        file: &str,
    ) -> Result<Option<BTreeMap<String, TestEnd>>, BuildError> {
        let Some(program) = self.workshop.tried_tests(submission, name, file)? else {
            return Ok(None);
        };
        self.bench(&DataFiles::default()).ends(&program)
    }

    /// Compiles the programs for a submission's tests and stores them in `into`, unless they are already cached.
    pub(crate) fn prebuild(
        &self,
        submission: &Submission,
        into: &Prebuilt,
    ) -> Result<(), BuildError> {
        let Some(tests) = &self.assignment.tests else { return Ok(()) };
        let sources = Sources::of(submission);
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

    fn memory(&self) -> usize {
        let mib = usize::try_from(self.assignment.limits.memory_mib).unwrap_or(usize::MAX);
        mib.saturating_mul(1 << 20)
    }

    /// Returns a cache key that covers everything that affects the results.
    fn key(&self, sources: &Sources, tests: &Tests) -> String {
        let name = Subjects::name(self.workshop.libraries(), &subjects(tests));
        key(&name, sources, self.memory())
    }
}

fn key(subjects: &str, sources: &Sources, memory: usize) -> String {
    let mut hash = Parts::default();
    let mut add = |part: &[u8]| hash.add(part);
    add(subjects.as_bytes());
    add(sandbox::run::VERSION.as_bytes());
    add(&cost::COST_TABLE.to_le_bytes());
    add(env!("SOURCES").as_bytes());
    add(&memory.to_le_bytes());
    add(sources.edition.as_str().as_bytes());
    add(format!("{:?} {:?}", sources.package.slider, sources.package.features).as_bytes());
    add(sources.crate_name.as_bytes());
    for (path, text) in &sources.files {
        add(path.as_bytes());
        add(text.as_bytes());
    }
    // Changes to the rest of the code must not change the key.
    for (path, text) in sources.skeleton.iter().flat_map(Skeleton::files) {
        add(path.as_bytes());
        add(text.as_bytes());
    }
    for (path, bytes) in sources.data.iter() {
        add(path.as_bytes());
        add(bytes);
    }
    for note in &sources.notes {
        add(note.as_bytes());
    }
    for mark in sources.marks() {
        add(mark.as_bytes());
    }
    for (_, text) in TEMPLATE_TESTS {
        add(text.as_bytes());
    }
    format!("tests-{}", hash.short())
}

fn key_of_own_code(key: &str, submission: &Submission) -> String {
    let parts: Parts = [key, &submission.hash()].into_iter().collect();
    format!("tests-{}", parts.short())
}
