//! The report as a page of documentation.

use std::fmt::Write as _;

use grader::check::{Check, Group};

use super::{Count, by_check, by_operator, by_place};
use crate::explained::{Explained, Kind, Survivor};
use crate::fate::{Fate, Outcome};

/// How the page begins.
const INTRODUCTION: &str = "\
<!-- Written by `cargo run -p grader --example mutants -- --format markdown`. -->

# Mutants

Do the checks see every mistake? The labelled submissions are mistakes that somebody thought of. A
mutant is one that nobody did: the model answer with one small change, made by a program. Each is
graded like a submission. One that gets full marks is either right, or shows something that no check
looks at.

```sh
cargo run -p grader --example mutants                       # all of them, some minutes
cargo run -p grader --example mutants -- --only Board::twin # those with this in their line
cargo run -p grader --example mutants -- --list             # what there is, without grading
cargo run -p grader --example mutants -- --format markdown > docs/mutants.md
```

The exit code is 0 if every survivor is explained, 1 if one is not, and 3 if the grader is at fault.
The explanations are in
[`explained.toml`](../grader/examples/mutants/explained.toml), by the text of the changed lines, so
that they hold when lines move; one that explains nothing any more is named at the end of the report.
The changes are made to the syntax tree of `reference/src/board.rs` and `reference/src/solver.rs`,
without their tests. Of mutants that are the same text, one is graded.
";

/// The whole page.
pub(crate) fn markdown(outcomes: &[Outcome], explained: &Explained, stale: &[&Survivor]) -> String {
    let mut text = INTRODUCTION.to_owned();
    operators(&mut text, outcomes);
    checks(&mut text, outcomes);
    places(&mut text, outcomes);
    survivors(&mut text, outcomes, explained);
    unexplained(&mut text, outcomes);
    if !stale.is_empty() {
        text.push_str("\n## Explained, but no survivors any more\n\n");
        for Survivor { file, before, after } in stale {
            let _ = writeln!(text, "- `{file}`: {} -> {}", code(before), code(after));
        }
    }
    text
}

fn operators(text: &mut String, outcomes: &[Outcome]) {
    text.push_str("\n## Operators\n\n");
    text.push_str("| operator | does | made | not compiling | caught | survived |\n");
    text.push_str("|---|---|--:|--:|--:|--:|\n");
    let mut row = |name: &str, does: &str, count: Count| {
        let Count { made, not_compiling, caught, explained, unexplained, .. } = count;
        let survived = explained + unexplained;
        let _ = writeln!(
            text,
            "| {name} | {does} | {made} | {not_compiling} | {caught} | {survived} |"
        );
    };
    for (operator, count) in by_operator(outcomes) {
        row(operator.name(), &operator.does().replace('|', "\\|"), count);
    }
    row("**all**", "", Count::of(outcomes.iter()));
}

fn checks(text: &mut String, outcomes: &[Outcome]) {
    text.push_str("\n## Checks\n\nHow many mutants fail each check, and how many no other.\n\n");
    text.push_str("| check | fails | alone |\n|---|--:|--:|\n");
    let failed = by_check(outcomes);
    for (check, (all, alone)) in &failed {
        let _ = writeln!(text, "| `{check}` | {all} | {alone} |");
    }
    let is_idle = |check: &Check| check.group() != Group::Compile && !failed.contains_key(check);
    let idle: Vec<_> =
        Check::ALL.into_iter().filter(is_idle).map(|it| format!("- `{it}`\n")).collect();
    if !idle.is_empty() {
        text.push_str("\nNo mutant fails these, but labelled submissions do:\n\n");
        text.push_str(&idle.concat());
    }
}

fn places(text: &mut String, outcomes: &[Outcome]) {
    text.push_str(
        "\n## Functions\n\nWhich checks fail, and how often, where a function is changed: a mistake should \
         cost the checks that it touches and no other. A function that others call touches theirs.\n\n",
    );
    text.push_str("| changed | checks that fail |\n|---|---|\n");
    for (within, checks) in by_place(outcomes) {
        let checks: Vec<_> = checks.iter().map(|(check, n)| format!("`{check}` {n}")).collect();
        let _ = writeln!(text, "| `{within}` | {} |", checks.join(", "));
    }
}

fn survivors(text: &mut String, outcomes: &[Outcome], explained: &Explained) {
    text.push_str("\n## Survivors\n");
    for (kind, title) in [
        (Kind::Equivalent, "No caller can tell them from the model"),
        (Kind::Free, "The assignment leaves them free"),
    ] {
        let _ = writeln!(text, "\n### {title}");
        for (number, reason) in explained.reasons.iter().enumerate() {
            let is_here = |it: &&Outcome| it.fate == Fate::Survived(Some(number));
            let mut here = outcomes.iter().filter(is_here).peekable();
            if reason.kind == kind && here.peek().is_some() {
                let _ = writeln!(text, "\n{}\n", reason.why.trim());
                here.for_each(|outcome| text.push_str(&item(outcome)));
            }
        }
    }
}

fn unexplained(text: &mut String, outcomes: &[Outcome]) {
    let open = |it: &&Outcome| matches!(it.fate, Fate::Survived(None) | Fate::GraderFault(_));
    let mut open = outcomes.iter().filter(open).peekable();
    if open.peek().is_some() {
        text.push_str("\n### Nothing explains these\n\n");
        open.for_each(|outcome| text.push_str(&item(outcome)));
    }
}

fn item(outcome: &Outcome) -> String {
    let mutant = &outcome.mutant;
    let after = if mutant.after.is_empty() { "nothing".to_owned() } else { code(&mutant.after) };
    let (place, name) = (mutant.place(), mutant.operator.name());
    format!("- `{place}` ({name}): {} becomes {after}\n", code(&mutant.before))
}

fn code(text: &str) -> String {
    format!("`{text}`")
}
