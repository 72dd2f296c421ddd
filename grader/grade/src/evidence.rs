//! The evidence for a failure: a call with its expected and its actual result.

use probe::wire::{Method, Question, Whose};
use serde::{Deserialize, Serialize};

use super::{Stop, Tile, Tiles, cause};

/// A case that demonstrates a failure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The board.
    pub tiles: Tiles,
    /// The name of the puzzle, if it has one.
    pub puzzle: Option<String>,
    /// A second board, if the failure involves two.
    pub other: Option<Tiles>,
    /// The call, such as `hamming()`.
    pub call: String,
    /// The expected result.
    pub expected: Value,
    /// The actual result.
    pub actual: Value,
    /// The call as data, which a program can use to repeat the call.
    pub asked: Asked,
    /// How the run ended, if the call did not return.
    pub stop: Option<Stop>,
    /// The boards in the submission's solution, or on the path to the board, in order. Each board is a list of tiles,
    /// row by row. A value that is not a board of the expected size becomes an empty list. There are no boards unless
    /// the failure concerns a solution or a path. At most [`PATH_TILES`] tiles are stored.
    pub path: Vec<Vec<Tile>>,
}

/// The maximum number of tiles stored for a solution, which is enough for the longest solutions of boards up to 4-by-4.
pub const PATH_TILES: usize = 2048;

/// The call in a failing case, if the assignment's traits provide one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Asked {
    /// There is no such call. The failure concerns something that the traits do not expose, such as the cost of a
    /// search.
    #[default]
    Beyond,
    /// A method call. If it was made on a neighbor or twin, the evidence contains that board as its second board.
    Board {
        /// The board on which the method was called.
        #[serde(with = "cause::WhoseName")]
        whose: Whose,
        /// The method.
        #[serde(with = "cause::MethodName")]
        method: Method,
    },
    /// A method call on the last board of the path, which was reached through calls to `neighbors`.
    Walked {
        /// The method.
        #[serde(with = "cause::MethodName")]
        method: Method,
    },
    /// A comparison of two boards with `==` or `!=`.
    Equal {
        /// Whether the operator was `!=`.
        negated: bool,
    },
    /// A comparison of the board with its clone.
    Clone,
    /// A comparison of the results of two calls to `twin()`.
    TwinTwice,
    /// A method call after a call to a different method. The earlier call must not affect the result.
    BoardAfter {
        /// The method called first.
        #[serde(with = "cause::MethodName")]
        before: Method,
        /// The method whose result differs.
        #[serde(with = "cause::MethodName")]
        method: Method,
    },
    /// A question asked of the solver.
    Solver {
        /// The question.
        #[serde(with = "cause::QuestionName")]
        question: Question,
    },
    /// A question that is asked again after a different question. The other question must not affect the answer.
    SolverAgain {
        /// The other question.
        #[serde(with = "cause::QuestionName")]
        before: Question,
        /// The question whose answer differs.
        #[serde(with = "cause::QuestionName")]
        question: Question,
    },
    /// A question that is asked while a solver for the second board exists.
    SolverBeside {
        /// Whether the solver for the second board was created first.
        is_second: bool,
        /// The question.
        #[serde(with = "cause::QuestionName")]
        question: Question,
    },
    /// A solution.
    Path {
        /// The minimum number of moves.
        moves: u64,
    },
}

impl Asked {
    /// Returns `true` if the call involves two independent boards. The call names them `a` and `b`.
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
    /// A text. The submission returned it, or the grader wrote it as a description.
    Text(String),
    /// A board.
    Board(Tiles),
    /// Several boards.
    Boards(Vec<Tiles>),
}

impl Value {
    /// Returns the value as it would be read back from `grade.json`. In this format, a board without tiles looks the
    /// same as a list of boards without tiles.
    #[must_use]
    pub fn canonical(self) -> Self {
        match self {
            Self::Board(tiles) if tiles.is_empty() => Self::Boards(Vec::new()),
            Self::Boards(boards) if !boards.is_empty() && boards.iter().all(|it| it.is_empty()) => {
                Self::Board(boards.iter().map(|_| Vec::new()).collect())
            }
            value => value,
        }
    }
}
