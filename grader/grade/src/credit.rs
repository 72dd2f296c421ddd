//! Points for a check that holds in part, points that are kept back, and limits of the total.

use serde::{Deserialize, Serialize};

use crate::check::Check;
use crate::points::Points;

/// The points of a check that does not hold, and what they rest on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credit {
    /// The points: always fewer than the check is worth, unless that is nothing.
    pub points: Points,
    /// The share of the check that they rest on.
    pub share: Share,
}

/// The cases of a check that does not pass, by how each ended.
///
/// The assignment decides which cases there are, so that no submission can have fewer than another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(default)]
pub struct Tally {
    /// Shown to be right.
    pub correct: u32,
    /// Right but for one of several answers, and worth half: a shortest solution whose moves are
    /// miscounted.
    pub half: u32,
    /// Answered, and wrong.
    pub wrong: u32,
    /// Not answered: the code panicked, ran out of memory, or went on without an end in sight.
    pub stopped: u32,
    /// Stopped by the budget in the middle of a search that still went on.
    pub slow: u32,
    /// Not run after repeated stops.
    pub skipped: u32,
}

impl Tally {
    /// A tally of which this much is known alone: the cases that hold, and how many there are.
    pub fn of(correct: u32, cases: u32) -> Self {
        Self { correct, wrong: cases.saturating_sub(correct), ..Self::default() }
    }

    /// The number of all cases.
    pub fn cases(self) -> u32 {
        let Self { correct, half, wrong, stopped, slow, skipped } = self;
        [correct, half, wrong, stopped, slow, skipped]
            .iter()
            .fold(0, |sum, it| sum.saturating_add(*it))
    }

    /// Whether every case is shown to be right, and there is one.
    pub fn is_whole(self) -> bool {
        self.correct > 0 && self.correct == self.cases()
    }

    /// The points for the cases that are right, of `all`.
    pub fn points(self, all: Points) -> Points {
        let halves = self.correct.saturating_mul(2).saturating_add(self.half);
        all.share(halves, self.cases().saturating_mul(2))
    }
}

/// The share of a check that holds, which partial points rest on.
///
/// It tells how often the check fails, and so do the points that follow from it: they are for all
/// who may see the check. On which case it fails is for those alone who may see its failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// The parts, of which some are not right.
    tally: Tally,
    /// The parts that are counted.
    pub of_what: Parts,
    /// The name of the smallest that does not hold, if it has one.
    pub smallest: Option<String>,
}

/// The parts of a check that a share counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Parts {
    /// Puzzles. The smallest is a puzzle.
    Puzzles,
    /// Puzzles that have a solution, where those without one are all right or a larger share of them.
    Solvable,
    /// Puzzles that have none, where those with a solution are all right or a larger share of them.
    Unsolvable,
    /// Classes of board sizes: see [`SIZES`]. The smallest is a number of rows.
    Sizes,
    /// The steps of a limit. The smallest is a puzzle that takes too much.
    Thresholds,
    /// The faults that tests have to catch.
    Faults,
}

/// Boards of more rows than these are larger than what people solve.
pub const FEW_ROWS: usize = 16;

/// The classes of board sizes that points are given for: the most rows of each.
pub const SIZES: [usize; 6] = [2, 3, 4, 10, FEW_ROWS, 127];

/// A rule of the rubric that limits the total, as long as a check does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cap {
    /// The check.
    pub unless: Check,
    /// The most that the total can be.
    pub score: Points,
    /// Why, in one sentence without a period.
    pub why: String,
}

/// A rule that limits the total as long as a check does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CapRule {
    /// The check.
    pub unless: Check,
    /// The most that the total can be, where nearly all of its cases are right.
    pub score: Points,
    /// The most where none is; the same as [`score`](Self::score) if how many are does not matter.
    pub least: Points,
    /// Why, in one sentence without a period.
    pub why: String,
}

impl CapRule {
    /// The most that the total can be where the cases ended like this, or none was tried; `None` if it is not limited, because nothing is shown to be wrong.
    ///
    /// A search that was cut off on its way is slow, which is a matter of cost. One that finds
    /// shortest solutions and miscounts their moves is a search all the same.
    pub fn score_for(&self, tally: Option<Tally>) -> Option<Points> {
        if self.least == self.score {
            return Some(self.score);
        }
        let Some(tally) = tally else { return Some(self.least) };
        let Tally { correct, half, slow, .. } = tally;
        let found = correct.saturating_add(half).saturating_add(slow);
        if correct.saturating_add(slow) == tally.cases() {
            return None;
        }
        let more = self.score.without(self.least).share(found, tally.cases());
        Some(self.least + more)
    }
}

