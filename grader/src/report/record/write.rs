//! Writing a record as `grade.json`, in the schema that the contract fixes.

use serde::Serialize;
use serde_json::Number;
use slider::Tile;

use super::{CheckRecord, Outcome, Record, SCHEMA};
use crate::check::Check;
use crate::grade::{
    Asked, Cap, Cause, Evidence, Measure, Moment, Remark, Share, Stop, Tiles, Value, Verdict,
    Visibility,
};
use crate::points::Points;
use crate::report::pretty::{number, pretty};
use crate::report::reproduce;

/// The text of the file.
pub(super) fn text(record: &Record) -> String {
    let mut text = pretty(&value(record));
    text.push('\n');
    text
}

/// The file as a value.
pub(super) fn value(record: &Record) -> serde_json::Value {
    serde_json::to_value(WireGrade::from(record)).expect("maps have text for keys")
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
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    caps: Vec<WireCap<'a>>,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    share: Option<WireShare<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    requires: Option<&'static str>,
    visibility: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    because: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    summary: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<&'a Cause>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence_visibility: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<WireEvidence<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moment: Option<&'a Moment>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    measure: Option<WireMeasure<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reproduce: Option<String>,
}

#[derive(Serialize)]
struct WireCap<'a> {
    unless: &'static str,
    score: Number,
    why: &'a str,
}

#[derive(Serialize)]
struct WireShare<'a> {
    held: u32,
    of: u32,
    of_what: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    smallest: Option<&'a str>,
}

#[derive(Serialize)]
struct WireMeasure<'a> {
    value: Number,
    limit: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<&'a str>,
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
    #[serde(skip_serializing_if = "is_beyond")]
    asked: Asked,
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<&'a Stop>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    path: &'a [Vec<Tile>],
}

#[derive(Serialize)]
struct WireRemark<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'static str>,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    visibility: Option<&'static str>,
}

impl<'a> From<&'a Record> for WireGrade<'a> {
    fn from(record: &'a Record) -> Self {
        Self {
            schema: SCHEMA,
            submission: &record.submission,
            sources: &record.sources,
            assignment: &record.assignment,
            toolchain: &record.toolchain,
            engine: &record.engine,
            status: record.outcome.as_str(),
            score: record.score().map(number),
            max_score: number(record.max_score),
            message: match &record.outcome {
                Outcome::Rejected { reason } => Some(reason),
                Outcome::Graded | Outcome::GraderError => None,
            },
            caps: record.caps.iter().map(WireCap::from).collect(),
            checks: record.checks.iter().map(WireCheck::from).collect(),
            remarks: record.remarks.iter().map(WireRemark::from).collect(),
        }
    }
}

impl<'a> From<&'a CheckRecord> for WireCheck<'a> {
    fn from(record: &'a CheckRecord) -> Self {
        let check = record.check;
        let mut wire = Self {
            id: check.id(),
            status: record.verdict.status(),
            score: record.score.map(number),
            max_score: number(record.max_score),
            share: record.share.as_ref().map(WireShare::from),
            requires: record.withheld.map(Check::id),
            visibility: record.visibility.as_str(),
            because: None,
            summary: None,
            cause: None,
            evidence_visibility: None,
            evidence: None,
            moment: None,
            place: None,
            detail: None,
            message: None,
            measure: record.measure.as_ref().map(WireMeasure::from),
            reproduce: Some(reproduce(check)),
        };
        match &record.verdict {
            Verdict::Pass => wire.reproduce = None,
            Verdict::Fail(failure) => {
                wire.summary = Some(&failure.summary);
                wire.cause = failure.cause.as_ref();
                wire.evidence_visibility = unless_visible(failure.visibility);
                wire.evidence = failure.evidence.as_ref().map(WireEvidence::from);
                wire.moment = failure.moment.as_deref();
                wire.place = failure.place.as_ref().map(ToString::to_string);
                wire.detail = failure.detail.as_deref();
            }
            Verdict::Skipped { because } => wire.because = Some(because.id()),
            Verdict::GraderError(message) => wire.message = Some(message),
        }
        wire
    }
}

impl<'a> From<&'a Cap> for WireCap<'a> {
    fn from(cap: &'a Cap) -> Self {
        Self { unless: cap.unless.id(), score: number(cap.score), why: &cap.why }
    }
}

impl<'a> From<&'a Share> for WireShare<'a> {
    fn from(share: &'a Share) -> Self {
        Self {
            held: share.held(),
            of: share.of(),
            of_what: share.of_what.as_str(),
            smallest: share.smallest.as_deref(),
        }
    }
}

impl<'a> From<&'a Measure> for WireMeasure<'a> {
    fn from(measure: &'a Measure) -> Self {
        // Hundredths, written as exactly as points are.
        let exact = |hundredths: u64| number(Points::from_thousandths(hundredths * 10));
        Self {
            value: exact(measure.value),
            limit: exact(measure.limit),
            puzzle: measure.puzzle.as_deref(),
        }
    }
}

impl<'a> From<&'a Evidence> for WireEvidence<'a> {
    fn from(evidence: &'a Evidence) -> Self {
        Self {
            tiles: &evidence.tiles,
            puzzle: evidence.puzzle.as_deref(),
            other: evidence.other.as_ref(),
            call: &evidence.call,
            expected: answer(&evidence.expected),
            actual: answer(&evidence.actual),
            asked: evidence.asked,
            stop: evidence.stop.as_ref(),
            path: &evidence.path,
        }
    }
}

impl<'a> From<&'a Remark> for WireRemark<'a> {
    fn from(remark: &'a Remark) -> Self {
        Self {
            id: remark.check.map(Check::id),
            text: &remark.text,
            visibility: unless_visible(remark.visibility),
        }
    }
}

/// Whether it was nothing that can be asked through the traits, which is not said.
fn is_beyond(asked: &Asked) -> bool {
    *asked == Asked::Beyond
}

/// A visibility that hides something; what everyone may see is not said to be so.
fn unless_visible(visibility: Visibility) -> Option<&'static str> {
    (visibility != Visibility::Visible).then(|| visibility.as_str())
}

/// An answer, where Rust's `None` is `null` and no answer at all is no field.
fn answer(value: &Value) -> Option<serde_json::Value> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_answer_can_be_written() {
        let board = vec![vec![1, 2], vec![3, 0]];
        let text = |answer: Value| self::answer(&answer).map(|value| value.to_string());
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
