//! Generates a file with tests that demonstrate the failures, for the author of the submission to run and keep.
//!
//! Each failed check gets a `#[test]` with the smallest failing case. Failures that cannot be shown with the
//! assignment's traits, such as the cost of a search, are listed in a comment. Before the file is written, each test
//! should be tried on the submission; tests that pass will only be mentioned in a comment.

mod cases;
mod helpers;
mod repeated_calls;
mod risk;
#[cfg(test)]
mod tests;
mod trial;

use std::collections::{BTreeMap, BTreeSet};

use grade::cause::GENERATED_TESTS;
use grade::view::{Finding, View};
use grade::{Asked, Failure, Status, Stop, TestEnd};
use terminal::wrap::{escape, shorten_to_width, wrap};

use super::plain::UNSEEN;
use cases::TestBody;
use helpers::Helper;

/// The maximum number of characters in a summary, which may quote a panic message.
const SUMMARY: usize = 400;

const WIDTH: usize = 100;

const UNKNOWN_CRATE: &str = "submission";

/// How each test ended on the submission, by name.
pub type TestEnds = BTreeMap<String, TestEnd>;

/// Tests for the failures in a view.
pub struct UnitTests {
    submission: String,
    crate_name: Option<String>,
    written: Vec<Written>,
    beyond: Vec<String>,
    unseen: Vec<String>,
    nothing: &'static str,
}

struct Written {
    name: String,
    title: String,
    case: TestBody,
    asked: Asked,
    stop: Option<Stop>,
}

/// Generates the tests for a view and the crate with this name.
pub fn unit_tests(view: &View, crate_name: Option<&str>) -> UnitTests {
    let nothing = match view.status {
        Status::GraderError => "// Nothing failed, but the grader could not judge everything.\n",
        _ if view.hides_parts() => "// No visible check failed.\n",
        _ => "// Nothing failed, so there is nothing to show.\n",
    };
    let mut tests = UnitTests {
        submission: view.submission.clone(),
        crate_name: crate_name.map(str::to_owned),
        written: Vec::new(),
        beyond: Vec::new(),
        unseen: Vec::new(),
        nothing,
    };
    for check in &view.checks {
        let failure = match &check.finding {
            Finding::Fail(failure) => failure,
            Finding::FailUnseen => {
                tests.unseen.push(format!("{}: {UNSEEN}", check.check));
                continue;
            }
            Finding::Pass | Finding::Skipped { .. } | Finding::GraderError(_) => continue,
        };
        let title = format!("{}: {}", check.check, summary(failure));
        match (cases::test_for_failure(check.check, failure), &failure.evidence) {
            (Some(case), Some(evidence)) => tests.written.push(Written {
                name: check.check.id().replace('.', "_"),
                title,
                case,
                asked: evidence.asked,
                stop: evidence.stop.clone(),
            }),
            _ => tests.beyond.push(title),
        }
    }
    tests
}

impl UnitTests {
    /// Returns the name used for the crate.
    pub fn crate_name(&self) -> &str {
        self.crate_name.as_deref().unwrap_or(UNKNOWN_CRATE)
    }

    /// Returns all tests as code to try on the submission, without time limits. This is `None` if there are no tests.
    pub fn to_try(&self) -> Option<String> {
        if self.written.is_empty() {
            return None;
        }
        let tests: Vec<RenderedTest<'_>> = self.written.iter().map(RenderedTest::to_try).collect();
        Some(code(self.crate_name(), &tests, "", Helper::text_to_try))
    }

    /// Returns the file for the crate's `tests` folder. When the tests have been tried, `ends` should contain the
    /// results. Tests that passed will be left out, with a comment about the reason.
    pub fn file(&self, ends: Option<&TestEnds>) -> String {
        let end = |test: &Written| ends?.get(&test.name);
        let (silent, shown): (Vec<_>, Vec<_>) =
            self.written.iter().partition(|test| end(test) == Some(&TestEnd::Passed));
        let mut text = self.head();
        let mut comments = String::new();
        comments.push_str(&section(
            "There are no tests for these failures, because the traits do not expose them:",
            &self.beyond,
        ));
        let silent: Vec<String> = silent
            .iter()
            .map(|test| format!("{} ({})", test.title, trial::why_it_passes(test)))
            .collect();
        comments.push_str(&section(
            "The tests for these failures are left out, because they pass on the current code:",
            &silent,
        ));
        comments.push_str(&section("These checks fail on hidden puzzles:", &self.unseen));
        if shown.is_empty() {
            text.push_str(if comments.is_empty() { "\n" } else { &comments });
            text.push_str(if comments.is_empty() { self.nothing } else { "" });
            return text;
        }
        let tests: Vec<RenderedTest<'_>> =
            shown.iter().map(|test| RenderedTest::to_keep(test, end(test))).collect();
        let uncertain = tests.iter().filter(|test| test.caveat.is_some()).count();
        text.push_str("//!\n");
        text.push_str(&prose("//! ", &now(tests.len(), uncertain, ends)));
        let ignored = tests.iter().filter(|test| test.ignored.is_some()).count();
        if let Some(sentence) = set_aside(tests.len(), ignored) {
            text.push_str("//!\n");
            text.push_str(&prose("//! ", &sentence));
        }
        text + &code(self.crate_name(), &tests, &comments, Helper::code)
    }
}

