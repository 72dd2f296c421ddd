//! Runs tests, each in a fresh instance.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::build::own_tests::{TestProgram, TestPrograms};
use crate::build::{self, BuildError};
use crate::exam::pool;
use crate::run::cost::INSTRUCTION;
use crate::run::{DataFiles, Limits, Machine, Program, Stop, TestRun};

/// What came of the tests of a submission. It is kept in the cache.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Ran {
    /// How many tests there are that were run.
    pub(super) tests: usize,
    /// How many are marked to be ignored.
    pub(super) ignored: usize,
    /// Those that fail on the model, and how.
    pub(super) failing: Vec<(String, String)>,
    /// For each fault, whether a test fails on it.
    pub(super) caught: Vec<bool>,
    /// What is left out, and why.
    pub(super) notes: Vec<String>,
}

impl Ran {
    /// What is kept in a file; `None` if there is nothing, or the file is damaged.
    pub(super) fn read(file: &Path) -> io::Result<Option<Self>> {
        match std::fs::read(file) {
            Ok(bytes) => Ok(serde_json::from_slice(&bytes).ok()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// What a test may burn on the model: seconds on any machine.
const MODEL_BUDGET: u64 = 2_000_000_000 * INSTRUCTION;

/// What all tests together may burn on the model, and on one fault.
const MODEL_TOTAL: u64 = 10_000_000_000 * INSTRUCTION;
const FAULT_TOTAL: u64 = 20_000_000_000 * INSTRUCTION;

/// How many times what a test burns on the model it may burn on a fault, the least that it may burn
/// there in any case, and the most.
const FAULT_FACTOR: u64 = 20;
const FAULT_FLOOR: u64 = 100_000_000 * INSTRUCTION;
const FAULT_CEILING: u64 = 2 * MODEL_BUDGET;

/// The most tests that are run.
const MAX_TESTS: usize = 1000;

/// The most characters of a panic's message.
const MAX_MESSAGE: usize = 200;

/// How many tests are started before it is seen whether all together have burnt too much. It is no
/// number of threads, because the outcome is not to depend on that.
const BATCH: usize = 16;

/// Where tests are run.
pub(super) struct Bench<'a> {
    pub(super) machine: &'a Machine,
    pub(super) data: &'a DataFiles,
    /// The most linear memory of a test, in bytes.
    pub(super) memory: usize,
    pub(super) jobs: usize,
}

/// A test.
struct Test<'a> {
    program: &'a Program,
    /// Its name in the program.
    name: String,
    /// Its name for people.
    shown: String,
    /// Whether it has to panic, with this in the message.
    must_panic: Option<&'a Option<String>>,
}

/// What came of a test.
enum Outcome {
    Passed,
    Ignored,
    /// How it failed.
    Failed(String),
    /// The grader failed, and how.
    Grader(String),
}

impl Bench<'_> {
    /// Runs the tests of these programs on the model, and those that pass on each of so many
    /// faults.
    ///
    /// # Errors
    ///
    /// If the grader or its machine is at fault.
    pub(super) fn run(&self, tests: TestPrograms, faults: usize) -> Result<Ran, BuildError> {
        let TestPrograms { programs, notes } = tests;
        let mut ran = Ran { notes, ..Ran::default() };
        let mut linked = Vec::new();
        for program in &programs {
            match self.link(program)? {
                Ok(code) => linked.push((program, code)),
                Err(why) => {
                    let place = place(program);
                    ran.notes.push(format!("the tests in `{place}` cannot be run: {why}"));
                }
            }
        }
        let mut tests = Vec::new();
        for (program, linked) in &linked {
            match self.names(linked)? {
                Ok(names) => tests.extend(names.into_iter().map(|name| Test {
                    program: linked,
                    must_panic: program.must_panic.get(&name),
                    shown: shown(program.root.as_deref(), &name),
                    name,
                })),
                Err(why) => {
                    let place = place(program);
                    ran.notes.push(format!("the tests in `{place}` cannot be listed: {why}"));
                }
            }
        }
        if tests.len() > MAX_TESTS {
            ran.notes.push(format!("only {MAX_TESTS} of {} tests are run", tests.len()));
            tests.truncate(MAX_TESTS);
        }
        let passing = self.on_model(&tests, &mut ran)?;
        let faults: Vec<u32> = (1..).take(faults).collect();
        let caught = pool::map(self.jobs, &faults, |fault| self.is_caught(&passing, *fault));
        ran.caught = caught.into_iter().collect::<Result<_, _>>()?;
        Ok(ran)
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
        let run = self.on_thread(program, 0, &list, MODEL_BUDGET);
        if run.stop != Stop::Exit(0) {
            return match failure(&run) {
                Outcome::Grader(message) => Err(BuildError::Engine(message)),
                Outcome::Failed(how) => Ok(Err(how)),
                Outcome::Passed | Outcome::Ignored => Ok(Err("nothing is said".to_owned())),
            };
        }
        let names = run.output.lines().filter_map(|line| line.strip_suffix(": test"));
        Ok(Ok(names.map(str::to_owned).collect()))
    }

    /// Runs the tests on the model; returns those that pass, with what they burnt, the cheapest
    /// first.
    fn on_model<'t>(
        &self,
        tests: &'t [Test<'t>],
        ran: &mut Ran,
    ) -> Result<Vec<(&'t Test<'t>, u64)>, BuildError> {
        let mut passing = Vec::new();
        let mut total = 0u64;
        for batch in tests.chunks(BATCH) {
            if total > MODEL_TOTAL {
                let done = ran.tests + ran.ignored;
                ran.notes.push(format!(
                    "only {done} of {} tests are run, because those take very long",
                    tests.len()
                ));
                break;
            }
            let runs = pool::map(self.jobs, batch, |test| self.test(test, 0, MODEL_BUDGET));
            for (test, (outcome, fuel)) in batch.iter().zip(runs) {
                total = total.saturating_add(fuel);
                ran.tests += 1;
                match outcome {
                    Outcome::Passed => passing.push((test, fuel)),
                    Outcome::Failed(how) => ran.failing.push((test.shown.clone(), how)),
                    Outcome::Ignored => {
                        ran.tests -= 1;
                        ran.ignored += 1;
                    }
                    Outcome::Grader(message) => return Err(BuildError::Engine(message)),
                }
            }
        }
        passing.sort_by_key(|(_, fuel)| *fuel);
        Ok(passing)
    }

    /// Whether a test fails on a fault.
    fn is_caught(&self, tests: &[(&Test<'_>, u64)], fault: u32) -> Result<bool, BuildError> {
        let mut left = FAULT_TOTAL;
        for (test, model) in tests {
            let budget = model.saturating_mul(FAULT_FACTOR).clamp(FAULT_FLOOR, FAULT_CEILING);
            let (outcome, fuel) = self.test(test, fault, budget);
            match outcome {
                Outcome::Failed(_) => return Ok(true),
                Outcome::Grader(message) => return Err(BuildError::Engine(message)),
                Outcome::Passed | Outcome::Ignored => {}
            }
            left = left.saturating_sub(fuel);
            if left == 0 {
                break;
            }
        }
        Ok(false)
    }

    /// Runs a test on a subject; returns what came of it and what it burnt.
    fn test(&self, test: &Test<'_>, subject: u32, budget: u64) -> (Outcome, u64) {
        // Without `--nocapture` a panic's message is caught by the harness and lost with it.
        let arguments = ["--exact", &test.name, "--nocapture"];
        let run = self.once(test.program, subject, &arguments, budget);
        let outcome = match (&run.stop, test.must_panic) {
            (Stop::Exit(0), must_panic) => match (tally(&run.output), must_panic) {
                (Some((0, _)), _) => Outcome::Ignored,
                (Some(_), None) => Outcome::Passed,
                (Some(_), Some(_)) => Outcome::Failed("it does not panic".to_owned()),
                (None, _) => Outcome::Failed("it ends the program".to_owned()),
            },
            (Stop::Panic { message, .. }, Some(expected)) => match expected {
                Some(part) if !message.contains(part) => Outcome::Failed(format!(
                    "it panics without `{}` in the message: {}",
                    short(part),
                    short(message)
                )),
                _ => Outcome::Passed,
            },
            _ => failure(&run),
        };
        (outcome, run.fuel)
    }

    fn once(&self, program: &Program, subject: u32, arguments: &[&str], fuel: u64) -> TestRun {
        let limits = Limits { memory: self.memory, ..Limits::with_fuel(fuel) };
        self.machine.run_tests(program, subject, arguments, self.data, limits)
    }

    /// The same on a thread with the stack that guests need.
    fn on_thread(&self, program: &Program, subject: u32, arguments: &[&str], fuel: u64) -> TestRun {
        let run = |(): &()| self.once(program, subject, arguments, fuel);
        pool::map(1, &[()], run).into_iter().next().expect("one task has one result")
    }
}

/// Where the tests of a program are.
fn place(program: &TestProgram) -> &str {
    program.root.as_deref().unwrap_or("src")
}

/// A test's name for people.
fn shown(root: Option<&str>, name: &str) -> String {
    root.map_or_else(|| name.to_owned(), |root| format!("{root}::{name}"))
}

/// How many tests have passed and how many were ignored, as the harness says at its end.
fn tally(output: &str) -> Option<(u32, u32)> {
    let last = output.lines().rev().find(|line| line.starts_with("test result: "))?;
    let count = |what: &str| {
        let (before, _) = last.split_once(what)?;
        before.rsplit(' ').next()?.parse().ok()
    };
    Some((count(" passed;")?, count(" ignored;")?))
}

/// How a run failed that did.
fn failure(run: &TestRun) -> Outcome {
    Outcome::Failed(match &run.stop {
        Stop::Panic { message, place, .. } => {
            let place = place.as_ref().filter(|place| !place.file.starts_with("model/"));
            let place = place.map_or_else(String::new, |place| format!(" at {place}"));
            format!("it panics{place}: {}", short(message))
        }
        // What a test returns is printed by the harness.
        Stop::Exit(101) => {
            let error = run.errors.lines().rev().find_map(|line| line.strip_prefix("Error: "));
            format!("it returns an error: {}", short(error.unwrap_or("not said which")))
        }
        Stop::Exit(_) | Stop::Done => "it ends the program".to_owned(),
        Stop::Fuel => {
            let budget = MODEL_BUDGET / INSTRUCTION / 1_000_000_000;
            format!("it is not over after {budget} billion instructions")
        }
        Stop::Memory => "it uses up all memory".to_owned(),
        Stop::Stack => "it overflows the stack".to_owned(),
        Stop::Output => "it prints without end".to_owned(),
        Stop::Trap(what) => format!("it breaks down: {}", short(what)),
        Stop::Wall => return Outcome::Grader("a test took too long".to_owned()),
        Stop::Grader(message) => return Outcome::Grader(message.clone()),
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
