//! Runs tests on the submission's own code rather than on the model or faults: the student's tests that use private
//! items, and the grader's tests.

use std::collections::BTreeMap;

use base::pool;
use grade::{Stop, TestEnd};
use sandbox::build::BuildError;
use sandbox::build::own_tests::TestProgram;
use serde::{Deserialize, Serialize};

use super::outcome::parse_passed_and_ignored;
use super::run::{self, LoadedTests, MODEL_BUDGET, MODEL_TOTAL, OwnTest, TestBench, TestTally};

/// The results of tests on the submission's own code, as stored in the cache.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct OnOwnCode {
    pub(super) tally: TestTally,
    pub(super) not_run: Option<String>,
}

impl TestBench<'_> {
    pub(super) fn run_on_own_code(
        &self,
        loaded: &LoadedTests,
        names: &[String],
    ) -> Result<OnOwnCode, BuildError> {
        let mut ran = OnOwnCode::default();
        let not_run = |why| Ok(OnOwnCode { not_run: Some(why), ..OnOwnCode::default() });
        let (program, module) = match loaded.first_program() {
            Ok(first) => first,
            Err(why) => return not_run(why),
        };
        let (linked, listed) = match self.list_tests(module)?.names {
            Ok(listed) => listed,
            Err(why) => return not_run(why),
        };
        let tests = listed.iter().filter(|name| names.contains(name));
        let tests: Vec<_> = tests.filter_map(|name| OwnTest::new(program, &linked, name)).collect();
        // Each test gets only what earlier tests have left, so they run in order.
        let mut left = MODEL_TOTAL;
        for test in &tests {
            // A test may recurse deeply, and a thread of its own has a large stack.
            let (outcome, burnt) =
                pool::run_alone(|| self.run_test(test, 0, MODEL_BUDGET.min(left)));
            left = left.saturating_sub(burnt.all);
            ran.tally.add(test, outcome)?;
        }
        Ok(ran)
    }

    /// Returns the results by test, or `None` if the test program cannot run.
    pub(super) fn run_each_test(
        &self,
        program: &TestProgram,
    ) -> Result<Option<BTreeMap<String, TestEnd>>, BuildError> {
        let module = run::compile_module(self.machine, program)?;
        let Ok((linked, names)) = self.list_tests(&module)?.names else { return Ok(None) };
        let run = |name: &String| {
            let arguments = ["--exact", name, "--nocapture"];
            self.run_program(&linked, 0, &arguments, MODEL_BUDGET)
        };
        let runs = pool::map_in_parallel(self.jobs, &names, run);
        let mut ends = BTreeMap::new();
        for (name, run) in names.into_iter().zip(runs) {
            let end = match run.stop {
                Stop::Exit(0) if parse_passed_and_ignored(&run.output).is_some() => TestEnd::Passed,
                stop if stop.is_graders_fault() => {
                    return Err(BuildError::Engine(format!("cannot run `{name}`: {stop:?}")));
                }
                stop => TestEnd::Failed(stop),
            };
            ends.insert(name, end);
        }
        Ok(Some(ends))
    }
}
