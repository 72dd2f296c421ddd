//! The terms of an assignment: all that its students may know of it.

use grade::CapRule;
use grade::check::Check;
use grade::points::Points;
use late::{Attempts, Policy};

use super::Files;
use super::puzzles::Puzzle;

/// All that the students of an assignment may know of it. Nothing hidden is in it, but for how many points
/// are, and that there are hidden puzzles: reports tell as much.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The title of the assignment.
    pub title: String,
    /// The course that it belongs to.
    pub course: Option<String>,
    /// The checks that students see, in the order of [`Check::ALL`].
    pub checks: Vec<Line>,
    /// The points of the checks that they do not see. Their reports tell as much.
    pub hidden: Points,
    /// Limits of the total.
    pub caps: Vec<CapRule>,
    /// What a submission may take.
    pub limits: Limits,
    /// The puzzles to solve that students see.
    pub puzzles: Vec<Puzzle>,
    /// Whether there are puzzles that they do not see.
    pub has_hidden_puzzles: bool,
    /// How many more boards each submission is given, if students may know.
    pub random: Option<usize>,
    /// What becomes of the tests that a submission brings; none if they are not looked at.
    pub tests: Option<Tests>,
    /// When it is due, and what is taken off later.
    pub late: Option<Policy>,
    /// How often a submission counts.
    pub attempts: Option<Attempts>,
    /// The assignment that students grade themselves by; none if it is the one in the program.
    pub kit: Option<Files>,
}

/// A check as students read of it.
#[derive(Clone, Debug)]
pub struct Line {
    /// The check.
    pub check: Check,
    /// Its points.
    pub points: Points,
    /// What there is of them where it holds in part.
    pub partly: Partly,
    /// The checks without which there are no points.
    pub requires: Vec<Check>,
}

/// The points of a check that holds in part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Partly {
    /// None.
    No,
    /// The share of its cases that pass, and no more than so many thousandths of its points.
    Share(u32),
    /// So many thousandths, if it fails on large boards alone.
    Large(u32),
    /// A share for each of these multiples of the model's cost.
    Thresholds(Vec<u32>),
}

/// What a submission may take. All but `memory_mib` are multiples of what the model answer takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The instructions for a puzzle that are allowed.
    pub time: u32,
    /// The instructions for a puzzle at which a run is stopped.
    pub stop: u32,
    /// The most memory of a run, in MiB.
    pub memory_mib: u32,
    /// The bytes of a board.
    pub board_memory: u32,
    /// The bytes of a search.
    pub solver_memory: u32,
}

/// What becomes of the tests that a submission brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tests {
    /// The faults that they are tried on.
    pub faults: usize,
    /// The faults that they have to catch for points.
    pub catch: u32,
}

impl Terms {
    /// The check, if it is graded and seen.
    pub(crate) fn line(&self, check: Check) -> Option<&Line> {
        self.checks.iter().find(|line| line.check == check)
    }

    /// The points that students see.
    pub fn points(&self) -> Points {
        self.checks.iter().map(|line| line.points).sum()
    }
}