/// Describes the results to expect, including tests that may pass on other machines.
fn now(tests: usize, uncertain: usize, ends: Option<&TestEnds>) -> String {
    if ends.is_none() {
        return "The tests could not be compiled with the crate, so they were not run. Each test \
                should fail until you fix its fault."
            .to_owned();
    }
    let fail = match tests {
        1 => "The test fails until you fix its fault".to_owned(),
        2 => "Both tests fail until you fix their faults".to_owned(),
        tests => format!("All {tests} tests fail until you fix their faults"),
    };
    match (tests, uncertain) {
        (_, 0) => format!("{fail}."),
        (1, _) => format!("{fail}; on other machines it may pass, as noted there."),
        (_, 1) => format!("{fail}; on other machines 1 of them may pass, as noted there."),
        (_, some) => format!("{fail}; on other machines {some} of them may pass, as noted there."),
    }
}

fn set_aside(tests: usize, ignored: usize) -> Option<String> {
    let which = match (tests, ignored) {
        (_, 0) => return None,
        (1, _) => "It is".to_owned(),
        (_, 1) => "One of them is".to_owned(),
        (_, ignored) => format!("{ignored} of them are"),
    };
    Some(format!(
        "{which} marked `#[ignore]`, with the reason. To run such a test, use `cargo test --test \
         NAME TEST -- --ignored`."
    ))
}

fn section(heading: &str, lines: &[String]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let lines = lines.iter().map(|line| prose("//   ", line));
    format!("\n// {heading}\n//\n{}", lines.collect::<String>())
}

fn code(
    name: &str,
    tests: &[RenderedTest<'_>],
    comments: &str,
    text_of: fn(Helper) -> &'static str,
) -> String {
    let mut helpers: BTreeSet<Helper> = tests.iter().flat_map(RenderedTest::helpers).collect();
    helpers.insert(Helper::Puzzle);
    let tests: String = tests.iter().map(RenderedTest::test_code).collect();
    let mut text = format!("{}{tests}{comments}", imports(name, &helpers));
    for helper in helpers::add_needed_helpers(helpers) {
        text.push('\n');
        text.push_str(text_of(helper));
    }
    text
}

fn summary(failure: &Failure) -> String {
    shorten_to_width(&escape(&failure.summary), SUMMARY)
}

impl UnitTests {
    /// Returns the head of the file, which explains how to use it.
    fn head(&self) -> String {
        let what = format!(
            "Tests for the failures that `grader check` found in `{}`: one for each failed check, \
             with the smallest case.",
            escape(&self.submission)
        );
        let how = "Put this file in the crate's `tests` folder, next to `src`, and run";
        let more = "where NAME is the file name without `.rs`. `grader explain CHECK` explains \
                    a check.";
        let mut text = format!("{GENERATED_TESTS}\n//!\n");
        text.push_str(&prose("//! ", &what));
        text.push_str("//!\n");
        text.push_str(&prose("//! ", how));
        text.push_str("//!\n//! ```text\n//! cargo test --test NAME\n//! ```\n//!\n");
        text.push_str(&prose("//! ", more));
        if self.crate_name.is_none() {
            let rename = format!(
                "The crate name is unknown. If it is not `{UNKNOWN_CRATE}`, change it \
                 below."
            );
            text.push_str("//!\n");
            text.push_str(&prose("//! ", &rename));
        }
        text
    }
}

fn prose(mark: &str, text: &str) -> String {
    let lines = wrap(text, WIDTH - mark.len());
    lines.iter().fold(String::new(), |all, line| format!("{all}{mark}{line}\n"))
}

fn imports(name: &str, helpers: &BTreeSet<Helper>) -> String {
    let (own, traits) = if helpers.contains(&Helper::Solver) {
        ("{Board, Solver}", "{Board as _, Solver as _}")
    } else {
        ("Board", "Board as _")
    };
    let mut lines = [format!("use {name}::{own};\n"), format!("use slider::{traits};\n")];
    if name > "slider" {
        lines.reverse();
    }
    format!("\n{}", lines.concat())
}

struct RenderedTest<'a> {
    written: &'a Written,
    /// A note about running the test on another machine.
    caveat: Option<&'static str>,
    ignored: Option<&'static str>,
    is_endless: bool,
}

impl<'a> RenderedTest<'a> {
    /// Prepares a test to be tried on the submission, where tests cannot affect each other.
    fn to_try(written: &'a Written) -> Self {
        Self { written, caveat: None, ignored: None, is_endless: risk::is_endless(written, None) }
    }

    /// Prepares a test for the file. `end` should be how the trial ended.
    fn to_keep(written: &'a Written, end: Option<&TestEnd>) -> Self {
        Self {
            written,
            caveat: end.and_then(trial::reason_it_may_pass),
            ignored: risk::reason_to_run_alone(written, end),
            is_endless: risk::is_endless(written, end),
        }
    }

    fn helpers(&self) -> impl Iterator<Item = Helper> {
        let clock = self.is_endless.then_some(Helper::WithinTwoSeconds);
        self.written.case.helpers.iter().copied().chain(clock)
    }

    fn test_code(&self) -> String {
        let Self { written: Written { name, title, case, .. }, caveat, ignored, is_endless } =
            *self;
        let mut text = format!("\n{}", prose("/// ", title));
        if let Some(caveat) = caveat {
            text = text + "///\n" + &prose("/// ", caveat);
        }
        text.push_str("#[test]\n");
        if let Some(reason) = ignored {
            text = text + "#[ignore = \"" + reason + "\"]\n";
        }
        text = text + "fn " + name + "() {\n";
        let (indent, body) =
            if is_endless { (8, "    within_two_seconds(|| {\n") } else { (4, "") };
        text.push_str(body);
        for line in &case.lines {
            text.push_str(&line.indented(indent));
        }
        text.push_str(if is_endless { "    });\n}\n" } else { "}\n" });
        text
    }
}
