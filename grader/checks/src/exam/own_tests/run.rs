//! Runs tests, each in a new instance.

use base::pool;
use grade::INSTRUCTION;
use grade::Stop;
use sandbox::build::own_tests::{TestProgram, TestPrograms};
use sandbox::build::{self, BuildError};
use sandbox::run::{DataFiles, InstanceLimits, LoadedProgram, Machine, SourcePaths, TestRun};
use serde::{Deserialize, Serialize};
use wasmtime::Module;

use super::numbers::{DECOYS, SubjectNumbers};
use super::outcome::{TestOutcome, failed_outcome, parse_passed_and_ignored, to_short_line};
use crate::exam::bench::SET_UP;

/// The results of a submission's tests, as stored in the cache.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct OwnTestResults {
    /// The results of the student's tests on the model.
    pub(super) own: TestTally,
    /// The results of the template's tests on the model. They do not run on faults.
    pub(super) template: TestTally,
    /// For each fault, the cheapest of the student's tests that catch it.
    pub(super) caught: Vec<Option<String>>,
    /// The tests in source files that use private items.
    pub(super) private: Vec<String>,
    /// The skipped tests and files, with reasons.
    pub(super) notes: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TestTally {
    pub(super) tests: usize,
    pub(super) ignored: usize,
    pub(super) failing: Vec<(String, String)>,
}

impl TestTally {
    pub(super) fn passing_count(&self) -> usize {
        self.tests - self.failing.len()
    }

    /// Records the outcome of a test. Returns whether it passes.
    pub(super) fn add(
        &mut self,
        test: &OwnTest<'_>,
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

/// The fuel for one test on the model. Burning it takes a few seconds on any machine.
/// An endless test then ends soon.
pub(super) const MODEL_BUDGET: u64 = 2_000_000_000 * INSTRUCTION;

/// The total fuel for all tests on the model, on one fault, and on all faults.
/// Five tests may use up their whole budget. For all faults together, it is twice as much, because most faults are
/// caught by one of the first tests.
pub(super) const MODEL_TOTAL: u64 = 10_000_000_000 * INSTRUCTION;
// A limit per test is not enough, since all tests may run on every fault.
const FAULT_TOTAL: u64 = 10_000_000_000 * INSTRUCTION;
const FAULTS_TOTAL: u64 = 20_000_000_000 * INSTRUCTION;

/// The fuel to list a program's tests, which runs none of them.
/// A list of names needs far less, but code before `main` could burn it.
const LIST_BUDGET: u64 = MODEL_BUDGET / 4;

/// The fuel for a test on a fault, as a multiple of its cost on the model, within a minimum and a maximum.
/// A test that burns more has caught the fault, which makes it much slower or endless.
const FAULT_FACTOR: u64 = 20;
/// A multiple of a tiny cost would count any small delay as a catch.
const FAULT_FLOOR: u64 = 100_000_000 * INSTRUCTION;
// The factor alone would let a slow test burn twenty times its budget on the model.
const FAULT_CEILING: u64 = 2 * MODEL_BUDGET;

/// The maximum number of tests. Each needs an instance per fault, which takes time even if it burns little fuel.
const MAX_TESTS: usize = 1000;

pub(super) struct TestBench<'a> {
    pub(super) machine: &'a Machine,
    pub(super) data: &'a DataFiles,
    pub(super) sources: &'a SourcePaths,
    pub(super) memory: usize,
    pub(super) jobs: usize,
}

pub(super) struct OwnTest<'a> {
    pub(super) program: &'a LoadedProgram,
    /// The index of the file in the program.
    file: usize,
    pub(super) name: String,
    pub(super) shown: String,
    /// Whether the test must panic, and any text that the panic message must contain.
    pub(super) must_panic: Option<&'a Option<String>>,
    pub(super) is_template: bool,
}

