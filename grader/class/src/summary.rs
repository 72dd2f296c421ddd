//! The summary of a class: a line for each submission.
//!
//! It is a function of the grades and of the corrections by hand, and the same byte for byte
//! wherever and whenever it is made.

use base::digest::Parts;
use grade::check::Check;
use grade::points::Points;
use grade::view::Corrected;
use grade::{Applied, Basis, Change, Status, Verdict};
use intake::class::{AttemptNumber, Person};
use late::Lateness;
use serde::Deserialize;

use super::about::About;
use super::error::ClassError;
use super::output::{EXTENSIONS, Graded, OVERRIDES, Output};
use super::overrides::Corrections;
use super::stored::{self, Stored};

mod texts;

/// The schema of the summary, and its version.
const SCHEMA: &str = "grades/1";

/// The file of the summary for programs.
pub const JSON: &str = "grades.json";

/// The file of the summary for spreadsheets.
pub(super) const CSV: &str = "grades.csv";

/// The summary of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The assignment and the tools that all submissions were graded with.
    pub basis: Basis,
    /// A line for each submission, in the order of their names.
    pub rows: Vec<Row>,
    /// The assignment for people, if it is known.
    pub about: Option<About>,
    /// Those on the roster who have handed in nothing; none without a roster.
    pub missing: Option<Vec<Person>>,
    /// A hash of the files of corrections and extensions beside it; none if there are none.
    pub files: Option<String>,
}

/// The line of a summary on one submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// Its state.
    pub status: Status,
    /// The points that the grader found; none if it was at fault.
    pub score: Option<Points>,
    /// The points that there were to get.
    pub max_score: Points,
    /// The points that were taken off because it was late; none if none were, or there is no score.
    pub late_points: Option<Points>,
    /// The points that count: with what lateness takes off, and all corrections.
    pub final_score: Option<Points>,
    /// The checks that failed.
    pub failed: Vec<Check>,
    /// The reason why it was rejected, or the grader's fault.
    pub message: Option<String>,
    /// The corrections by hand.
    pub corrections: Vec<Applied>,
    /// The people who handed it in, as far as they are known; several are a group.
    pub people: Vec<Person>,
    /// When it was handed in, and what comes of that; none if nothing is known.
    pub late: Option<Lateness>,
    /// Which attempt it is, if there were several.
    pub attempt: Option<AttemptNumber>,
}

/// The numbers of submissions by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// All of them.
    pub submissions: usize,
    /// Those that were graded.
    pub graded: usize,
    /// Those that are no submissions.
    pub rejected: usize,
    /// Those at which the grader was at fault.
    pub grader_errors: usize,
    /// Those with corrections by hand.
    pub corrected: usize,
    /// Those that were late.
    pub late: usize,
}

impl Row {
    /// The line for a grade, with the corrections. Who it is from is for
    /// [`Rules`](crate::Rules) to say.
    pub fn of(corrected: &Corrected) -> Self {
        let grade = corrected.grade();
        let failed = grade.checks.iter().filter(|it| matches!(it.verdict, Verdict::Fail(_)));
        let reason = grade.rejection.as_ref().map(|it| it.reason.as_str());
        Self {
            name: grade.submission.clone(),
            status: grade.status(),
            score: grade.score(),
            max_score: grade.max_score(),
            late_points: corrected.late_points().filter(|it| *it > Points::ZERO),
            final_score: corrected.score(),
            failed: failed.map(|it| it.check).collect(),
            message: reason.or_else(|| grade.fault()).map(str::to_owned),
            corrections: corrected.corrections().to_vec(),
            people: Vec::new(),
            late: None,
            attempt: None,
        }
    }

    /// Its name, and the corrections by hand.
    pub(super) fn corrected(&self) -> Corrections<'_> {
        (&self.name, &self.corrections)
    }

    /// The ids of the checks that failed.
    fn failed_ids(&self) -> Vec<&'static str> {
        self.failed.iter().map(|check| check.id()).collect()
    }

    /// The change of the score by corrections; none if there are none, or no score to change. With
    /// what lateness takes off it is all that the final score differs by.
    pub fn adjustment(&self) -> Option<Change> {
        self.corrections.iter().find(|it| it.correction.effect.is_some())?;
        let late = Change::between(Points::ZERO, self.late_points.unwrap_or_default());
        self.score.zip(self.final_score).map(|(old, new)| Change::between(old, new) + late)
    }

    /// The change of the score by lateness; none if it takes nothing off.
    pub(super) fn late_change(&self) -> Option<Change> {
        self.late_points.map(|taken| Change::between(taken, Points::ZERO))
    }

    /// The names of those who handed it in, as far as they are known.
    pub fn names(&self) -> Vec<&str> {
        self.people.iter().filter_map(|person| person.name.as_deref()).collect()
    }
}

