//! Corrections: manual changes to points, and their effects.

use std::collections::BTreeSet;
use std::fmt;

use super::{Cap, CheckGrade, Grade, Status, apply_caps};
use crate::check::Check;
use crate::late::{self, Late};
use crate::points::Points;

/// More points than any possible score.
/// An eighth of the range leaves room to add several such numbers as signed ones.
pub(super) const UNBOUNDED: Points = Points::from_thousandths(u64::MAX / 8);

/// A correction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Override {
    /// The check to correct, or `None` for the total.
    pub check: Option<Check>,
    /// The change to the points, or `None` if the correction is only a comment.
    pub effect: Option<Effect>,
    /// Whether the grade is held back. Then, there is no effect.
    pub is_hold: bool,
    /// The request of a student that the correction decides, by its name.
    pub request: Option<String>,
    /// The reason, in the instructor's words.
    pub why: String,
    /// The author of the correction.
    pub who: String,
    /// The rule, if the correction applies to all matching submissions.
    pub rule: Option<CorrectionRule>,
}

/// A rule in the corrections file, which applies a correction to all matching submissions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorrectionRule {
    /// The index of the rule in the file, from 0.
    pub place: usize,
    /// The matching submissions.
    pub reach: Reach,
}

/// The submissions to which a rule applies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reach {
    /// All submissions that fail a check with the cause of this [name](crate::Cause::name).
    Cause(String),
    /// All submissions in the group with this id: they fail the same checks with the same causes.
    Group(String),
}

impl Reach {
    /// Returns the key and value to select these submissions in a corrections file.
    pub fn key_and_value(&self) -> (&'static str, &str) {
        match self {
            Self::Cause(name) => ("cause", name),
            Self::Group(id) => ("group", id),
        }
    }
}

/// A change to points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Adds a difference to the points.
    Add(PointsChange),
    /// Sets the points to this number.
    Set(Points),
}

/// A difference in points, in thousandths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct PointsChange(i64);

/// A correction that was applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The correction.
    pub correction: Override,
    /// The resulting change to the points of the check, or to the total. This is `None` if there were no points to
    /// change.
    pub change: Option<PointsChange>,
}

impl PointsChange {
    /// Returns the difference between two numbers of points.
    pub fn between(old: Points, new: Points) -> Self {
        Self(to_signed(new) - to_signed(old))
    }

    /// Returns the difference in thousandths.
    pub fn thousandths(self) -> i64 {
        self.0
    }

    /// Returns the difference as a number, for JSON and the like.
    #[expect(clippy::cast_precision_loss, reason = "small enough to be exact as a float")]
    pub fn as_f64(self) -> f64 {
        self.0 as f64 / 1000.0
    }

    /// Parses a difference from a file, with the restrictions of [`Points::from_f64`].
    pub fn from_f64(points: f64) -> Option<Self> {
        let size = to_signed(Points::from_f64(points.abs())?);
        Some(Self(if points < 0.0 { -size } else { size }))
    }
}

/// Formats the change with a sign: `+2.5`, `-1`, `0`.
impl fmt::Display for PointsChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.0 {
            0 => "",
            1.. => "+",
            _ => "-",
        };
        f.pad(&format!("{sign}{}", Points::from_thousandths(self.0.unsigned_abs())))
    }
}

impl std::ops::Add for PointsChange {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

fn to_signed(points: Points) -> i64 {
    // Sums of a few such numbers still fit.
    i64::try_from(points.thousandths()).unwrap_or(i64::MAX / 4)
}

/// Applies a change, clamped to the range from 0 to `most`.
pub(super) fn changed(points: Points, change: PointsChange, most: Points) -> Points {
    let sum = to_signed(points).saturating_add(change.0).clamp(0, to_signed(most));
    Points::from_thousandths(sum.unsigned_abs())
}

/// The result of applying lateness and corrections to a grade.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorrectedScore {
    /// The applied corrections, in order.
    pub corrections: Vec<Applied>,
    /// The deduction for lateness, if the submission was late and has a score.
    pub taken: Option<Points>,
    /// The final score, if there is one.
    pub score: Option<Points>,
}

