//! The `results.json` of Exercism's test runners, version 3.
//!
//! Source: "The Test Runner Interface", `building/tooling/test-runners/interface.md` in the
//! repository `exercism/docs`.

use serde::Serialize;

use crate::check::Group;
use crate::grade::Verdict;
use crate::report::plain;
use crate::report::record::{CheckRecord, Outcome, Record};

/// The most characters of a message.
const MESSAGE: usize = 65_535;

#[derive(Serialize)]
struct Results {
    version: u8,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    tests: Vec<Test>,
}

#[derive(Serialize)]
#[expect(clippy::struct_field_names, reason = "the format has these names")]
struct Test {
    name: &'static str,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    test_code: String,
}

/// The record as Exercism takes it.
///
/// `status` is `error` where no check could be made beyond whether the code compiles, and if the
/// grader was at fault; the message says what there is to know, and there are no tests. A check
/// that waits for another has the status `error`, because the format knows no other for what was
/// not run. There is no code of tests; `test_code` is the rule that is checked.
pub fn exercism(record: &Record) -> String {
    let results = match stopper(record) {
        Some(message) => Results {
            version: 3,
            status: "error",
            message: Some(message.chars().take(MESSAGE).collect()),
            tests: Vec::new(),
        },
        None => Results {
            version: 3,
            status: if holds(record) { "pass" } else { "fail" },
            message: None,
            tests: plain::visible(record).map(|check| test(record, check)).collect(),
        },
    };
    super::file(&results)
}

fn holds(record: &Record) -> bool {
    plain::visible(record).all(|check| check.verdict == Verdict::Pass)
}

/// What kept the checks from being made, if none was.
fn stopper(record: &Record) -> Option<String> {
    match &record.outcome {
        Outcome::Rejected { reason } => return Some(plain::sentence(reason)),
        Outcome::GraderError => return Some(plain::NO_SCORE.to_owned()),
        Outcome::Graded => {}
    }
    let was_made = |check: &CheckRecord| {
        check.check.group() != Group::Compile && !matches!(check.verdict, Verdict::Skipped { .. })
    };
    if record.checks.iter().any(was_made) {
        return None;
    }
    let failed = plain::visible(record).find(|check| matches!(check.verdict, Verdict::Fail(_)));
    failed.map(|check| plain::text(record, check))
}

fn test(record: &Record, check: &CheckRecord) -> Test {
    let (status, message) = match &check.verdict {
        Verdict::Pass => ("pass", None),
        Verdict::Fail(_) => ("fail", Some(plain::text(record, check))),
        Verdict::Skipped { .. } | Verdict::GraderError(_) => {
            ("error", Some(plain::headline(record, check)))
        }
    };
    let message = message.map(|text| text.chars().take(MESSAGE).collect());
    let test_code = format!("// {}", check.check.holds());
    Test { name: check.check.id(), status, message, test_code }
}
