//! The goal that a user chooses.

use oracle::puzzle::{Arrangement, Goal, Grid};

/// A goal for puzzles of any dimension, or for those of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GoalChoice {
    /// A usual order, whatever the dimension.
    Arranged(Arrangement),
    /// This board.
    Board(Grid),
}

/// A goal board does not have as many rows as the puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the goal is {goal}-by-{goal}, and the puzzle is {puzzle}-by-{puzzle}")]
pub struct OtherSize {
    /// The rows of the goal.
    pub goal: usize,
    /// The rows of the puzzle.
    pub puzzle: usize,
}

impl GoalChoice {
    /// The names of the usual orders on the command line.
    pub const NAMES: [(&'static str, Arrangement); 3] = [
        ("blank-last", Arrangement::BlankLast),
        ("blank-first", Arrangement::BlankFirst),
        ("spiral", Arrangement::Spiral),
    ];

    /// The usual order with this name.
    pub fn named(name: &str) -> Option<Self> {
        let found = Self::NAMES.into_iter().find(|(it, _)| *it == name);
        found.map(|(_, arrangement)| Self::Arranged(arrangement))
    }

    /// The goal for a puzzle of dimension `n`, which is from 2 to 127.
    ///
    /// # Errors
    ///
    /// If the goal is a board with another number of rows.
    pub fn of(&self, n: usize) -> Result<Goal, OtherSize> {
        match self {
            Self::Arranged(arrangement) => Ok(Goal::arranged(n, *arrangement)),
            Self::Board(grid) if grid.dimension() == n => Ok(Goal::from(grid.clone())),
            Self::Board(grid) => Err(OtherSize { goal: grid.dimension(), puzzle: n }),
        }
    }
}
