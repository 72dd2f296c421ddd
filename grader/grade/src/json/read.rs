//! Parses `grade.json`.
//!
//! To find inconsistencies, the parsed grade is serialized again and compared with the original. For example, a sum may
//! not match the checks, a passed check may have a summary, or the command for a check may be wrong.

use serde_json::{Number, Value as Json};

use super::wire::{
    WireCap, WireCheck, WireEvidence, WireGrade, WireMeasure, WireOmissions, WireOmittedCounts,
    WireRemark, WireShare,
};
use super::{SCHEMA, credit};
use crate::check::Check;
use crate::kinds::fields;
use crate::points::Points;
use crate::{
    Basis, CheckGrade, Credit, Evidence, Failure, Grade, KitOmissions, Measure, OmittedCounts,
    Rejection, Remark, SourcePosition, Status, Value, Verdict, Visibility,
};

/// The reason why a file is not a valid `grade.json`.
#[derive(Debug, thiserror::Error)]
pub enum GradeError {
    /// The text is not valid JSON, or a field is missing or has an invalid type.
    #[error("invalid grade: {0}")]
    Form(#[from] serde_json::Error),
    /// The schema is not the expected one.
    #[error("its schema is `{0}`, not `{SCHEMA}`")]
    Schema(String),
    /// A field has an invalid value.
    #[error("{place}: {what}")]
    Field {
        /// The path of the field, such as `checks[3].score`.
        place: String,
        /// The problem.
        what: String,
    },
}

impl GradeError {
    /// Returns a hint how to get a valid file.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Form(_) => "use a file from `grader check --format json`",
            Self::Schema(_) => "grade the submission again with this version of the grader",
            Self::Field { .. } => "do not edit a grade; grade the submission again",
        }
    }

    pub(super) fn field_error(place: impl Into<String>, what: impl Into<String>) -> Self {
        Self::Field { place: place.into(), what: what.into() }
    }
}

/// Returns `true` if the schema has a field with this name. Where the schema does not allow it, such a field is an
/// error.
fn is_schema_field(name: &str) -> bool {
    [
        fields::<WireGrade>(),
        fields::<WireCap>(),
        fields::<WireCheck>(),
        fields::<WireShare>(),
        fields::<WireOmissions>(),
        fields::<WireOmittedCounts>(),
        fields::<WireMeasure>(),
        fields::<WireEvidence>(),
        fields::<WireRemark>(),
    ]
    .iter()
    .any(|names| names.contains(&name))
}

pub(super) fn read_grade(text: &str) -> Result<Grade, GradeError> {
    let grade = check_and_convert(WireGrade::read(text)?)?;
    if grade.json() != text {
        let written = serde_json::to_value(WireGrade::from(&grade))?;
        let mut found: Json = serde_json::from_str(text)?;
        if let Json::Object(fields) = &mut found
            && grade.rejection.is_some()
            && fields.get("score").and_then(Json::as_f64) == Some(0.0)
        {
            // Earlier versions wrote a score of zero for a rejected submission.
            fields.remove("score");
        }
        check_same_json("", &written, &found)?;
    }
    Ok(grade)
}

fn check_and_convert(wire: WireGrade) -> Result<Grade, GradeError> {
    let mut checks: Vec<CheckGrade> = Vec::with_capacity(wire.checks.len());
    for (i, wire) in wire.checks.into_iter().enumerate() {
        let place = format!("checks[{i}]");
        let check = read_check(&place, wire)?;
        if checks.last().is_some_and(|last| last.check >= check.check) {
            let what = format!("`{}` is out of order or appears twice", check.check);
            return Err(GradeError::field_error(format!("{place}.id"), what));
        }
        checks.push(check);
    }
    let remark = |(i, wire): (usize, WireRemark)| {
        let WireRemark { id, text, visibility: name, headline: is_headline, review } = wire;
        let check = id.map(|id| parse_check_id(&format!("remarks[{i}].id"), &id)).transpose()?;
        let visibility = optional_visibility(&format!("remarks[{i}].visibility"), name)?;
        Ok(Remark { check, text, visibility, is_headline, needs_review: review })
    };
    let remarks = wire.remarks.into_iter().enumerate().map(remark);
    let max_score = points("max_score", &wire.max_score)?;
    let WireGrade { assignment, toolchain, engine, .. } = wire;
    let basis = Basis { assignment, toolchain, engine };
    let program = wire.program.as_ref().map(credit::read_program_tally).transpose()?;
    let grade = Grade {
        caps: credit::caps(wire.caps, &checks, program)?,
        program,
        checks,
        omitted: wire.omitted.as_ref().map(read_omissions).transpose()?.unwrap_or_default(),
        remarks: remarks.collect::<Result<_, GradeError>>()?,
        ..Grade::new(wire.submission, wire.sources, basis)
    };
    let grade = with_status(grade, &wire.status, wire.message, max_score)?;
    if let Some(score) = &wire.score {
        points("score", score)?;
    }
    if max_score != grade.max_score() {
        let what =
            format!("it is {max_score}, but the checks are worth {} points", grade.max_score());
        return Err(GradeError::field_error("max_score", what));
    }
    Ok(grade)
}

