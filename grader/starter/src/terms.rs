//! The facts about an assignment that students may know.

use grade::CapRule;
use grade::check::Check;
use grade::points::Points;
use late::{Attempts, Policy};

use super::Files;
use super::puzzles::Puzzle;

/// Facts about an assignment that students may know.
///
/// These do not reveal hidden parts, except for the total hidden points and whether there are hidden puzzles, which
/// reports show as well.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The title of the assignment.
    pub title: String,
    /// The name of the course.
    pub course: Option<String>,
    /// The visible checks, in the order of [`Check::ALL`].
    pub checks: Vec<Line>,
    /// The total points for all hidden checks.
    pub hidden: Points,
    /// The caps on the score.
    pub caps: Vec<CapRule>,
    /// The limits on time and memory.
    pub limits: Limits,
    /// The visible puzzles for the solver.
    pub puzzles: Vec<Puzzle>,
    /// Whether there are hidden puzzles.
    pub has_hidden_puzzles: bool,
    /// The number of random boards per submission, if students may know it.
    pub random: Option<usize>,
    /// How students' tests are graded, or `None` if they are not.
    pub tests: Option<Tests>,
    /// The late policy, with the due date and the deductions.
    pub late: Option<Policy>,
    /// The rules that decide which attempts count.
    pub attempts: Option<Attempts>,
    /// The assignment for students to grade their code, or `None` for the default assignment.
    pub kit: Option<Files>,
}

/// A check in the handout.
#[derive(Clone, Debug)]
pub struct Line {
    /// The check.
    pub check: Check,
    /// The points for the check.
    pub points: Points,
    /// The rule for partial credit.
    pub partly: Partly,
    /// The checks that must pass for this check to earn points.
    pub requires: Vec<Check>,
}

/// A rule for partial credit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Partly {
    /// No partial credit.
    No,
    /// Points in proportion to the cases that pass, up to this many thousandths of the points.
    Share(u32),
    /// This many thousandths of the points, if the check fails only on large boards.
    Large(u32),
    /// A share of the points for staying within each of these multiples of the model's cost.
    Thresholds(Vec<u32>),
}

/// The limits of an assignment, as multiples of the model's cost, except for `memory_mib`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The limit on the instructions for a puzzle, above which `solver.time` fails.
    pub time: u32,
    /// The limit on the instructions for a puzzle, at which the run is stopped.
    pub stop: u32,
    /// The maximum memory for a run, in MiB.
    pub memory_mib: u32,
    /// The limit on the memory of a board, above which `board.memory` fails.
    pub board_memory: u32,
    /// The limit on the memory of a search, above which `solver.memory` fails.
    pub solver_memory: u32,
}

/// How students' tests are graded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tests {
    /// The number of faults on which the tests run.
    pub faults: usize,
    /// The number of faults to catch for all points.
    pub catch: u32,
}

impl Terms {
    pub(crate) fn line(&self, check: Check) -> Option<&Line> {
        self.checks.iter().find(|line| line.check == check)
    }

    /// Returns the sum of the visible points.
    pub fn points(&self) -> Points {
        self.checks.iter().map(|line| line.points).sum()
    }
}