impl Totals {
    /// The totals of these rows.
    pub fn of(rows: &[Row]) -> Self {
        let count = |status| rows.iter().filter(|row| row.status == status).count();
        Self {
            submissions: rows.len(),
            graded: count(Status::Graded),
            rejected: count(Status::Rejected),
            grader_errors: count(Status::GraderError),
            corrected: rows.iter().filter(|row| !row.corrections.is_empty()).count(),
            late: rows
                .iter()
                .filter(|row| row.late.as_ref().is_some_and(Lateness::is_late))
                .count(),
        }
    }
}

impl Summary {
    /// The totals of the class.
    pub fn totals(&self) -> Totals {
        Totals::of(&self.rows)
    }

    /// The summary beside the files of corrections and extensions in a folder.
    pub(super) fn with_files_of(mut self, graded: &Graded) -> Result<Self, ClassError> {
        self.files = files(graded)?;
        Ok(self)
    }

    /// Writes it into a folder.
    pub(super) fn write(&self, output: &Output) -> Result<(), ClassError> {
        let summary = self.clone().with_files_of(output.graded())?;
        output.write(CSV, &summary.csv())?;
        // This one comes last: where it is, everything is.
        output.write(JSON, &summary.json())
    }
}

/// A hash of the files of corrections and extensions in a folder; none if there are none.
fn files(graded: &Graded) -> Result<Option<String>, ClassError> {
    Ok(hash_of([graded.read(OVERRIDES)?, graded.read(EXTENSIONS)?]))
}

/// A hash of the texts of corrections and extensions; none if there are none.
pub(crate) fn hash_of(texts: [Option<String>; 2]) -> Option<String> {
    if texts.iter().all(Option::is_none) {
        return None;
    }
    Some(texts.into_iter().map(Option::unwrap_or_default).collect::<Parts>().named())
}

/// The part of a summary that is read to join or compare gradings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Contents {
    pub(super) basis: Basis,
    /// The names of the submissions, in order, with their final scores.
    pub(super) submissions: Vec<(String, Option<Points>)>,
    /// A hash of the files of corrections and extensions that it was made with.
    files: Option<String>,
}

#[derive(Deserialize)]
struct WireSummary {
    schema: String,
    assignment: String,
    toolchain: String,
    engine: String,
    files: Option<String>,
    submissions: Vec<WireRow>,
}

#[derive(Deserialize)]
struct WireRow {
    submission: String,
    final_score: Option<f64>,
}

impl Stored for WireSummary {
    const SCHEMA: &str = SCHEMA;

    fn schema(&self) -> &str {
        &self.schema
    }
}

impl Contents {
    /// Reads the summary of a folder, which is there if its grading was finished.
    pub(super) fn read(graded: &Graded) -> Result<Self, ClassError> {
        let folder = || graded.folder().to_owned();
        let Some(wire) = stored::read::<WireSummary>(graded, JSON)? else {
            return Err(ClassError::Unfinished { folder: folder() });
        };
        let damaged = |message| ClassError::Damaged { path: graded.path(JSON), message };
        let WireSummary { assignment, toolchain, engine, files, submissions, .. } = wire;
        let row = |row: WireRow| {
            if !super::names::is_plain(&row.submission) {
                return Err(damaged(format!("invalid name `{}`", row.submission)));
            }
            Ok((row.submission, row.final_score.and_then(Points::from_f64)))
        };
        let submissions = submissions.into_iter().map(row).collect::<Result<_, _>>()?;
        Ok(Self { basis: Basis { assignment, toolchain, engine }, submissions, files })
    }

    /// Reads the summary of a folder, if it was made with the corrections and extensions that are
    /// beside it now.
    pub(super) fn fresh(graded: &Graded) -> Result<Self, ClassError> {
        let contents = Self::read(graded)?;
        if contents.files != files(graded)? {
            return Err(ClassError::Stale { folder: graded.folder().to_owned() });
        }
        Ok(contents)
    }
}

#[cfg(test)]
mod tests;