fn read_omissions(wire: &WireOmissions) -> Result<KitOmissions, GradeError> {
    let WireOmissions { checks, points: score, puzzles, drawn, after_due_date } = wire;
    let counts = |place: &str, checks: usize, score: &Number, puzzles: usize| {
        points(place, score).map(|points| OmittedCounts { checks, points, puzzles })
    };
    let WireOmittedCounts { checks: later, points: later_score, puzzles: later_puzzles } =
        after_due_date;
    Ok(KitOmissions {
        all: counts("omitted.points", *checks, score, *puzzles)?,
        after_due_date: counts(
            "omitted.after_due_date.points",
            *later,
            later_score,
            *later_puzzles,
        )?,
        has_private_cases: *drawn,
    })
}

/// Checks that the status matches the checks. Sets the reason for a rejection.
fn with_status(
    mut grade: Grade,
    status: &str,
    message: Option<String>,
    max_score: Points,
) -> Result<Grade, GradeError> {
    let wrong = |what: &str| Err(GradeError::field_error("status", what));
    match (Status::from_name(status), grade.status()) {
        (Some(Status::Rejected), _) if !grade.checks.is_empty() => {
            return Err(GradeError::field_error(
                "checks",
                "a rejected submission must not have any",
            ));
        }
        (Some(Status::Rejected), _) => {
            let missing =
                || GradeError::field_error("message", "a rejected submission must have one");
            let reason = message.ok_or_else(missing)?;
            grade.rejection = Some(Rejection { reason, max_score });
        }
        (Some(Status::Graded), Status::GraderError) => {
            return wrong("a check has the status `grader_error`");
        }
        (Some(Status::GraderError), Status::Graded) => return wrong("no check has this status"),
        (Some(_), _) => {}
        (None, _) => return wrong(&format!("unknown status `{status}`")),
    }
    Ok(grade)
}

fn read_check(place: &str, wire: WireCheck) -> Result<CheckGrade, GradeError> {
    let at = |name: &str| format!("{place}.{name}");
    let missing = |name: &str| GradeError::field_error(at(name), "it is missing");
    let max_score = points(&at("max_score"), &wire.max_score)?;
    let visibility = read_visibility(&at("visibility"), &wire.visibility)?;
    let verdict = match wire.status.as_str() {
        "pass" => Verdict::Pass,
        "fail" => Verdict::Fail(Failure {
            summary: wire.summary.ok_or_else(|| missing("summary"))?,
            cause: wire.cause,
            evidence: wire
                .evidence
                .map(|evidence_wire| read_evidence(place, evidence_wire))
                .transpose()?,
            moment: wire.moment,
            place: wire.place.map(|text| read_position(&at("place"), &text)).transpose()?,
            detail: wire.detail,
            visibility: optional_visibility(&at("evidence_visibility"), wire.evidence_visibility)?,
        }),
        "skipped" => {
            let because = wire.because.ok_or_else(|| missing("because"))?;
            Verdict::Skipped { because: parse_check_id(&at("because"), &because)? }
        }
        "grader_error" => Verdict::GraderError(wire.message.ok_or_else(|| missing("message"))?),
        other => {
            let what = format!("unknown status `{other}`");
            return Err(GradeError::field_error(at("status"), what));
        }
    };
    let score = wire.score.map(|score| points(&at("score"), &score)).transpose()?;
    let share =
        wire.share.as_ref().map(|share| credit::read_share(&at("share"), share)).transpose()?;
    let withheld = wire.requires.map(|id| parse_check_id(&at("requires"), &id)).transpose()?;
    credit::check_points_agree(place, &verdict, score, max_score, share.as_ref(), withheld)?;
    let measure =
        wire.measure.map(|measure_wire| read_measure(&at("measure"), measure_wire)).transpose()?;
    let check = parse_check_id(&at("id"), &wire.id)?;
    let credit = share.map(|share| Credit { points: score.unwrap_or_default(), share });
    let note = wire.note;
    Ok(CheckGrade { check, max_score, visibility, verdict, measure, credit, withheld, note })
}

fn read_visibility(place: &str, name: &str) -> Result<Visibility, GradeError> {
    Visibility::from_name(name)
        .ok_or_else(|| GradeError::field_error(place, format!("unknown visibility `{name}`")))
}

/// Parses a visibility. If the file has none, everyone may see the result.
fn optional_visibility(place: &str, name: Option<String>) -> Result<Visibility, GradeError> {
    name.map_or(Ok(Visibility::Visible), |name| read_visibility(place, &name))
}

pub(super) fn parse_check_id(place: &str, id: &str) -> Result<Check, GradeError> {
    Check::from_id(id).ok_or_else(|| {
        GradeError::field_error(place, format!("this version does not know the check `{id}`"))
    })
}