/// Applies corrections and the deduction for lateness to a grade.
///
/// First, the checks are corrected and capped. Then, the deduction for lateness is subtracted. Corrections to the total
/// come last, so they are not reduced by lateness. The points of a check stay between 0 and the maximum, and the total
/// will never be negative. After a grader error, there is no score unless a correction sets one. A rejected submission has
/// no score unless a correction gives points.
pub fn apply_corrections(
    corrections: &[Override],
    grade: &Grade,
    late: Option<&Late>,
) -> CorrectedScore {
    let mut tally = CorrectionSum::from_grade(grade);
    let mut applied = Vec::new();
    let (whole, parts): (Vec<_>, Vec<_>) =
        corrections.iter().enumerate().partition(|(_, correction)| correction.check.is_none());
    for (place, correction) in parts {
        let change = tally.correct(correction);
        applied.push((place, Applied { correction: correction.clone(), change }));
    }
    let whole_score = tally.total();
    let taken = late::points_to_deduct(late, grade, whole_score);
    let mut total = whole_score.map(|score| score.without(taken.unwrap_or_default()));
    for (place, correction) in whole {
        let before = total;
        total = match correction.effect {
            None => total,
            Some(Effect::Set(points)) => Some(points),
            Some(Effect::Add(change)) => total.map(|score| changed(score, change, UNBOUNDED)),
        };
        let change = correction.effect.and(before.zip(total));
        let change = change.map(|(old, new)| PointsChange::between(old, new));
        applied.push((place, Applied { correction: correction.clone(), change }));
    }
    // Corrections to checks apply before those to the total, but the report lists them as in the file.
    applied.sort_by_key(|(place, _)| *place);
    let corrections: Vec<Applied> = applied.into_iter().map(|(_, applied)| applied).collect();
    let is_corrected = corrections.iter().any(|applied| applied.correction.effect.is_some());
    let score = total.filter(|_| grade.status() != Status::Rejected || is_corrected);
    CorrectedScore { corrections, taken, score }
}

/// The points for all checks together, and the caps on them.
struct CorrectionSum<'a> {
    grade: &'a Grade,
    sum: Option<Points>,
    /// The checks with full points from a correction, which lifts their caps.
    lifted: BTreeSet<Check>,
}

impl<'a> CorrectionSum<'a> {
    fn from_grade(grade: &'a Grade) -> Self {
        let sum = || grade.checks.iter().filter_map(CheckGrade::score).sum();
        let sum = (grade.status() != Status::GraderError).then(sum);
        Self { grade, sum, lifted: BTreeSet::new() }
    }

    /// Applies a correction to a check. Returns how the points changed, if there are any.
    fn correct(&mut self, correction: &Override) -> Option<PointsChange> {
        let (effect, check, sum) = (correction.effect?, correction.check?, self.sum?);
        let graded = self.grade.check(check);
        let old = graded.and_then(CheckGrade::score).unwrap_or_default();
        // A rejected submission has no checks, but corrections can give points.
        let most = graded.map_or(UNBOUNDED, |check| check.max_score);
        let new = match effect {
            Effect::Add(change) => changed(old, change, most),
            // A corrected score must be possible in the rubric.
            Effect::Set(points) => points.min(most),
        };
        if new >= most {
            self.lifted.insert(check);
        }
        let change = PointsChange::between(old, new);
        self.sum = Some(changed(sum, change, UNBOUNDED));
        Some(change)
    }

    /// Returns the score before corrections to the total.
    fn total(&self) -> Option<Points> {
        let is_lifted =
            |cap: &&Cap| cap.unless.check().is_some_and(|check| self.lifted.contains(&check));
        let caps = self.grade.caps.iter().filter(|cap| !is_lifted(cap));
        self.sum.map(|sum| apply_caps(sum, caps.map(|cap| cap.score)))
    }
}
