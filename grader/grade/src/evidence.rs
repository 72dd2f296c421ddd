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
    /// The call as data, which programs can use to repeat it.
    pub asked: Asked,
    /// How the run ended, if the call did not return.
    pub stop: Option<Stop>,
    /// The boards in the submission's solution, or on the path to the board, in order. Each board is a list of tiles,
    /// row by row; a value that is not a board of the right size is an empty list. There are no boards unless the
    /// failure concerns a solution or a path. At most [`PATH_TILES`] tiles are stored.
    pub path: Vec<Vec<Tile>>,
}

/// The maximum number of tiles stored for a solution. It is enough for the longest solutions of boards up to 4-by-4.
pub const PATH_TILES: usize = 2048;

/// The call in a failing case, if it can be made through the assignment's traits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Asked {
    /// Not such a call. The failure concerns something that the traits do not show, such as the cost of a search.
    #[default]
    Beyond,
    /// A call of a method. If it was made on a neighbor or twin, the second board in the evidence is that board.
    Board {
        /// The board on which the method was called.
        #[serde(with = "cause::WhoseName")]
        whose: Whose,
        /// The method.
        #[serde(with = "cause::MethodName")]
        method: Method,
    },
    /// A call of a method on the last board of the path, which was reached by calling `neighbors`.
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
    /// A comparison of the results of two calls of `twin()`.
    TwinTwice,
    /// A call of a method after a call to a different method, which must not affect its result.
    BoardAfter {
        /// The method called first.
        #[serde(with = "cause::MethodName")]
        before: Method,
        /// The method with a different result.
        #[serde(with = "cause::MethodName")]
        method: Method,
    },
    /// A question to the solver.
    Solver {
        /// The question.
        #[serde(with = "cause::QuestionName")]
        question: Question,
    },
    /// A question asked again after a different question, which must not affect the answer.
    SolverAgain {
        /// The question asked in between.
        #[serde(with = "cause::QuestionName")]
        before: Question,
        /// The question with a different answer.
        #[serde(with = "cause::QuestionName")]
        question: Question,
    },
    /// A question to the solver while a solver for the second board exists.
    SolverBeside {
        /// Whether the second board's solver was created first.
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
    /// Returns `true` if the call involves two independent boards, which it names `a` and `b`.
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

/// A correct or incorrect result.
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
    /// A text, either returned by the submission or written by the grader as a description.
    Text(String),
    /// A board.
    Board(Tiles),
    /// Several boards.
    Boards(Vec<Tiles>),
}

impl Value {
    /// Returns the value as it would be parsed from `grade.json`. There, a list without tiles looks the same for a
    /// board and for several boards.
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
