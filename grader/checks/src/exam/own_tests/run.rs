//! Runs tests, each in a fresh instance.

use base::pool;
use grade::INSTRUCTION;
use grade::Stop;
use sandbox::build::own_tests::{TestProgram, TestPrograms};
use sandbox::build::{self, BuildError};
use sandbox::run::{DataFiles, Limits, Machine, Program, TestRun};
use serde::{Deserialize, Serialize};

use crate::exam::bench::SET_UP;

/// The results of the tests of a submission. They are kept in the cache.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Ran {
    /// The student's own tests on the model.
    pub(super) own: Tally,
    /// The template's, which are tried on no fault.
    pub(super) template: Tally,
    /// For each fault, which of the student's tests fails on it: the one that takes least on the
    /// model.
    pub(super) caught: Vec<Option<String>>,
    /// The tests within the sources that use what is private.
    pub(super) private: Vec<String>,
    /// The tests and files that are left out, each with the reason.
    pub(super) notes: Vec<String>,
}

/// The results of some tests.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tally {
    /// The number of tests that were run.
    pub(super) tests: usize,
    /// The number of tests that are marked to be ignored.
    pub(super) ignored: usize,
    /// Those that fail, and how.
    pub(super) failing: Vec<(String, String)>,
}

impl Tally {
    /// The number of tests that pass.
    pub(super) fn passing(&self) -> usize {
        self.tests - self.failing.len()
    }

    /// Adds a test; returns whether it passes.
    pub(super) fn add(
        &mut self,
        test: &Test<'_>,
        outcome: TestOutcome,
    ) -> Result<bool, BuildError> {
        match outcome {
            TestOutcome::Ignored => self.ignored += 1,
            TestOutcome::Passed => {
                self.tests += 1;
                return Ok(true);
            }
            TestOutcome::Failed(how) => {
                self.tests += 1;
                self.failing.push((test.shown.clone(), how));
            }
            TestOutcome::Grader(message) => return Err(BuildError::Engine(message)),
        }
        Ok(false)
    }
}

/// The fuel that a test may burn on the model: seconds on any machine.
pub(super) const MODEL_BUDGET: u64 = 2_000_000_000 * INSTRUCTION;

/// The fuel that all tests together may burn on the model, on one fault, and on all faults.
pub(super) const MODEL_TOTAL: u64 = 10_000_000_000 * INSTRUCTION;
const FAULT_TOTAL: u64 = 10_000_000_000 * INSTRUCTION;
const FAULTS_TOTAL: u64 = 20_000_000_000 * INSTRUCTION;

/// The fuel that to list the tests of one program may burn.
const LIST_BUDGET: u64 = MODEL_BUDGET / 4;

/// The multiple of its cost on the model that a test may burn on a fault, the least that it may
/// burn there in any case, and the most.
const FAULT_FACTOR: u64 = 20;
const FAULT_FLOOR: u64 = 100_000_000 * INSTRUCTION;
const FAULT_CEILING: u64 = 2 * MODEL_BUDGET;

/// The most tests that are run.
const MAX_TESTS: usize = 1000;

/// The most characters of a panic's message.
const MAX_MESSAGE: usize = 200;

/// The machine and the data that tests are run with.
pub(super) struct Bench<'a> {
    pub(super) machine: &'a Machine,
    pub(super) data: &'a DataFiles,
    /// The most linear memory of a test, in bytes.
    pub(super) memory: usize,
    pub(super) jobs: usize,
}

/// A test.
pub(super) struct Test<'a> {
    pub(super) program: &'a Program,
    /// Its name in the program.
    pub(super) name: String,
    /// Its name for people.
    pub(super) shown: String,
    /// Whether it has to panic, with this in the message.
    pub(super) must_panic: Option<&'a Option<String>>,
    /// Whether it is the template's.
    pub(super) is_template: bool,
}

/// What a test has burnt.
#[derive(Clone, Copy)]
pub(super) struct Burnt {
    /// The fuel, by which tests are put in order.
    pub(super) fuel: u64,
    /// That and the work that was free.
    pub(super) all: u64,
}

/// What came of a fault.
struct Tried {
    /// The first test that fails on it.
    catcher: Option<String>,
    fuel: u64,
}

/// The result of a test.
pub(super) enum TestOutcome {
    Passed,
    Ignored,
    /// The test failed, in this way.
    Failed(String),
    /// The grader failed, and how.
    Grader(String),
}

