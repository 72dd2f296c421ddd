//! An assignment as the rest of the grader sees it.

use grade::check::Check;
use grade::points::Points;
use grade::{CapRule, Tiles, Visibility};
use late::{Attempts, Policy};

/// The checks that are graded, their points, and the puzzles that they are tried on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// Its title, for people.
    pub title: String,
    /// The course that it belongs to, for people, if the rubric says so.
    pub course: Option<String>,
    /// The checks that are graded, in the order of [`Check::ALL`].
    pub checks: Vec<RubricEntry>,
    /// Limits of the total, each as long as its check does not hold.
    pub caps: Vec<CapRule>,
    /// The limits of a run.
    pub limits: RunLimits,
    /// Boards that `Board` is tried on, beside those that the grader makes itself.
    pub boards: Vec<Puzzle>,
    /// Puzzles that `Solver` is tried on, in this order. None of them is [`Answer::BoardOnly`].
    pub solve: Vec<Puzzle>,
    /// Boards that differ from one submission to the next, if the rubric wants them.
    pub random: Option<Random>,
    /// The faults that a submission's tests are tried on; `None` if its tests are not looked at.
    pub tests: Option<Tests>,
    /// When it is due and what is taken off later, if the rubric says so. No grade depends on it.
    pub late: Option<Policy>,
    /// How often a submission is graded on a platform that tells of earlier attempts.
    pub attempts: Option<Attempts>,
    /// The hints that students may have. No grade depends on it.
    pub hints: Hints,
}

/// The hints that students may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hints {
    /// Whether the last step is allowed: the explanation, with code that is right.
    pub explanation: bool,
}

/// Boards by seed: a pool that the seed alone decides, from which each submission is given some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random {
    /// The seed from which the boards are drawn.
    pub seed: String,
    /// The number of solvable boards that a submission is given.
    pub solvable: usize,
    /// The number of unsolvable boards that it is given.
    pub unsolvable: usize,
    /// The least and the most moves that they may take, or their twins.
    pub moves: [u32; 2],
    /// All boards that can be given, of 3-by-3, except the hard ones.
    pub pool: Vec<Puzzle>,
    /// Solvable boards that take many moves, if the rubric wants them.
    pub hard: Option<Hard>,
}

/// Hard boards by seed: on these, searches go wrong that are right on most boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hard {
    /// The number of them that a submission is given.
    pub count: usize,
    /// The least and the most moves that they may take.
    pub moves: [u32; 2],
    /// All hard boards that can be given, of 3-by-3.
    pub pool: Vec<Puzzle>,
}

/// The faults that a submission's tests are tried on, beside the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tests {
    /// The names of the grader's own faults, each there once.
    pub faults: Vec<String>,
    /// The number of faults that [`Check::TestsOwn`] wants to be caught.
    pub catch: u32,
}

/// A check with what it is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RubricEntry {
    /// The check.
    pub check: Check,
    /// The points that the check is worth.
    pub points: Points,
    /// The audience of its result.
    pub visibility: Visibility,
    /// Whether state that can change behind a shared reference fails the check even where no caller
    /// can observe it. Only checks of immutability look at that.
    pub forbids_hidden_state: bool,
    /// The points that are given where it holds in part.
    pub partial: Partial,
    /// The checks that have to hold for its points to be given. It is not among them.
    pub requires: Vec<Check>,
}

/// The points of a check that fails.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Partial {
    /// None.
    #[default]
    None,
    /// The share of its cases that pass, and no more than so many thousandths of its points.
    Share {
        /// The most, of 1000.
        most: u32,
    },
    /// A share for each of these multiples of the model's cost that the work is within. They rise
    /// from [`RunLimits::time`], within which the check holds, to no more than
    /// [`RunLimits::stop`].
    Thresholds(Vec<u32>),
    /// A part of its points, if it fails on large boards alone.
    Large {
        /// The part, in thousandths.
        part: u32,
    },
}

/// The limits of a run. None of these is zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunLimits {
    /// The most that [`Check::SolverTime`] allows, as a multiple of the model solver's cost on the
    /// same puzzle.
    pub time: u32,
    /// The multiple of the same cost at which a run is stopped; at least [`time`](Self::time).
    pub stop: u32,
    /// The most memory, in MiB; at most 1024.
    pub memory_mib: u32,
    /// The most that [`Check::BoardMemory`] allows, as a multiple of the bytes of the model's board.
    pub board_memory: u32,
    /// The most that [`Check::SolverMemory`] allows, as a multiple of the bytes of the model's
    /// search.
    pub solver_memory: u32,
}

impl RunLimits {
    /// [`board_memory`](Self::board_memory) where a rubric does not say.
    pub(crate) const BOARD_MEMORY: u32 = 8;

    /// [`solver_memory`](Self::solver_memory) where a rubric does not say.
    pub(crate) const SOLVER_MEMORY: u32 = 8;
}

/// A board with a name, and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Its name, which no other puzzle of the assignment has.
    pub name: String,
    /// Its tiles, which are those of a board: a square of 2 to 127 rows, each tile there once.
    pub tiles: Tiles,
    /// The answer that a solver has to find.
    pub answer: Answer,
    /// The audience of the puzzle, and of all that happens on it.
    pub visibility: Visibility,
}

/// The answer that a solver has to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The least number of moves.
    Moves(u32),
    /// No solution.
    Unsolvable {
        /// The least number of moves of the model's twin.
        twin_moves: u32,
    },
    /// Nothing: the board is there for the methods of `Board` alone.
    BoardOnly,
}

impl Answer {
    /// Whether it is that there is no solution.
    pub fn is_unsolvable(self) -> bool {
        matches!(self, Self::Unsolvable { .. })
    }
}

impl Assignment {
    /// The check as it is rated here, or `None` if it is not graded.
    pub fn rated(&self, check: Check) -> Option<RubricEntry> {
        self.checks.iter().find(|rated| rated.check == check).cloned()
    }
}
