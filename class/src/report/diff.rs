//! Formats the differences between two grading runs as text and as JSON.

use std::fmt::Write as _;

use grade::points::Points;
use grade::pretty::to_pretty_json;
use grade::words::counted;
use grade::{Basis, PointsChange, Status};
use serde_json::{Map, Value, json};
use terminal::wrap::escape;

use super::name_with_authors;
use crate::diff::{
    ChangeByCheck, ChangedGrade, CheckChange, ComparedGrade, CriterionChange, Diff, MeanScores,
};

/// Formats the differences as text.
pub fn diff_text(diff: &Diff) -> String {
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
        text.push_str(&change_text(change));
    }
    if !diff.changes.is_empty() {
        text.push('\n');
    }
    let (changes, same) = (diff.changes.len(), diff.same);
    if changes == 0 {
        let _ = write!(text, "0 changed, {same} unchanged");
        add_reworded(&mut text, diff);
        return text;
    }
    let (up, down) = (diff.count_up(), diff.count_down());
    let _ = write!(text, "{changes} changed ({up} up, {down} down), {same} unchanged");
    add_reworded(&mut text, diff);
    if let Some(MeanScores { old, new, of }) = diff.mean_scores() {
        let by = PointsChange::between(old, new);
        let _ = write!(text, "mean of {}: {old} -> {new}  {by}", counted(of, "submission"));
        if diff.rejected > 0 {
            let _ = write!(text, " (without {})", counted(diff.rejected, "rejected submission"));
        }
        text.push('\n');
    }
    for ChangeByCheck { id, up, down, change } in diff.changes_by_check() {
        let _ = writeln!(text, "  {id}: {up} up, {down} down, {change} points");
    }
    text
}

/// Ends the line with the number of submissions that have different results but the same points, if any.
fn add_reworded(text: &mut String, diff: &Diff) {
    if diff.reworded > 0 {
        let _ = write!(
            text,
            ", {} of them with different results that do not affect points",
            diff.reworded
        );
    }
    text.push('\n');
}

fn change_text(change: &ChangedGrade) -> String {
    let name = name_with_authors(&change.name, &change.people);
    let mut text = match (&change.old, &change.new) {
        (Some(old), Some(new)) => {
            let by = change.change();
            let by = by.map_or(String::new(), |by| format!("  {by}"));
            format!("{name}: {} -> {}{by}\n", grade_text(old), grade_text(new))
        }
        (Some(old), None) => format!("{name}: removed, was {}\n", grade_text(old)),
        (None, Some(new)) => format!("{name}: new, {}\n", grade_text(new)),
        (None, None) => String::new(),
    };
    if let (Some(old), Some(new)) = (&change.old, &change.new) {
        if change.sources {
            text.push_str("  sources changed\n");
        }
        if [old, new].iter().any(|side| side.final_score != side.score) {
            let (old, new) = (score_text(old.score), score_text(new.score));
            let _ = writeln!(text, "  from the checks alone: {old} -> {new}");
        }
    }
    for CheckChange { id, old, new, summary } in &change.checks {
        let result = |result: &Option<(String, Option<Points>)>| match result {
            Some((status, points)) => format!("{status} {}", score_text(*points)),
            None => "not graded".to_owned(),
        };
        let _ = write!(text, "  {id}: {} -> {}", result(old), result(new));
        if let Some(summary) = summary {
            let _ = write!(text, "  ({})", escape(summary));
        }
        text.push('\n');
    }
    for CriterionChange { id, old, new } in &change.criteria {
        let shown = |points: &Option<Points>| {
            points.map_or("not graded".to_owned(), |points| points.to_string())
        };
        let _ = writeln!(text, "  {id}, graded by hand: {} -> {}", shown(old), shown(new));
    }
    text
}

fn grade_text(side: &ComparedGrade) -> String {
    match side.status {
        Status::Held => "held back".to_owned(),
        _ if side.is_rejected => "rejected".to_owned(),
        _ if side.is_incomplete => match side.final_score {
            Some(score) => format!("{score} / {} so far", side.max_score),
            None => "not completely graded by hand yet".to_owned(),
        },
        _ if side.final_score.is_none() => "no score".to_owned(),
        _ => format!("{} / {}", score_text(side.final_score), side.max_score),
    }
}

fn score_text(points: Option<Points>) -> String {
    points.map_or("no score".to_owned(), |points| points.to_string())
}

/// Formats the differences as JSON, schema `diff/1`.
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
        "other_results_without_points": diff.reworded,
        "summary": totals_to_json(diff),
        "changed": diff.changes.iter().map(changed_grade_to_json).collect::<Vec<_>>(),
    });
    to_pretty_json(&value) + "\n"
}

fn totals_to_json(diff: &Diff) -> Value {
    let mut fields = Map::new();
    fields.insert("up".to_owned(), diff.count_up().into());
    fields.insert("down".to_owned(), diff.count_down().into());
    if let Some(MeanScores { old, new, of }) = diff.mean_scores() {
        fields.insert("compared".to_owned(), of.into());
        add_points(&mut fields, "old_mean", Some(old));
        add_points(&mut fields, "new_mean", Some(new));
    }
    if diff.rejected > 0 {
        fields.insert("rejected".to_owned(), diff.rejected.into());
    }
    let check = |check: ChangeByCheck| {
        let change = grade::pretty::change_number(check.change);
        json!({ "id": check.id, "up": check.up, "down": check.down, "points": change })
    };
    fields.insert("checks".to_owned(), diff.changes_by_check().into_iter().map(check).collect());
    Value::Object(fields)
}

fn changed_grade_to_json(change: &ChangedGrade) -> Value {
    let side = |side: &ComparedGrade| {
        let mut fields = Map::new();
        fields.insert("status".to_owned(), side.status.as_str().into());
        add_points(&mut fields, "score", side.score);
        add_points(&mut fields, "max_score", Some(side.max_score));
        add_points(&mut fields, "final_score", side.final_score);
        Value::Object(fields)
    };
    let mut fields = Map::new();
    fields.insert("submission".to_owned(), change.name.as_str().into());
    let names: Vec<&str> =
        change.people.iter().filter_map(|person| person.name.as_deref()).collect();
    if !names.is_empty() {
        fields.insert("names".to_owned(), names.into());
    }
    for (name, graded) in [("old", &change.old), ("new", &change.new)] {
        if let Some(graded) = graded {
            fields.insert(name.to_owned(), side(graded));
        }
    }
    if change.old.is_some() && change.new.is_some() {
        fields.insert("other_sources".to_owned(), change.sources.into());
    }
    fields.insert("checks".to_owned(), change.checks.iter().map(check_change_to_json).collect());
    if !change.criteria.is_empty() {
        let criteria = change.criteria.iter().map(criterion_change_to_json).collect();
        fields.insert("criteria".to_owned(), criteria);
    }
    Value::Object(fields)
}

fn check_change_to_json(change: &CheckChange) -> Value {
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

fn criterion_change_to_json(change: &CriterionChange) -> Value {
    let mut fields = Map::new();
    fields.insert("id".to_owned(), change.id.as_str().into());
    add_points(&mut fields, "old", change.old);
    add_points(&mut fields, "new", change.new);
    Value::Object(fields)
}

fn add_points(fields: &mut Map<String, Value>, name: &str, points: Option<Points>) {
    if let Some(points) = points {
        let number: serde_json::Number =
            points.to_string().parse().expect("points always serialize as a number");
        fields.insert(name.to_owned(), number.into());
    }
}
