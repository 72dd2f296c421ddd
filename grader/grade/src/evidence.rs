//! The evidence for a failure: a call with the expected and the actual result.

use probe::wire::{Method, Question, Whose};
use serde::{Deserialize, Serialize};

use super::{Stop, Target, Tile, Tiles};

/// A case that demonstrates a failure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The board.
    pub tiles: Tiles,
    /// The name of the puzzle, if it has one.
    pub puzzle: Option<String>,
    /// The second board, if the failure involves two.
    pub other: Option<Tiles>,
    /// The call, such as `hamming()`.
    pub call: String,
    /// The expected result.
    pub expected: Value,
    /// The actual result.
    pub actual: Value,
    /// The call as data, for a program to repeat it.
    pub asked: Asked,
    /// How the run ended, if the call did not return.
    pub stop: Option<Stop>,
    /// The boards of the submission's solution, or on the path to the board, as lists of tiles, row by row. A value
    /// that is not a board of the expected size becomes an empty list. This is empty unless the failure concerns a
    /// solution or a path. At most [`PATH_TILES`] tiles are stored.
    pub path: Vec<Vec<Tile>>,
    /// The beginning of the text that the submission prints in this case, if it is known.
    pub printed: Option<String>,
}

/// The maximum number of tiles stored for a solution. This is enough for the longest solutions of boards up to 4-by-4.
pub const PATH_TILES: usize = 2048;

/// The call in a failing case, if the assignment's traits provide it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Asked {
    /// No such call: the failure concerns something that the traits do not expose, such as the cost of a search.
    #[default]
    Beyond,
    /// A method call. If it was made on a neighbor or twin, that is the second board of the evidence.
    Board {
        /// The board on which the method was called.
        whose: Whose,
        /// The method.
        method: Method,
    },
    /// A method call on the last board of the path, which was reached by calling `neighbors`.
    Walked {
        /// The method.
        method: Method,
    },
    /// A comparison of two boards with `==` or `!=`.
    Equal {
        /// Whether the operator was `!=`.
        negated: bool,
    },
    /// A comparison of the board and a clone.
    Clone,
    /// A comparison of the results of two calls to `twin()`.
    TwinTwice,
    /// A method call after a call that must not affect the result.
    BoardAfter {
        /// The method called first.
        before: Method,
        /// The method whose result differs.
        method: Method,
    },
    /// A question for the solver.
    Solver {
        /// The question.
        question: Question,
    },
    /// A question asked after another question that must not affect the answer.
    SolverAgain {
        /// The other question.
        before: Question,
        /// The question whose answer differs.
        question: Question,
    },
    /// A question asked while a solver for the second board exists.
    SolverBeside {
        /// Whether the solver for the second board was created first.
        is_second: bool,
        /// The question.
        question: Question,
    },
    /// A solution.
    Path {
        /// The minimum number of moves.
        moves: u64,
    },
}

impl Asked {
    /// Returns the method to blame if the answer is wrong.
    pub fn part_to_blame(self) -> Option<Target> {
        Some(match self {
            Self::Beyond => return None,
            Self::Board { method, .. } | Self::BoardAfter { method, .. } => Target::Board(method),
            Self::Walked { method: Method::Eq } | Self::Equal { .. } | Self::Clone => {
                Target::Board(Method::Eq)
            }
            // If a board along the path is wrong, the fault is in `neighbors`.
            Self::Walked { .. } => Target::Board(Method::Neighbors),
            Self::TwinTwice => Target::Board(Method::Twin),
            Self::Path { .. } => Target::Solver(Question::Solution),
            Self::Solver { question }
            | Self::SolverAgain { question, .. }
            | Self::SolverBeside { question, .. } => Target::method_answering(question),
        })
    }

    /// Returns `true` if the call involves two independent boards, named `a` and `b`.
    pub fn is_of_a_pair(self) -> bool {
        matches!(self, Self::Equal { .. } | Self::Clone | Self::SolverBeside { .. })
    }

    /// Returns `true` if the method was called on a neighbor or twin of the board.
    pub fn is_of_a_derived_board(self) -> bool {
        matches!(
            self,
            Self::Board { whose: Whose::Neighbor | Whose::Twin, .. } | Self::Walked { .. }
        )
    }
}

/// An expected or actual result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Value {
    /// No result, because the code did not get that far.
    #[default]
    Nothing,
    /// Rust's `None`.
    NoneValue,
    /// A number.
    Number(u64),
    /// A boolean.
    Truth(bool),
    /// A text, from the submission or as a description by the grader.
    Text(String),
    /// A board.
    Board(Tiles),
    /// Several boards.
    Boards(Vec<Tiles>),
}

impl Value {
    /// Returns the value as it would be when read back from `grade.json`, where a board without tiles and a list of
    /// such boards look the same.
    #[must_use]
    pub fn normalized_for_json(self) -> Self {
        match self {
            Self::Board(tiles) if tiles.is_empty() => Self::Boards(Vec::new()),
            Self::Boards(boards)
                if !boards.is_empty() && boards.iter().all(|board| board.is_empty()) =>
            {
                Self::Board(boards.iter().map(|_| Vec::new()).collect())
            }
            value => value,
        }
    }
}
