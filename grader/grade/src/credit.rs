//! Partial credit, withheld points and caps on the total.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::check::Check;
use crate::points::Points;

/// The partial credit for a check that did not pass, and the cases behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credit {
    /// The points: less than the maximum, unless the check is worth zero points.
    pub points: Points,
    /// The share of correct cases.
    pub share: Share,
}

/// The number of cases by result.
///
/// The cases depend only on the assignment, so all submissions have the same ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(default)]
pub struct Tally {
    /// The result was correct.
    pub correct: u32,
    /// The solution is optimal but `moves` is wrong, so the case counts half.
    pub half: u32,
    /// The result was wrong.
    pub wrong: u32,
    /// There was no result, because the code panicked.
    pub panicked: u32,
    /// There was no result, because the code was stopped for another reason, such as a limit.
    pub stopped: u32,
    /// The budget was used up while the search was still making progress.
    pub slow: u32,
    /// The case was skipped, because too many earlier cases were stopped.
    pub skipped: u32,
}

impl Tally {
    /// Creates a tally that only distinguishes correct cases from other cases.
    pub fn from_correct(correct: u32, cases: u32) -> Self {
        Self { correct, wrong: cases.saturating_sub(correct), ..Self::default() }
    }

    /// Returns the total number of cases.
    pub fn cases(self) -> u32 {
        let Self { correct, half, wrong, panicked, stopped, slow, skipped } = self;
        [correct, half, wrong, panicked, stopped, slow, skipped]
            .iter()
            .fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// Returns `true` if there are cases and all of them are correct.
    pub fn is_whole(self) -> bool {
        self.correct > 0 && self.correct == self.cases()
    }

    /// Returns `true` if enough cases are correct to credit slow cases: a quarter.
    ///
    /// Without correct results, there is no evidence that a search would have ended.
    pub fn credits_slow(self) -> bool {
        // A worker reports these numbers, and is not trusted.
        self.correct > 0 && self.correct.saturating_mul(4) >= self.cases()
    }

    /// Returns `true` if at least half of the cases are correct or credited as slow. Only then is a search judged.
    pub fn is_enough(self) -> bool {
        self.correct.saturating_add(self.slow_cases_with_credit()).saturating_mul(2) >= self.cases()
    }

    fn slow_cases_with_credit(self) -> u32 {
        if self.credits_slow() { self.slow } else { 0 }
    }

    /// Counts the slow cases as stopped, for results that a slow case does not have.
    #[must_use]
    pub fn with_slow_as_stopped(self) -> Self {
        Self { stopped: self.stopped.saturating_add(self.slow), slow: 0, ..self }
    }

    /// Returns the credit for the results in [`TWENTIETHS`](Self::TWENTIETHS) of a case. A slow case keeps nine tenths,
    /// because another check judges the cost.
    pub fn credit_in_twentieths(self) -> u32 {
        // Halves and nine tenths of a case are whole numbers of twentieths.
        let credits = [(self.correct, 20), (self.half, 10), (self.slow_cases_with_credit(), 18)];
        credits.iter().fold(0, |sum, (cases, each)| sum.saturating_add(cases.saturating_mul(*each)))
    }

    /// The [credit](Self::credit_in_twentieths) for a correct case.
    pub const TWENTIETHS: u32 = 20;

    /// Returns the points for these results, out of `all`.
    pub fn points(self, all: Points) -> Points {
        all.share(self.credit_in_twentieths(), self.cases().saturating_mul(Self::TWENTIETHS))
    }
}

/// The share of correct cases, which determines partial credit.
///
/// All readers of the check may see the points and the number of failing cases. To see the name of a failing case, they
/// must be allowed to see the failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// The cases by result. At least one is not correct.
    tally: Tally,
    /// The kind of cases.
    pub of_what: ShareUnit,
    /// The name of the smallest failing case, if it has one.
    pub smallest: Option<String>,
}

