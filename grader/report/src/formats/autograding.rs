//! The results for GitHub Classroom's autograding actions, version 1.
//!
//! Sources: the `classroom-resources/autograding-command-grader` and `classroom-resources/autograding-grading-reporter`
//! repositories, the latter at commit `43c2d9f5`. The platform was shut down in 2026, but the actions can still be
//! used.
//!
//! The reporter shows two numbers. `src/notify-classroom.js` adds the scores of the tests, and this sum is what other
//! tools read as the score (`Points 87500/100000`). `src/helpers/test-helpers.js` multiplies the maximum by the
//! fraction of tests that pass, regardless of their points, and shows the product in the table and in the
//! `Total points for` line. For these numbers to be equal, every point would need to be a separate test, so we explain
//! in the last test which number is the score. Unless `line_no` is 0, `src/console-results.js` prints a line number
//! after each test.

use std::fmt::Write as _;

use grade::points::Points;
use grade::view::{CheckView, Finding, Hidden, Sum, View};
use grade::{Change, Outline, Status};
use serde::Serialize;

use crate::place::{self, Code};
use crate::{credit, plain};

#[derive(Serialize)]
struct Results {
    version: u8,
    status: &'static str,
    max_score: u64,
    tests: Vec<Test>,
}

#[derive(Serialize)]
#[expect(clippy::struct_field_names, reason = "the format defines these names")]
struct Test {
    name: String,
    status: &'static str,
    score: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    test_code: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    filename: String,
    /// The line, or 0 if unknown.
    line_no: u32,
}

/// Formats the view as a single line of JSON. The reporter expects it in Base64, as the `result` output of a step:
/// `echo "result=$(base64 -w0 results.json)" >> "$GITHUB_OUTPUT"`.
///
/// The reporter adds the scores of the tests, so everything that affects the score must be a test: the checks, each
/// group of hidden checks if the view contains the sum, the deduction due to caps, and corrections to the total, which
/// can be negative. Points are always in thousandths, because the reporter uses floats without rounding. `most` should
/// be the number of points that the audience can get, which is needed for a view without checks. A grader error becomes
/// a test with the status `error` and a maximum of zero, which will not affect the totals.
pub(crate) fn autograding(view: &View, most: Option<Points>, outline: &Outline) -> String {
    let message = || plain::verdict(view).unwrap_or_default();
    let most = most.filter(|_| view.status == Status::Rejected).unwrap_or(view.max_score);
    let mut results = match view.status {
        Status::Rejected | Status::GraderError => match view.required_score() {
            Some(score) => whole("fail", score, most, message()),
            None => whole("error", Points::ZERO, Points::ZERO, message()),
        },
        Status::Graded => {
            let hidden = || view.hidden.iter().filter_map(|it| Some((it, it.sum?)));
            let is_right = view.all_passed() && hidden().all(|(_, sum)| sum.passed);
            let tests =
                view.checks.iter().map(|it| test(it, outline)).chain(hidden().map(hidden_test));
            let tests: Vec<Test> = tests.collect();
            let sum = view.uncapped.unwrap_or_default();
            let capped = sum.without(credit::lost(view));
            let change = Change::between(capped, view.score.unwrap_or_default());
            let cap = cap(view, Change::between(sum, capped));
            Results {
                version: 1,
                status: if is_right { "pass" } else { "fail" },
                max_score: view.max_score.thousandths(),
                tests: tests.into_iter().chain(cap).chain(correction(view, change)).collect(),
            }
        }
    };
    results.say_which_number_counts();
    let mut text = serde_json::to_string(&results).expect("all map keys are strings");
    text.push('\n');
    text
}

fn points(points: Points) -> i64 {
    i64::try_from(points.thousandths()).unwrap_or(i64::MAX)
}

impl Results {
    /// Explains in the last test, which is printed directly before the reporter's number, why this number differs from
    /// the score.
    fn say_which_number_counts(&mut self) {
        let score: i64 = self.tests.iter().map(|test| test.score).sum();
        let passed = self.tests.iter().filter(|test| test.status == "pass").count();
        let is_shown = i128::from(score) * self.tests.len() as i128
            == passed as i128 * i128::from(self.max_score);
        let max_score = self.max_score;
        if let Some(last) = self.tests.last_mut().filter(|_| max_score > 0 && !is_shown) {
            let _ = write!(
                last.test_code,
                "\n\nThe score is {score} of {max_score}. The totals below count passed tests, \
                 not points."
            );
        }
    }
}

fn cap(view: &View, change: Change) -> Option<Test> {
    (!view.caps.is_empty()).then(|| Test {
        name: "limit".to_owned(),
        status: "fail",
        score: change.thousandths(),
        message: Some(credit::caps(view).join("\n")),
        test_code: "grader check".to_owned(),
        filename: String::new(),
        line_no: 0,
    })
}

fn correction(view: &View, change: Change) -> Option<Test> {
    let lines: Vec<String> = view.corrections.iter().map(plain::correction_of).collect();
    (!lines.is_empty()).then(|| Test {
        name: "corrections".to_owned(),
        status: "pass",
        score: change.thousandths(),
        message: Some(lines.join("\n")),
        test_code: "grader check".to_owned(),
        filename: String::new(),
        line_no: 0,
    })
}

fn whole(status: &'static str, score: Points, max_score: Points, message: String) -> Results {
    let test = Test {
        name: "submission".to_owned(),
        status,
        score: points(score),
        message: Some(message),
        test_code: "grader check".to_owned(),
        filename: String::new(),
        line_no: 0,
    };
    Results { version: 1, status, max_score: max_score.thousandths(), tests: vec![test] }
}

fn test(check: &CheckView, outline: &Outline) -> Test {
    let passed = check.finding == Finding::Pass;
    let place = place::of(check, Code { folder: None, outline });
    Test {
        name: check.check.id().to_owned(),
        status: if passed { "pass" } else { "fail" },
        score: points(check.score.unwrap_or_default()),
        message: (!passed || check.has_remark_on_points()).then(|| plain::text(check)),
        test_code: grade::json::reproduce(check.check),
        line_no: place.as_ref().map_or(0, |place| place.line),
        filename: place.map_or(String::new(), |place| place.file),
    }
}

fn hidden_test((hidden, sum): (&Hidden, Sum)) -> Test {
    Test {
        name: hidden.name(),
        status: if sum.passed { "pass" } else { "fail" },
        score: points(sum.score),
        message: None,
        test_code: "grader check".to_owned(),
        filename: String::new(),
        line_no: 0,
    }
}
