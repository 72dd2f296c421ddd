//! Gradescope's `results.json`.
//!
//! Source: <https://gradescope-autograders.readthedocs.io/en/latest/specs/>.

use std::borrow::Cow;
use std::collections::BTreeMap;

use grade::check::{Check, Group};
use grade::pretty::{self, change_number, number};
use grade::view::{CheckView, CriterionView, Finding, PlatformView, View};
use grade::{Status, Visibility};
use serde::Serialize;
use serde_json::Number;

use crate::{credit, hand_lines, plain};

#[derive(Serialize)]
struct GradescopeResults {
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
    tests: Option<Vec<GradescopeTest>>,
}

/// Data to store with the result. This can be read when the student's next submission is graded.
#[derive(Serialize)]
struct ExtraData {
    status: &'static str,
    sources: String,
    assignment: String,
    toolchain: String,
    engine: String,
}

#[derive(Serialize)]
struct GradescopeTest {
    score: Number,
    max_score: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    name: Cow<'static, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<String>,
    output: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<&'static str>,
    visibility: &'static str,
}

/// Formats a grade for Gradescope. Each check is a test with a visibility. Depending on the rubric, students can see a
/// hidden check after the due date, or not at all. The text of a test must not reveal anything to people who can see
/// the test but not the result.
///
/// All texts are plain, to avoid being interpreted as HTML or Markdown. The score is the sum of all tests, so we also
/// need tests for the deductions due to caps and lateness, and for corrections to the total. A rejected submission has
/// no tests, so the score is at the top level. It is zero, since the platform requires a number here or in each test, and
/// shows a failed autograder instead of the reason if there is none.
///
/// Each criterion that is graded by hand is a test, too. The caller should make sure that all of them are graded.
///
/// After a grader error, there is neither a score nor a test. This is deliberately invalid, to make the platform report
/// a failed autograder instead of recording a score of zero.
pub fn gradescope(platform: &PlatformView) -> String {
    let view = &platform.student;
    let (score, tests) = match view.status {
        Status::Graded => (None, Some(numbered_tests(platform))),
        Status::Rejected | Status::GraderError | Status::Held => {
            (view.required_score().map(number), None)
        }
    };
    pretty::to_json_file(&GradescopeResults {
        score,
        output: text_above_tests(view),
        output_format: "text",
        test_output_format: "text",
        test_name_format: "text",
        visibility: "visible",
        // The output of the grader's setup is not useful to students.
        stdout_visibility: "hidden",
        extra_data: ExtraData {
            status: view.status.as_str(),
            sources: plain::to_clean_line(&view.provenance.sources),
            assignment: plain::to_clean_line(&view.provenance.basis.assignment),
            toolchain: plain::to_clean_line(&view.provenance.basis.toolchain),
            engine: plain::to_clean_line(&view.provenance.basis.engine),
        },
        tests,
    })
}

fn text_above_tests(view: &View) -> String {
    let mut lines = vec![plain::title(view)];
    lines.extend(plain::headline_remarks(view));
    lines.extend(credit::describe_caps(view));
    lines.extend(plain::verdict(view));
    lines.extend(plain::remarks(view).map(|remark| format!("remark: {}", plain::remark(remark))));
    if view.status == Status::Graded {
        lines.extend(view.all_corrections().map(plain::correction_of));
    }
    lines.extend(hand_lines(view));
    lines.join("\n")
}

fn numbered_tests(platform: &PlatformView) -> Vec<GradescopeTest> {
    let mut numbers = [0; Group::ALL.len()];
    let mut number_of = |group: Group| {
        numbers[group as usize] += 1;
        format!("{}.{}", group as usize + 1, numbers[group as usize])
    };
    // To avoid gaps in the numbers, which would reveal hidden tests, number these last.
    let numbered = |visibility: Visibility| {
        let checks = platform.checks.iter().filter(move |check| check.visibility == visibility);
        checks.map(|check| (check.check, number_of(check.check.group()))).collect::<Vec<_>>()
    };
    let numbers: BTreeMap<Check, String> = Visibility::ALL.into_iter().flat_map(numbered).collect();
    let test = |check: &CheckView| GradescopeTest {
        score: number(check.score.unwrap_or_default()),
        max_score: number(check.max_score),
        status: Some(if check.finding == Finding::Pass { "passed" } else { "failed" }),
        name: check.check.id().into(),
        number: numbers.get(&check.check).cloned(),
        output: plain::failure_text(check),
        tags: vec![check.check.group().id()],
        visibility: check.visibility.as_str(),
    };
    let cap = platform.cap.as_ref().map(|cap| GradescopeTest {
        score: change_number(cap.change),
        max_score: 0.into(),
        status: None,
        name: "limit".into(),
        number: None,
        output: cap.caps.iter().map(credit::describe_cap).collect::<Vec<_>>().join("\n"),
        tags: Vec::new(),
        visibility: cap.visibility.as_str(),
    });
    let late = platform.late.as_ref().map(|(line, change, visibility)| GradescopeTest {
        score: change_number(*change),
        max_score: 0.into(),
        status: None,
        name: "late".into(),
        number: None,
        output: line.clone(),
        tags: Vec::new(),
        visibility: visibility.as_str(),
    });
    let correction = platform.change.map(|(change, visibility)| GradescopeTest {
        score: change_number(change),
        max_score: 0.into(),
        status: None,
        name: "corrections".into(),
        number: None,
        output: "correction of the total score".to_owned(),
        tags: Vec::new(),
        visibility: visibility.as_str(),
    });
    let criterion = |criterion: &CriterionView| GradescopeTest {
        score: number(criterion.points.unwrap_or_default()),
        max_score: number(criterion.max_score),
        status: None,
        name: criterion.id.clone().into(),
        number: None,
        output: plain::to_clean_line(&criterion.text),
        tags: Vec::new(),
        visibility: criterion.visibility.as_str(),
    };
    let changes = cap.into_iter().chain(late).chain(correction);
    let criteria = platform.criteria.iter().map(criterion);
    platform.checks.iter().map(test).chain(changes).chain(criteria).collect()
}
