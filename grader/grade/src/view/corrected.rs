//! A grade after the deduction for lateness and an instructor's corrections.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::check::Check;
use crate::correction::{self, CorrectedScore, changed};
use crate::hand::HandGrade;
use crate::points::Points;
use crate::{Applied, CheckGrade, Grade, Late, Override, Status, Verdict};

/// A grade together with its lateness and corrections.
///
/// This is what all formats are generated from: `grade.json` directly from the grade, the others from a
/// [`View`](super::View).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corrected {
    pub(super) grade: Grade,
    pub(super) corrections: Vec<Applied>,
    pub(super) late: Option<(Late, Points)>,
    /// The automatic score after all corrections, if there is one.
    pub(super) score: Option<Points>,
    pub(super) hand: Option<HandGrade>,
    /// The checks to report, or `None` for all of them.
    only: Option<BTreeSet<Check>>,
    /// The maximum points of a grade that is held back. The grade above then has no check with points.
    held: Option<Points>,
}

impl Corrected {
    /// Applies a submission's corrections to its grade.
    pub fn new(grade: Grade, corrections: &[Override]) -> Self {
        Self::with_late(grade, corrections, None)
    }

    /// Applies corrections, and any lateness, to the grade of a submission. If a correction holds the grade back, this
    /// drops everything that tells points.
    pub fn with_late(grade: Grade, corrections: &[Override], late: Option<Late>) -> Self {
        if corrections.iter().any(|correction| correction.is_hold) {
            return Self::without_results(grade, corrections);
        }
        let CorrectedScore { corrections, taken, score } =
            correction::apply_corrections(corrections, &grade, late.as_ref());
        Self {
            grade,
            corrections,
            late: late.zip(taken),
            score,
            hand: None,
            only: None,
            held: None,
        }
    }

    /// Creates a grade without results, so that no report can show them. A grader error stays, because it has no points,
    /// and somebody has to see it.
    fn without_results(mut grade: Grade, corrections: &[Override]) -> Self {
        let held = Some(grade.max_score());
        grade.checks.retain(|graded| matches!(graded.verdict, Verdict::GraderError(_)));
        grade.rejection = None;
        grade.caps.clear();
        grade.remarks.clear();
        let applied =
            |correction: &Override| Applied { correction: correction.clone(), change: None };
        let corrections = corrections.iter().map(applied).collect();
        Self { grade, corrections, late: None, score: None, hand: None, only: None, held }
    }

    /// Returns `true` if an instructor holds the grade back.
    pub fn is_held(&self) -> bool {
        self.held.is_some()
    }

    /// Adds the criteria that are graded by hand, which do not change the automatic score. If the grade is held back, only
    /// their maximum is added.
    #[must_use]
    pub fn with_hand(mut self, hand: HandGrade) -> Self {
        match &mut self.held {
            Some(max_score) => *max_score = *max_score + hand.rubric.max_score(),
            None => self.hand = Some(hand),
        }
        self
    }

    /// Reports only these checks and their corrections. Results that depend on hidden checks will still be hidden.
    #[must_use]
    pub fn reporting_only(mut self, checks: &[Check]) -> Self {
        let has = |check: Check| checks.contains(&check);
        if !self.grade.checks.iter().all(|graded| has(graded.check)) {
            self.corrections.retain(|applied| applied.correction.check.is_some_and(has));
            self.late = None;
            self.hand = None;
            self.only = Some(checks.iter().copied().collect());
        }
        self
    }

