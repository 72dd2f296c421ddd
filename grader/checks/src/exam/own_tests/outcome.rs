//! The outcomes of tests, and sentences that describe them.

use grade::{INSTRUCTION, Stop};
use sandbox::run::TestRun;

use super::run::MODEL_BUDGET;

/// In characters.
/// The values of most `assert_eq!` fit, but not a long solution.
const MAX_MESSAGE: usize = 200;

pub(super) enum TestOutcome {
    Passed,
    Ignored,
    Failed(String),
    Grader(String),
}

/// Parses the numbers of passed and ignored tests from the harness's summary.
pub(super) fn parse_passed_and_ignored(output: &str) -> Option<(u32, u32)> {
    // A test may print such a line itself, but the harness prints the last one.
    let last = output.lines().rev().find(|line| line.starts_with("test result: "))?;
    let count = |what: &str| {
        let (before, _) = last.split_once(what)?;
        before.rsplit(' ').next()?.parse().ok()
    };
    Some((count(" passed;")?, count(" ignored;")?))
}

pub(super) fn failed_outcome(run: &TestRun) -> TestOutcome {
    TestOutcome::Failed(match &run.stop {
        Stop::Panic { message, place, .. } => {
            let place = place.as_ref().map_or_else(String::new, |place| format!(" at {place}"));
            format!("it panics{place}: {}", to_short_line(message))
        }
        // If a test returns an error, the harness prints it.
        Stop::Exit(101) => {
            let error = run.errors.lines().rev().find_map(|line| line.strip_prefix("Error: "));
            format!("it returns an error: {}", to_short_line(error.unwrap_or("unknown error")))
        }
        // The harness itself exits with 0 or 101.
        Stop::Exit(_) | Stop::Done => "it exits the process".to_owned(),
        Stop::Fuel => {
            let budget = MODEL_BUDGET / INSTRUCTION / 1_000_000_000;
            format!("it does not finish within {budget} billion instructions")
        }
        Stop::Memory => "it runs out of memory".to_owned(),
        Stop::Stack => "it overflows the stack".to_owned(),
        Stop::Output => "it never stops printing".to_owned(),
        Stop::Trap(what) => format!("it crashes: {}", to_short_line(what)),
        Stop::Grader(message) => return TestOutcome::Grader(message.clone()),
    })
}

pub(super) fn to_short_line(message: &str) -> String {
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
    fn test_counts_are_parsed_from_harness_output() {
        let output = "\nrunning 1 test\ntest a ... ok\n\ntest result: ok. 1 passed; 0 failed; 2 ignored; 0 \
                      measured; 5 filtered out; finished in 0.00s\n\n";
        assert_eq!(parse_passed_and_ignored(output), Some((1, 2)));
        assert_eq!(parse_passed_and_ignored("running 1 test\ntest a ... "), None);
    }

    #[test]
    fn messages_are_shortened_to_one_line() {
        let message = "assertion `left == right` failed: é\n  left: 1\n right: 2\n";
        assert_eq!(
            to_short_line(message),
            "assertion `left == right` failed: é; left: 1; right: 2"
        );
        assert_eq!(to_short_line(&"é".repeat(300)).chars().count(), MAX_MESSAGE + 4);
    }
}
