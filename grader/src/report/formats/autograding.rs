//! The results that the autograding actions of GitHub Classroom pass on, version 1.
//!
//! Source: the repositories `classroom-resources/autograding-command-grader` and
//! `classroom-resources/autograding-grading-reporter`. The platform itself was shut down in 2026;
//! the actions live on.

use serde::Serialize;
use serde_json::Number;

use crate::grade::Verdict;
use crate::report::plain::{self, Hidden};
use crate::report::pretty::number;
use crate::report::record::{CheckRecord, Outcome, Record};

#[derive(Serialize)]
struct Results {
    version: u8,
    status: &'static str,
    max_score: Number,
    tests: Vec<Test>,
}

#[derive(Serialize)]
#[expect(clippy::struct_field_names, reason = "the format has these names")]
struct Test {
    name: String,
    status: &'static str,
    score: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    test_code: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    filename: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line_no: Option<u32>,
}

/// The record as one line of JSON. The reporter wants it in Base64, as the output `result` of a
/// step: `echo "result=$(base64 -w0 results.json)" >> "$GITHUB_OUTPUT"`.
///
/// Hidden checks are one test for each group, so that the sum is the score. A fault of the grader
/// is an error out of no points, which the reporter does not add to anything.
///
/// # Panics
///
/// Never: every record can be written as JSON.
pub fn autograding(record: &Record) -> String {
    let results = match &record.outcome {
        Outcome::GraderError => whole("error", 0.into(), plain::NO_SCORE.to_owned()),
        Outcome::Rejected { reason } => {
            whole("fail", number(record.max_score), plain::sentence(reason))
        }
        Outcome::Graded => {
            let is_right = record.checks.iter().all(|check| check.verdict == Verdict::Pass);
            let tests = plain::visible(record).map(|check| test(record, check));
            Results {
                version: 1,
                status: if is_right { "pass" } else { "fail" },
                max_score: number(record.max_score),
                tests: tests.chain(plain::hidden(record).iter().map(hidden)).collect(),
            }
        }
    };
    let mut text = serde_json::to_string(&results).expect("maps have text for keys");
    text.push('\n');
    text
}

/// One test that stands for all.
fn whole(status: &'static str, max_score: Number, message: String) -> Results {
    let test = Test {
        name: "submission".to_owned(),
        status,
        score: 0.into(),
        message: Some(message),
        test_code: "grader check".to_owned(),
        filename: String::new(),
        line_no: None,
    };
    Results { version: 1, status, max_score, tests: vec![test] }
}

fn test(record: &Record, check: &CheckRecord) -> Test {
    let passed = check.verdict == Verdict::Pass;
    let place = match &check.verdict {
        Verdict::Fail(failure) => failure.place.as_ref(),
        _ => None,
    };
    Test {
        name: check.check.id().to_owned(),
        status: if passed { "pass" } else { "fail" },
        score: number(check.score.unwrap_or_default()),
        message: (!passed).then(|| plain::text(record, check)),
        test_code: crate::report::reproduce(check.check),
        filename: place.map_or(String::new(), |place| plain::clean(&place.file)),
        line_no: place.map(|place| place.line),
    }
}

fn hidden(hidden: &Hidden) -> Test {
    Test {
        name: hidden.name(),
        status: if hidden.passed { "pass" } else { "fail" },
        score: number(hidden.score),
        message: None,
        test_code: "grader check".to_owned(),
        filename: String::new(),
        line_no: None,
    }
}
