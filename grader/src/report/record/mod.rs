//! What `grade.json` says of a submission: written from a [`Grade`], and read back from the file.
//!
//! Every format that a platform takes is a function of a [`Record`], so that it can be made when
//! the submission is graded or at any time after it, with the same result. What is only of use
//! while a submission is graded, such as what a case asks of the submission as a type, is not in
//! it.

mod read;
#[cfg(test)]
mod tests;
mod write;

pub use read::RecordError;

use crate::check::Check;
use crate::grade::{CheckGrade, Evidence, Failure, Grade, Measure, Remark, Status, Tiles, Value};
use crate::grade::{Verdict, Visibility};
use crate::points::Points;

/// The schema, and its version. New optional fields keep the version; anything else changes it.
pub(crate) const SCHEMA: &str = "grade/1";

/// What `grade.json` holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The name of the submission.
    pub submission: String,
    /// A hash of its sources.
    pub sources: String,
    /// A hash of the assignment.
    pub assignment: String,
    /// The compiler, such as `rustc 1.95.0`.
    pub toolchain: String,
    /// The engine and its cost table.
    pub engine: String,
    /// What became of the submission as a whole.
    pub outcome: Outcome,
    /// The points that there were to get: the sum over the checks, but for what was rejected, of
    /// which no check was made.
    pub max_score: Points,
    /// The checks that were made, in the order of [`Check::ALL`].
    pub checks: Vec<CheckRecord>,
    /// What is worth saying and costs no points.
    pub remarks: Vec<Remark>,
}

/// What became of a submission as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was graded.
    Graded,
    /// It is no submission, so that there was nothing to grade. It has no points.
    Rejected {
        /// Why, in one sentence without a period.
        reason: String,
    },
    /// The grader was at fault; there is no score.
    GraderError,
}

impl Outcome {
    /// Its name in `grade.json`.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Graded => Status::Graded.as_str(),
            Self::Rejected { .. } => "rejected",
            Self::GraderError => Status::GraderError.as_str(),
        }
    }
}

/// What became of one check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckRecord {
    /// The check.
    pub check: Check,
    /// The points that it brings; none if the grader could not find out.
    pub score: Option<Points>,
    /// What it is worth.
    pub max_score: Points,
    /// Who may see it.
    pub visibility: Visibility,
    /// What was found.
    pub verdict: Verdict,
    /// What the submission takes of what the check limits, if that was measured.
    pub measure: Option<Measure>,
}

impl Record {
    /// The points of all checks together; none if the grader was at fault.
    pub fn score(&self) -> Option<Points> {
        match self.outcome {
            Outcome::GraderError => None,
            Outcome::Rejected { .. } => Some(Points::ZERO),
            Outcome::Graded => Some(self.checks.iter().filter_map(|check| check.score).sum()),
        }
    }

    /// The text of `grade.json`, with all checks, whoever may see them.
    pub fn json(&self) -> String {
        write::text(self)
    }

    /// Reads the text of a `grade.json`.
    ///
    /// What is read has to be what would be written: [`json`](Self::json) gives the same fields
    /// again. Fields that are not in the schema are passed over, because a later version of the
    /// grader may add optional ones without a new version of the schema; anything else that is not
    /// known, or that contradicts the rest of the file, is an error.
    ///
    /// # Errors
    ///
    /// If it is no such text.
    pub fn read(text: &str) -> Result<Self, RecordError> {
        read::record(text)
    }

    /// The grade that it is the record of, as far as the record has it. A report for people is the
    /// same of either. Of what was rejected it has no checks.
    pub fn to_grade(&self) -> Grade {
        let check = |record: &CheckRecord| CheckGrade {
            check: record.check,
            max_score: record.max_score,
            visibility: record.visibility,
            verdict: record.verdict.clone(),
            measure: record.measure.clone(),
        };
        Grade {
            submission: self.submission.clone(),
            sources: self.sources.clone(),
            assignment: self.assignment.clone(),
            toolchain: self.toolchain.clone(),
            engine: self.engine.clone(),
            checks: self.checks.iter().map(check).collect(),
            remarks: self.remarks.clone(),
        }
    }
}

impl From<&Grade> for Record {
    fn from(grade: &Grade) -> Self {
        Self {
            submission: grade.submission.clone(),
            sources: grade.sources.clone(),
            assignment: grade.assignment.clone(),
            toolchain: grade.toolchain.clone(),
            engine: grade.engine.clone(),
            outcome: match grade.status() {
                Status::Graded => Outcome::Graded,
                Status::GraderError => Outcome::GraderError,
            },
            max_score: grade.max_score(),
            checks: grade.checks.iter().map(CheckRecord::from).collect(),
            remarks: grade.remarks.clone(),
        }
    }
}

impl From<&CheckGrade> for CheckRecord {
    fn from(grade: &CheckGrade) -> Self {
        let is_fault = matches!(grade.verdict, Verdict::GraderError(_));
        Self {
            check: grade.check,
            score: (!is_fault).then(|| grade.score()),
            max_score: grade.max_score,
            visibility: grade.visibility,
            verdict: match &grade.verdict {
                Verdict::Fail(failure) => Verdict::Fail(Failure {
                    evidence: failure.evidence.as_ref().map(recorded),
                    ..failure.clone()
                }),
                verdict => verdict.clone(),
            },
            measure: grade.measure.clone(),
        }
    }
}

/// What the record has of a case.
fn recorded(evidence: &Evidence) -> Evidence {
    Evidence {
        tiles: evidence.tiles.clone(),
        puzzle: evidence.puzzle.clone(),
        other: evidence.other.clone(),
        call: evidence.call.clone(),
        expected: canonical(evidence.expected.clone()),
        actual: canonical(evidence.actual.clone()),
        path: evidence.path.clone(),
        ..Evidence::default()
    }
}

/// An answer as it is read back: lists without a tile in them are written alike, whether they are
/// a board or boards.
fn canonical(value: Value) -> Value {
    match value {
        Value::Board(tiles) if tiles.is_empty() => Value::Boards(Vec::new()),
        Value::Boards(boards) if !boards.is_empty() && boards.iter().all(Tiles::is_empty) => {
            Value::Board(vec![Vec::new(); boards.len()])
        }
        value => value,
    }
}
