//! The assignment as the rest of the grader uses it.

use std::path::PathBuf;

use grade::check::{Check, JudgedBy};
use grade::hand::HandRubric;
use grade::points::Points;
use grade::{CapRule, KitOmissions, Tiles, Visibility};
use late::{Attempts, Policy};
use serde::{Deserialize, Serialize};

use super::limits::RunLimits;
use super::private::PrivateCases;

/// An assignment: graded checks, points, limits and puzzles.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Assignment {
    /// The title.
    pub title: String,
    /// The name of the course, if given.
    pub course: Option<String>,
    /// The graded checks, in the order of [`Check::ALL`].
    pub checks: Vec<RubricEntry>,
    /// The caps on the score.
    pub caps: Vec<CapRule>,
    /// The limits on each run.
    pub limits: RunLimits,
    /// Additional boards for the `Board` checks, besides the generated ones.
    pub boards: Vec<Puzzle>,
    /// Puzzles for the `Solver` checks, in order. They are never [`ExpectedAnswer::BoardOnly`].
    pub solve: Vec<Puzzle>,
    /// The random boards, which differ between submissions, if configured.
    pub random: Option<RandomPuzzles>,
    /// The cases that students cannot know, if the rubric has a private seed.
    pub private: Option<PrivateCases>,
    /// The faults that a submission's tests must catch; `None` if tests are not examined.
    pub tests: Option<Tests>,
    /// The due date and the late deductions, if given. They do not affect the grade.
    pub late: Option<Policy>,
    /// The rules about attempts, for platforms that report earlier attempts.
    pub attempts: Option<Attempts>,
    /// What to enter in a gradebook for a rejected submission, if specified.
    pub rejected: Option<Rejected>,
    /// The file with the authors of folders and files in the class, as seen from the folder of the rubric, if given.
    /// Nobody needs it to grade.
    #[serde(skip)]
    pub authors: Option<PathBuf>,
    /// The criteria that are graded by hand, if there are any. They do not affect the automatic grade.
    pub hand: Option<HandRubric>,
    /// The hints that students may request. They do not affect grades.
    pub hints: Hints,
    /// What this assignment omits, if it is a student kit. Affects only what reports say.
    pub omitted: KitOmissions,
}

/// The hints that students may request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Hints {
    /// Whether students may request the last hint, which is an explanation with correct code.
    pub explanation: bool,
}

/// What to enter in a gradebook for a rejected submission.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Rejected {
    /// Nothing: the cell stays unchanged.
    #[default]
    Keep,
    /// A score of zero, if the cell is empty.
    Zero,
}

/// A pool of random boards to select from for each submission.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub struct RandomPuzzles {
    /// The seed of the pool.
    pub seed: String,
    /// The number of solvable boards per submission.
    pub solvable: usize,
    /// The number of unsolvable boards per submission.
    pub unsolvable: usize,
    /// The minimum and maximum number of moves to the goal. For an unsolvable board, the moves are counted from the
    /// twin.
    pub moves: [u32; 2],
    /// The pool of 3-by-3 boards, without the hard boards.
    pub pool: Vec<Puzzle>,
    /// Hard solvable boards, which have long solutions, if configured.
    pub hard: Option<Hard>,
}

impl RandomPuzzles {
    /// Returns the number of boards per submission.
    pub fn count_drawn(&self) -> usize {
        let hard = self.hard.as_ref().map_or(0, |hard| hard.count);
        self.solvable + self.unsolvable + hard
    }
}

/// Hard random boards, for searches that solve most other boards.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub struct Hard {
    /// The number of hard boards per submission.
    pub count: usize,
    /// The minimum and maximum number of moves.
    pub moves: [u32; 2],
    /// The pool of hard 3-by-3 boards.
    pub pool: Vec<Puzzle>,
}

/// The faulty implementations to run a submission's tests against, in addition to the model.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub struct Tests {
    /// The names of the built-in faults, without duplicates.
    pub faults: Vec<String>,
    /// The number of faults that the tests must catch to pass [`Check::TestsOwn`].
    pub catch: u32,
}

/// A graded check with points and options.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub struct RubricEntry {
    /// The check.
    pub check: Check,
    /// The points for a pass.
    pub points: Points,
    /// The audience that may see the result.
    pub visibility: Visibility,
    /// Whether something fails the check that the rubric may also tolerate, with a remark. Used only by checks with a
    /// key for it.
    pub is_strict: bool,
    /// The rule for partial credit.
    pub partial: Partial,
    /// The other checks that must pass before this check earns points.
    pub requires: Vec<Check>,
    /// The rubric's text for students who fail the check. Does not affect verdicts or points.
    pub note: Option<String>,
}

impl RubricEntry {
    /// Returns the rubric's key for something that it forbids.
    pub fn forbidding_key(&self) -> Option<&'static str> {
        strict_key(self.check).filter(|_| self.is_strict)
    }
}

/// Returns the rubric's key for something that a check tolerates unless the value of the key is `"fail"`: hidden mutable
/// state that callers cannot observe, or one queue for both searches.
pub(super) fn strict_key(check: Check) -> Option<&'static str> {
    match check.spec().judged_by {
        JudgedBy::Immutability => Some("hidden_state"),
        _ if check == Check::SolverLockstep => Some("one_queue"),
        _ => None,
    }
}

/// How a failed check earns partial credit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub enum Partial {
    /// No partial credit.
    #[default]
    None,
    /// Points in proportion to the cases that pass, up to a maximum.
    Share {
        /// The maximum, in thousandths of the points.
        most: u32,
    },
    /// Points for a cost within these multiples of the model's cost. The multiples increase from [`RunLimits::time`],
    /// the limit for passing the check, to at most [`RunLimits::stop`].
    Thresholds(Vec<u32>),
    /// Partial credit if the check fails only on large boards.
    Large {
        /// The share of the points, in thousandths.
        part: u32,
    },
}

/// A named board with the expected answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub struct Puzzle {
    /// The name, which is unique in the assignment.
    pub name: String,
    /// The tiles, which form a valid board with 2 to 127 rows.
    pub tiles: Tiles,
    /// The expected answer.
    pub answer: ExpectedAnswer,
    /// The audience that may see the puzzle and all results on it.
    pub visibility: Visibility,
}

/// The expected answer for a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
pub enum ExpectedAnswer {
    /// The board is solvable, with this minimum number of moves.
    Moves(u32),
    /// The board is unsolvable.
    Unsolvable {
        /// The minimum number of moves for the model's twin.
        twin_moves: u32,
    },
    /// Only the `Board` checks use this board.
    BoardOnly,
}

impl ExpectedAnswer {
    /// Returns `true` if the board is unsolvable.
    pub fn is_unsolvable(self) -> bool {
        matches!(self, Self::Unsolvable { .. })
    }
}

impl Assignment {
    /// Returns the rubric entry for a check, if the check is graded.
    pub fn find_rubric_entry(&self, check: Check) -> Option<RubricEntry> {
        self.checks.iter().find(|rated| rated.check == check).cloned()
    }

    /// Returns `true` if the rubric does not tolerate what a check may tolerate.
    pub fn is_strict(&self, check: Check) -> bool {
        self.find_rubric_entry(check).is_some_and(|rated| rated.is_strict)
    }
}
