//! The Test Anything Protocol, version 14.
//!
//! Source: <https://testanything.org/tap-version-14-specification.html>.

use std::fmt::Write as _;

use serde_json::Value;

use crate::grade::Verdict;
use crate::report::record::{CheckRecord, Outcome, Record};
use crate::report::{plain, pretty};

/// The record as a TAP stream: a test point for each check.
///
/// What shows a failure follows in a YAML block, whose texts are written as in JSON: that is YAML
/// too, and nothing that a submission has said can leave its quotes. A check that waits for
/// another is skipped. A fault of the grader ends the stream with `Bail out!`, and no test point
/// is in it, since nothing counts.
pub fn tap(record: &Record) -> String {
    let mut text = String::from("TAP version 14\n");
    let checks: Vec<&CheckRecord> = plain::visible(record).collect();
    match &record.outcome {
        Outcome::Rejected { reason } => {
            text.push_str("1..1\nnot ok 1 - submission\n");
            block(&mut text, &[("message", plain::sentence(reason).into())]);
            return text;
        }
        Outcome::GraderError => {
            let _ = writeln!(text, "1..{}", checks.len());
            let fault = |check: &&&CheckRecord| matches!(check.verdict, Verdict::GraderError(_));
            let why = checks.iter().find(fault).map(|check| plain::headline(record, check));
            let why = why.unwrap_or_else(|| plain::NO_SCORE.to_owned());
            let _ = writeln!(text, "Bail out! {}", escape(&why));
            return text;
        }
        Outcome::Graded if checks.is_empty() => text.push_str("1..0 # no check is visible\n"),
        Outcome::Graded => {
            let _ = writeln!(text, "1..{}", checks.len());
        }
    }
    let _ = writeln!(text, "# {}", plain::title(record));
    for (i, check) in checks.into_iter().enumerate() {
        point(&mut text, record, i + 1, check);
    }
    for remark in plain::remarks(record) {
        let _ = writeln!(text, "# remark: {}", plain::remark(remark));
    }
    for hidden in plain::hidden(record) {
        let _ = writeln!(text, "# hidden: {} of {}", hidden.count, hidden.group.id());
    }
    text
}

fn point(text: &mut String, record: &Record, number: usize, check: &CheckRecord) {
    let id = check.check.id();
    let headline = plain::headline(record, check);
    match &check.verdict {
        Verdict::Pass => {
            let _ = writeln!(text, "ok {number} - {id}");
        }
        Verdict::Skipped { .. } => {
            let _ = writeln!(text, "ok {number} - {id} # SKIP {}", escape(&headline));
        }
        Verdict::Fail(failure) => {
            let _ = writeln!(text, "not ok {number} - {id}");
            let mut fields = vec![("message", Value::from(headline))];
            fields.push(("severity", "fail".into()));
            if let Some(place) = &failure.place {
                fields.push(("at", plain::clean(&place.to_string()).into()));
            }
            fields.push(("max_score", pretty::number(check.max_score).into()));
            fields.push(("shown", plain::body(check).lines().collect()));
            block(text, &fields);
        }
        // Then there is no test point at all.
        Verdict::GraderError(_) => {}
    }
}

/// A block of YAML: a field a line, and a line for each item of a list.
fn block(text: &mut String, fields: &[(&str, Value)]) {
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

/// A description or a reason, in which the mark of a directive is no mark.
fn escape(text: &str) -> String {
    text.replace('\\', r"\\").replace('#', r"\#")
}
