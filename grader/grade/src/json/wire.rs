//! The structure of `grade.json`, to read and write it.
//!
//! Ids and names are strings, to be able to parse files from other versions of the grader and compare them.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Number, Value as Json};

use super::{GradeError, SCHEMA, reproduce};
use crate::check::Check;
use crate::points::Points;
use crate::pretty::number;
use crate::{
    Asked, Cap, Cause, CheckGrade, Evidence, Failure, Grade, KitOmissions, Measure, Moment, Remark,
    Share, ShareUnit, Stop, Tally, Tile, Tiles, Value, Verdict, Visibility,
};

/// The top-level fields of `grade.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the JSON Schema describes the fields")]
pub struct WireGrade {
    pub schema: String,
    pub submission: String,
    pub sources: String,
    pub assignment: String,
    pub toolchain: String,
    pub engine: String,
    pub status: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Number>,
    pub max_score: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) caps: Vec<WireCap>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) program: Option<WireShare>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) omitted: Option<WireOmissions>,
    pub checks: Vec<WireCheck>,
    pub(super) remarks: Vec<WireRemark>,
}

/// What a student kit omits, in `grade.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct WireOmissions {
    pub(super) checks: usize,
    pub(super) points: Number,
    pub(super) puzzles: usize,
    pub(super) drawn: bool,
    pub(super) after_due_date: WireOmittedCounts,
}

/// The part that students may see after the due date.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct WireOmittedCounts {
    pub(super) checks: usize,
    pub(super) points: Number,
    pub(super) puzzles: usize,
}

impl From<KitOmissions> for WireOmissions {
    fn from(omitted: KitOmissions) -> Self {
        let KitOmissions { all, after_due_date: later, has_private_cases } = omitted;
        Self {
            checks: all.checks,
            points: number(all.points),
            puzzles: all.puzzles,
            drawn: has_private_cases,
            after_due_date: WireOmittedCounts {
                checks: later.checks,
                points: number(later.points),
                puzzles: later.puzzles,
            },
        }
    }
}

/// The fields of a check in `grade.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the JSON Schema describes the fields")]
pub struct WireCheck {
    pub id: String,
    pub status: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Number>,
    pub max_score: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) share: Option<WireShare>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) requires: Option<String>,
    pub(super) visibility: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) because: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cause: Option<Cause>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) evidence_visibility: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) evidence: Option<WireEvidence>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) moment: Option<Box<Moment>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) place: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) detail: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) note: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) measure: Option<WireMeasure>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reproduce: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct WireCap {
    pub(super) unless: String,
    pub(super) score: Number,
    pub(super) why: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct WireShare {
    pub(super) held: u32,
    pub(super) of: u32,
    pub(super) of_what: String,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) half: u32,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) panicked: u32,
    /// Includes the cases that panicked, which earlier versions did not count apart.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) stopped: u32,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) slow: u32,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) skipped: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) smallest: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct WireMeasure {
    pub(super) value: Number,
    pub(super) limit: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) puzzle: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct WireEvidence {
    pub(super) tiles: Tiles,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) puzzle: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) other: Option<Tiles>,
    pub(super) call: String,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub(super) expected: Option<Json>,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub(super) actual: Option<Json>,
    #[serde(default, skip_serializing_if = "is_beyond")]
    pub(super) asked: Asked,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stop: Option<Stop>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) path: Vec<Vec<Tile>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) printed: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct WireRemark {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<String>,
    pub(super) text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) visibility: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) headline: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) review: bool,
}

/// Distinguishes a missing field from `null`, which stands for Rust's `None`.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Json>, D::Error> {
    Json::deserialize(deserializer).map(Some)
}

/// Tells serde not to write a zero.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde requires a reference")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// Tells serde not to write a call that the traits do not provide.
fn is_beyond(asked: &Asked) -> bool {
    *asked == Asked::Beyond
}

impl WireGrade {
    /// Parses a `grade.json` without checking the consistency.
    ///
    /// # Errors
    ///
    /// Returns an error if the text has a different structure or schema.
    pub fn read(text: &str) -> Result<Self, GradeError> {
        #[derive(Deserialize)]
        struct Head {
            schema: String,
        }
        let is_other = |schema: &String| schema != SCHEMA;
        match serde_json::from_str(text) {
            Ok(Self { schema, .. }) if is_other(&schema) => Err(GradeError::Schema(schema)),
            Ok(wire) => Ok(wire),
            // A file with a different schema may also have a different structure, so report the schema first.
            Err(error) => Err(match serde_json::from_str(text) {
                Ok(Head { schema }) if is_other(&schema) => GradeError::Schema(schema),
                _ => GradeError::Form(error),
            }),
        }
    }
}

impl From<&Grade> for WireGrade {
    fn from(grade: &Grade) -> Self {
        Self {
            schema: SCHEMA.to_owned(),
            submission: grade.submission.clone(),
            sources: grade.sources.clone(),
            assignment: grade.basis.assignment.clone(),
            toolchain: grade.basis.toolchain.clone(),
            engine: grade.basis.engine.clone(),
            status: grade.status().as_str().to_owned(),
            score: grade.score().map(number),
            max_score: number(grade.max_score()),
            message: grade.rejection.as_ref().map(|it| it.reason.clone()),
            caps: grade.caps.iter().map(WireCap::from).collect(),
            program: grade.program.map(|tally| WireShare::new(tally, ShareUnit::Puzzles)),
            omitted: (!grade.omitted.is_nothing()).then(|| WireOmissions::from(grade.omitted)),
            checks: grade.checks.iter().map(WireCheck::from).collect(),
            remarks: grade.remarks.iter().map(WireRemark::from).collect(),
        }
    }
}

