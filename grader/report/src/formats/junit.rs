//! `JUnit` XML that is valid for the schema `junit-10.xsd` of Jenkins' xUnit plugin.
//!
//! The plugin refuses a whole report because of one unknown attribute, so we cannot use the attributes `file` and
//! `line`, which some other readers use for links. You can find the location in the text of a failure instead.
//!
//! Sources: the schema in <https://github.com/jenkinsci/xunit-plugin>, and <https://llg.cubic.org/docs/junit>.

use grade::check::Group;
use grade::view::{CheckView, Finding, View};
use grade::{SourcePosition, Status};
use quick_junit::{NonSuccessKind, Property, Report, TestCase, TestCaseStatus, TestSuite};

use crate::place::{self, LocatedCode};
use crate::{credit, hand_lines, plain};

/// Formats the view as `JUnit` XML, with a test suite for each group, and a test case for each check.
///
/// A skipped check becomes a skipped test case, and a grader error becomes an error instead of a failure. `JUnit` has
/// no points, so we add them as properties of a suite, which any reader can handle, together with the reasons for
/// partial credit. Caps, corrections and remarks have separate suites. A rejected submission is a single failure. When
/// the position in the student's code is known, it is in the text of the failure.
pub(crate) fn junit(view: &View, code: LocatedCode) -> String {
    let mut report = Report::new(plain::to_clean_line(&view.submission));
    if view.is_without_checks() {
        let text = plain::verdict(view).unwrap_or_default();
        let headline = text.lines().next().unwrap_or_default();
        let kind = if view.is_set_by_hand() { "set_by_hand" } else { "rejected" };
        report.add_test_suite(suite_for_submission(failure_status(kind, headline, &text)));
    }
    if !view.is_set_by_hand() {
        for group in Group::ALL {
            if let Some(suite) = suite_for_group(view, group, code) {
                report.add_test_suite(suite);
            }
        }
    }
    if view.status == Status::GraderError && view.score.is_none() && report.errors == 0 {
        // If no visible check has a grader error, a hidden check must have one.
        report.add_test_suite(suite_for_submission(error_status(plain::NO_SCORE, plain::NO_SCORE)));
    }
    let remarks: Vec<String> = view.remarks.iter().map(plain::remark).collect();
    let corrections: Vec<String> = view.all_corrections().map(plain::correction_of).collect();
    let has_title = corrections.is_empty() || view.score.is_none();
    let title = (!has_title).then(|| plain::title(view));
    let corrections: Vec<String> = title.into_iter().chain(corrections).collect();
    let caps = credit::describe_caps(view);
    let hand = hand_lines(view);
    let suites =
        [("remarks", remarks), ("limits", caps), ("corrections", corrections), ("by hand", hand)];
    for (name, lines) in suites {
        report.add_test_suites(suite_for_messages(name, &lines));
    }
    let text = report.to_string().expect("a text can be written to");
    // The schema allows this attribute only for suites. Quotes in the name are escaped, so the first occurrence is in
    // the root element.
    text.replacen(&format!(" skipped=\"{}\"", report.skipped), "", 1)
}

fn suite_for_submission(status: TestCaseStatus) -> TestSuite {
    let mut suite = TestSuite::new("submission");
    suite.add_test_case(case_of_class("submission", "submission", status));
    suite
}

fn suite_for_group(view: &View, group: Group, code: LocatedCode) -> Option<TestSuite> {
    let checks: Vec<&CheckView> =
        view.checks.iter().filter(|check| check.check.group() == group).collect();
    let hidden = view.hidden.iter().find(|hidden| hidden.group == group);
    if checks.is_empty() && hidden.is_none() {
        return None;
    }
    let mut suite = TestSuite::new(group.id());
    for check in checks {
        let id = check.check.id();
        if let Some(score) = check.score {
            let points = format!("{score} / {}", check.max_score);
            suite.add_property(Property::new(format!("points {id}"), points));
        }
        let why = credit::explain_points(check);
        if !why.is_empty() {
            suite.add_property(Property::new(format!("part {id}"), why.join("; ")));
        }
        suite.add_test_case(case_of_class(id, group.id(), status_of_check(check, code)));
    }
    if let Some(hidden) = hidden {
        suite.add_property(Property::new("hidden checks", hidden.count.to_string()));
    }
    Some(suite)
}

fn case_of_class(name: &str, class: &str, status: TestCaseStatus) -> TestCase {
    let mut case = TestCase::new(name, status);
    case.set_classname(class);
    case
}

fn status_of_check(check: &CheckView, code: LocatedCode) -> TestCaseStatus {
    let headline = plain::headline(check);
    match &check.finding {
        Finding::Pass => TestCaseStatus::success(),
        Finding::Fail(_) | Finding::FailUnseen => failure_status(
            "fail",
            &headline,
            &with_place(plain::failure_text(check), place::place_of_failure(check, code)),
        ),
        Finding::Skipped { .. } => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(headline);
            status
        }
        Finding::GraderError(_) => error_status(&headline, &plain::failure_text(check)),
    }
}

fn with_place(text: String, place: Option<SourcePosition>) -> String {
    let Some(SourcePosition { file, line, .. }) = place else { return text };
    let place = format!("{file}:{line}");
    if text.contains(&place) { text } else { format!("{text}\nlocation: {place}") }
}

fn error_status(message: &str, text: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    status.set_message(message).set_type("grader_error").set_description(text);
    status
}

fn failure_status(kind: &str, message: &str, text: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_message(message).set_type(kind).set_description(text);
    status
}

fn suite_for_messages(name: &str, lines: &[String]) -> Option<TestSuite> {
    (!lines.is_empty()).then(|| {
        let mut suite = TestSuite::new(name);
        suite.set_system_out(lines.join("\n"));
        suite
    })
}
