//! Faults to add to a submission.

use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Misbehavior {
    /// The call returns a wrong result.
    Wrong,
    /// The solver reports that there is no solution.
    Deny,
    /// The call panics.
    Panic,
    /// The call loops forever.
    Loop,
    /// The call allocates memory forever.
    Allocate,
}

impl Misbehavior {
    pub(crate) const ALL: [Self; 5] =
        [Self::Wrong, Self::Deny, Self::Panic, Self::Loop, Self::Allocate];

    /// Returns `true` if calls with this fault never return.
    pub(crate) fn ends(self) -> bool {
        matches!(self, Self::Panic | Self::Loop | Self::Allocate)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Where {
    /// After this many expansions.
    Expansion(u32),
    /// On boards with at least this many rows.
    Rows(u32),
    /// On puzzles whose solutions have more moves than this.
    Longer(u32),
    /// On unsolvable boards.
    Unsolvable,
    /// In this method.
    Method(&'static str),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SolverFault {
    pub(crate) at: Where,
    pub(crate) kind: Misbehavior,
}

/// A fault in one method of a board, or in `new`, on boards with at least this many rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoardFault {
    pub(crate) method: &'static str,
    pub(crate) rows: u32,
    pub(crate) kind: Misbehavior,
}

pub(crate) const SOLVER_METHODS: [&str; 3] = ["is_solvable", "moves", "solution"];

pub(crate) const BOARD_METHODS: [&str; 8] =
    ["dimension", "hamming", "manhattan", "is_goal", "neighbors", "twin", "eq", "fmt"];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Faults {
    pub(crate) solver: Option<SolverFault>,
    pub(crate) board: Option<BoardFault>,
    /// A comment with this number. It is not a fault, but changes what the grader selects at random.
    pub(crate) comment: Option<u32>,
}

impl fmt::Display for Misbehavior {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Wrong => "answers wrongly",
            Self::Deny => "reports no solution",
            Self::Panic => "panics",
            Self::Loop => "loops",
            Self::Allocate => "allocates",
        })
    }
}

impl fmt::Display for Where {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expansion(k) => write!(f, "from expansion {k} on"),
            Self::Rows(n) => write!(f, "from {n} rows on"),
            Self::Longer(moves) => write!(f, "beyond {moves} moves"),
            Self::Unsolvable => f.write_str("without a solution"),
            Self::Method(method) => write!(f, "in {method}()"),
        }
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut faults = Vec::new();
        if let Some(SolverFault { at, kind }) = self.solver {
            faults.push(format!("the solver {kind} {at}"));
        }
        if let Some(BoardFault { method, rows, kind }) = self.board {
            faults.push(format!("the board's {method}() {kind} from {rows} rows on"));
        }
        if let Some(number) = self.comment {
            faults.push(format!("comment {number}"));
        }
        if faults.is_empty() { f.write_str("unchanged") } else { f.write_str(&faults.join(", ")) }
    }
}
