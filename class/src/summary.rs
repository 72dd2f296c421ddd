//! Summarizes a class, with one line per submission.
//!
//! A summary only depends on the grades, corrections and extensions: it should be identical on all machines and at all
//! times.

use std::collections::BTreeMap;

use base::digest::PartsHash;
use grade::check::Check;
use grade::hand::HandGrade;
use grade::points::Points;
use grade::view::Corrected;
use grade::{Applied, Basis, PointsChange, Status, Verdict};
use intake::class::{AttemptNumber, Person};
use late::Lateness;
use serde::Deserialize;

use super::assignment_summary::AssignmentSummary;
use super::error::ClassError;
use super::hand::HAND;
use super::late_days::{LATE_DAYS, LEFT};
use super::output::{EXTENSIONS, GradesFolder, OVERRIDES, Output};
use super::overrides::Corrections;
use super::versioned::{self, VersionedContent};

mod texts;

pub(super) use texts::{BYTE_ORDER_MARK, csv_cell, points_cell};

const SCHEMA: &str = "grades/1";

/// The file for programs.
pub const JSON: &str = "grades.json";

/// The file for spreadsheets.
pub(super) const CSV: &str = "grades.csv";

/// A class's summary.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The assignment and the tools.
    pub basis: Basis,
    /// A line for each submission, sorted by name.
    pub rows: Vec<SummaryRow>,
    /// The title and late policy of the assignment, if known.
    pub about: Option<AssignmentSummary>,
    /// The students on the roster without a submission, if there is a roster.
    pub missing: Option<Vec<Person>>,
    /// A hash of the files with corrections, extensions and late days, if any.
    pub files: Option<String>,
    /// The contents of [`LATE_DAYS_LEFT`](crate::LATE_DAYS_LEFT), if there is a file of late days.
    pub late_days_left: Option<String>,
}

/// The summary line for a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SummaryRow {
    /// The submission's name.
    pub name: String,
    /// The status.
    pub status: Status,
    /// The points from the checks, unless the submission was rejected or there was a grader error.
    pub score: Option<Points>,
    /// The maximum points.
    pub max_score: Points,
    /// The deduction for lateness, if any.
    pub late_points: Option<Points>,
    /// The points after the deduction for lateness and all corrections, without criteria graded by hand.
    pub automatic_score: Option<Points>,
    /// The final points, with all criteria. If criteria are not graded yet, these are the points so far, or `None` unless
    /// the rubric shows partial scores.
    pub final_score: Option<Points>,
    /// The criteria that are graded by hand, if the assignment has any.
    pub hand: Option<HandGrade>,
    /// The failed checks.
    pub failed: Vec<Check>,
    /// The points for each check after corrections, as in [`Corrected::points_by_check`].
    pub checks: BTreeMap<Check, Option<Points>>,
    /// The reason for the rejection, or the message of the grader error.
    pub message: Option<String>,
    /// The corrections.
    pub corrections: Vec<Applied>,
    /// The authors, if known: more than one for a group.
    pub people: Vec<Person>,
    /// The submission time and lateness, if known.
    pub late: Option<Lateness>,
    /// Which attempt this is, if there is more than one.
    pub attempt: Option<AttemptNumber>,
    /// The remarks because of which somebody has to look at the submission.
    pub review: Vec<String>,
}

/// The number of submissions for each result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SummaryTotals {
    /// All submissions.
    pub submissions: usize,
    /// Graded submissions.
    pub graded: usize,
    /// Rejected submissions.
    pub rejected: usize,
    /// Submissions with a grader error.
    pub grader_errors: usize,
    /// Submissions whose grade is held back.
    pub held: usize,
    /// Submissions with corrections.
    pub corrected: usize,
    /// Late submissions.
    pub late: usize,
    /// Submissions with criteria that are not graded by hand yet.
    pub incomplete: usize,
}

impl SummaryRow {
    /// Creates the line for a corrected grade, to which [`ClassRules`](crate::ClassRules) add the authors, lateness and attempt.
    pub fn from_corrected(corrected: &Corrected) -> Self {
        let grade = corrected.grade();
        let failed =
            grade.checks.iter().filter(|result| matches!(result.verdict, Verdict::Fail(_)));
        let reason = grade.rejection.as_ref().map(|rejection| rejection.reason.as_str());
        Self {
            name: grade.submission.clone(),
            status: corrected.status(),
            score: grade.score().filter(|_| !corrected.is_held()),
            max_score: corrected.max_score(),
            late_points: corrected.late_points().filter(|points| *points > Points::ZERO),
            automatic_score: corrected.score(),
            final_score: corrected.total(),
            hand: corrected.hand().cloned(),
            failed: failed.map(|result| result.check).collect(),
            checks: corrected.points_by_check(),
            message: reason.or_else(|| grade.fault()).map(str::to_owned),
            corrections: corrected.corrections().to_vec(),
            people: Vec::new(),
            late: None,
            attempt: None,
            review: grade
                .remarks
                .iter()
                .filter(|remark| remark.needs_review)
                .map(|remark| remark.text.clone())
                .collect(),
        }
    }

