//! A file of tests that show what is wrong with a submission, for its author to run and to keep.
//!
//! One `#[test]` for each failed check, on the smallest case that shows it. What cannot be seen
//! through the traits of the assignment, such as what a search costs, is said in a comment. So is
//! what a test does not show: each is tried on the submission before the file is written.

mod again;
mod cases;
mod helpers;
mod risk;
#[cfg(test)]
mod tests;
mod trial;

use std::collections::{BTreeMap, BTreeSet};

use grade::view::{Finding, View};
use grade::{Asked, Failure, Status, Stop, TestEnd};
use terminal::wrap::{cut, escape, wrap};

use super::plain::UNSEEN;
use cases::Case;
use helpers::Helper;

/// The most characters of a summary, which may quote what the submission has panicked with.
const SUMMARY: usize = 400;

/// The width of a line, which is rustfmt's.
const WIDTH: usize = 100;

/// The name of a crate whose manifest tells none.
const UNKNOWN_CRATE: &str = "submission";

/// The end of each test of a file on the submission, by the test's name.
pub type TestEnds = BTreeMap<String, TestEnd>;

/// The tests for what a view shows.
pub struct UnitTests {
    submission: String,
    /// The name of the crate, if its manifest tells one.
    crate_name: Option<String>,
    written: Vec<Written>,
    /// The failures that do not show through the traits.
    beyond: Vec<String>,
    /// The failures on puzzles that are not shown.
    unseen: Vec<String>,
    /// The words where nothing failed.
    nothing: &'static str,
}

/// A test.
struct Written {
    name: String,
    title: String,
    case: Case,
    asked: Asked,
    stop: Option<Stop>,
}

