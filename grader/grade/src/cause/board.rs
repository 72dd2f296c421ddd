//! The faults of a board.

use probe::wire::{Method, Whose};
use serde::{Deserialize, Serialize};

use super::{MethodName, WhoseName};
use crate::Stop;

/// A fault of a board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum BoardCause {
    /// A method does not come back.
    Stopped {
        /// The method.
        #[serde(with = "MethodName")]
        method: Method,
        /// The end of the run.
        stop: Stop,
    },
    /// A distance is wrong by just what counting the blank would add.
    CountsBlank {
        /// The distance.
        #[serde(with = "MethodName")]
        method: Method,
    },
    /// A method gives another number than the right one.
    WrongNumber {
        /// The method.
        #[serde(with = "MethodName")]
        method: Method,
    },
    /// `is_goal` is false for the goal.
    GoalDenied,
    /// `is_goal` is true for another board.
    GoalClaimed,
    /// The text is wrong.
    Text {
        /// The fault of the text.
        text: TextCause,
    },
    /// `Debug` for a board does not come back.
    DebugStopped {
        /// The end of the run.
        stop: Stop,
    },
    /// Neighbors are missing, and none is wrong.
    NeighborsMissing {
        /// The number of neighbors that it gives.
        given: usize,
        /// The number that it should give.
        right: usize,
        /// The number of right ones that are missing.
        missing: usize,
    },
    /// The board is among its neighbors.
    NeighborIsSelf,
    /// A neighbor is there twice.
    NeighborTwice,
    /// A neighbor is not one move away.
    NeighborFar,
    /// The twin is the board itself.
    TwinIsSelf,
    /// The twin has the blank elsewhere.
    TwinMovesBlank,
    /// The twin is not the board with two tiles exchanged.
    TwinWrong,
    /// Each call gives another twin.
    TwinChanges,
    /// A board that came of another is not equal to the same board from `Board::new`.
    DerivedUnequal {
        /// The way in which it came of the other.
        #[serde(with = "WhoseName")]
        whose: Whose,
    },
    /// A board that came of another answers wrongly, where the same board from `Board::new` does
    /// not.
    DerivedWrong {
        /// The way in which it came of the other.
        #[serde(with = "WhoseName")]
        whose: Whose,
        /// The method that is wrong.
        #[serde(with = "MethodName")]
        method: Method,
    },
    /// A board that came of another shows the text of yet another.
    DerivedText {
        /// The way in which it came of the other.
        #[serde(with = "WhoseName")]
        whose: Whose,
    },
    /// `!=` is not the opposite of `==`.
    NotOpposite,
    /// Boards with the same tiles are unequal.
    SameUnequal,
    /// Boards of different sizes are equal.
    SizesEqual,
    /// Boards with different tiles are equal.
    TilesEqual,
    /// A board is unequal to its clone.
    CloneUnequal,
    /// A method answers otherwise than before.
    Changes {
        /// The method.
        #[serde(with = "MethodName")]
        method: Method,
        /// The step between the two answers.
        after: After,
    },
    /// A method does not come back that did before.
    StopsAfter {
        /// The method.
        #[serde(with = "MethodName")]
        method: Method,
        /// The end of the run.
        stop: Stop,
        /// The step before it stopped.
        after: After,
    },
    /// The cost of a method grows faster than the number of tiles.
    Steep {
        /// The method.
        #[serde(with = "MethodName")]
        method: Method,
        /// The smaller dimension.
        from: usize,
        /// The larger dimension.
        to: usize,
        /// The factor by which the cost grows.
        cost: u64,
        /// The factor by which the number of tiles grows.
        tiles: u64,
    },
    /// A method takes so long on a board of this dimension that it was stopped.
    Unending {
        /// The method.
        #[serde(with = "MethodName")]
        method: Method,
        /// The dimension.
        n: usize,
    },
    /// A board takes too many bytes.
    Bytes {
        /// Its dimension.
        n: usize,
        /// When it takes them.
        when: Bulk,
        /// The bytes that it takes.
        bytes: u64,
        /// The multiple of the model's bytes, rounded down.
        times: u64,
        /// The largest multiple that is allowed.
        limit: u32,
    },
    /// The type has state that can change behind `&self`, which this rubric forbids.
    HiddenState {
        /// The name of the type.
        owner: String,
    },
}

/// A fault of a board's text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TextCause {
    /// Its lines end in the wrong places.
    LineBreaks,
    /// It does not begin with the dimension.
    NoDimension,
    /// It has no end, as far as anyone would read.
    TooLong,
    /// There is something in it that is no number.
    NotNumbers,
    /// There is nothing in it.
    Empty,
    /// Numbers are missing, or run together.
    TooFew,
    /// A line has too few numbers, or too many.
    Line {
        /// The line, counted from 1; the dimension stands in the first.
        line: usize,
        /// The numbers in it.
        numbers: usize,
        /// The numbers that should be in it.
        right: usize,
        /// A number in it that is larger than any tile: two that run together.
        joined: Option<u32>,
    },
    /// It has the right form and shows other tiles.
    OtherNumbers,
}

/// The step that came before another answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "done", rename_all = "snake_case")]
pub enum After {
    /// The same question was asked.
    Same,
    /// A new board with the same tiles was made, and is asked.
    NewBoard,
    /// Another board was made.
    OtherMade,
    /// A clone of the board was made, and is asked.
    OfClone,
    /// The board was cloned.
    Cloned,
    /// A neighbor was taken.
    NeighborTaken,
    /// The twin was taken.
    TwinTaken,
    /// A method was called.
    Called {
        /// The method.
        #[serde(with = "MethodName")]
        method: Method,
        /// The board that it was called on.
        of: WhoseCall,
    },
}

/// A board, as the one that is asked sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhoseCall {
    /// The very board.
    Itself,
    /// A clone of it, or the board that it is a clone of.
    Clone,
    /// A neighbor.
    Neighbor,
    /// A twin.
    Twin,
    /// Any other board.
    Other,
}

/// When a board has its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bulk {
    /// As soon as it is made.
    New,
    /// Once its methods were called.
    Used,
    /// Some moves away.
    Walked,
}