fn read_measure(place: &str, wire: WireMeasure) -> Result<Measure, GradeError> {
    let hundredths = |name: &str, number: &Number| {
        let hundredths = number.as_f64().unwrap_or(f64::NAN) * 100.0;
        let rounded = hundredths.round();
        #[expect(clippy::cast_precision_loss, reason = "small enough to be exact as a float")]
        let most = Measure::MOST as f64;
        // A decimal number is rarely exact in binary.
        if !(0.0..=most).contains(&hundredths) || (hundredths - rounded).abs() > 1e-3 {
            let what = format!("invalid measure {number}: use up to two decimals");
            return Err(GradeError::field_error(format!("{place}.{name}"), what));
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked")]
        Ok(rounded as u64)
    };
    let value = hundredths("value", &wire.value)?;
    Ok(Measure { value, limit: hundredths("limit", &wire.limit)?, puzzle: wire.puzzle })
}

/// Parses points. They must not be negative or have more than three decimals.
pub(super) fn points(place: &str, number: &Number) -> Result<Points, GradeError> {
    let points = number.as_f64().unwrap_or(f64::NAN);
    // More than all checks together can have, because there are fewer than a hundred.
    let most = Points::MAX.as_f64() * 100.0;
    let thousandths = points * 1000.0;
    let rounded = thousandths.round();
    if !(0.0..=most).contains(&points) || (thousandths - rounded).abs() > 1e-3 {
        let what = format!("invalid points {number}: use up to three decimals");
        return Err(GradeError::field_error(place, what));
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked")]
    Ok(Points::from_thousandths(rounded as u64))
}

fn read_position(at: &str, text: &str) -> Result<SourcePosition, GradeError> {
    SourcePosition::parse(text).ok_or_else(|| {
        GradeError::field_error(at, format!("expected a file, line and column instead of `{text}`"))
    })
}

fn read_evidence(place: &str, wire: WireEvidence) -> Result<Evidence, GradeError> {
    let answer = |name: &str, value| read_answer(&format!("{place}.evidence.{name}"), value);
    Ok(Evidence {
        tiles: wire.tiles,
        puzzle: wire.puzzle,
        other: wire.other,
        call: wire.call,
        expected: answer("expected", wire.expected)?,
        actual: answer("actual", wire.actual)?,
        asked: wire.asked,
        stop: wire.stop,
        path: wire.path,
        printed: wire.printed,
    })
}

fn read_answer(place: &str, value: Option<Json>) -> Result<Value, GradeError> {
    let Some(value) = value else { return Ok(Value::Nothing) };
    let read = match &value {
        Json::Null => Some(Value::NoneValue),
        Json::Bool(truth) => Some(Value::Truth(*truth)),
        Json::Number(number) => number.as_u64().map(Value::Number),
        Json::String(text) => Some(Value::Text(text.clone())),
        // A board is a list of rows, and several boards are a list of boards.
        Json::Array(items) if items.is_empty() || array_depth(&value) > 2 => {
            serde_json::from_value(value.clone()).ok().map(Value::Boards)
        }
        Json::Array(_) => serde_json::from_value(value.clone()).ok().map(Value::Board),
        Json::Object(_) => None,
    };
    read.ok_or_else(|| GradeError::field_error(place, format!("{value} is not an answer")))
}

/// Returns how many arrays are inside one another.
fn array_depth(value: &Json) -> usize {
    match value {
        Json::Array(items) => 1 + items.iter().map(array_depth).max().unwrap_or_default(),
        _ => 0,
    }
}

fn check_same_json(place: &str, written: &Json, found: &Json) -> Result<(), GradeError> {
    let at = |name: &str| match place {
        "" => name.to_owned(),
        _ => format!("{place}.{name}"),
    };
    match (written, found) {
        (Json::Object(written), Json::Object(found)) => {
            for (name, value) in written {
                let missing = || GradeError::field_error(at(name), "it is missing");
                check_same_json(&at(name), value, found.get(name).ok_or_else(missing)?)?;
            }
            let is_stray = |name: &&String| is_schema_field(name) && !written.contains_key(*name);
            match found.keys().find(is_stray) {
                Some(name) => Err(GradeError::field_error(at(name), "it is not allowed here")),
                None => Ok(()),
            }
        }
        (Json::Array(written), Json::Array(found)) if written.len() == found.len() => {
            for (i, (written, found)) in written.iter().zip(found).enumerate() {
                check_same_json(&format!("{place}[{i}]"), written, found)?;
            }
            Ok(())
        }
        (Json::Number(a), Json::Number(b)) if a.as_f64() == b.as_f64() => Ok(()),
        (a, b) if a == b => Ok(()),
        (a, b) => Err(GradeError::field_error(
            place,
            format!("it is {b}, but should be {a} according to the rest of the grade"),
        )),
    }
}
