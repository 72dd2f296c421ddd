//! The faults of a board.

use probe::wire::{Method, Whose};
use serde::{Deserialize, Serialize};

use super::{MethodName, WhoseName};
use crate::Stop;
use crate::words::{method_call as call, stopped, whose as name};

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
    /// A board that several calls of `neighbors` lead to answers wrongly, where the same board from
    /// `Board::new` does not.
    WalkedWrong {
        /// The number of calls.
        moves: usize,
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
    /// A method is so slow that the instructions of all cases together ran out.
    UsesUp {
        /// The method that costs most.
        #[serde(with = "MethodName")]
        method: Method,
        /// The instructions of all cases together.
        budget: u64,
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

impl BoardCause {
    /// The fault, in one sentence without a period.
    pub(crate) fn sentence(&self) -> String {
        match self {
            Self::Stopped { method, stop } => stopped(call(*method), stop),
            Self::CountsBlank { method } => format!("{} counts the blank", call(*method)),
            Self::WrongNumber { method } => format!("{} returns a wrong number", call(*method)),
            Self::GoalDenied => "is_goal() returns false for the goal".to_owned(),
            Self::GoalClaimed => {
                "is_goal() returns true for a board that is not the goal".to_owned()
            }
            Self::Text { text } => wrong_text(text),
            Self::DebugStopped { stop } => stopped("formatting a board with `{:?}`", stop),
            Self::NeighborsMissing { given, right, missing } => format!(
                "neighbors() returns {given} of the {right} boards that are one move away; \
                 {missing} missing"
            ),
            Self::NeighborIsSelf => "neighbors() returns the board itself".to_owned(),
            Self::NeighborTwice => "neighbors() returns the same board twice".to_owned(),
            Self::NeighborFar => "neighbors() returns a board that is not one move away".to_owned(),
            Self::TwinIsSelf => "twin() returns the board itself".to_owned(),
            Self::TwinMovesBlank => "twin() moves the blank".to_owned(),
            Self::TwinWrong => "twin() does not exchange exactly two tiles".to_owned(),
            Self::TwinChanges => "twin() returns a different board on the second call".to_owned(),
            Self::DerivedUnequal { whose } => {
                format!("{} is not equal to the same board from Board::new()", name(*whose))
            }
            Self::DerivedWrong { whose, method } => {
                let (whose, call) = (name(*whose), call(*method));
                format!(
                    "{call} is wrong for {whose}, but right for a new board with the same tiles"
                )
            }
            Self::WalkedWrong { moves, method: Method::Eq } => format!(
                "after {}, a board is not equal to the same board from Board::new()",
                calls(*moves)
            ),
            Self::WalkedWrong { moves, method } => format!(
                "after {}, {} is wrong, but it is right for a new board with the same tiles",
                calls(*moves),
                call(*method)
            ),
            Self::DerivedText { whose } => {
                format!("to_string() of {} returns the text of another board", name(*whose))
            }
            Self::NotOpposite => "`!=` is not the opposite of `==`".to_owned(),
            Self::SameUnequal => "two boards with the same tiles are not equal".to_owned(),
            Self::SizesEqual => "boards of different sizes are equal".to_owned(),
            Self::TilesEqual => "boards with different tiles are equal".to_owned(),
            Self::CloneUnequal => "a board is not equal to its clone".to_owned(),
            Self::Changes { method, after: After::OfClone } => {
                format!(
                    "{} returns a different result for a clone than for the board",
                    call(*method)
                )
            }
            Self::Changes { method, after } => {
                format!("{} returns a different result {}", call(*method), since(*after))
            }
            Self::StopsAfter { method, stop, after } => {
                format!("{} {}", stopped(call(*method), stop), since(*after))
            }
            Self::Steep { method, from, to, cost, tiles } => {
                let call = call(*method);
                format!(
                    "{call} costs {cost} times as much at n = {to} as at n = {from}, but there \
                     are only {tiles} times as many tiles"
                )
            }
            Self::Unending { method, n } => {
                let call = call(*method);
                format!(
                    "{call} was stopped at n = {n} because it took too long; does its cost grow \
                     faster than the number of tiles?"
                )
            }
            Self::UsesUp { method, budget } => format!(
                "{} is too slow: the {} billion instructions for all boards were used up",
                call(*method),
                budget / 1_000_000_000
            ),
            Self::Bytes { n, when, bytes, times, limit } => {
                let when = match when {
                    Bulk::New => "takes",
                    Bulk::Used => "takes, after calls of its methods,",
                    Bulk::Walked => "takes, some moves away,",
                };
                format!(
                    "a board of dimension {n} {when} {bytes} bytes, {times} times the model's; \
                     the limit is {limit} times"
                )
            }
            Self::HiddenState { owner } => {
                format!("`{owner}` has state that can change through `&self`")
            }
        }
    }

    /// The call that did not come back, as code, and how it ended, if that is what is wrong. `Debug`
    /// is none of the calls that are asked for.
    pub(crate) fn stopped(&self) -> Option<(&'static str, &Stop)> {
        match self {
            Self::Stopped { method, stop } | Self::StopsAfter { method, stop, .. } => {
                Some((call(*method), stop))
            }
            Self::CountsBlank { .. }
            | Self::WrongNumber { .. }
            | Self::GoalDenied
            | Self::GoalClaimed
            | Self::Text { .. }
            | Self::DebugStopped { .. }
            | Self::NeighborsMissing { .. }
            | Self::NeighborIsSelf
            | Self::NeighborTwice
            | Self::NeighborFar
            | Self::TwinIsSelf
            | Self::TwinMovesBlank
            | Self::TwinWrong
            | Self::TwinChanges
            | Self::DerivedUnequal { .. }
            | Self::DerivedWrong { .. }
            | Self::WalkedWrong { .. }
            | Self::DerivedText { .. }
            | Self::NotOpposite
            | Self::SameUnequal
            | Self::SizesEqual
            | Self::TilesEqual
            | Self::CloneUnequal
            | Self::Changes { .. }
            | Self::Steep { .. }
            | Self::Unending { .. }
            | Self::UsesUp { .. }
            | Self::Bytes { .. }
            | Self::HiddenState { .. } => None,
        }
    }
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
    /// This stands in it where a tile should be.
    NoTile {
        /// What stands between two blanks.
        word: String,
    },
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
    /// The board came of so many calls of `neighbors`.
    Walked {
        /// The number of calls.
        moves: usize,
    },
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

fn wrong_text(cause: &TextCause) -> String {
    let sentence = match cause {
        TextCause::Line { line, numbers, right, joined } => {
            let s = if *numbers == 1 { "" } else { "s" };
            let joined = joined
                .map_or_else(String::new, |it| format!("; are two numbers joined in `{it}`?"));
            return format!(
                "line {line} of the text has {numbers} number{s} instead of {right}{joined}"
            );
        }
        TextCause::NoTile { word } => {
            return format!("the text contains `{word}`, but this is not the number of a tile");
        }
        TextCause::LineBreaks => "the lines of the text end in the wrong places",
        TextCause::NoDimension => "the text does not start with the dimension",
        TextCause::TooLong => "the text is far too long",
        TextCause::NotNumbers => "the text contains something other than numbers",
        TextCause::Empty => "the text is empty",
        TextCause::TooFew => "the text has too few numbers; is there a space between them?",
        TextCause::OtherNumbers => "the text shows the wrong numbers",
    };
    sentence.to_owned()
}

/// Calls of `neighbors`, each on a board that the one before it gave.
fn calls(moves: usize) -> String {
    let s = if moves == 1 { "" } else { "s" };
    format!("{moves} call{s} of neighbors()")
}

/// When a method answers otherwise.
fn since(after: After) -> String {
    match after {
        After::Same => "when it is called again".to_owned(),
        After::NewBoard => "for a new board with the same tiles".to_owned(),
        After::OfClone => "for a clone of the board".to_owned(),
        After::OtherMade => "after another board is made".to_owned(),
        After::Cloned => "after the board is cloned".to_owned(),
        After::NeighborTaken => "after a call of neighbors()".to_owned(),
        After::TwinTaken => "after a call of twin()".to_owned(),
        After::Walked { moves } => format!("after {}", calls(moves)),
        After::Called { method, of } => {
            let whose = match of {
                WhoseCall::Itself => "",
                WhoseCall::Clone => " on its clone",
                WhoseCall::Neighbor => " of a neighbor",
                WhoseCall::Twin => " of the twin",
                WhoseCall::Other => " of another board",
            };
            format!("after a call of {}{whose}", call(method))
        }
    }
}
