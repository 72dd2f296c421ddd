//! `grade.json`: the grade for programs, in the schema that the contract fixes.

use serde::Serialize;
use serde_json::Number;

use super::pretty::pretty;
use crate::check::Check;
use crate::grade::{CheckGrade, Evidence, Grade, Remark, Status, Tiles, Value, Verdict};
use crate::points::Points;

/// The schema, and its version. New optional fields keep the version; anything else changes it.
const SCHEMA: &str = "grade/1";

/// The grade as `grade.json`, with all checks, whoever may see them.
///
/// The text is the same byte for byte wherever and whenever it is made.
///
/// A fault of the grader has no score, neither of the check nor of the submission, so that no
/// program can take it for a zero.
///
/// # Panics
///
/// Never: every grade can be written as JSON.
pub fn json(grade: &Grade) -> String {
    let value = serde_json::to_value(WireGrade::from(grade)).expect("maps have text for keys");
    let mut text = pretty(&value);
    text.push('\n');
    text
}

#[derive(Serialize)]
struct WireGrade<'a> {
    schema: &'static str,
    submission: &'a str,
    sources: &'a str,
    assignment: &'a str,
    toolchain: &'a str,
    engine: &'a str,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Number>,
    max_score: Number,
    checks: Vec<WireCheck<'a>>,
    remarks: Vec<WireRemark<'a>>,
}

#[derive(Serialize)]
struct WireCheck<'a> {
    id: &'static str,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Number>,
    max_score: Number,
    visibility: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    because: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<WireEvidence<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reproduce: Option<String>,
}

#[derive(Serialize)]
struct WireEvidence<'a> {
    tiles: &'a Tiles,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<&'a Tiles>,
    call: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<serde_json::Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    actual: Option<serde_json::Value>,
}

#[derive(Serialize)]
struct WireRemark<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'static str>,
    text: &'a str,
}

impl<'a> From<&'a Grade> for WireGrade<'a> {
    fn from(grade: &'a Grade) -> Self {
        let status = grade.status();
        Self {
            schema: SCHEMA,
            submission: &grade.submission,
            sources: &grade.sources,
            assignment: &grade.assignment,
            toolchain: &grade.toolchain,
            engine: &grade.engine,
            status: status.as_str(),
            score: (status == Status::Graded).then(|| number(grade.score())),
            max_score: number(grade.max_score()),
            checks: grade.checks.iter().map(WireCheck::from).collect(),
            remarks: grade.remarks.iter().map(WireRemark::from).collect(),
        }
    }
}

impl<'a> From<&'a CheckGrade> for WireCheck<'a> {
    fn from(grade: &'a CheckGrade) -> Self {
        let check = grade.check;
        let mut wire = Self {
            id: check.id(),
            status: status(&grade.verdict),
            score: Some(number(grade.score())),
            max_score: number(grade.max_score),
            visibility: grade.visibility.as_str(),
            because: None,
            summary: None,
            evidence: None,
            place: None,
            detail: None,
            message: None,
            reproduce: Some(super::reproduce(check)),
        };
        match &grade.verdict {
            Verdict::Pass => wire.reproduce = None,
            Verdict::Fail(failure) => {
                wire.summary = Some(&failure.summary);
                wire.evidence = failure.evidence.as_ref().map(WireEvidence::from);
                wire.place = failure.place.as_ref().map(ToString::to_string);
                wire.detail = failure.detail.as_deref();
            }
            Verdict::Skipped { because } => wire.because = Some(because.id()),
            Verdict::GraderError(message) => {
                wire.score = None;
                wire.message = Some(message);
            }
        }
        wire
    }
}

impl<'a> From<&'a Evidence> for WireEvidence<'a> {
    fn from(evidence: &'a Evidence) -> Self {
        Self {
            tiles: &evidence.tiles,
            puzzle: evidence.puzzle.as_deref(),
            other: evidence.other.as_ref(),
            call: &evidence.call,
            expected: value(&evidence.expected),
            actual: value(&evidence.actual),
        }
    }
}

impl<'a> From<&'a Remark> for WireRemark<'a> {
    fn from(remark: &'a Remark) -> Self {
        Self { id: remark.check.map(Check::id), text: &remark.text }
    }
}

fn status(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Pass => "pass",
        Verdict::Fail(_) => "fail",
        Verdict::Skipped { .. } => "skipped",
        Verdict::GraderError(_) => "grader_error",
    }
}