impl<'a> OwnTest<'a> {
    /// Returns `None` if no file of the program contains the test.
    pub(super) fn new(
        program: &'a TestProgram,
        linked: &'a LoadedProgram,
        name: &str,
    ) -> Option<Self> {
        let (number, name_in_file) = program.find_test(name)?;
        let file = &program.files[number];
        let path = file.path.as_deref();
        Some(Self {
            program: linked,
            file: number,
            name: name.to_owned(),
            shown: path
                .map_or_else(|| name_in_file.to_owned(), |path| format!("{path}::{name_in_file}")),
            must_panic: file.must_panic.get(name_in_file),
            is_template: file.of_template.contains(name_in_file),
        })
    }
}

#[derive(Clone, Copy)]
pub(super) struct Burnt {
    /// The charged fuel, for sorting tests.
    pub(super) fuel: u64,
    /// The fuel including work that is free.
    pub(super) all: u64,
}

/// Test programs with their machine code.
pub(super) struct LoadedTests {
    tests: TestPrograms,
    /// Each program's machine code, or why it cannot run.
    modules: Vec<Result<Module, String>>,
}

impl LoadedTests {
    /// Compiles the programs to machine code on up to `jobs` threads.
    pub(super) fn new(
        machine: &Machine,
        tests: TestPrograms,
        jobs: usize,
    ) -> Result<Self, BuildError> {
        let load = |program: &TestProgram| compile_module(machine, program);
        let modules = pool::map_in_parallel(jobs, &tests.programs, load);
        Ok(Self { modules: modules.into_iter().collect::<Result<_, _>>()?, tests })
    }

    /// Returns the tests in source files that use private items.
    pub(super) fn tests_of_private_items(&self) -> &[String] {
        &self.tests.private
    }

    /// Returns the first program, or the notes if it does not exist.
    pub(super) fn first_program(&self) -> Result<(&TestProgram, &Result<Module, String>), String> {
        let mut programs = self.tests.programs.iter().zip(&self.modules);
        programs.next().ok_or_else(|| self.tests.notes.join("; "))
    }
}

/// Returns a program's machine code, or why it cannot run.
pub(super) fn compile_module(
    machine: &Machine,
    program: &TestProgram,
) -> Result<Result<Module, String>, BuildError> {
    let module = build::machine_code_of_tests(machine.engine(), &program.code)?;
    Ok(module.map_err(|why| to_short_line(&why)))
}

pub(super) struct TestListing {
    /// The program and the names of its tests, or the reason that the tests cannot run.
    pub(super) names: Result<(LoadedProgram, Vec<String>), String>,
    burnt: u64,
}

struct Tried {
    catcher: Option<String>,
    fuel: u64,
}

