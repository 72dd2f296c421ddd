//! The steps of a [session](crate::session).

use crate::wire::{Question, Word};

/// One step with several boards and several solvers, which stand at numbered places of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Puts `Board::new` of the case's board with this number at a place.
    Make {
        /// The number of the board in the case.
        board: usize,
        /// The place.
        place: usize,
    },
    /// Puts a clone of the board at one place at another.
    Clone {
        /// The place of the original.
        of: usize,
        /// The place of the clone.
        place: usize,
    },
    /// Puts that neighbor of a board at a place that equals another board.
    Neighbor {
        /// The place of the board.
        of: usize,
        /// The place of the other board.
        like: usize,
        /// The place of the neighbor.
        place: usize,
    },
    /// Puts a board's twin at a place.
    Twin {
        /// The place of the board.
        of: usize,
        /// The place of the twin.
        place: usize,
    },
    /// Puts a clone of a board of the last solution that was given at a place.
    Keep {
        /// The number of the board in the solution.
        index: usize,
        /// The place.
        place: usize,
    },
    /// Drops a board.
    Discard {
        /// Its place.
        place: usize,
    },
    /// Makes a solver for a board.
    Solve {
        /// The place of the board.
        board: usize,
        /// The place of the solver.
        solver: usize,
    },
    /// Asks a solver something and reports the answer.
    Ask {
        /// The place of the solver.
        solver: usize,
        /// The question: none that takes another board.
        question: Question,
    },
    /// Takes half of a solver's solution, then all of another's, then the rest; reports both.
    Around {
        /// The place of the solver whose solution is taken in two parts.
        solver: usize,
        /// The place of the other one.
        other: usize,
    },
    /// Drops a solver.
    Forget {
        /// Its place.
        solver: usize,
    },
}

impl Act {
    /// The step as words.
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

    /// The step that these words say.
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
