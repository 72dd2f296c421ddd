//! Corrections by hand: what they order, and what comes of it.

use std::collections::BTreeSet;
use std::fmt;

use super::{CheckGrade, Grade, Status, capped};
use crate::check::Check;
use crate::late::{self, Late};
use crate::points::Points;

/// More than any score is.
const UNBOUNDED: Points = Points::from_thousandths(u64::MAX / 8);

/// A correction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Override {
    /// The check; none for the whole score.
    pub check: Option<Check>,
    /// The change of the points; none if it is a comment.
    pub effect: Option<Effect>,
    /// The reason, in the instructor's words.
    pub why: String,
    /// The person who made it.
    pub who: String,
    /// The rule that it comes from, if it is for all whom something is true of.
    pub rule: Option<Rule>,
}

/// A correction of several submissions at once, as one of them shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its place among the rules of its file, from 0.
    pub place: usize,
    /// Those whom it is for.
    pub reach: Reach,
}

/// Those whom a correction of several submissions is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reach {
    /// All that fail a check for this cause, by its [name](crate::Cause::name).
    Cause(String),
    /// All that fail the same checks for the same causes, by the id of their group.
    Group(String),
}

impl Reach {
    /// The key that names it in a file of corrections, and its value.
    pub fn parts(&self) -> (&'static str, &str) {
        match self {
            Self::Cause(name) => ("cause", name),
            Self::Group(id) => ("group", id),
        }
    }
}

/// The change of points that a correction orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// More points, or fewer.
    Add(Change),
    /// These points, whatever they were.
    Set(Points),
}

/// A number of points, more or less, in thousandths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Change(i64);

/// A correction and what it changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The correction.
    pub correction: Override,
    /// The change of the points of its check or, if it is of the whole score, of that; none if
    /// there are none to change.
    pub change: Option<Change>,
}

impl Change {
    /// The change from one number of points to another.
    pub fn between(old: Points, new: Points) -> Self {
        Self(signed(new) - signed(old))
    }

    /// The change in thousandths of a point.
    pub fn thousandths(self) -> i64 {
        self.0
    }

    /// As a number for formats that have no other, such as JSON.
    #[expect(clippy::cast_precision_loss, reason = "far below what a float holds exactly")]
    pub fn as_f64(self) -> f64 {
        self.0 as f64 / 1000.0
    }

    /// The change that a file writes as this number, or `None` if it is none, as in
    /// [`Points::from_f64`].
    pub fn from_f64(points: f64) -> Option<Self> {
        let size = signed(Points::from_f64(points.abs())?);
        Some(Self(if points < 0.0 { -size } else { size }))
    }
}

/// With its sign: `+2.5`, `-1`, `0`.
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.0 {
            0 => "",
            1.. => "+",
            _ => "-",
        };
        f.pad(&format!("{sign}{}", Points::from_thousandths(self.0.unsigned_abs())))
    }
}

impl std::ops::Add for Change {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

fn signed(points: Points) -> i64 {
    i64::try_from(points.thousandths()).unwrap_or(i64::MAX / 4)
}

/// Points with a change, but within 0 and `most`.
pub(super) fn changed(points: Points, change: Change, most: Points) -> Points {
    let sum = signed(points).saturating_add(change.0).clamp(0, signed(most));
    Points::from_thousandths(sum.unsigned_abs())
}

/// What is left of a grade once lateness and corrections have changed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What each correction changed, in their order.
    pub corrections: Vec<Applied>,
    /// The points that were taken off because it was late; none if it was not, or if there was no
    /// score to take them off.
    pub taken: Option<Points>,
    /// The final score; none if there is none.
    pub score: Option<Points>,
}

/// Applies the corrections of a submission and its lateness to its grade.
///
/// Points of a check stay between none and all of its points, and a whole score does not fall
/// below zero. The rubric's limits of the total hold for the corrected points of the checks, and
/// what lateness takes is taken off that. A correction of the whole comes last, so that it is not
/// made less. Where the grader was at fault there is no score but one that is set.
pub fn apply(corrections: &[Override], grade: &Grade, late: Option<&Late>) -> Outcome {
    let mut tally = Tally::of(grade);
    let mut applied = Vec::new();
    // The whole score comes last, whatever the order in the file.
    let (whole, parts): (Vec<_>, Vec<_>) =
        corrections.iter().enumerate().partition(|(_, it)| it.check.is_none());
    for (place, correction) in parts {
        let change = tally.correct(correction);
        applied.push((place, Applied { correction: correction.clone(), change }));
    }
    let whole_score = tally.total();
    let taken = late::taken(late, grade, whole_score);
    let mut total = whole_score.map(|it| it.without(taken.unwrap_or_default()));
    for (place, correction) in whole {
        let before = total;
        total = match correction.effect {
            None => total,
            Some(Effect::Set(points)) => Some(points),
            Some(Effect::Add(change)) => total.map(|it| changed(it, change, UNBOUNDED)),
        };
        let change = correction.effect.and(before.zip(total));
        let change = change.map(|(old, new)| Change::between(old, new));
        applied.push((place, Applied { correction: correction.clone(), change }));
    }
    applied.sort_by_key(|(place, _)| *place);
    let corrections = applied.into_iter().map(|(_, applied)| applied).collect();
    Outcome { corrections, taken, score: total }
}

/// The sum over the checks, and which of the rubric's limits it is held to.
struct Tally<'a> {
    grade: &'a Grade,
    /// None if there is no score.
    sum: Option<Points>,
    /// The checks that a correction has given all their points: what rests on them is no limit.
    lifted: BTreeSet<Check>,
}

impl<'a> Tally<'a> {
    fn of(grade: &'a Grade) -> Self {
        let sum = || grade.checks.iter().filter_map(CheckGrade::score).sum();
        let sum = (grade.status() != Status::GraderError).then(sum);
        Self { grade, sum, lifted: BTreeSet::new() }
    }

    /// Applies a correction of a check, and says by how much that changes its points; none if
    /// there are none to change.
    fn correct(&mut self, correction: &Override) -> Option<Change> {
        let (effect, check, sum) = (correction.effect?, correction.check?, self.sum?);
        let graded = self.grade.check(check);
        let old = graded.and_then(CheckGrade::score).unwrap_or_default();
        // A rejected submission has no checks, but a correction may still give it points.
        let most = graded.map_or(UNBOUNDED, |it| it.max_score);
        let new = match effect {
            Effect::Add(change) => changed(old, change, most),
            Effect::Set(points) => points.min(most),
        };
        if new >= most {
            self.lifted.insert(check);
        }
        let change = Change::between(old, new);
        self.sum = Some(changed(sum, change, UNBOUNDED));
        Some(change)
    }

    /// The score before corrections of the whole.
    fn total(&self) -> Option<Points> {
        let caps = self.grade.caps.iter().filter(|cap| !self.lifted.contains(&cap.unless));
        self.sum.map(|sum| capped(sum, caps.map(|cap| cap.score)))
    }
}