impl TestBench<'_> {
    /// Runs all tests on the model, and those of the student that pass on each fault.
    pub(super) fn run_tests(
        &self,
        loaded: LoadedTests,
        faults: usize,
        numbers: SubjectNumbers,
    ) -> Result<OwnTestResults, BuildError> {
        let LoadedTests { tests: TestPrograms { programs, private, notes }, modules } = loaded;
        let mut ran = OwnTestResults { private, notes, ..OwnTestResults::default() };
        let mut listed = Vec::new();
        let mut spent = 0u64;
        let listings = pool::map_in_parallel(self.jobs, &modules, |module| self.list_tests(module));
        for (program, listing) in programs.iter().zip(listings) {
            let TestListing { names, burnt } = listing?;
            spent = spent.saturating_add(burnt);
            match names {
                Ok((linked, names)) => listed.push((program, linked, names)),
                Err(why) => {
                    ran.notes.extend(program.files.iter().map(|file| {
                        let place = file.path.as_deref().unwrap_or("src");
                        format!("the tests in `{place}` cannot run: {why}")
                    }));
                }
            }
        }
        let mut tests = Vec::new();
        for (program, linked, names) in &listed {
            let of_program = names.iter().filter_map(|name| OwnTest::new(program, linked, name));
            let mut of_program: Vec<_> = of_program.collect();
            // The sort is stable, so the tests of a file stay in the order of the harness.
            of_program.sort_by_key(|test| test.file);
            tests.extend(of_program);
        }
        // The template's tests come last, so they never take the place of a test that the student wrote.
        tests.sort_by_key(|test| test.is_template);
        if tests.len() > MAX_TESTS {
            ran.notes.push(format!("only {MAX_TESTS} of {} tests run", tests.len()));
            tests.truncate(MAX_TESTS);
        }
        let passing = self.run_on_model(&tests, numbers, spent, &mut ran)?;
        let faults: Vec<u32> = (1..).take(faults).collect();
        let mut total = 0u64;
        let catch = |fault: &u32| self.find_catcher(&passing, numbers.number_of(*fault, 0));
        // Fuel is added in the order of the faults, so the number that are tried does not depend on threads.
        let goes_on = |result: &Result<Tried, BuildError>| {
            total = total.saturating_add(result.as_ref().map_or(0, |tried| tried.fuel));
            total < FAULTS_TOTAL
        };
        for tried in pool::map_in_parallel_while(self.jobs, &faults, catch, goes_on) {
            ran.caught.push(tried?.catcher);
        }
        let tried = ran.caught.len();
        if tried < faults.len() {
            ran.notes.push(format!(
                "they run on only {tried} of {} faults, because they take too long",
                faults.len()
            ));
            ran.caught.resize(faults.len(), None);
        }
        Ok(ran)
    }

    pub(super) fn list_tests(
        &self,
        module: &Result<Module, String>,
    ) -> Result<TestListing, BuildError> {
        let module = match module {
            Ok(module) => module,
            Err(why) => return Ok(TestListing { names: Err(why.clone()), burnt: 0 }),
        };
        let engine = |error: wasmtime::Error| BuildError::Engine(format!("{error:#}"));
        let linked = self.machine.link_tests(module).map_err(engine)?.with_sources(self.sources);
        let (names, burnt) = self.list_test_names(&linked)?;
        Ok(TestListing { names: names.map(|names| (linked, names)), burnt })
    }

    /// Returns the names of a program's tests, or the reason that they cannot be listed, and the burned fuel.
    fn list_test_names(
        &self,
        program: &LoadedProgram,
    ) -> Result<(Result<Vec<String>, String>, u64), BuildError> {
        let list = ["--list", "--format", "terse"];
        let run = pool::run_alone(|| self.run_program(program, 0, &list, LIST_BUDGET));
        let burnt = fuel_with_free_work(&run);
        if run.stop != Stop::Exit(0) {
            return match failed_outcome(&run) {
                TestOutcome::Grader(message) => Err(BuildError::Engine(message)),
                TestOutcome::Failed(how) => Ok((Err(how), burnt)),
                TestOutcome::Passed | TestOutcome::Ignored => {
                    Ok((Err("there is no message".to_owned()), burnt))
                }
            };
        }
        let names = run.output.lines().filter_map(|line| line.strip_suffix(": test"));
        Ok((Ok(names.map(str::to_owned).collect()), burnt))
    }

    /// Runs the tests on the model until the total fuel is exhausted, of which `spent` is already burned. Returns the
    /// student's passing tests with their costs, from cheapest to most expensive.
    fn run_on_model<'t>(
        &self,
        tests: &'t [OwnTest<'t>],
        numbers: SubjectNumbers,
        spent: u64,
        ran: &mut OwnTestResults,
    ) -> Result<Vec<(&'t OwnTest<'t>, u64)>, BuildError> {
        let mut passing = Vec::new();
        let mut total = spent;
        let goes_on = |(_, burnt): &(TestOutcome, Burnt)| {
            total = total.saturating_add(burnt.all);
            total <= MODEL_TOTAL
        };
        let run = |test: &OwnTest<'_>| self.run_test_with_decoys(test, numbers);
        let runs = pool::map_in_parallel_while(self.jobs, tests, run, goes_on);
        if runs.len() < tests.len() {
            ran.notes.push(format!(
                "only {} of {} tests run, because they take too long",
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
        // Most faults are caught by a cheap test, and then the expensive ones do not run on them.
        passing.sort_by_key(|(_, fuel)| *fuel);
        Ok(passing)
    }

    /// Runs a test on the model and, if it passes and could catch faults, again with other numbers for the model. It
    /// passes only if it always does.
    fn run_test_with_decoys(
        &self,
        test: &OwnTest<'_>,
        numbers: SubjectNumbers,
    ) -> (TestOutcome, Burnt) {
        let run = |round| self.run_test(test, numbers.number_of(0, round), MODEL_BUDGET);
        let (mut outcome, mut burnt) = run(0);
        for round in 1..=DECOYS {
            // The template's tests do not run on faults, so they cannot gain from knowing the number.
            if test.is_template || !matches!(outcome, TestOutcome::Passed) {
                break;
            }
            let (again, burnt_again) = run(round);
            burnt.all = burnt.all.saturating_add(burnt_again.all);
            outcome = match again {
                TestOutcome::Failed(how) => {
                    TestOutcome::Failed(format!("it does not pass every time: {how}"))
                }
                other => other,
            };
        }
        (outcome, burnt)
    }

    /// Returns the cheapest test that catches the fault with this number.
    fn find_catcher(&self, tests: &[(&OwnTest<'_>, u64)], fault: u32) -> Result<Tried, BuildError> {
        let mut left = FAULT_TOTAL;
        let mut catcher = None;
        for (test, model) in tests {
            let budget = model.saturating_mul(FAULT_FACTOR).clamp(FAULT_FLOOR, FAULT_CEILING);
            let (outcome, burnt) = self.run_test(test, fault, budget);
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

    /// Runs a test on the subject with this number.
    pub(super) fn run_test(
        &self,
        test: &OwnTest<'_>,
        subject: u32,
        budget: u64,
    ) -> (TestOutcome, Burnt) {
        // Without `--nocapture`, the harness captures the panic message, and it is lost.
        let arguments = ["--exact", &test.name, "--nocapture"];
        let run = self.run_program(test.program, subject, &arguments, budget);
        let outcome = match (&run.stop, test.must_panic) {
            (Stop::Exit(0), must_panic) => {
                match (parse_passed_and_ignored(&run.output), must_panic) {
                    (Some((0, _)), _) => TestOutcome::Ignored,
                    (Some(_), None) => TestOutcome::Passed,
                    (Some(_), Some(_)) => TestOutcome::Failed("it does not panic".to_owned()),
                    (None, _) => TestOutcome::Failed("it exits the process".to_owned()),
                }
            }
            (Stop::Panic { message, .. }, Some(expected)) => match expected {
                Some(part) if !message.contains(part) => TestOutcome::Failed(format!(
                    "it panics without `{}` in the message: {}",
                    to_short_line(part),
                    to_short_line(message)
                )),
                _ => TestOutcome::Passed,
            },
            _ => failed_outcome(&run),
        };
        (outcome, Burnt { fuel: run.fuel, all: fuel_with_free_work(&run) })
    }

    pub(super) fn run_program(
        &self,
        program: &LoadedProgram,
        subject: u32,
        arguments: &[&str],
        fuel: u64,
    ) -> TestRun {
        let limits = InstanceLimits { memory: self.memory, ..InstanceLimits::with_fuel(fuel) };
        self.machine.run_tests(program, subject, arguments, self.data, limits)
    }
}

/// Returns the fuel that a run burned, including work that is free.
fn fuel_with_free_work(run: &TestRun) -> u64 {
    run.fuel.saturating_add(run.free_work).saturating_add(SET_UP)
}
