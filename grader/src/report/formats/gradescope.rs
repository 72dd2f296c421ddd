//! Gradescope's `results.json`.
//!
//! Source: <https://gradescope-autograders.readthedocs.io/en/latest/specs/>.

use serde::Serialize;
use serde_json::Number;

use crate::check::Group;
use crate::grade::Verdict;
use crate::report::plain;
use crate::report::pretty::number;
use crate::report::record::{CheckRecord, Outcome, Record};

#[derive(Serialize)]
struct Results {
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Number>,
    output: String,
    output_format: &'static str,
    test_output_format: &'static str,
    test_name_format: &'static str,
    visibility: &'static str,
    stdout_visibility: &'static str,
    extra_data: ExtraData,
    #[serde(skip_serializing_if = "Option::is_none")]
    tests: Option<Vec<Test>>,
}

/// What the platform keeps beside a result and hands back with the next submission.
#[derive(Serialize)]
struct ExtraData {
    status: &'static str,
    sources: String,
    assignment: String,
    toolchain: String,
    engine: String,
}

#[derive(Serialize)]
struct Test {
    score: Number,
    max_score: Number,
    status: &'static str,
    name: &'static str,
    number: String,
    output: String,
    tags: [&'static str; 1],
    visibility: &'static str,
}

/// The record as Gradescope takes it: a test for each check, with its visibility, so that hidden
/// checks are for instructors and for students after the due date as the rubric says.
///
/// All texts are plain: the platform would render HTML and Markdown. The score is the sum of the
/// tests; there is one at the top only for what was rejected, which has no tests.
///
/// A fault of the grader has neither a score nor tests. That is no valid result, on purpose: the
/// platform says that the autograder failed instead of giving a zero.
pub fn gradescope(record: &Record) -> String {
    let (score, tests) = match record.outcome {
        Outcome::GraderError => (None, None),
        Outcome::Rejected { .. } => (record.score().map(number), None),
        Outcome::Graded => (None, Some(tests(record))),
    };
    super::file(&Results {
        score,
        output: output(record),
        output_format: "text",
        test_output_format: "text",
        test_name_format: "text",
        visibility: "visible",
        // What the grader's set-up prints is of no use to a student.
        stdout_visibility: "hidden",
        extra_data: ExtraData {
            status: record.outcome.as_str(),
            sources: plain::clean(&record.sources),
            assignment: plain::clean(&record.assignment),
            toolchain: plain::clean(&record.toolchain),
            engine: plain::clean(&record.engine),
        },
        tests,
    })
}

/// What everyone reads above the tests.
fn output(record: &Record) -> String {
    let mut lines = vec![plain::title(record)];
    match &record.outcome {
        Outcome::GraderError => lines.push(plain::NO_SCORE.to_owned()),
        Outcome::Rejected { reason } => lines.push(plain::sentence(reason)),
        Outcome::Graded => {}
    }
    lines.extend(plain::remarks(record).map(|it| format!("remark: {}", plain::remark(it))));
    lines.join("\n")
}

fn tests(record: &Record) -> Vec<Test> {
    let mut numbers = [0; Group::ALL.len()];
    let test = |check: &CheckRecord| {
        let group = check.check.group();
        numbers[group as usize] += 1;
        Test {
            score: number(check.score.unwrap_or_default()),
            max_score: number(check.max_score),
            status: if check.verdict == Verdict::Pass { "passed" } else { "failed" },
            name: check.check.id(),
            number: format!("{}.{}", group as usize + 1, numbers[group as usize]),
            output: plain::text(record, check),
            tags: [group.id()],
            visibility: check.visibility.as_str(),
        }
    };
    record.checks.iter().map(test).collect()
}
