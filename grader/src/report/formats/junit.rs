//! `JUnit` XML, in the dialect of Jenkins and Surefire as nextest writes it.
//!
//! Source: the schema `junit-10.xsd` of Jenkins' xUnit plugin, and
//! <https://llg.cubic.org/docs/junit>.

use quick_junit::{NonSuccessKind, Property, Report, TestCase, TestCaseStatus, TestSuite};

use crate::check::Group;
use crate::grade::Verdict;
use crate::report::plain;
use crate::report::record::{CheckRecord, Outcome, Record};

/// The record as `JUnit` XML: a suite for each group of checks, a test case for each check.
///
/// A check that waits for another is skipped, and a fault of the grader is an error rather than a
/// failure. `JUnit` has no points; they are properties of the suites, where every reader takes
/// them. What was rejected is one failure.
///
/// # Panics
///
/// Never: every text that is made here can be written as XML.
pub fn junit(record: &Record) -> String {
    let mut report = Report::new(plain::clean(&record.submission));
    if let Outcome::Rejected { reason } = &record.outcome {
        let mut suite = TestSuite::new("submission");
        let text = plain::sentence(reason);
        suite.add_test_case(case("submission", "submission", failure("rejected", &text, &text)));
        report.add_test_suite(suite);
    }
    for group in Group::ALL {
        if let Some(suite) = suite(record, group) {
            report.add_test_suite(suite);
        }
    }
    if record.outcome == Outcome::GraderError && report.errors == 0 {
        // The fault is in a check that is not shown.
        let mut suite = TestSuite::new("submission");
        suite.add_test_case(case(
            "submission",
            "submission",
            error(plain::NO_SCORE, plain::NO_SCORE),
        ));
        report.add_test_suite(suite);
    }
    if let Some(suite) = remarks(record) {
        report.add_test_suite(suite);
    }
    report.to_string().expect("a text can be written to")
}

fn suite(record: &Record, group: Group) -> Option<TestSuite> {
    let checks: Vec<&CheckRecord> =
        plain::visible(record).filter(|check| check.check.group() == group).collect();
    let hidden = plain::hidden(record).into_iter().find(|hidden| hidden.group == group);
    if checks.is_empty() && hidden.is_none() {
        return None;
    }
    let mut suite = TestSuite::new(group.id());
    for check in &checks {
        let id = check.check.id();
        if let Some(score) = check.score {
            let points = format!("{score} / {}", check.max_score);
            suite.add_property(Property::new(format!("points {id}"), points));
        }
        suite.add_test_case(case(id, group.id(), status(record, check)));
    }
    if let Some(hidden) = hidden {
        suite.add_property(Property::new("hidden checks", hidden.count.to_string()));
    }
    Some(suite)
}

fn case(name: &str, class: &str, status: TestCaseStatus) -> TestCase {
    let mut case = TestCase::new(name, status);
    case.set_classname(class);
    case
}

fn status(record: &Record, check: &CheckRecord) -> TestCaseStatus {
    let headline = plain::headline(record, check);
    match &check.verdict {
        Verdict::Pass => TestCaseStatus::success(),
        Verdict::Fail(_) => failure("fail", &headline, &plain::text(record, check)),
        Verdict::Skipped { .. } => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(headline);
            status
        }
        Verdict::GraderError(_) => error(&headline, &plain::text(record, check)),
    }
}

fn error(message: &str, text: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    status.set_message(message).set_type("grader_error").set_description(text);
    status
}

fn failure(kind: &str, message: &str, text: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_message(message).set_type(kind).set_description(text);
    status
}

/// A suite without tests that says what there is to remark.
fn remarks(record: &Record) -> Option<TestSuite> {
    let lines: Vec<String> = plain::remarks(record).map(plain::remark).collect();
    if lines.is_empty() {
        return None;
    }
    let mut suite = TestSuite::new("remarks");
    suite.set_system_out(lines.join("\n"));
    Some(suite)
}
