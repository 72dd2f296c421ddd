//! The Test Anything Protocol (TAP), version 14.
//!
//! Source: <https://testanything.org/tap-version-14-specification.html>.

use std::fmt::Write as _;

use grade::view::{CheckView, Correction, Finding, View};
use grade::{Status, pretty};
use serde_json::Value;

use crate::{credit, hand_lines, plain};

/// Formats the view as a TAP stream, with a test point for each check.
///
/// A failed check is followed by a YAML block with the evidence. All texts in the block are JSON strings, which are
/// valid YAML, to keep text from the submission inside the quotes. Skipped checks become skipped test points. After a
/// grader error, nothing counts, so the stream has no test points and ends with `Bail out!`.
pub fn tap(view: &View) -> String {
    let mut text = String::from("TAP version 14\n");
    let checks = &view.checks;
    match view.status {
        _ if view.is_without_checks() => {
            text.push_str("1..1\nnot ok 1 - submission\n");
            let message = plain::verdict(view).unwrap_or_default();
            let mut lines = message.lines();
            let mut fields = vec![("message", lines.next().unwrap_or_default().into())];
            let corrections: Vec<Value> = lines.map(Value::from).collect();
            if !corrections.is_empty() {
                fields.push(("title", plain::title(view).into()));
                fields.push(("corrections", corrections.into()));
            }
            write_yaml_block(&mut text, &fields);
            return text;
        }
        Status::Rejected | Status::GraderError | Status::Held => {
            let _ = writeln!(text, "1..{}", checks.len());
            let fault = |check: &&CheckView| matches!(check.finding, Finding::GraderError(_));
            let why = checks.iter().find(fault).map(plain::headline);
            let why = why.unwrap_or_else(|| plain::NO_SCORE.to_owned());
            // A harness must not count a run that says nothing about the submission.
            let _ = writeln!(text, "Bail out! {}", escape(&why));
            return text;
        }
        Status::Graded if checks.is_empty() => text.push_str("1..0 # no check is visible\n"),
        Status::Graded => {
            let _ = writeln!(text, "1..{}", checks.len());
        }
    }
    let _ = writeln!(text, "# {}", plain::title(view));
    if let Some(line) = plain::kit_remark(view) {
        let _ = writeln!(text, "# {line}");
    }
    for cap in credit::describe_caps(view) {
        let _ = writeln!(text, "# {cap}");
    }
    for (i, check) in checks.iter().enumerate() {
        write_test_point(&mut text, i + 1, check);
    }
    for remark in &view.remarks {
        let _ = writeln!(text, "# remark: {}", plain::remark(remark));
    }
    for correction in view.all_corrections() {
        let _ = writeln!(text, "# {}", plain::correction_of(correction));
    }
    for line in hand_lines(view) {
        let _ = writeln!(text, "# by hand: {line}");
    }
    for hidden in &view.hidden {
        let _ = writeln!(text, "# hidden: {} of {}", hidden.count, hidden.group.id());
    }
    text
}

fn write_test_point(text: &mut String, number: usize, check: &CheckView) {
    let id = check.check.id();
    let headline = plain::headline(check);
    match &check.finding {
        Finding::Pass => {
            let _ = writeln!(text, "ok {number} - {id}");
            if check.withheld.is_some() {
                let lines = credit::explain_points(check).into_iter().map(Value::from).collect();
                let most = pretty::number(check.max_score).into();
                write_yaml_block(
                    text,
                    &[("score", 0.into()), ("max_score", most), ("shown", lines)],
                );
            }
        }
        Finding::Skipped { .. } => {
            let _ = writeln!(text, "ok {number} - {id} # SKIP {}", escape(&headline));
        }
        Finding::Fail(_) | Finding::FailUnseen => {
            let _ = writeln!(text, "not ok {number} - {id}");
            let mut fields = vec![("message", Value::from(headline))];
            fields.push(("severity", "fail".into()));
            if let Finding::Fail(failure) = &check.finding
                && let Some(place) = &failure.place
            {
                fields.push(("at", plain::to_clean_line(&place.to_string()).into()));
            }
            let is_corrected = check.corrections.iter().any(Correction::has_effect);
            if is_corrected || check.share.is_some() {
                fields.push(("score", pretty::number(check.score.unwrap_or_default()).into()));
            }
            fields.push(("max_score", pretty::number(check.max_score).into()));
            fields.push(("shown", plain::details_of_check(check).lines().collect()));
            write_yaml_block(text, &fields);
        }
        // In this case, the stream has no test points.
        Finding::GraderError(_) => {}
    }
}

/// Writes a YAML block, one line per field or list item.
fn write_yaml_block(text: &mut String, fields: &[(&str, Value)]) {
    text.push_str("  ---\n");
    for (name, value) in fields {
        let Value::Array(items) = value else {
            let _ = writeln!(text, "  {name}: {value}");
            continue;
        };
        let _ = writeln!(text, "  {name}:");
        for item in items {
            let _ = writeln!(text, "    - {item}");
        }
    }
    text.push_str("  ...\n");
}

/// Escapes a text to keep it from being parsed as a directive.
fn escape(text: &str) -> String {
    text.replace('\\', r"\\").replace('#', r"\#")
}
