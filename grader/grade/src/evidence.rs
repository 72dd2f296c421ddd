//! A case that shows a fault: what was asked, what is right, and what was answered.

use probe::wire::{Method, Question, Whose};
use serde::{Deserialize, Serialize};

use super::{Stop, Tile, Tiles, cause};

/// A case that shows a fault.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The board.
    pub tiles: Tiles,
    /// The puzzle's name, if it has one.
    pub puzzle: Option<String>,
    /// A second board, where a fault takes two.
    pub other: Option<Tiles>,
    /// The call, such as `hamming()`.
    pub call: String,
    /// The right answer.
    pub expected: Value,
    /// The submission's answer.
    pub actual: Value,
    /// The question, for programs that ask it again.
    pub asked: Asked,
    /// The end of the run, where the code did not answer.
    pub stop: Option<Stop>,
    /// The boards of the solution that the submission gave, or of the walk that led to a board, from
    /// the first on, each with its tiles row by row; empty for what is no board of the puzzle's size.
    /// Without a solution or a walk that the fault is in, there are no boards. No more than
    /// [`PATH_TILES`] tiles are kept.
    pub path: Vec<Vec<Tile>>,
}

/// The most tiles of a solution that are kept as evidence. The longest ways of boards up to 4-by-4
/// fit in.
pub const PATH_TILES: usize = 2048;

/// The question that a case asks, as far as it can be asked through the traits of the assignment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Asked {
    /// Something that they do not show, such as what a search costs.
    #[default]
    Beyond,
    /// A method of the board, or of its neighbor or twin that is the other board.
    Board {
        /// The board that is asked.
        #[serde(with = "cause::WhoseName")]
        whose: Whose,
        /// The method that is called.
        #[serde(with = "cause::MethodName")]
        method: Method,
    },
    /// A method of the board that the path ends with, reached by `neighbors` alone.
    Walked {
        /// The method that is called.
        #[serde(with = "cause::MethodName")]
        method: Method,
    },
    /// `==` or, if that is how the two boards were compared, `!=`.
    Equal {
        /// Whether it was `!=`.
        negated: bool,
    },
    /// Whether the board equals its clone.
    Clone,
    /// Whether two calls of `twin()` give equal boards.
    TwinTwice,
    /// This method of the board, once it was asked the other: it has to answer as it does alone.
    BoardAfter {
        /// The method that is called first.
        #[serde(with = "cause::MethodName")]
        before: Method,
        /// The method that then answers otherwise.
        #[serde(with = "cause::MethodName")]
        method: Method,
    },
    /// A question to the solver of the board.
    Solver {
        /// The question.
        #[serde(with = "cause::QuestionName")]
        question: Question,
    },
    /// This question to the solver of the board, again, once it was asked the other.
    SolverAgain {
        /// The question that is asked in between.
        #[serde(with = "cause::QuestionName")]
        before: Question,
        /// The question that is then answered otherwise.
        #[serde(with = "cause::QuestionName")]
        question: Question,
    },
    /// A question to the solver of the board, where the other board has a solver, too.
    SolverBeside {
        /// Whether the solver of the other board was made first.
        is_second: bool,
        /// The question.
        #[serde(with = "cause::QuestionName")]
        question: Question,
    },
    /// A solution.
    Path {
        /// The moves of a shortest one.
        moves: u64,
    },
}

impl Asked {
    /// Whether it is about two boards that did not come of one another: the call has them as `a` and
    /// `b`.
    pub fn is_of_a_pair(self) -> bool {
        matches!(self, Self::Equal { .. } | Self::Clone | Self::SolverBeside { .. })
    }

    /// Whether a neighbor or a twin of the board was asked, and not the board.
    pub fn is_of_a_derived_board(self) -> bool {
        matches!(
            self,
            Self::Board { whose: Whose::Neighbor | Whose::Twin, .. } | Self::Walked { .. }
        )
    }
}

/// An answer, right or wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Value {
    /// There is none: the code did not get that far.
    #[default]
    Nothing,
    /// Rust's `None`.
    NoneValue,
    /// A number.
    Number(u64),
    /// A truth value.
    Truth(bool),
    /// Words: a text that the submission has made, or a description in the grader's words.
    Text(String),
    /// A board.
    Board(Tiles),
    /// Several boards.
    Boards(Vec<Tiles>),
}

impl Value {
    /// The answer in the form that it has in `grade.json`: a list without a tile in it is written
    /// alike, whether it is a board or boards.
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
