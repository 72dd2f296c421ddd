//! Reports on a class, and on the differences between two gradings of it.

use std::fmt::Write as _;

use grade::points::Points;
use grade::pretty::pretty;
use grade::{Basis, Change, Override, Status};
use serde_json::{Map, Value, json};
use terminal::wrap::count;
use terminal::wrap::escape;

use crate::diff::{Changed, CheckChange, Diff, Side};
use crate::overrides::{self, RuleHits};
use crate::prebuild::{self, Made};
use crate::{Row, Totals};

/// A submission in a line, such as `alice: 87.5 / 100`.
pub fn row(row: &Row) -> String {
    let name = escape(&row.name);
    let Row { max_score, message, .. } = row;
    let message = escape(message.as_deref().unwrap_or_default());
    let mut line = match (row.status, row.score) {
        (Status::Rejected, _) => format!("{name}: rejected, because {message}"),
        (Status::Graded, Some(score)) => format!("{name}: {score} / {max_score}"),
        _ => format!("{name}: no score, the grader is at fault: {message}"),
    };
    if let Some(change) = row.adjustment() {
        let last = row.final_score.map_or("none".to_owned(), |score| score.to_string());
        let _ = write!(line, " ({change} by hand: {last})");
    }
    line
}

/// The numbers of submissions by result, in a line.
pub fn totals(totals: Totals) -> String {
    let Totals { submissions, graded, rejected, grader_errors, corrected } = totals;
    let line = format!("{}: {graded} graded", count(submissions, "submission"));
    with_exceptions(
        line,
        &[
            (rejected, "rejected"),
            (grader_errors, "without a score because the grader was at fault"),
            (corrected, "corrected by hand"),
        ],
    )
}

/// The corrections of several submissions, a line each, such as
/// `corrected for cause = "board.counts_blank": 3 submissions, board.hamming: the lecture did so, too`.
pub fn rules(rows: &[Row]) -> Vec<String> {
    let line = |hit: RuleHits| {
        let (key, value) = hit.reach.parts();
        let Override { check, effect, why, .. } = &hit.correction;
        let what = if effect.is_some() { "corrected" } else { "comment" };
        let check = check.map_or("all", |check| check.id());
        let reached = count(hit.submissions, "submission");
        format!("{what} for {key} = \"{value}\": {reached}, {check}: {}", escape(why))
    };
    overrides::hits(rows.iter().map(Row::corrected)).into_iter().map(line).collect()
}

/// A line, and after it what became of some, if there are any.
fn with_exceptions(mut line: String, exceptions: &[(usize, &str)]) -> String {
    for (count, what) in exceptions.iter().filter(|(count, _)| *count > 0) {
        let _ = write!(line, ", {count} {what}");
    }
    line
}

/// The result of compiling a submission, in a line.
pub fn made(name: &str, made: &Made) -> String {
    let name = escape(name);
    match made {
        Made::Ready => format!("{name}: built"),
        Made::Rejected(reason) => format!("{name}: rejected, because {}", escape(reason)),
        Made::Failed(message) => {
            format!("{name}: not built, the grader is at fault: {}", escape(message))
        }
    }
}

/// The numbers of submissions that were compiled, in a line.
pub fn built(totals: prebuild::Totals) -> String {
    let prebuild::Totals { ready, rejected, failed } = totals;
    let line = format!("{}: {ready} built", count(ready + rejected + failed, "submission"));
    let failed = (failed, "not built because the grader was at fault");
    with_exceptions(line, &[(rejected, "rejected"), failed])
}

/// The differences between two gradings, for people.
pub fn diff(diff: &Diff) -> String {
    let mut text = String::new();
    for (what, old, new) in [
        ("assignment", &diff.old.assignment, &diff.new.assignment),
        ("compiler", &diff.old.toolchain, &diff.new.toolchain),
        ("engine", &diff.old.engine, &diff.new.engine),
    ] {
        if old != new {
            let _ = writeln!(text, "{what}: {old} -> {new}");
        }
    }
    if !text.is_empty() {
        text.push('\n');
    }
    for change in &diff.changes {
        text.push_str(&changed(change));
    }
    if !diff.changes.is_empty() {
        text.push('\n');
    }
    let (changes, same) = (diff.changes.len(), diff.same);
    let _ = writeln!(text, "{changes} changed, {same} the same");
    text
}

