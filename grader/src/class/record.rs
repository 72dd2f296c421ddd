//! What summaries and comparisons take of a `grade.json`.
//!
//! It is less than a [`report::record::Record`](crate::report::record::Record), which has to be
//! what this version would write, to the last word. Gradings are compared to find out what another
//! version of the grader changes, so grades of both have to be read.

use serde::Deserialize;

use crate::grade::Verdict;
use crate::points::Points;
use crate::report;
use crate::report::pretty::pretty;
use crate::report::record::{Outcome, SCHEMA};

/// What became of a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// It was graded.
    Graded,
    /// It is no submission.
    Rejected,
    /// The grader was at fault; there is no score.
    GraderError,
}

impl Status {
    /// Its name in a grade.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Graded => "graded",
            Self::Rejected => "rejected",
            Self::GraderError => "grader_error",
        }
    }
}

/// What a `grade.json` says, as far as summaries and comparisons need it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The name of the submission.
    pub submission: String,
    /// A hash of its sources.
    pub sources: String,
    /// A hash of the assignment.
    pub assignment: String,
    /// What became of it.
    pub status: Status,
    /// The points, unless the grader was at fault.
    pub score: Option<Points>,
    /// The points that there were to get.
    pub max_score: Points,
    /// Why it was rejected.
    pub message: Option<String>,
    /// The rubric's limits of the total that count: a check that does not hold, by its id, and the
    /// most that the total can be for that.
    pub caps: Vec<(String, Points)>,
    /// The checks.
    pub checks: Vec<CheckRecord>,
}

/// What became of one check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckRecord {
    /// The check's id.
    pub id: String,
    /// `pass`, `fail`, `skipped` or `grader_error`.
    pub status: String,
    /// The points, unless the grader was at fault.
    pub score: Option<Points>,
    /// The points that there were to get.
    pub max_score: Points,
    /// What is wrong, in a sentence.
    pub summary: Option<String>,
}

#[derive(Deserialize)]
struct Wire {
    schema: String,
    submission: String,
    sources: String,
    assignment: String,
    status: String,
    score: Option<f64>,
    max_score: f64,
    message: Option<String>,
    #[serde(default)]
    caps: Vec<WireCap>,
    checks: Vec<WireCheck>,
}

#[derive(Deserialize)]
struct WireCap {
    unless: String,
    score: f64,
}

#[derive(Deserialize)]
struct WireCheck {
    id: String,
    status: String,
    score: Option<f64>,
    max_score: f64,
    summary: Option<String>,
    message: Option<String>,
}

impl From<&report::record::Record> for Record {
    fn from(record: &report::record::Record) -> Self {
        let check = |it: &report::record::CheckRecord| CheckRecord {
            id: it.check.id().to_owned(),
            status: it.verdict.status().to_owned(),
            score: it.score,
            max_score: it.max_score,
            summary: match &it.verdict {
                Verdict::Fail(failure) => Some(failure.summary.clone()),
                Verdict::GraderError(message) => Some(message.clone()),
                Verdict::Pass | Verdict::Skipped { .. } => None,
            },
        };
        let (status, message) = match &record.outcome {
            Outcome::Graded => (Status::Graded, None),
            Outcome::Rejected { reason } => (Status::Rejected, Some(reason.clone())),
            Outcome::GraderError => (Status::GraderError, None),
        };
        Self {
            submission: record.submission.clone(),
            sources: record.sources.clone(),
            assignment: record.assignment.clone(),
            status,
            score: record.score(),
            max_score: record.max_score,
            message,
            caps: record.caps.iter().map(|it| (it.unless.id().to_owned(), it.score)).collect(),
            checks: record.checks.iter().map(check).collect(),
        }
    }
}

impl Record {
    /// Reads the text of a `grade.json`.
    ///
    /// # Errors
    ///
    /// What is wrong with it, in words.
    pub fn read(text: &str) -> Result<Self, String> {
        let wire: Wire = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if wire.schema != SCHEMA {
            return Err(format!("its schema is `{}`, not `{SCHEMA}`", wire.schema));
        }
        let points =
            |number: f64| Points::from_f64(number).ok_or_else(|| format!("{number} points"));
        let status = match wire.status.as_str() {
            "graded" => Status::Graded,
            "rejected" => Status::Rejected,
            "grader_error" => Status::GraderError,
            other => return Err(format!("there is no status `{other}`")),
        };
        let check = |check: WireCheck| {
            Ok(CheckRecord {
                score: check.score.map(points).transpose()?,
                max_score: points(check.max_score)?,
                summary: check.summary.or(check.message),
                id: check.id,
                status: check.status,
            })
        };
        let score = wire.score.map(points).transpose()?;
        if score.is_none() != (status == Status::GraderError) {
            return Err("a score is there if and only if the grader was not at fault".to_owned());
        }
        Ok(Self {
            submission: wire.submission,
            sources: wire.sources,
            assignment: wire.assignment,
            status,
            score,
            max_score: points(wire.max_score)?,
            message: wire.message,
            caps: wire
                .caps
                .into_iter()
                .map(|cap| Ok((cap.unless, points(cap.score)?)))
                .collect::<Result<_, String>>()?,
            checks: wire.checks.into_iter().map(check).collect::<Result<_, String>>()?,
        })
    }
}

/// The text of the same grade for a submission of another name; `None` if it is none.
pub(super) fn renamed(text: &str, name: &str) -> Option<String> {
    let mut value: serde_json::Value = serde_json::from_str(text).ok()?;
    *value.get_mut("submission")? = name.into();
    Some(pretty(&value) + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::record::NO_SOURCES;

    #[test]
    fn a_rejection_is_a_grade() {
        let rejected = report::record::Record {
            submission: "bob".to_owned(),
            sources: NO_SOURCES.to_owned(),
            assignment: "sha256:a".to_owned(),
            toolchain: "rustc 1.95.0".to_owned(),
            engine: "wasmtime".to_owned(),
            outcome: Outcome::Rejected { reason: "the folder `bob` is empty".to_owned() },
            max_score: Points::from_f64(12.5).unwrap(),
            checks: Vec::new(),
            caps: Vec::new(),
            remarks: Vec::new(),
        };
        let text = rejected.json();
        let record = Record::read(&text).unwrap();
        assert_eq!((record.status, record.score), (Status::Rejected, Some(Points::ZERO)));
        assert_eq!(record.max_score, Points::from_f64(12.5).unwrap());
        assert_eq!(record.message.as_deref(), Some("the folder `bob` is empty"));
        assert_eq!(renamed(&text, "bob").unwrap(), text);
        assert_eq!(renamed(&text, "é\"").unwrap(), text.replace("\"bob\"", "\"é\\\"\""));
    }

    #[test]
    fn what_is_no_grade_is_refused() {
        let text = |schema: &str, status: &str, score: &str| {
            format!(
                r#"{{"schema":"{schema}","submission":"a","sources":"","assignment":"",
                "status":"{status}",{score}"max_score":4,"checks":[]}}"#
            )
        };
        Record::read(&text("grade/1", "graded", r#""score":4,"#)).unwrap();
        Record::read(&text("grade/1", "grader_error", "")).unwrap();
        for bad in [
            text("grade/2", "graded", r#""score":4,"#),
            text("grade/1", "lost", r#""score":4,"#),
            text("grade/1", "graded", ""),
            text("grade/1", "grader_error", r#""score":0,"#),
            text("grade/1", "graded", r#""score":-1,"#),
            String::new(),
        ] {
            assert!(Record::read(&bad).is_err(), "{bad}");
        }
    }
}
