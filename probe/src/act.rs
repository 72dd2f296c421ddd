//! Steps of a [session](crate::session).

use crate::wire::{Question, Word};

/// A step of a session. Boards and solvers live in slots, which are numbered separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Calls `Board::new` with a board in the case.
    Make {
        /// The index into the boards in the case.
        board: usize,
        /// The slot for the new board.
        place: usize,
    },
    /// Clones a board.
    Clone {
        /// The original's slot.
        of: usize,
        /// The slot for the clone.
        place: usize,
    },
    /// Calls `neighbors` and keeps the neighbor that equals a given board.
    Neighbor {
        /// The board's slot.
        of: usize,
        /// The slot of the expected neighbor.
        like: usize,
        /// The slot for the neighbor.
        place: usize,
    },
    /// Calls `twin`.
    Twin {
        /// The board's slot.
        of: usize,
        /// The slot for the twin.
        place: usize,
    },
    /// Clones a board from the most recent solution.
    Keep {
        /// The index into the solution.
        index: usize,
        /// The slot for the clone.
        place: usize,
    },
    /// Drops a board.
    Discard {
        /// The board's slot.
        place: usize,
    },
    /// Calls `Solver::new`.
    Solve {
        /// The board's slot.
        board: usize,
        /// The slot for the new solver.
        solver: usize,
    },
    /// Asks a solver a question and reports the answer.
    Ask {
        /// The solver's slot.
        solver: usize,
        /// The question. It must not be [`Question::Other`] or [`Question::Drop`], for which there are other acts.
        question: Question,
    },
    /// Interleaves two solutions: takes half of one, then all of the other, then the remainder of the first. Reports
    /// both.
    Around {
        /// The slot of the solver to interrupt.
        solver: usize,
        /// The slot of the solver to query in between.
        other: usize,
    },
    /// Drops a solver.
    Forget {
        /// The solver's slot.
        solver: usize,
    },
}

impl Act {
    /// Encodes the step.
    pub fn to_words(self) -> [Word; 4] {
        let (kind, a, b, c) = match self {
            Self::Make { board, place } => (0, board, place, 0),
            Self::Clone { of, place } => (1, of, place, 0),
            Self::Neighbor { of, like, place } => (2, of, like, place),
            Self::Twin { of, place } => (3, of, place, 0),
            Self::Keep { index, place } => (4, index, place, 0),
            Self::Discard { place } => (5, place, 0, 0),
            Self::Solve { board, solver } => (6, board, solver, 0),
            Self::Ask { solver, question } => (7, solver, question as usize, 0),
            Self::Around { solver, other } => (8, solver, other, 0),
            Self::Forget { solver } => (9, solver, 0, 0),
        };
        [kind, a as Word, b as Word, c as Word]
    }

    /// Decodes a step, or returns `None` if the words are invalid.
    pub fn from_words([kind, a, b, c]: [Word; 4]) -> Option<Self> {
        let [first, second, third] = [a, b, c].map(|word| word as usize);
        Some(match kind {
            0 => Self::Make { board: first, place: second },
            1 => Self::Clone { of: first, place: second },
            2 => Self::Neighbor { of: first, like: second, place: third },
            3 => Self::Twin { of: first, place: second },
            4 => Self::Keep { index: first, place: second },
            5 => Self::Discard { place: first },
            6 => Self::Solve { board: first, solver: second },
            7 => Self::Ask { solver: first, question: Question::from_word(b)? },
            8 => Self::Around { solver: first, other: second },
            9 => Self::Forget { solver: first },
            _ => return None,
        })
    }
}