    /// Returns `true` if the grade is held back.
    pub fn is_held(&self) -> bool {
        self.corrections.iter().any(|applied| applied.correction.is_hold)
    }

    /// Returns the corrections to show: all, or if the grade is held back, only the reasons for that.
    pub(super) fn shown_corrections(&self) -> impl Iterator<Item = &Applied> {
        let is_held = self.is_held();
        self.corrections.iter().filter(move |applied| applied.correction.is_hold || !is_held)
    }

    pub(super) fn named_corrections(&self) -> Corrections<'_> {
        (&self.name, &self.corrections)
    }

    fn failed_ids(&self) -> Vec<&'static str> {
        self.failed.iter().map(|check| check.id()).collect()
    }

    /// Returns the maximum points without criteria.
    pub fn automatic_max(&self) -> Points {
        let criteria = self.hand.as_ref().map(|hand| hand.rubric.max_score());
        self.max_score.without(criteria.unwrap_or_default())
    }

    /// Returns `true` while there is an automatic score, but no final one, because a criterion is not graded.
    pub fn is_incomplete(&self) -> bool {
        let is_open = |hand: &HandGrade| !hand.is_complete() && self.automatic_score.is_some();
        self.hand.as_ref().is_some_and(is_open)
    }

    /// Returns the change in the score due to corrections. The automatic score also includes the deduction for lateness.
    pub fn adjustment(&self) -> Option<PointsChange> {
        self.corrections.iter().find(|applied| applied.correction.effect.is_some())?;
        let late = PointsChange::between(Points::ZERO, self.late_points.unwrap_or_default());
        let none = (self.status == Status::Rejected).then_some(Points::ZERO);
        self.score
            .or(none)
            .zip(self.automatic_score)
            .map(|(old, new)| PointsChange::between(old, new) + late)
    }

    /// Returns the deduction as a negative change.
    pub(super) fn late_change(&self) -> Option<PointsChange> {
        self.late_points.map(|taken| PointsChange::between(taken, Points::ZERO))
    }

    /// Returns the authors' names, if known.
    pub fn names(&self) -> Vec<&str> {
        self.people.iter().filter_map(|person| person.name.as_deref()).collect()
    }
}

impl SummaryTotals {
    /// Counts the lines.
    pub fn count(rows: &[SummaryRow]) -> Self {
        let count = |status| rows.iter().filter(|row| row.status == status).count();
        Self {
            submissions: rows.len(),
            graded: count(Status::Graded),
            rejected: count(Status::Rejected),
            grader_errors: count(Status::GraderError),
            held: count(Status::Held),
            corrected: rows.iter().filter(|row| !row.corrections.is_empty()).count(),
            late: rows
                .iter()
                .filter(|row| row.late.as_ref().is_some_and(Lateness::is_late))
                .count(),
            incomplete: rows.iter().filter(|row| row.is_incomplete()).count(),
        }
    }
}

impl Summary {
    /// Returns the totals.
    pub fn totals(&self) -> SummaryTotals {
        SummaryTotals::count(&self.rows)
    }

    /// Adds a hash of the corrections and extensions in a folder.
    pub(super) fn with_files_of(mut self, graded: &GradesFolder) -> Result<Self, ClassError> {
        self.files = hash_of_files(graded)?;
        Ok(self)
    }

    pub(super) fn write_to(&self, output: &Output) -> Result<(), ClassError> {
        let summary = self.clone().with_files_of(output.graded())?;
        output.write_file(CSV, &summary.csv())?;
        match &summary.late_days_left {
            Some(text) => output.write_file(LEFT, text)?,
            None => output.remove_file(LEFT)?,
        }
        // Write this file last: when it exists, everything else does.
        output.write_file(JSON, &summary.json())
    }
}