/// The tests for what a view shows, for the crate with this name.
pub fn unit_tests(view: &View, crate_name: Option<&str>) -> UnitTests {
    let nothing = match view.status {
        Status::GraderError => "// Nothing failed, but the grader could not judge everything.\n",
        // A hidden failure must not be denied.
        _ if !view.hidden.is_empty() => "// No visible check failed.\n",
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
    for it in &view.checks {
        let failure = match &it.finding {
            Finding::Fail(failure) => failure,
            Finding::FailUnseen => {
                tests.unseen.push(format!("{}: {UNSEEN}", it.check));
                continue;
            }
            Finding::Pass | Finding::Skipped { .. } | Finding::GraderError(_) => continue,
        };
        let title = format!("{}: {}", it.check, summary(failure));
        match (cases::of(it.check, failure), &failure.evidence) {
            (Some(case), Some(evidence)) => tests.written.push(Written {
                name: it.check.id().replace('.', "_"),
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
    /// The name by which the tests know the crate.
    pub fn crate_name(&self) -> &str {
        self.crate_name.as_deref().unwrap_or(UNKNOWN_CRATE)
    }

    /// The tests as they are to be tried on the submission, none of them left out and each without
    /// an eye on the clock; `None` if there are none.
    pub fn to_try(&self) -> Option<String> {
        if self.written.is_empty() {
            return None;
        }
        let tests: Vec<Test<'_>> = self.written.iter().map(Test::to_try).collect();
        Some(code(self.crate_name(), &tests, "", Helper::text_to_try))
    }

    /// The file for the folder `tests` of the crate. `ends` tells how the tests ended on the
    /// submission, if they were tried: those that passed are left out, with the reason in a comment.
    pub fn file(&self, ends: Option<&TestEnds>) -> String {
        let end = |it: &Written| ends?.get(&it.name);
        let (silent, shown): (Vec<_>, Vec<_>) =
            self.written.iter().partition(|it| end(it) == Some(&TestEnd::Passed));
        let mut text = self.head();
        let mut comments = String::new();
        comments.push_str(&section(
            "There are no tests for these, because the traits do not show them:",
            &self.beyond,
        ));
        let silent: Vec<String> = silent
            .iter()
            .map(|it| format!("{} ({})", it.title, trial::why_it_passes(it)))
            .collect();
        comments.push_str(&section(
            "The tests for these are left out, because they pass on the current code:",
            &silent,
        ));
        comments.push_str(&section("These fail on hidden puzzles:", &self.unseen));
        if shown.is_empty() {
            text.push_str(if comments.is_empty() { "\n" } else { &comments });
            text.push_str(if comments.is_empty() { self.nothing } else { "" });
            return text;
        }
        let tests: Vec<Test<'_>> = shown.iter().map(|it| Test::to_keep(it, end(it))).collect();
        let uncertain = tests.iter().filter(|it| it.caveat.is_some()).count();
        text.push_str("//!\n");
        text.push_str(&prose("//! ", &now(tests.len(), uncertain, ends)));
        let ignored = tests.iter().filter(|it| it.ignored.is_some()).count();
        if let Some(sentence) = set_aside(tests.len(), ignored) {
            text.push_str("//!\n");
            text.push_str(&prose("//! ", &sentence));
        }
        text + &code(self.crate_name(), &tests, &comments, Helper::text)
    }
}

/// The sentence on the results of these tests, some of which may pass elsewhere.
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

/// The sentence on the tests that are marked `#[ignore]`, if there are any.
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

/// Comments below a heading; nothing if there are none.
fn section(heading: &str, lines: &[String]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let lines = lines.iter().map(|line| prose("//   ", line));
    format!("\n// {heading}\n//\n{}", lines.collect::<String>())
}

/// Imports, tests, comments, and the functions that the tests share.
fn code(
    name: &str,
    tests: &[Test<'_>],
    comments: &str,
    text_of: fn(Helper) -> &'static str,
) -> String {
    let mut helpers: BTreeSet<Helper> = tests.iter().flat_map(Test::helpers).collect();
    helpers.insert(Helper::Puzzle);
    let tests: String = tests.iter().map(Test::text).collect();
    let mut text = format!("{}{tests}{comments}", imports(name, &helpers));
    for helper in helpers::with_their_own(helpers) {
        text.push('\n');
        text.push_str(text_of(helper));
    }
    text
}

fn summary(failure: &Failure) -> String {
    cut(&escape(&failure.summary), SUMMARY)
}

impl UnitTests {
    /// The head of the file: its purpose and its use.
    fn head(&self) -> String {
        let what = format!(
            "Tests for the failures that `grader check` found in `{}`: one for each failed check, \
             with the smallest case.",
            escape(&self.submission)
        );
        let how = "Put this file in the folder `tests` of the crate, next to `src`, and run";
        let more = "with the name of the file without `.rs` as NAME. `grader explain CHECK` \
                    explains a check.";
        let mut text = prose("//! ", &what);
        text.push_str("//!\n");
        text.push_str(&prose("//! ", how));
        text.push_str("//!\n//! ```text\n//! cargo test --test NAME\n//! ```\n//!\n");
        text.push_str(&prose("//! ", more));
        if self.crate_name.is_none() {
            let rename = format!(
                "The name of the crate is unknown. If it is not `{UNKNOWN_CRATE}`, change it \
                 below."
            );
            text.push_str("//!\n");
            text.push_str(&prose("//! ", &rename));
        }
        text
    }
}

/// A text behind a mark, in as many lines as it takes.
fn prose(mark: &str, text: &str) -> String {
    let lines = wrap(text, WIDTH - mark.len());
    lines.iter().fold(String::new(), |all, line| format!("{all}{mark}{line}\n"))
}

/// The imports, in rustfmt's order.
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

/// A test as it is written into a file.
struct Test<'a> {
    written: &'a Written,
    /// What to know of it on another machine than the grader's.
    caveat: Option<&'static str>,
    /// The reason why it is not run with the others.
    ignored: Option<&'static str>,
    /// Whether it is run with an eye on the clock.
    is_endless: bool,
}

impl<'a> Test<'a> {
    /// The test to be tried on the submission: there no test can harm another.
    fn to_try(written: &'a Written) -> Self {
        Self { written, caveat: None, ignored: None, is_endless: risk::is_endless(written, None) }
    }

    /// The test to be kept, which ended like this when it was tried.
    fn to_keep(written: &'a Written, end: Option<&TestEnd>) -> Self {
        Self {
            written,
            caveat: end.and_then(trial::caveat),
            ignored: risk::reason(written, end),
            is_endless: risk::is_endless(written, end),
        }
    }

    fn helpers(&self) -> impl Iterator<Item = Helper> {
        let clock = self.is_endless.then_some(Helper::WithinTwoSeconds);
        self.written.case.helpers.iter().copied().chain(clock)
    }

    fn text(&self) -> String {
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
