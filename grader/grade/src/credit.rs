//! Points for a check that holds in part, points that are kept back, and limits of the total.

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

/// The share of a check that holds, which partial points rest on.
///
/// It tells how often the check fails, and so do the points that follow from it: they are for all
/// who may see the check. On which case it fails is for those alone who may see its failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// The number of parts that hold.
    held: u32,
    /// The number of all parts, which is more than hold.
    of: u32,
    /// The parts that are counted.
    pub of_what: Parts,
    /// The name of the smallest that does not hold, if it has one.
    pub smallest: Option<String>,
}

/// The parts of a check that a share counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Parts {
    /// The puzzles on which the check could be judged. The smallest is a puzzle.
    Puzzles,
    /// The two answers of a search: a shortest way, and its length. There is no smallest one.
    Answers,
    /// Boards of few rows, and larger ones: see [`FEW_ROWS`]. The smallest is a number of rows.
    Sizes,
    /// The steps of a limit. The smallest is a puzzle that takes too much.
    Thresholds,
    /// The faults that tests have to catch.
    Faults,
}

/// Boards of more rows than these are larger than what people solve.
pub const FEW_ROWS: usize = 16;

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

impl Share {
    /// A share of `held` parts out of `of`; `None` unless `held` is less, because a check that
    /// fails does not hold in all cases.
    pub fn new(held: u32, of: u32, of_what: Parts, smallest: Option<String>) -> Option<Self> {
        (held < of).then_some(Self { held, of, of_what, smallest })
    }

    /// The share without the name of a case.
    #[must_use]
    pub fn unnamed(self) -> Self {
        Self { smallest: None, ..self }
    }

    /// The number of parts that hold.
    pub fn held(&self) -> u32 {
        self.held
    }

    /// The number of all parts.
    pub fn of(&self) -> u32 {
        self.of
    }
}

impl Parts {
    /// Everything that a share can count.
    pub const ALL: [Self; 5] =
        [Self::Puzzles, Self::Answers, Self::Sizes, Self::Thresholds, Self::Faults];

    /// Its name in a grade.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Puzzles => "puzzles",
            Self::Answers => "answers",
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
    fn the_least_limit_counts() {
        let points = |number: u64| Points::from_thousandths(number * 1000);
        let of = |caps: &[u64]| capped(points(90), caps.iter().copied().map(points));
        assert_eq!([of(&[]), of(&[95]), of(&[85, 60, 95])], [90, 90, 60].map(points));
    }
}
