//! Examines the tests that a submission brings: they have to pass on the model, and should fail on
//! faults.

mod run;
mod words;

use std::io;
use std::path::Path;

use crate::assignment::{Assignment, Tests};
use crate::build::own_tests::{Skeleton, Sources, Subjects};
use crate::build::{BuildError, Prebuilt, Workshop};
use crate::check::Check;
use crate::digest::Parts;
use crate::grade::{Remark, Verdict};
use crate::intake::Submission;
use crate::run::{Machine, cost};
use crate::whole_file;

use run::Ran;

/// What was found about the tests of a submission.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The verdict on [`Check::TestsOwn`]; none if the assignment does not look at tests.
    pub(crate) verdict: Option<Verdict>,
    pub(crate) remarks: Vec<Remark>,
}

/// Examines the tests of submissions.
pub(crate) struct TestExaminer<'a> {
    pub(crate) workshop: &'a Workshop,
    pub(crate) machine: &'a Machine,
    pub(crate) assignment: &'a Assignment,
    /// The folder for what is kept.
    pub(crate) cache: &'a Path,
    /// The most threads to run tests on.
    pub(crate) jobs: usize,
}

/// The sources that decide how tests are made and run: with them what is kept changes.
const PLAN: [&str; 10] = [
    include_str!("own_tests/run.rs"),
    include_str!("../build/own_tests/programs.rs"),
    include_str!("../build/own_tests/skeleton.rs"),
    include_str!("../build/own_tests/prepare.rs"),
    include_str!("../build/own_tests/items.rs"),
    include_str!("../build/rustc.rs"),
    include_str!("../run/engine.rs"),
    include_str!("../run/wasi.rs"),
    include_str!("../run/world/files.rs"),
    include_str!("../run/world/mod.rs"),
];

impl TestExaminer<'_> {
    /// Examines the tests of a submission.
    ///
    /// # Errors
    ///
    /// If the grader or its machine is at fault.
    pub(crate) fn examine(&self, submission: &Submission) -> Result<Found, BuildError> {
        let Some(tests) = &self.assignment.tests else { return Ok(Found::default()) };
        let sources = Sources::of(submission);
        let ran = if sources.is_empty() {
            Ran { notes: sources.notes, ..Ran::default() }
        } else {
            self.ran(sources, tests)?
        };
        let check = self.assignment.rated(Check::TestsOwn).map(|rated| rated.check);
        let remark = |text: String| Remark::new(check, text);
        Ok(Found {
            verdict: Some(words::verdict(&ran, tests)),
            remarks: words::remarks(&ran, tests).into_iter().map(remark).collect(),
        })
    }

    /// Runs tests, or takes what came of the same tests from the cache: it does not depend on the
    /// submission's own code, so a class that hands in the same example tests has them run once.
    fn ran(&self, sources: Sources, tests: &Tests) -> Result<Ran, BuildError> {
        let Self { workshop, machine, cache, .. } = *self;
        let memory = self.memory();
        let key = self.key(&sources, tests);
        let file = cache.join(format!("{key}.json"));
        if let Some(ran) = Ran::read(&file)? {
            return Ok(ran);
        }
        let data = sources.data.clone();
        let programs = workshop.tests(&key, sources, &tests.faults)?;
        let bench = run::Bench { machine, data: &data, memory, jobs: self.jobs };
        let ran = bench.run(programs, tests.faults.len())?;
        whole_file::write(&file, &serde_json::to_string_pretty(&ran).map_err(io::Error::from)?)?;
        Ok(ran)
    }

    /// Makes the programs of a submission's tests and keeps them in `into`, if they are not there.
    ///
    /// # Errors
    ///
    /// If the grader or its machine is at fault.
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
            into.keep_tests(&key, &self.workshop.tests(&key, sources, &tests.faults)?)?;
        }
        Ok(())
    }

    /// The most linear memory of a test, in bytes.
    fn memory(&self) -> usize {
        let mib = usize::try_from(self.assignment.limits.memory_mib).unwrap_or(usize::MAX);
        mib.saturating_mul(1 << 20)
    }

    /// A name for the tests in these sources, by all that decides what comes of them.
    fn key(&self, sources: &Sources, tests: &Tests) -> String {
        let subjects = Subjects::name(self.workshop.libraries(), &tests.faults);
        key(&subjects, sources, self.memory())
    }
}

fn key(subjects: &str, sources: &Sources, memory: usize) -> String {
    let mut hash = Parts::default();
    let mut add = |part: &[u8]| hash.add(part);
    add(subjects.as_bytes());
    add(crate::run::VERSION.as_bytes());
    add(&cost::COST_TABLE.to_le_bytes());
    for source in PLAN {
        add(source.as_bytes());
    }
    add(&memory.to_le_bytes());
    add(sources.edition.as_str().as_bytes());
    add(format!("{:?} {:?}", sources.package.slider, sources.package.features).as_bytes());
    add(sources.crate_name.as_bytes());
    for (path, text) in &sources.files {
        add(path.as_bytes());
        add(text.as_bytes());
    }
    // What is within the sources without the code: so a change of the code alone changes nothing
    // here.
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
    for must_panic in sources.must_panic() {
        add(must_panic.as_bytes());
    }
    format!("tests-{}", hash.short())
}