/// The kind of cases that a share counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ShareUnit {
    /// Puzzles. The smallest failing case is a puzzle.
    Puzzles,
    /// Solvable puzzles, if the share of correct results is smaller on these than on unsolvable puzzles.
    Solvable,
    /// Unsolvable puzzles, otherwise.
    Unsolvable,
    /// Ranges of board sizes; see [`SIZES`]. The smallest failing case is a number of rows.
    Sizes,
    /// Multiples of a limit. The smallest failing case is a puzzle that exceeds the limit.
    Thresholds,
    /// Faults that the submission's tests should catch.
    Faults,
}

/// A board with more rows than this is too large to be solved in practice.
pub const FEW_ROWS: usize = 16;

/// The ranges of board sizes that determine partial credit, by the maximum number of rows.
/// Small boards that are easy to enumerate each have a class. From 17 rows, tiles do not fit into a byte.
pub const SIZES: [usize; 6] = [2, 3, 4, 10, FEW_ROWS, 127];

/// The condition under which a cap does not apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub enum CapCondition {
    /// This check passes.
    Check(Check),
    /// The submission's own solver, with its own board, solves all visible puzzles.
    Program,
}

impl CapCondition {
    /// The name of [`Program`](Self::Program) in rubrics and grades.
    pub const PROGRAM: &str = "program";

    /// Returns the name in rubrics and grades.
    pub fn id(self) -> &'static str {
        match self {
            Self::Check(check) => check.id(),
            Self::Program => Self::PROGRAM,
        }
    }

    /// Returns the check, if there is one.
    pub fn check(self) -> Option<Check> {
        match self {
            Self::Check(check) => Some(check),
            Self::Program => None,
        }
    }
}

impl fmt::Display for CapCondition {
    /// Writes the end of a sentence with `until`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Check(check) => write!(f, "{check} passes"),
            Self::Program => f.write_str("your program solves all puzzles"),
        }
    }
}

/// A cap on the total.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cap {
    /// The condition, which does not hold.
    pub unless: CapCondition,
    /// The maximum total.
    pub score: Points,
    /// The reason, without a final period.
    pub why: String,
}

/// A rubric rule to cap the total.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub struct CapRule {
    /// When the cap does not apply.
    pub unless: CapCondition,
    /// The maximum total if nearly all cases are correct.
    pub score: Points,
    /// The maximum total if no case is correct. This equals [`score`](Self::score) if the cap should not depend on the
    /// number of correct cases.
    pub least: Points,
    /// The maximum total if nine tenths of the cases are correct, for a cap that rises faster from there.
    pub nine_tenths: Option<Points>,
    /// The reason, without a final period.
    pub why: String,
}

impl CapRule {
    /// Returns `true` if the cap can lower a total of `all` points.
    pub fn is_useful(&self, all: Points) -> bool {
        self.least < all && self.score <= all
    }

    /// Returns the maximum total, given the cases of the check or program, if it has any. When the cap depends on the
    /// number of correct cases, this is `None` if all cases are correct or slow, because then there should be no cap.
    ///
    /// Slow cases count as correct, because cost is judged by another check, and so do cases with an optimal solution
    /// but the wrong `moves`.
    pub fn score_for(&self, tally: Option<Tally>) -> Option<Points> {
        if self.least == self.score {
            return Some(self.score);
        }
        let Some(tally) = tally else { return Some(self.least) };
        let Tally { correct, half, slow, .. } = tally;
        let found = correct.saturating_add(half).saturating_add(slow);
        // Slow searches are credited, so they lift the cap as well.
        if correct.saturating_add(slow) == tally.cases() {
            return None;
        }
        let rise = |from: Points, to: Points, part, all| from + to.without(from).share(part, all);
        let cases = tally.cases();
        let (tenths, nine) = (found.saturating_mul(10), cases.saturating_mul(9));
        Some(match self.nine_tenths {
            None => rise(self.least, self.score, found, cases),
            Some(bend) if tenths < nine => rise(self.least, bend, tenths, nine),
            Some(bend) => rise(bend, self.score, tenths - nine, cases),
        })
    }
}

impl Share {
    /// Creates a share of `held` out of `of` cases. This is `None` unless `held` is smaller than `of`, because a failed
    /// check has a failing case.
    pub fn new(held: u32, of: u32, of_what: ShareUnit, smallest: Option<String>) -> Option<Self> {
        Self::of_tally(Tally::from_correct(held, of), of_what, smallest)
    }

