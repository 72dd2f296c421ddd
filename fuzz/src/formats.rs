//! Checks that no text from a submission breaks the syntax of a report.

use grade::cause::SolverCause;
use grade::check::Check;
use grade::view::{Audience, Corrected};
use grade::{
    Evidence, Failure, Grade, PanicKind, Rejection, Remark, SourcePosition, Status, Stop,
    StopPoint, Value, Verdict,
};
use probe::wire::Question;
use report::formats::{Identity, SUMMARY_LIMIT, summary};
use report::{Context, Format};
use samples::{fail, grade, moment};

/// The strict parsers of the formats' tests.
#[path = "../../grader/tests/formats/editor.rs"]
mod editor;
#[path = "../../grader/tests/formats/junit_schema.rs"]
mod junit_schema;
#[path = "../../grader/tests/formats/rules.rs"]
mod rules;

/// Splits the data at bytes of value 1, and tests the texts in every field of a grade that can contain text from a
/// submission.
pub fn formats(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut texts = text.split('\u{1}').map(str::to_owned);
    let mut next = || texts.next().unwrap_or_default();
    let (name, summary, call, actual) = (next(), next(), next(), next());
    let (detail, file, puzzle, reason) = (next(), next(), next(), next());
    let evidence = Evidence {
        tiles: vec![vec![1, 0], vec![3, 2]].into(),
        puzzle: Some(puzzle.clone()),
        call,
        expected: Value::Number(1),
        actual: Value::Text(actual),
        ..Evidence::default()
    };
    let stop = Stop::Panic { kind: PanicKind::Other, message: detail.clone(), place: None };
    let failure = Failure {
        cause: Some(
            SolverCause::Stopped { question: Question::New, stop, point: StopPoint::default() }
                .into(),
        ),
        evidence: Some(evidence),
        moment: Some(Box::new(moment(&vec![vec![1, 0], vec![3, 2]].into(), 7))),
        place: Some(SourcePosition { file, line: 1, column: 1 }),
        detail: Some(detail.clone()),
        ..Failure::from_summary(summary)
    };
    let fault = Verdict::GraderError(detail.clone());
    let last = if text.len() % 2 == 0 { fault } else { Verdict::Pass };
    let compile = Failure { detail: Some(detail), ..Failure::from_summary("no") };
    let mut grade: Grade = grade([
        (fail(Check::CompileBuild, compile), 1.0),
        (fail(Check::BoardHamming, failure), 4.0),
        ((Check::SolverTime, last), 1.0),
    ]);
    grade.submission = name;
    grade.remarks = vec![Remark::new(None, puzzle)];
    rules::hold(&grade);
    let rejection = Rejection { reason, max_score: grade.max_score() };
    let rejected =
        Grade { rejection: Some(rejection), checks: Vec::new(), remarks: Vec::new(), ..grade };
    rules::hold(&rejected);
}

fn for_audience(format: Format, grade: &Grade, audience: Audience) -> String {
    let identity = Identity::from_variables(|name| {
        let value = match name {
            "SUBMISSION_TAG" => "submit/2026-06-01T14-32-05Z-a1b2c3d",
            "CLASSROOM" => "cs",
            "ASSIGNMENT" => "puzzle",
            "OWNER" => "alice",
            "COMMIT_URL" => "https://example.org/commit",
            "RELEASE_URL" => "https://example.org/release",
            _ => return None,
        };
        Some(value.to_owned())
    });
    let context = Context { audience, identity: identity.ok(), ..Context::default() };
    format.render(&grade.into(), &context).unwrap_or_default()
}
