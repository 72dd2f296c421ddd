//! A small test harness, in place of the standard library's crate `test`.
//!
//! With `--test`, the compiler generates a `main` function that passes all tests to this crate. The standard harness has
//! many features that the grader does not use, and compiling them to machine code takes most of the time for a
//! submission's tests. This one has the same types and two functions: `--list` lists the tests, and `--exact NAME` runs
//! a test. The output and the exit codes are those of the standard harness.
//!
//! The interface is not stable. If the compiler expects a different one, the grader uses the standard harness.

use std::process::{self, ExitCode, Termination};

pub use TestFn::StaticTestFn;
pub use TestName::StaticTestName;

/// A test.
pub struct TestDescAndFn {
    /// The description.
    pub desc: TestDesc,
    /// The function to call.
    pub testfn: TestFn,
}

/// The description of a test.
///
/// The grader only needs the name and whether the test is ignored. It removes `#[should_panic]`.
pub struct TestDesc {
    pub name: TestName,
    pub ignore: bool,
    pub ignore_message: Option<&'static str>,
    pub source_file: &'static str,
    pub start_line: usize,
    pub start_col: usize,
    pub end_line: usize,
    pub end_col: usize,
    pub compile_fail: bool,
    pub no_run: bool,
    pub should_panic: ShouldPanic,
    pub test_type: TestType,
}

/// The path of a test in its crate.
pub enum TestName {
    StaticTestName(&'static str),
}

/// The function of a test. It returns a message if the test fails without a panic.
pub enum TestFn {
    StaticTestFn(fn() -> Result<(), String>),
}

/// The attribute `#[should_panic]`.
pub enum ShouldPanic {
    No,
    Yes,
    YesWithMessage(&'static str),
}

/// The kind of crate that contains the test.
pub enum TestType {
    UnitTest,
    IntegrationTest,
    DocTest,
    Unknown,
}

/// Converts the value that a test returns.
///
/// # Errors
///
/// Returns a message if the value does not stand for success.
pub fn assert_test_result<T: Termination>(result: T) -> Result<(), String> {
    // This prints an error that the test returns.
    if result.report() == ExitCode::SUCCESS {
        Ok(())
    } else {
        Err("the test returned a value that does not stand for success".to_owned())
    }
}

/// Lists or runs tests, depending on the arguments of the program.
pub fn test_main_static(tests: &[&TestDescAndFn]) {
    let named = tests.iter().map(|test| {
        let StaticTestName(name) = test.desc.name;
        (name, test)
    });
    let mut arguments = std::env::args().skip(1);
    match (arguments.next().as_deref(), arguments.next()) {
        (Some("--list"), _) => named.for_each(|(name, _)| println!("{name}: test")),
        (Some("--exact"), Some(wanted)) => {
            let [mut passed, mut failed, mut ignored] = [0, 0, 0];
            for (_, test) in named.filter(|(name, _)| *name == wanted) {
                let StaticTestFn(function) = test.testfn;
                if test.desc.ignore {
                    ignored += 1;
                } else if function().is_ok() {
                    passed += 1;
                } else {
                    failed += 1;
                }
            }
            let result = if failed == 0 { "ok" } else { "FAILED" };
            println!(
                "\ntest result: {result}. {passed} passed; {failed} failed; {ignored} ignored;"
            );
            if failed > 0 {
                // The standard harness exits with this code, too.
                process::exit(101);
            }
        }
        _ => panic!("expected `--list`, or `--exact` and a name"),
    }
}