    /// Creates a share for these cases. This is `None` if all are correct.
    pub fn of_tally(tally: Tally, of_what: ShareUnit, smallest: Option<String>) -> Option<Self> {
        (tally.correct < tally.cases()).then_some(Self { tally, of_what, smallest })
    }

    /// Removes the name of the failing case.
    #[must_use]
    pub fn without_case_name(self) -> Self {
        Self { smallest: None, ..self }
    }

    /// Returns the number of cases by result.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Returns the number of correct cases.
    pub fn held(&self) -> u32 {
        self.tally.correct
    }

    /// Returns the total number of cases.
    pub fn of(&self) -> u32 {
        self.tally.cases()
    }
}

impl ShareUnit {
    /// All kinds.
    pub const ALL: [Self; 6] = [
        Self::Puzzles,
        Self::Solvable,
        Self::Unsolvable,
        Self::Sizes,
        Self::Thresholds,
        Self::Faults,
    ];

    /// Returns the name used in grades.
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

    /// Looks up a kind of cases by name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|parts| parts.as_str() == name)
    }
}

/// Applies caps to a sum of points.
pub(crate) fn apply_caps(sum: Points, caps: impl IntoIterator<Item = Points>) -> Points {
    caps.into_iter().fold(sum, Ord::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_less_than_the_whole() {
        let share = |held, of| Share::new(held, of, ShareUnit::Puzzles, None).is_some();
        assert!(share(0, 1) && share(12, 14));
        assert!(!share(0, 0) && !share(14, 14) && !share(2, 1));
    }

    #[test]
    fn points_are_proportional_to_correct_cases() {
        let points = |tally: Tally| tally.points(Points::from_thousandths(18_000)).to_string();
        assert_eq!(points(Tally { correct: 6, wrong: 3, ..Tally::default() }), "12");
        let tally = Tally {
            correct: 1,
            half: 2,
            panicked: 1,
            stopped: 1,
            slow: 1,
            skipped: 3,
            ..Tally::default()
        };
        assert_eq!((tally.cases(), points(tally)), (9, "4".to_owned()));
        assert!(
            !tally.is_whole()
                && !Tally::default().is_whole()
                && Tally::from_correct(3, 3).is_whole()
        );
    }

    #[test]
    fn a_cap_scales_with_the_share_of_solved_cases() {
        let points = |number: u64| Points::from_thousandths(number * 1000);
        let why = "so it is".to_owned();
        let unless = CapCondition::Check(Check::SolverMoves);
        let rule = CapRule { unless, score: points(80), least: points(40), nine_tenths: None, why };
        let of = |tally| rule.score_for(Some(tally)).map(|score| score.to_string());
        assert_eq!(of(Tally::from_correct(0, 10)).unwrap(), "40");
        assert_eq!(of(Tally::from_correct(5, 10)).unwrap(), "60");
        let miscounted = Tally { half: 10, ..Tally::default() };
        assert_eq!(of(miscounted).unwrap(), "80", "the searches are right");
        let slow = Tally { correct: 5, slow: 5, ..Tally::default() };
        assert_eq!(of(slow), None, "nothing is shown to be wrong");
        assert_eq!(of(Tally { wrong: 10, ..slow }).unwrap(), "60");
        assert_eq!(rule.score_for(None), Some(points(40)), "nothing is shown to be right");
        let steep = CapRule { nine_tenths: Some(points(50)), ..rule.clone() };
        let of_steep = |correct| steep.score_for(Some(Tally::from_correct(correct, 100))).unwrap();
        let scores = [0, 45, 90, 95, 99].map(of_steep);
        assert_eq!(scores.map(|score| score.to_string()), ["40", "45", "50", "65", "77"]);
        let flat = CapRule { least: rule.score, ..rule };
        assert_eq!(flat.score_for(Some(Tally::from_correct(0, 10))), Some(points(80)));
    }

    #[test]
    fn the_lowest_cap_applies() {
        let points = |number: u64| Points::from_thousandths(number * 1000);
        let of = |caps: &[u64]| apply_caps(points(90), caps.iter().copied().map(points));
        assert_eq!([of(&[]), of(&[95]), of(&[85, 60, 95])], [90, 90, 60].map(points));
    }
}