/// An answer, where Rust's `None` is `null` and no answer at all is no field.
fn value(value: &Value) -> Option<serde_json::Value> {
    Some(match value {
        Value::Nothing => return None,
        Value::NoneValue => serde_json::Value::Null,
        Value::Number(number) => (*number).into(),
        Value::Truth(truth) => (*truth).into(),
        Value::Text(text) => text.as_str().into(),
        Value::Board(tiles) => tiles.as_slice().into(),
        Value::Boards(boards) => boards.as_slice().into(),
    })
}

/// Points as a JSON number without needless decimals: their text is one already.
fn number(points: Points) -> Number {
    points.to_string().parse().expect("points are written as a number")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample::{fail, grade, hamming, pass, skip};

    #[test]
    fn the_example_of_the_contract() {
        let mut grade = grade([
            (pass(Check::BoardDimension), 3.5),
            (fail(Check::BoardHamming, hamming()), 4.0),
            (skip(Check::BoardTwin, Check::BoardDisplay), 4.0),
        ]);
        let text = "one queue holds both searches".to_owned();
        grade.remarks.push(Remark { check: Some(Check::SolverMinPq), text });
        insta::assert_snapshot!(json(&grade), @r#"
        {
          "schema": "grade/1",
          "submission": "alice",
          "sources": "sha256:5e",
          "assignment": "sha256:a5",
          "toolchain": "rustc 1.95.0",
          "engine": "wasmtime 48.0.8, cost table 1",
          "status": "graded",
          "score": 3.5,
          "max_score": 11.5,
          "checks": [
            {
              "id": "board.dimension",
              "status": "pass",
              "score": 3.5,
              "max_score": 3.5,
              "visibility": "visible"
            },
            {
              "id": "board.hamming",
              "status": "fail",
              "score": 0,
              "max_score": 4,
              "visibility": "visible",
              "summary": "hamming() counts the blank",
              "evidence": {
                "tiles": [
                  [1, 0],
                  [3, 2]
                ],
                "call": "hamming()",
                "expected": 1,
                "actual": 2
              },
              "place": "src/board.rs:12:9",
              "reproduce": "grader check --only board.hamming"
            },
            {
              "id": "board.twin",
              "status": "skipped",
              "score": 0,
              "max_score": 4,
              "visibility": "visible",
              "because": "board.display",
              "reproduce": "grader check --only board.twin"
            }
          ],
          "remarks": [
            {
              "id": "solver.min_pq",
              "text": "one queue holds both searches"
            }
          ]
        }
        "#);
    }

    #[test]
    fn a_fault_of_the_grader_has_no_score() {
        let error = Verdict::GraderError("the machine is out of memory".to_owned());
        let grade = grade([(pass(Check::CompileBuild), 1.0), ((Check::SolverTime, error), 1.0)]);
        insta::assert_snapshot!(json(&grade), @r#"
        {
          "schema": "grade/1",
          "submission": "alice",
          "sources": "sha256:5e",
          "assignment": "sha256:a5",
          "toolchain": "rustc 1.95.0",
          "engine": "wasmtime 48.0.8, cost table 1",
          "status": "grader_error",
          "max_score": 2,
          "checks": [
            {
              "id": "compile.build",
              "status": "pass",
              "score": 1,
              "max_score": 1,
              "visibility": "visible"
            },
            {
              "id": "solver.time",
              "status": "grader_error",
              "max_score": 1,
              "visibility": "visible",
              "message": "the machine is out of memory",
              "reproduce": "grader check --only solver.time"
            }
          ],
          "remarks": []
        }
        "#);
    }

    #[test]
    fn every_answer_can_be_written() {
        let board = vec![vec![1, 2], vec![3, 0]];
        let text = |answer: Value| value(&answer).map(|value| value.to_string());
        assert_eq!(text(Value::Nothing), None);
        assert_eq!(text(Value::NoneValue).unwrap(), "null");
        assert_eq!(text(Value::Number(u64::MAX)).unwrap(), "18446744073709551615");
        assert_eq!(text(Value::Truth(true)).unwrap(), "true");
        assert_eq!(text(Value::Text("a\n".to_owned())).unwrap(), r#""a\n""#);
        assert_eq!(text(Value::Board(board.clone())).unwrap(), "[[1,2],[3,0]]");
        assert_eq!(text(Value::Boards(vec![board])).unwrap(), "[[[1,2],[3,0]]]");
        assert_eq!(text(Value::Boards(vec![])).unwrap(), "[]");
    }
}