impl Share {
    /// A share of `held` parts out of `of`; `None` unless `held` is less, because a check that
    /// fails does not hold in all cases.
    pub fn new(held: u32, of: u32, of_what: Parts, smallest: Option<String>) -> Option<Self> {
        Self::of_tally(Tally::of(held, of), of_what, smallest)
    }

    /// The share of these cases; `None` if all are right, or there are no cases.
    pub fn of_tally(tally: Tally, of_what: Parts, smallest: Option<String>) -> Option<Self> {
        (tally.correct < tally.cases()).then_some(Self { tally, of_what, smallest })
    }

    /// The share without the name of a case.
    #[must_use]
    pub fn unnamed(self) -> Self {
        Self { smallest: None, ..self }
    }

    /// How its cases ended.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// The number of parts that hold.
    pub fn held(&self) -> u32 {
        self.tally.correct
    }

    /// The number of all parts.
    pub fn of(&self) -> u32 {
        self.tally.cases()
    }
}

impl Parts {
    /// Everything that a share can count.
    pub const ALL: [Self; 6] = [
        Self::Puzzles,
        Self::Solvable,
        Self::Unsolvable,
        Self::Sizes,
        Self::Thresholds,
        Self::Faults,
    ];

    /// Its name in a grade.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Puzzles => "puzzles",
            Self::Solvable => "solvable",
            Self::Unsolvable => "unsolvable",
            Self::Sizes => "sizes",
            Self::Thresholds => "thresholds",
            Self::Faults => "faults",
        }
    }

    /// The kind of parts with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|parts| parts.as_str() == name)
    }
}

/// A sum of points within these limits.
pub fn capped(sum: Points, caps: impl IntoIterator<Item = Points>) -> Points {
    caps.into_iter().fold(sum, Ord::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_a_part() {
        let share = |held, of| Share::new(held, of, Parts::Puzzles, None).is_some();
        assert!(share(0, 1) && share(12, 14));
        assert!(!share(0, 0) && !share(14, 14) && !share(2, 1));
    }

    #[test]
    fn points_are_the_share_of_right_cases() {
        let points = |tally: Tally| tally.points(Points::from_thousandths(18_000)).to_string();
        assert_eq!(points(Tally { correct: 6, wrong: 3, ..Tally::default() }), "12");
        let tally = Tally { correct: 1, half: 2, wrong: 1, stopped: 1, slow: 1, skipped: 3 };
        assert_eq!((tally.cases(), points(tally)), (9, "4".to_owned()));
        assert!(!tally.is_whole() && !Tally::default().is_whole() && Tally::of(3, 3).is_whole());
    }

    #[test]
    fn a_limit_follows_the_share_of_solved_cases() {
        let points = |number: u64| Points::from_thousandths(number * 1000);
        let why = "so it is".to_owned();
        let rule =
            CapRule { unless: Check::SolverMoves, score: points(80), least: points(40), why };
        let of = |tally| rule.score_for(Some(tally)).map(|score| score.to_string());
        assert_eq!(of(Tally::of(0, 10)).unwrap(), "40");
        assert_eq!(of(Tally::of(5, 10)).unwrap(), "60");
        let miscounted = Tally { half: 10, ..Tally::default() };
        assert_eq!(of(miscounted).unwrap(), "80", "the searches are right");
        let slow = Tally { correct: 5, slow: 5, ..Tally::default() };
        assert_eq!(of(slow), None, "nothing is shown to be wrong");
        assert_eq!(of(Tally { wrong: 10, ..slow }).unwrap(), "60");
        assert_eq!(rule.score_for(None), Some(points(40)), "nothing is shown to be right");
        let flat = CapRule { least: rule.score, ..rule };
        assert_eq!(flat.score_for(Some(Tally::of(0, 10))), Some(points(80)));
    }

    #[test]
    fn the_least_limit_counts() {
        let points = |number: u64| Points::from_thousandths(number * 1000);
        let of = |caps: &[u64]| capped(points(90), caps.iter().copied().map(points));
        assert_eq!([of(&[]), of(&[95]), of(&[85, 60, 95])], [90, 90, 60].map(points));
    }
}
