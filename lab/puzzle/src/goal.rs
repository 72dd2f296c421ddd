//! The user's choice of goal.

use base::UserError;
use oracle::puzzle::{Arrangement, Goal, Grid};

/// A goal for puzzles of any dimension, or a specific board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GoalChoice {
    /// A common arrangement of the tiles, for any dimension.
    Arranged(Arrangement),
    /// A specific board.
    Board(Grid),
}

/// The error for a goal and a puzzle with different dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the goal is {goal}-by-{goal}, but the puzzle is {puzzle}-by-{puzzle}")]
pub struct OtherSize {
    /// The number of rows of the goal.
    pub goal: usize,
    /// The number of rows of the puzzle.
    pub puzzle: usize,
}

impl UserError for OtherSize {}

impl GoalChoice {
    /// The command-line names of the common arrangements.
    pub const NAMES: [(&'static str, Arrangement); 3] = [
        ("blank-last", Arrangement::BlankLast),
        ("blank-first", Arrangement::BlankFirst),
        ("spiral", Arrangement::Spiral),
    ];

    /// Returns the common arrangement with this name.
    pub fn named(name: &str) -> Option<Self> {
        let found = Self::NAMES.into_iter().find(|(known, _)| *known == name);
        found.map(|(_, arrangement)| Self::Arranged(arrangement))
    }

    /// Returns the goal for a puzzle of dimension `n`.
    ///
    /// # Errors
    ///
    /// Returns an error if the goal is a board with a different number of rows.
    pub fn for_dimension(&self, n: usize) -> Result<Goal, OtherSize> {
        match self {
            Self::Arranged(arrangement) => Ok(Goal::arranged(n, *arrangement)),
            Self::Board(grid) if grid.dimension() == n => Ok(Goal::from(grid.clone())),
            Self::Board(grid) => Err(OtherSize { goal: grid.dimension(), puzzle: n }),
        }
    }
}