fn hash_of_files(graded: &GradesFolder) -> Result<Option<String>, ClassError> {
    let texts = [graded.read_file(OVERRIDES)?, graded.read_file(EXTENSIONS)?];
    let more = graded.read_file(LATE_DAYS)?.into_iter().chain(graded.read_file(HAND)?);
    Ok(hash_of(texts, more))
}

/// Hashes the corrections and extensions, and the late days and the points given by hand, if any.
pub(crate) fn hash_of(
    texts: [Option<String>; 2],
    more: impl IntoIterator<Item = String>,
) -> Option<String> {
    let mut more = more.into_iter().peekable();
    if texts.iter().all(Option::is_none) && more.peek().is_none() {
        return None;
    }
    // Without more files, the hash is the same as in earlier versions.
    let texts = texts.into_iter().map(Option::unwrap_or_default).chain(more);
    Some(texts.collect::<PartsHash>().with_algorithm_name())
}

/// The part of a summary needed to merge and compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SummaryContents {
    pub(super) basis: Basis,
    /// The sorted submission names, with the final scores.
    pub(super) submissions: Vec<(String, FinalScore)>,
    files: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FinalScore {
    /// The points after all corrections, if any.
    pub(super) score: Option<Points>,
    /// The maximum points, with all criteria. Unknown for summaries from earlier versions.
    pub(super) max_score: Option<Points>,
    /// Whether the submission was rejected, and should be excluded from statistics.
    pub(super) is_rejected: bool,
    /// Whether the grade is held back, so that its points must not be shown.
    pub(super) is_held: bool,
    /// Whether criteria are not graded by hand yet, so that the score is withheld or partial.
    pub(super) is_incomplete: bool,
    /// The points for the criteria graded by hand, by id, if graded.
    pub(super) criteria: BTreeMap<String, Option<Points>>,
}

#[derive(Deserialize)]
struct WireSummary {
    assignment: String,
    toolchain: String,
    engine: String,
    files: Option<String>,
    submissions: Vec<WireRow>,
}

#[derive(Deserialize)]
struct WireRow {
    submission: String,
    status: String,
    final_score: Option<f64>,
    max_score: Option<f64>,
    /// The change due to corrections, if any.
    adjustment: Option<f64>,
    automatic_score: Option<f64>,
    hand: Option<WireHandRow>,
}

#[derive(Deserialize)]
struct WireHandRow {
    complete: bool,
    points: BTreeMap<String, Option<f64>>,
}

impl VersionedContent for WireSummary {
    const SCHEMA: &str = SCHEMA;
}

impl SummaryContents {
    /// Reads a folder's summary, which exists only after a complete grading run.
    pub(super) fn read_from(graded: &GradesFolder) -> Result<Self, ClassError> {
        let folder = || graded.folder().to_owned();
        let Some(wire) = versioned::read_versioned::<WireSummary>(graded, JSON)? else {
            return Err(ClassError::Unfinished { folder: folder() });
        };
        let damaged = |message| ClassError::Damaged { path: graded.path(JSON), message };
        let WireSummary { assignment, toolchain, engine, files, submissions, .. } = wire;
        let row = |row: WireRow| {
            if !super::names::is_plain(&row.submission) {
                return Err(damaged(format!("invalid name `{}`", row.submission)));
            }
            let is_rejected = row.status == Status::Rejected.as_str() && row.adjustment.is_none();
            let score = row.final_score.and_then(Points::from_f64);
            let max_score = row.max_score.and_then(Points::from_f64);
            let is_held = row.status == Status::Held.as_str();
            let is_open = row.hand.as_ref().is_some_and(|hand| !hand.complete);
            let is_incomplete = is_open && row.automatic_score.is_some();
            let criteria = row.hand.into_iter().flat_map(|hand| hand.points);
            let criteria =
                criteria.map(|(id, number)| (id, number.and_then(Points::from_f64))).collect();
            let found =
                FinalScore { score, max_score, is_rejected, is_held, is_incomplete, criteria };
            Ok((row.submission, found))
        };
        let submissions = submissions.into_iter().map(row).collect::<Result<_, _>>()?;
        Ok(Self { basis: Basis { assignment, toolchain, engine }, submissions, files })
    }

    /// Like [`read_from`](Self::read_from), but fails if the corrections or extensions have changed.
    pub(super) fn read_fresh(graded: &GradesFolder) -> Result<Self, ClassError> {
        let contents = Self::read_from(graded)?;
        if contents.files != hash_of_files(graded)? {
            return Err(ClassError::Stale { folder: graded.folder().to_owned() });
        }
        Ok(contents)
    }
}

#[cfg(test)]
mod tests;
