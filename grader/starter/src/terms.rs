//! Describes what students may know about an assignment.

use grade::CapRule;
use grade::check::Check;
use grade::points::Points;
use late::{Attempts, Policy};

use super::Files;
use super::puzzles::Puzzle;

/// Facts about an assignment that students may know.
///
/// Hidden parts are not included, except for the number of hidden points and whether there are hidden puzzles, because
/// reports also show these.
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
    /// The number of random boards for each submission, if students may know the number.
    pub random: Option<usize>,
    /// How students' tests are graded, or `None` if they are not.
    pub tests: Option<Tests>,
    /// The due date and the deductions.
    pub late: Option<Policy>,
    /// Which attempts count.
    pub attempts: Option<Attempts>,
    /// The assignment for students who grade their own code; `None` for the default assignment.
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
    /// Checks that must also pass; otherwise, this check earns no points.
    pub requires: Vec<Check>,
}

/// A rule for partial credit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Partly {
    /// No partial credit.
    No,
    /// Points for the share of cases that pass, up to this many thousandths of the points.
    Share(u32),
    /// This many thousandths of the points, if the check fails only on large boards.
    Large(u32),
    /// A share of the points for each of these multiples of the model's cost.
    Thresholds(Vec<u32>),
}

/// The limits of an assignment. All except `memory_mib` are multiples of the model's cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The instruction limit for a puzzle, above which `solver.time` fails.
    pub time: u32,
    /// The instruction limit for a puzzle, at which a run is stopped.
    pub stop: u32,
    /// The maximum memory for a run, in MiB.
    pub memory_mib: u32,
    /// The byte limit for a board, above which `board.memory` fails.
    pub board_memory: u32,
    /// The byte limit for a search, above which `solver.memory` fails.
    pub solver_memory: u32,
}

/// How students' tests are graded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tests {
    /// The number of faulty answers on which the tests run.
    pub faults: usize,
    /// The number of faults that the tests must catch for all points.
    pub catch: u32,
}

impl Terms {
    /// Returns the line for a check, if it is graded and visible.
    pub(crate) fn line(&self, check: Check) -> Option<&Line> {
        self.checks.iter().find(|line| line.check == check)
    }

    /// Returns the sum of the visible points.
    pub fn points(&self) -> Points {
        self.checks.iter().map(|line| line.points).sum()
    }
}