fn changed(change: &Changed) -> String {
    let name = escape(&change.name);
    let mut text = match (&change.old, &change.new) {
        (Some(old), Some(new)) => {
            let by = old.score.zip(new.score).map(|(old, new)| Change::between(old, new));
            let by = by.map_or(String::new(), |by| format!("  {by}"));
            format!("{name}: {} -> {}{by}\n", side(old), side(new))
        }
        (Some(old), None) => format!("{name}: {}, and is gone\n", side(old)),
        (None, Some(new)) => format!("{name}: new, {}\n", side(new)),
        (None, None) => String::new(),
    };
    if let (Some(old), Some(new)) = (&change.old, &change.new) {
        if change.sources {
            text.push_str("  other sources\n");
        }
        if [old, new].iter().any(|side| side.final_score != side.score) {
            let _ = writeln!(
                text,
                "  with corrections: {} -> {}",
                score(old.final_score),
                score(new.final_score)
            );
        }
    }
    for CheckChange { id, old, new, summary } in &change.checks {
        let result = |result: &Option<(String, Option<Points>)>| match result {
            Some((status, points)) => format!("{status} {}", score(*points)),
            None => "not graded".to_owned(),
        };
        let _ = write!(text, "  {id}: {} -> {}", result(old), result(new));
        if let Some(summary) = summary {
            let _ = write!(text, "  ({})", escape(summary));
        }
        text.push('\n');
    }
    text
}

fn side(side: &Side) -> String {
    match side.status {
        Status::Graded => format!("{} / {}", score(side.score), side.max_score),
        Status::Rejected => "rejected".to_owned(),
        Status::GraderError => "no score".to_owned(),
    }
}

fn score(points: Option<Points>) -> String {
    points.map_or("no score".to_owned(), |points| points.to_string())
}

/// The differences between two gradings, for programs: schema `diff/1`.
pub fn diff_json(diff: &Diff) -> String {
    let basis = |basis: &Basis| {
        json!({
            "assignment": basis.assignment,
            "toolchain": basis.toolchain,
            "engine": basis.engine,
        })
    };
    let value = json!({
        "schema": "diff/1",
        "old": basis(&diff.old),
        "new": basis(&diff.new),
        "same": diff.same,
        "changed": diff.changes.iter().map(changed_value).collect::<Vec<_>>(),
    });
    pretty(&value) + "\n"
}

fn changed_value(change: &Changed) -> Value {
    let side = |side: &Side| {
        let mut fields = Map::new();
        fields.insert("status".to_owned(), side.status.as_str().into());
        add_points(&mut fields, "score", side.score);
        add_points(&mut fields, "max_score", Some(side.max_score));
        add_points(&mut fields, "final_score", side.final_score);
        Value::Object(fields)
    };
    let mut fields = Map::new();
    fields.insert("submission".to_owned(), change.name.as_str().into());
    for (name, it) in [("old", &change.old), ("new", &change.new)] {
        if let Some(it) = it {
            fields.insert(name.to_owned(), side(it));
        }
    }
    if change.old.is_some() && change.new.is_some() {
        fields.insert("other_sources".to_owned(), change.sources.into());
    }
    fields.insert("checks".to_owned(), change.checks.iter().map(check_value).collect());
    Value::Object(fields)
}

fn check_value(change: &CheckChange) -> Value {
    let mut fields = Map::new();
    fields.insert("id".to_owned(), change.id.as_str().into());
    for (name, result) in [("old", &change.old), ("new", &change.new)] {
        if let Some((status, points)) = result {
            let mut result = Map::new();
            result.insert("status".to_owned(), status.as_str().into());
            add_points(&mut result, "score", *points);
            fields.insert(name.to_owned(), Value::Object(result));
        }
    }
    if let Some(summary) = &change.summary {
        fields.insert("summary".to_owned(), summary.as_str().into());
    }
    Value::Object(fields)
}

fn add_points(fields: &mut Map<String, Value>, name: &str, points: Option<Points>) {
    if let Some(points) = points {
        let number: serde_json::Number =
            points.to_string().parse().expect("points are written as a number");
        fields.insert(name.to_owned(), number.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_built_is_a_line() {
        let totals = prebuild::Totals { ready: 3, rejected: 1, failed: 0 };
        assert_eq!(built(totals), "4 submissions: 3 built, 1 rejected");
        assert_eq!(made("a\u{1b}b", &Made::Ready), "a\\u{1b}b: built");
    }
}
