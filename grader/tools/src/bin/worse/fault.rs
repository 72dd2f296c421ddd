//! The ways in which a submission is made worse.

use std::fmt;

/// What a submission does where it is worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Misbehavior {
    /// It answers wrongly.
    Wrong,
    /// A solver says that there is no solution.
    Deny,
    /// It panics.
    Panic,
    /// It goes on for ever.
    Loop,
    /// It allocates without end.
    Allocate,
}

impl Misbehavior {
    pub(crate) const ALL: [Self; 5] =
        [Self::Wrong, Self::Deny, Self::Panic, Self::Loop, Self::Allocate];

    /// Whether it ends a call that should have come back.
    pub(crate) fn ends(self) -> bool {
        matches!(self, Self::Panic | Self::Loop | Self::Allocate)
    }
}

/// Where a solver is worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Where {
    /// In every search, from this expansion on.
    Expansion(u32),
    /// On boards of this many rows and more.
    Rows(u32),
    /// On puzzles whose solution takes more moves.
    Longer(u32),
    /// On boards without a solution.
    Unsolvable,
    /// In this method.
    Method(&'static str),
}

/// A fault of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SolverFault {
    pub(crate) at: Where,
    pub(crate) kind: Misbehavior,
}

/// A fault of a board: in this method, on boards of this many rows and more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoardFault {
    pub(crate) method: &'static str,
    pub(crate) rows: u32,
    pub(crate) kind: Misbehavior,
}

/// The methods of a solver.
pub(crate) const SOLVER_METHODS: [&str; 3] = ["is_solvable", "moves", "solution"];

/// The methods of a board that can be made worse.
pub(crate) const BOARD_METHODS: [&str; 8] =
    ["dimension", "hamming", "manhattan", "is_goal", "neighbors", "twin", "eq", "fmt"];

/// Faults of a submission: of its solver, of its board, or of both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Faults {
    pub(crate) solver: Option<SolverFault>,
    pub(crate) board: Option<BoardFault>,
}

impl fmt::Display for Misbehavior {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Wrong => "answers wrongly",
            Self::Deny => "denies a solution",
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
        if faults.is_empty() { f.write_str("as it is") } else { f.write_str(&faults.join(", ")) }
    }
}