impl From<&CheckGrade> for WireCheck {
    fn from(grade: &CheckGrade) -> Self {
        let mut wire = Self {
            id: owned_id(grade.check),
            status: grade.verdict.status().to_owned(),
            score: grade.score().map(number),
            max_score: number(grade.max_score),
            share: grade.credit.as_ref().map(|credit| WireShare::from(&credit.share)),
            requires: grade.withheld.map(owned_id),
            visibility: grade.visibility.as_str().to_owned(),
            because: None,
            summary: None,
            cause: None,
            evidence_visibility: None,
            evidence: None,
            moment: None,
            place: None,
            detail: None,
            note: grade.note.clone().filter(|_| matches!(grade.verdict, Verdict::Fail(_))),
            message: None,
            measure: grade.measure.as_ref().map(WireMeasure::from),
            reproduce: Some(reproduce(grade.check)),
        };
        match &grade.verdict {
            Verdict::Pass => wire.reproduce = None,
            Verdict::Fail(failure) => wire.copy_failure(failure),
            Verdict::Skipped { because } => wire.because = Some(owned_id(*because)),
            Verdict::GraderError(message) => wire.message = Some(message.clone()),
        }
        wire
    }
}

impl WireCheck {
    fn copy_failure(&mut self, failure: &Failure) {
        self.summary = Some(failure.summary.clone());
        self.cause.clone_from(&failure.cause);
        self.evidence_visibility = unless_visible(failure.visibility);
        self.evidence = failure.evidence.as_ref().map(WireEvidence::from);
        self.moment.clone_from(&failure.moment);
        self.place = failure.place.as_ref().map(ToString::to_string);
        self.detail.clone_from(&failure.detail);
    }
}

impl From<&Cap> for WireCap {
    fn from(cap: &Cap) -> Self {
        Self { unless: cap.unless.id().to_owned(), score: number(cap.score), why: cap.why.clone() }
    }
}

impl From<&Share> for WireShare {
    fn from(share: &Share) -> Self {
        Self { smallest: share.smallest.clone(), ..Self::new(share.tally(), share.of_what) }
    }
}

impl WireShare {
    fn new(tally: Tally, of_what: ShareUnit) -> Self {
        let Tally { correct, half, wrong: _, panicked, stopped, slow, skipped } = tally;
        Self {
            held: correct,
            of: tally.cases(),
            of_what: of_what.as_str().to_owned(),
            half,
            panicked,
            // In the file, a panic also counts as stopped.
            stopped: stopped.saturating_add(panicked),
            slow,
            skipped,
            smallest: None,
        }
    }
}

impl From<&Measure> for WireMeasure {
    fn from(measure: &Measure) -> Self {
        // Hundredths are written with the precision of points.
        let exact = |hundredths: u64| number(Points::from_thousandths(hundredths * 10));
        let Measure { value, limit, puzzle } = measure;
        Self { value: exact(*value), limit: exact(*limit), puzzle: puzzle.clone() }
    }
}

impl From<&Evidence> for WireEvidence {
    fn from(evidence: &Evidence) -> Self {
        let Evidence { tiles, puzzle, other, call, expected, actual, asked, stop, path, printed } =
            evidence;
        Self {
            tiles: tiles.clone(),
            puzzle: puzzle.clone(),
            other: other.clone(),
            call: call.clone(),
            expected: answer(expected),
            actual: answer(actual),
            asked: *asked,
            stop: stop.clone(),
            path: path.clone(),
            printed: printed.clone(),
        }
    }
}

impl From<&Remark> for WireRemark {
    fn from(remark: &Remark) -> Self {
        Self {
            id: remark.check.map(owned_id),
            text: remark.text.clone(),
            visibility: unless_visible(remark.visibility),
            headline: remark.is_headline,
            review: remark.needs_review,
        }
    }
}

fn owned_id(check: Check) -> String {
    check.id().to_owned()
}

/// Returns the name of a visibility, or `None` if everyone may see the result.
fn unless_visible(visibility: Visibility) -> Option<String> {
    (visibility != Visibility::Visible).then(|| visibility.as_str().to_owned())
}

/// Converts a result to JSON: `None` becomes `null`, and no result becomes no field.
fn answer(value: &Value) -> Option<Json> {
    Some(match value {
        Value::Nothing => return None,
        Value::NoneValue => Json::Null,
        Value::Number(number) => (*number).into(),
        Value::Truth(truth) => (*truth).into(),
        Value::Text(text) => text.as_str().into(),
        Value::Board(tiles) => (&tiles[..]).into(),
        Value::Boards(boards) => boards.iter().map(|tiles| Json::from(&tiles[..])).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_answer_is_written_as_json() {
        let board = vec![vec![1, 2], vec![3, 0]];
        let text = |answer: Value| self::answer(&answer).map(|value| value.to_string());
        assert_eq!(text(Value::Nothing), None);
        assert_eq!(text(Value::NoneValue).unwrap(), "null");
        assert_eq!(text(Value::Number(u64::MAX)).unwrap(), "18446744073709551615");
        assert_eq!(text(Value::Truth(true)).unwrap(), "true");
        assert_eq!(text(Value::Text("a\n".to_owned())).unwrap(), r#""a\n""#);
        assert_eq!(text(Value::Board(board.clone().into())).unwrap(), "[[1,2],[3,0]]");
        assert_eq!(text(Value::Boards(vec![board.into()])).unwrap(), "[[[1,2],[3,0]]]");
        assert_eq!(text(Value::Boards(vec![])).unwrap(), "[]");
    }
}
