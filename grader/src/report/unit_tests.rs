//! A file of tests that show what is wrong with a submission, for its author to run and to keep.
//!
//! One `#[test]` for each failed check, on the smallest case that shows it. What cannot be seen
//! through the traits of the assignment, such as what a search costs, is said in a comment.

mod again;
mod cases;
mod helpers;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use cases::Case;
use helpers::Helper;

use super::audience::{Finding, State, View};
use super::plain::UNSEEN;
use super::wrap::{cut, escape, wrap};
use crate::grade::Failure;

/// The most characters of a summary, which may quote what the submission has panicked with.
const SUMMARY: usize = 400;

/// The width of a line, which is rustfmt's.
const WIDTH: usize = 100;

/// The name of a crate whose manifest tells none.
const UNKNOWN_CRATE: &str = "submission";

/// The tests for what a view shows, as a Rust file for the folder `tests` of the crate with this name.
///
/// A view that was read from a file shows too little for most tests: make it of the grade.
pub fn unit_tests(view: &View, crate_name: Option<&str>) -> String {
    let mut shown = String::new();
    let mut beyond = String::new();
    let mut unseen = String::new();
    let mut helpers = BTreeSet::new();
    for it in &view.checks {
        let failure = match &it.finding {
            Finding::Fail(failure) => failure,
            Finding::FailUnseen => {
                unseen.push_str(&prose("//   ", &format!("{}: {UNSEEN}", it.check)));
                continue;
            }
            Finding::Pass | Finding::Skipped { .. } | Finding::GraderError(_) => continue,
        };
        let title = format!("{}: {}", it.check, summary(failure));
        match cases::of(it.check, failure) {
            Some(case) => {
                shown.push_str(&test(&title, &it.check.id().replace('.', "_"), &case));
                helpers.extend(case.helpers);
            }
            None => beyond.push_str(&prose("//   ", &title)),
        }
    }
    let name = crate_name.unwrap_or(UNKNOWN_CRATE);
    let mut text = head(&view.submission, name, crate_name.is_some());
    if shown.is_empty() && beyond.is_empty() && unseen.is_empty() {
        text.push('\n');
        text.push_str(match view.state {
            State::GraderError | State::SetByHand => {
                "// Nothing failed, but the grader could not find out about everything.\n"
            }
            // A hidden failure must not be denied.
            _ if !view.hidden.is_empty() => "// Nothing failed that can be shown.\n",
            _ => "// Nothing failed, so there is nothing to show.\n",
        });
        return text;
    }
    if !shown.is_empty() {
        helpers.insert(Helper::Puzzle);
        text.push_str(&imports(name, &helpers));
        text.push_str(&shown);
    }
    if !beyond.is_empty() {
        text.push_str(
            "\n// These do not show through the traits, so there are no tests for them:\n",
        );
        text.push_str("//\n");
        text.push_str(&beyond);
    }
    if !unseen.is_empty() {
        text.push_str("\n// These fail on puzzles that are not shown:\n//\n");
        text.push_str(&unseen);
    }
    for helper in helpers::with_their_own(helpers) {
        text.push('\n');
        text.push_str(helper.text());
    }
    text
}

fn summary(failure: &Failure) -> String {
    cut(&escape(&failure.summary), SUMMARY)
}

/// What the file is and how to use it.
fn head(submission: &str, name: &str, is_known: bool) -> String {
    let what = format!(
        "Tests that show what `grader check` found wrong with `{}`: one for each check that \
         failed, on the smallest case found.",
        escape(submission)
    );
    let how = "Put this file into the folder `tests` of the crate, beside `src`, and run";
    let until = "with the name of the file, without `.rs`, for NAME. Each test fails until its \
                 fault is gone; `grader explain CHECK` tells more about a check.";
    let mut text = prose("//! ", &what);
    text.push_str("//!\n");
    text.push_str(&prose("//! ", how));
    text.push_str("//!\n//! ```text\n//! cargo test --test NAME\n//! ```\n//!\n");
    text.push_str(&prose("//! ", until));
    if !is_known {
        let rename = format!(
            "The name of the crate is not known here: if it is not `{name}`, change it below."
        );
        text.push_str("//!\n");
        text.push_str(&prose("//! ", &rename));
    }
    text
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

/// A test with this title and this name.
fn test(title: &str, name: &str, case: &Case) -> String {
    let mut text = format!("\n{}#[test]\n", prose("/// ", title));
    if let Some(reason) = case.ignored {
        text = text + "#[ignore = \"" + reason + "\"]\n";
    }
    text = text + "fn " + name + "() {\n";
    let (indent, body) =
        if case.is_endless { (8, "    within_two_seconds(|| {\n") } else { (4, "") };
    text.push_str(body);
    for line in &case.lines {
        text.push_str(&line.indented(indent));
    }
    text.push_str(if case.is_endless { "    });\n}\n" } else { "}\n" });
    text
}
