//! A grade with what the late policy takes off, and with the corrections that an instructor has made
//! by hand.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::check::Check;
use crate::correction::{self, Outcome, changed};
use crate::points::Points;
use crate::{Applied, CheckGrade, Grade, Late, Override, Status};

/// A grade, its lateness, and the corrections of it by hand.
///
/// It is what every format is made from: `grade.json` of the grade as it is, the others of a
/// [`View`](super::View).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corrected {
    pub(super) grade: Grade,
    pub(super) corrections: Vec<Applied>,
    /// Its lateness, and the points that it costs.
    pub(super) late: Option<(Late, Points)>,
    /// The score with all corrections; none if there is none.
    pub(super) score: Option<Points>,
    /// The checks to report, if it is not all of them.
    only: Option<BTreeSet<Check>>,
}

impl Corrected {
    /// A grade with the corrections of its submission.
    pub fn new(grade: Grade, corrections: &[Override]) -> Self {
        Self::with_late(grade, corrections, None)
    }

    /// A grade with the corrections of its submission, which was late if so.
    pub fn with_late(grade: Grade, corrections: &[Override], late: Option<Late>) -> Self {
        let Outcome { corrections, taken, score } =
            correction::apply(corrections, &grade, late.as_ref());
        Self { grade, corrections, late: late.zip(taken), score, only: None }
    }

    /// The grade of which only these checks are reported, with their corrections. Whatever the
    /// other checks hide stays hidden.
    #[must_use]
    pub fn only(mut self, checks: &[Check]) -> Self {
        let has = |check: Check| checks.contains(&check);
        if !self.grade.checks.iter().all(|it| has(it.check)) {
            self.corrections.retain(|it| it.correction.check.is_some_and(has));
            self.late = None;
            self.only = Some(checks.iter().copied().collect());
        }
        self
    }

    /// The grade, without any correction, of the checks that are reported.
    ///
    /// It has everything: it is for instructors.
    pub fn grade(&self) -> Cow<'_, Grade> {
        let Some(only) = &self.only else { return Cow::Borrowed(&self.grade) };
        let mut grade = self.grade.clone();
        grade.checks.retain(|it| only.contains(&it.check));
        // They limit the points of all.
        grade.caps.clear();
        Cow::Owned(grade)
    }

    /// The corrections and what each changed, in the order of their file.
    ///
    /// They are all there, also those of hidden checks: it is for instructors.
    pub fn corrections(&self) -> &[Applied] {
        &self.corrections
    }

    /// The points that were taken off because it was late; none if it was not, or has no score.
    pub fn late_points(&self) -> Option<Points> {
        self.late.as_ref().map(|(_, taken)| *taken)
    }

    /// The points of all checks, less what lateness takes, with all corrections; none if there is no
    /// score.
    pub fn score(&self) -> Option<Points> {
        self.score
    }

    /// The points of a check, with its corrections; none if the grader could not find out.
    pub(super) fn score_of(&self, grade: &CheckGrade) -> Option<Points> {
        let changes = self.of_check(grade.check).filter_map(|it| it.change);
        Some(changes.fold(grade.score()?, |score, change| changed(score, change, grade.max_score)))
    }

    /// The corrections of a check, and comments on it.
    pub(super) fn of_check(&self, check: Check) -> impl Iterator<Item = &Applied> {
        self.corrections.iter().filter(move |it| it.correction.check == Some(check))
    }

    /// The corrections that are not of one of the checks in the grade.
    pub(super) fn of_whole(&self) -> impl Iterator<Item = &Applied> {
        let check = |it: &Applied| it.correction.check.and_then(|check| self.grade.check(check));
        self.corrections.iter().filter(move |it| check(it).is_none())
    }

    /// The state of the submission, as it is reported.
    pub(super) fn status(&self) -> Status {
        self.grade().status()
    }

    /// The checks that are reported.
    pub(super) fn reported(&self) -> impl Iterator<Item = &CheckGrade> {
        self.grade.checks.iter().filter(|it| self.reports(it.check))
    }

    /// Whether a check is reported.
    fn reports(&self, check: Check) -> bool {
        self.only.as_ref().is_none_or(|only| only.contains(&check))
    }

    /// Whether all checks are reported, so that the score as a whole is.
    pub(super) fn is_whole(&self) -> bool {
        self.only.is_none()
    }
}

/// Without corrections.
impl From<&Grade> for Corrected {
    fn from(grade: &Grade) -> Self {
        Self::new(grade.clone(), &[])
    }
}