    /// Returns the grade before corrections, with only the reported checks.
    ///
    /// The grade is complete, so this should be shown only to instructors.
    pub fn grade(&self) -> Cow<'_, Grade> {
        let Some(only) = &self.only else { return Cow::Borrowed(&self.grade) };
        let mut grade = self.grade.clone();
        grade.checks.retain(|graded| only.contains(&graded.check));
        // Caps apply only to the total.
        grade.caps.clear();
        Cow::Owned(grade)
    }

    /// Returns the corrections and their effects, in file order.
    ///
    /// This may include hidden checks, so it should be shown only to instructors.
    pub fn corrections(&self) -> &[Applied] {
        &self.corrections
    }

    /// Returns the points deducted for lateness, if the submission was late and has a score.
    pub fn late_points(&self) -> Option<Points> {
        self.late.as_ref().map(|(_, taken)| *taken)
    }

    /// Returns the automatic score after lateness and all corrections, if there is one.
    pub fn score(&self) -> Option<Points> {
        self.score
    }

    /// Returns the criteria that are graded by hand, if the assignment has any.
    ///
    /// This may include hidden criteria, so it should be shown only to instructors.
    pub fn hand(&self) -> Option<&HandGrade> {
        self.hand.as_ref()
    }

    /// Returns the automatic score with the points given by hand, or `None` if there is no automatic score or the total
    /// is withheld.
    pub fn total(&self) -> Option<Points> {
        match &self.hand {
            Some(hand) => hand.total(self.score),
            None => self.score,
        }
    }

    /// Returns the maximum points, with all criteria, even if the grade is held back.
    pub fn max_score(&self) -> Points {
        let criteria = self.hand.as_ref().map(|hand| hand.rubric.max_score());
        self.held.unwrap_or_else(|| self.grade.max_score()) + criteria.unwrap_or_default()
    }

    /// Returns `true` while there is an automatic score, but no final one, because a criterion is not graded.
    pub fn is_incomplete(&self) -> bool {
        let is_open = |hand: &HandGrade| !hand.is_complete() && self.score.is_some();
        self.hand.as_ref().is_some_and(is_open)
    }

    /// Returns the points for each check after corrections, in the order of [`Check::ALL`]. `None` means that there are
    /// none because of a grader error. For a rejected submission, only checks with corrections have points.
    ///
    /// This includes hidden checks, so it should be shown only to instructors.
    pub fn points_by_check(&self) -> BTreeMap<Check, Option<Points>> {
        let mut points = BTreeMap::new();
        for Applied { correction, change } in self.corrections_of_whole() {
            if let (Some(check), Some(change)) = (correction.check, change) {
                let score: &mut Option<Points> = points.entry(check).or_default();
                *score = Some(changed(score.unwrap_or_default(), *change, correction::UNBOUNDED));
            }
        }
        points.extend(self.reported_checks().map(|graded| (graded.check, self.score_of(graded))));
        points
    }

    pub(super) fn score_of(&self, grade: &CheckGrade) -> Option<Points> {
        let changes = self.corrections_of_check(grade.check).filter_map(|applied| applied.change);
        Some(changes.fold(grade.score()?, |score, change| changed(score, change, grade.max_score)))
    }

    pub(super) fn corrections_of_check(&self, check: Check) -> impl Iterator<Item = &Applied> {
        self.corrections.iter().filter(move |applied| applied.correction.check == Some(check))
    }

    /// Returns the corrections and comments that do not concern a check in the grade. If the grade is held back, these
    /// are only the reasons for that.
    pub(super) fn corrections_of_whole(&self) -> impl Iterator<Item = &Applied> {
        let check =
            |applied: &Applied| applied.correction.check.and_then(|check| self.grade.check(check));
        self.shown_corrections().filter(move |applied| check(applied).is_none())
    }

    /// Returns the corrections that reports for instructors may show: all of them, or if the grade is held back, only
    /// the reasons for that, because the others could tell points.
    pub(super) fn shown_corrections(&self) -> impl Iterator<Item = &Applied> {
        let is_shown = |applied: &&Applied| applied.correction.is_hold || !self.is_held();
        self.corrections.iter().filter(is_shown)
    }

    /// Returns the status, from the reported checks only.
    pub fn status(&self) -> Status {
        match self.grade().status() {
            Status::GraderError => Status::GraderError,
            _ if self.is_held() => Status::Held,
            status => status,
        }
    }

    pub(super) fn reported_checks(&self) -> impl Iterator<Item = &CheckGrade> {
        self.grade.checks.iter().filter(|graded| self.is_in_report(graded.check))
    }

    pub(super) fn unreported_checks(&self) -> impl Iterator<Item = &CheckGrade> {
        self.grade.checks.iter().filter(|graded| !self.is_in_report(graded.check))
    }

    fn is_in_report(&self, check: Check) -> bool {
        self.only.as_ref().is_none_or(|only| only.contains(&check))
    }

    /// Returns `true` if the grade has this check, or if somebody asks for it.
    pub(super) fn is_wanted(&self, check: Check) -> bool {
        self.grade.check(check).is_some()
            || self.only.as_ref().is_some_and(|only| only.contains(&check))
    }

    /// Returns `true` if all checks are reported, and so is the total.
    pub(super) fn is_whole(&self) -> bool {
        self.only.is_none()
    }
}

/// Creates a corrected grade without corrections.
impl From<&Grade> for Corrected {
    fn from(grade: &Grade) -> Self {
        Self::new(grade.clone(), &[])
    }
}