impl Bench<'_> {
    /// Runs the tests of these programs on the model, and the student's own that pass on each of so
    /// many faults.
    ///
    /// # Errors
    ///
    /// If the grader or its machine is at fault.
    pub(super) fn run(&self, tests: TestPrograms, faults: usize) -> Result<Ran, BuildError> {
        let TestPrograms { programs, private, notes } = tests;
        let mut ran = Ran { private, notes, ..Ran::default() };
        let mut listed = Vec::new();
        for program in &programs {
            match self.listed(program)? {
                Ok((linked, names)) => listed.push((program, linked, names)),
                Err(why) => {
                    let place = program.root.as_deref().unwrap_or("src");
                    ran.notes.push(format!("the tests in `{place}` cannot run: {why}"));
                }
            }
        }
        let mut tests = Vec::new();
        for (program, linked, names) in &listed {
            tests.extend(names.iter().map(|name| Test {
                program: linked,
                name: name.clone(),
                shown: shown(program.root.as_deref(), name),
                must_panic: program.must_panic.get(name),
                is_template: program.of_template.contains(name),
            }));
        }
        // Where not all are run, it is the student's that count.
        tests.sort_by_key(|test| test.is_template);
        if tests.len() > MAX_TESTS {
            ran.notes.push(format!("only {MAX_TESTS} of {} tests run", tests.len()));
            tests.truncate(MAX_TESTS);
        }
        let passing = self.on_model(&tests, &mut ran)?;
        let faults: Vec<u32> = (1..).take(faults).collect();
        let mut total = 0u64;
        let catch = |fault: &u32| self.catcher(&passing, *fault);
        let goes_on = |result: &Result<Tried, BuildError>| {
            total = total.saturating_add(result.as_ref().map_or(0, |tried| tried.fuel));
            total < FAULTS_TOTAL
        };
        for tried in pool::map_while(self.jobs, &faults, catch, goes_on) {
            ran.caught.push(tried?.catcher);
        }
        let tried = ran.caught.len();
        if tried < faults.len() {
            ran.notes.push(format!(
                "they run on only {tried} of {} faults, because they take very long",
                faults.len()
            ));
            ran.caught.resize(faults.len(), None);
        }
        Ok(ran)
    }

    /// A program with the names of the tests in it, or why it cannot be run.
    pub(super) fn listed(
        &self,
        program: &TestProgram,
    ) -> Result<Result<(Program, Vec<String>), String>, BuildError> {
        let linked = match self.link(program)? {
            Ok(linked) => linked,
            Err(why) => return Ok(Err(why)),
        };
        Ok(self.names(&linked)?.map(|names| (linked, names)))
    }

    /// The machine code of a program, or why there is none.
    fn link(&self, program: &TestProgram) -> Result<Result<Program, String>, BuildError> {
        let module = match build::machine_code(self.machine.engine(), &program.code)? {
            Ok(module) => module,
            Err(why) => return Ok(Err(short(&why))),
        };
        let engine = |error: wasmtime::Error| BuildError::Engine(format!("{error:#}"));
        self.machine.link_tests(&module).map(Ok).map_err(engine)
    }

    /// The names of the tests in a program, or why they are not to be had.
    fn names(&self, program: &Program) -> Result<Result<Vec<String>, String>, BuildError> {
        let list = ["--list", "--format", "terse"];
        let run = self.on_thread(program, 0, &list, LIST_BUDGET);
        if run.stop != Stop::Exit(0) {
            return match failure(&run) {
                TestOutcome::Grader(message) => Err(BuildError::Engine(message)),
                TestOutcome::Failed(how) => Ok(Err(how)),
                TestOutcome::Passed | TestOutcome::Ignored => {
                    Ok(Err("there is no message".to_owned()))
                }
            };
        }
        let names = run.output.lines().filter_map(|line| line.strip_suffix(": test"));
        Ok(Ok(names.map(str::to_owned).collect()))
    }

    /// Runs the tests on the model; returns those of the student's own that pass, with what they
    /// burnt, the cheapest first.
    fn on_model<'t>(
        &self,
        tests: &'t [Test<'t>],
        ran: &mut Ran,
    ) -> Result<Vec<(&'t Test<'t>, u64)>, BuildError> {
        let mut passing = Vec::new();
        let mut total = 0u64;
        let goes_on = |(_, burnt): &(TestOutcome, Burnt)| {
            total = total.saturating_add(burnt.all);
            total <= MODEL_TOTAL
        };
        let run = |test: &Test<'_>| self.test(test, 0, MODEL_BUDGET);
        let runs = pool::map_while(self.jobs, tests, run, goes_on);
        if runs.len() < tests.len() {
            ran.notes.push(format!(
                "only {} of {} tests run, because they take very long",
                runs.len(),
                tests.len()
            ));
        }
        for (test, (outcome, Burnt { fuel, .. })) in tests.iter().zip(runs) {
            let tally = if test.is_template { &mut ran.template } else { &mut ran.own };
            if tally.add(test, outcome)? && !test.is_template {
                passing.push((test, fuel));
            }
        }
        passing.sort_by_key(|(_, fuel)| *fuel);
        Ok(passing)
    }

    /// The first of these tests that fails on a fault.
    fn catcher(&self, tests: &[(&Test<'_>, u64)], fault: u32) -> Result<Tried, BuildError> {
        let mut left = FAULT_TOTAL;
        let mut catcher = None;
        for (test, model) in tests {
            let budget = model.saturating_mul(FAULT_FACTOR).clamp(FAULT_FLOOR, FAULT_CEILING);
            let (outcome, burnt) = self.test(test, fault, budget);
            left = left.saturating_sub(burnt.all);
            match outcome {
                TestOutcome::Failed(_) => catcher = Some(test.shown.clone()),
                TestOutcome::Grader(message) => return Err(BuildError::Engine(message)),
                TestOutcome::Passed | TestOutcome::Ignored => {}
            }
            if left == 0 || catcher.is_some() {
                break;
            }
        }
        Ok(Tried { catcher, fuel: FAULT_TOTAL - left })
    }

    /// Runs a test on a subject; returns what came of it and what it burnt.
    pub(super) fn test(&self, test: &Test<'_>, subject: u32, budget: u64) -> (TestOutcome, Burnt) {
        // Without `--nocapture` a panic's message is caught by the harness and lost with it.
        let arguments = ["--exact", &test.name, "--nocapture"];
        let run = self.once(test.program, subject, &arguments, budget);
        let outcome = match (&run.stop, test.must_panic) {
            (Stop::Exit(0), must_panic) => match (tally(&run.output), must_panic) {
                (Some((0, _)), _) => TestOutcome::Ignored,
                (Some(_), None) => TestOutcome::Passed,
                (Some(_), Some(_)) => TestOutcome::Failed("it does not panic".to_owned()),
                (None, _) => TestOutcome::Failed("it ends the program".to_owned()),
            },
            (Stop::Panic { message, .. }, Some(expected)) => match expected {
                Some(part) if !message.contains(part) => TestOutcome::Failed(format!(
                    "it panics without `{}` in the message: {}",
                    short(part),
                    short(message)
                )),
                _ => TestOutcome::Passed,
            },
            _ => failure(&run),
        };
        let all = run.fuel.saturating_add(run.free_work).saturating_add(SET_UP);
        (outcome, Burnt { fuel: run.fuel, all })
    }

    pub(super) fn once(
        &self,
        program: &Program,
        subject: u32,
        arguments: &[&str],
        fuel: u64,
    ) -> TestRun {
        let limits = Limits { memory: self.memory, ..Limits::with_fuel(fuel) };
        self.machine.run_tests(program, subject, arguments, self.data, limits)
    }

    /// Runs a test as [`once`](Self::once) does, on a thread with the stack that guests need.
    fn on_thread(&self, program: &Program, subject: u32, arguments: &[&str], fuel: u64) -> TestRun {
        let run = |(): &()| self.once(program, subject, arguments, fuel);
        pool::map(1, &[()], run).into_iter().next().expect("one task has one result")
    }
}

/// A test's name for people.
fn shown(root: Option<&str>, name: &str) -> String {
    root.map_or_else(|| name.to_owned(), |root| format!("{root}::{name}"))
}

/// The numbers of tests that have passed and that were ignored, as the harness says at its end.
pub(super) fn tally(output: &str) -> Option<(u32, u32)> {
    let last = output.lines().rev().find(|line| line.starts_with("test result: "))?;
    let count = |what: &str| {
        let (before, _) = last.split_once(what)?;
        before.rsplit(' ').next()?.parse().ok()
    };
    Some((count(" passed;")?, count(" ignored;")?))
}

/// The outcome of a run that failed.
fn failure(run: &TestRun) -> TestOutcome {
    TestOutcome::Failed(match &run.stop {
        Stop::Panic { message, place, .. } => {
            let place = place.as_ref().filter(|place| !place.file.starts_with("model/"));
            let place = place.map_or_else(String::new, |place| format!(" at {place}"));
            format!("it panics{place}: {}", short(message))
        }
        // The harness prints the error that a test returns.
        Stop::Exit(101) => {
            let error = run.errors.lines().rev().find_map(|line| line.strip_prefix("Error: "));
            format!("it returns an error: {}", short(error.unwrap_or("unknown error")))
        }
        Stop::Exit(_) | Stop::Done => "it ends the program".to_owned(),
        Stop::Fuel => {
            let budget = MODEL_BUDGET / INSTRUCTION / 1_000_000_000;
            format!("it does not end within {budget} billion instructions")
        }
        Stop::Memory => "it uses up all memory".to_owned(),
        Stop::Stack => "it overflows the stack".to_owned(),
        Stop::Output => "it never stops printing".to_owned(),
        Stop::Trap(what) => format!("it crashes: {}", short(what)),
        Stop::Grader(message) => return TestOutcome::Grader(message.clone()),
    })
}

/// A message in one line, and not too long.
fn short(message: &str) -> String {
    let lines: Vec<&str> = message.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let line = lines.join("; ");
    match line.char_indices().nth(MAX_MESSAGE) {
        Some((end, _)) => format!("{} ...", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_harness_says_what_was_run() {
        let output = "\nrunning 1 test\ntest a ... ok\n\ntest result: ok. 1 passed; 0 failed; 2 ignored; 0 \
                      measured; 5 filtered out; finished in 0.00s\n\n";
        assert_eq!(tally(output), Some((1, 2)));
        assert_eq!(tally("running 1 test\ntest a ... "), None);
    }

    #[test]
    fn messages_are_one_short_line() {
        let message = "assertion `left == right` failed: é\n  left: 1\n right: 2\n";
        assert_eq!(short(message), "assertion `left == right` failed: é; left: 1; right: 2");
        assert_eq!(short(&"é".repeat(300)).chars().count(), MAX_MESSAGE + 4);
    }
}
