//! The results that the autograding actions of GitHub Classroom pass on, version 1.
//!
//! Source: the repositories `classroom-resources/autograding-command-grader` and
//! `classroom-resources/autograding-grading-reporter`. The platform itself was shut down in 2026;
//! the actions live on.

use grade::points::Points;
use grade::pretty::{change_number, number};
use grade::view::{CheckView, Finding, Hidden, Sum, View};
use grade::{Change, Status};
use serde::Serialize;
use serde_json::Number;

use crate::{credit, plain};

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

/// The view as one line of JSON. The reporter wants it in Base64, as the output `result` of a
/// step: `echo "result=$(base64 -w0 results.json)" >> "$GITHUB_OUTPUT"`.
///
/// The reporter adds up the tests, so there is one for each number in the score: for each check, for
/// each group of hidden checks if the view has their sums, for what the rubric's limits take away,
/// and for what corrections change as a whole, be it more or less. A fault of the grader is an error out of no points, which the
/// reporter does not add to anything.
///
/// # Panics
///
/// Never: every view can be written as JSON.
pub fn autograding(view: &View) -> String {
    let message = || plain::verdict(view).unwrap_or_default();
    let results = match view.status {
        Status::Rejected | Status::GraderError => match view.score {
            Some(score) => whole("fail", score, view.max_score, message()),
            None => whole("error", Points::ZERO, Points::ZERO, message()),
        },
        Status::Graded => {
            let hidden = || view.hidden.iter().filter_map(|it| Some((it, it.sum?)));
            let is_right = view.all_passed() && hidden().all(|(_, sum)| sum.passed);
            let tests = view.checks.iter().map(test).chain(hidden().map(hidden_test));
            let tests: Vec<Test> = tests.collect();
            let sum = view.uncapped.unwrap_or_default();
            let capped = sum.without(credit::lost(view));
            let change = Change::between(capped, view.score.unwrap_or_default());
            let cap = cap(view, Change::between(sum, capped));
            Results {
                version: 1,
                status: if is_right { "pass" } else { "fail" },
                max_score: number(view.max_score),
                tests: tests.into_iter().chain(cap).chain(correction(view, change)).collect(),
            }
        }
    };
    let mut text = serde_json::to_string(&results).expect("maps have text for keys");
    text.push('\n');
    text
}

/// A test that stands for what the rubric's limits take away, if there are any.
fn cap(view: &View, change: Change) -> Option<Test> {
    (!view.caps.is_empty()).then(|| Test {
        name: "limit".to_owned(),
        status: "fail",
        score: change_number(change),
        message: Some(credit::caps(view).join("\n")),
        test_code: "grader check".to_owned(),
        filename: String::new(),
        line_no: None,
    })
}

/// A test that stands for what corrections change as a whole, if there are any.
fn correction(view: &View, change: Change) -> Option<Test> {
    let lines: Vec<String> = view.corrections.iter().map(plain::correction_of).collect();
    (!lines.is_empty()).then(|| Test {
        name: "corrections".to_owned(),
        status: "pass",
        score: change_number(change),
        message: Some(lines.join("\n")),
        test_code: "grader check".to_owned(),
        filename: String::new(),
        line_no: None,
    })
}

/// One test that stands for all.
fn whole(status: &'static str, score: Points, max_score: Points, message: String) -> Results {
    let test = Test {
        name: "submission".to_owned(),
        status,
        score: number(score),
        message: Some(message),
        test_code: "grader check".to_owned(),
        filename: String::new(),
        line_no: None,
    };
    Results { version: 1, status, max_score: number(max_score), tests: vec![test] }
}

fn test(check: &CheckView) -> Test {
    let passed = check.finding == Finding::Pass;
    let place = match &check.finding {
        Finding::Fail(failure) => failure.place.as_ref(),
        _ => None,
    };
    Test {
        name: check.check.id().to_owned(),
        status: if passed { "pass" } else { "fail" },
        score: number(check.score.unwrap_or_default()),
        message: (!passed || check.has_remark_on_points()).then(|| plain::text(check)),
        test_code: grade::json::reproduce(check.check),
        filename: place.map_or(String::new(), |place| plain::clean(&place.file)),
        line_no: place.map(|place| place.line),
    }
}

fn hidden_test((hidden, sum): (&Hidden, Sum)) -> Test {
    Test {
        name: hidden.name(),
        status: if sum.passed { "pass" } else { "fail" },
        score: number(sum.score),
        message: None,
        test_code: "grader check".to_owned(),
        filename: String::new(),
        line_no: None,
    }
}
