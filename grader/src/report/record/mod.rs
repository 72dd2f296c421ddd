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
use crate::grade::{
    Cap, CheckGrade, Credit, Evidence, Failure, Grade, Measure, Remark, Share, Status,
};
use crate::grade::{Tiles, Value, Verdict, Visibility, capped};
use crate::grading::Grader;
use crate::points::Points;

/// The schema, and its version. New optional fields keep the version; anything else changes it.
pub(crate) const SCHEMA: &str = "grade/1";

/// What a grade has for the hash of its sources where none could be read.
pub(crate) const NO_SOURCES: &str = "none";

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
    /// The limits of the total whose check does not hold.
    pub caps: Vec<Cap>,
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
    /// What points for a part of the check rest on; none of a check that holds, or brings nothing.
    pub share: Option<Share>,
    /// The check that has to hold for these points and does not, if they are kept back for that.
    pub withheld: Option<Check>,
}

impl Record {
    /// What there is to say of what is no submission. The reason is one sentence without a period.
    pub fn rejected(grader: &Grader, name: &str, reason: String) -> Self {
        Self {
            submission: name.to_owned(),
            sources: NO_SOURCES.to_owned(),
            assignment: grader.assignment().hash(),
            toolchain: grader.toolchain().to_owned(),
            engine: grader.engine(),
            outcome: Outcome::Rejected { reason },
            max_score: grader.assignment().checks.iter().map(|rated| rated.points).sum(),
            checks: Vec::new(),
            caps: Vec::new(),
            remarks: Vec::new(),
        }
    }

    /// The points of all checks together, as far as they are not limited; none if the grader was at
    /// fault.
    pub fn score(&self) -> Option<Points> {
        match self.outcome {
            Outcome::GraderError => None,
            Outcome::Rejected { .. } => Some(Points::ZERO),
            Outcome::Graded => {
                let sum = self.checks.iter().filter_map(|check| check.score).sum();
                Some(capped(sum, self.caps.iter().map(|cap| cap.score)))
            }
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
            credit: record
                .share
                .clone()
                .map(|share| Credit { points: record.score.unwrap_or_default(), share }),
            withheld: record.withheld,
        };
        Grade {
            submission: self.submission.clone(),
            sources: self.sources.clone(),
            assignment: self.assignment.clone(),
            toolchain: self.toolchain.clone(),
            engine: self.engine.clone(),
            checks: self.checks.iter().map(check).collect(),
            caps: self.caps.clone(),
            remarks: self.remarks.clone(),
        }
    }
}

impl Record {
    /// A grade with all that it has, which is more than is written: what a case asks, as a type.
    pub(super) fn in_full(grade: &Grade) -> Self {
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
            checks: grade.checks.iter().map(CheckRecord::in_full).collect(),
            caps: grade.caps.clone(),
            remarks: grade.remarks.clone(),
        }
    }

    /// The same, once checks were taken out of it: what it says of all of them follows from those
    /// that are left.
    pub(super) fn of_part(self) -> Self {
        if matches!(self.outcome, Outcome::Rejected { .. }) {
            return self;
        }
        let is_fault = |it: &CheckRecord| matches!(it.verdict, Verdict::GraderError(_));
        let is_faulty = self.checks.iter().any(is_fault);
        Self {
            outcome: if is_faulty { Outcome::GraderError } else { Outcome::Graded },
            max_score: self.checks.iter().map(|it| it.max_score).sum(),
            // They limit the points of all.
            caps: Vec::new(),
            ..self
        }
    }
}

impl CheckRecord {
    fn in_full(grade: &CheckGrade) -> Self {
        let is_fault = matches!(grade.verdict, Verdict::GraderError(_));
        Self {
            check: grade.check,
            score: (!is_fault).then(|| grade.score()),
            max_score: grade.max_score,
            visibility: grade.visibility,
            verdict: grade.verdict.clone(),
            measure: grade.measure.clone(),
            share: grade.credit.as_ref().map(|credit| credit.share.clone()),
            withheld: grade.withheld,
        }
    }
}

impl From<&Grade> for Record {
    fn from(grade: &Grade) -> Self {
        let mut record = Self::in_full(grade);
        for check in &mut record.checks {
            if let Verdict::Fail(Failure { evidence: Some(evidence), .. }) = &mut check.verdict {
                *evidence = recorded(evidence);
            }
        }
        record
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
        asked: evidence.asked,
        stop: evidence.stop.clone(),
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
