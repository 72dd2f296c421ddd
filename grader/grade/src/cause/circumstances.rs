//! The step after which an answer of a board changes, and the state in which the memory is measured.

use probe::wire::{Method, Question};
use serde::{Deserialize, Serialize};

use crate::words::{counted, method_call as call, question_call};

/// The step after which an answer changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "done", rename_all = "snake_case")]
pub enum After {
    /// The same call was repeated.
    Same,
    /// Another board object with the same tiles was created and called.
    NewBoard,
    /// Another board was created.
    OtherMade,
    /// Boards of other sizes were created and called.
    OtherSizes,
    /// Nothing: no other method was called on the board before.
    Unasked,
    /// A clone of the board was created and called.
    OfClone,
    /// The board was cloned.
    Cloned,
    /// A neighbor was requested.
    NeighborTaken,
    /// The twin was requested.
    TwinTaken,
    /// The board was reached by calling `neighbors` this many times.
    Walked {
        /// The number of calls.
        moves: usize,
    },
    /// A method was called.
    Called {
        /// The method.
        method: Method,
        /// The board on which the method was called.
        of: WhoseCall,
    },
}

impl After {
    /// Returns the method that was called on the board itself, if this is the step.
    pub(crate) fn called_method(self) -> Option<Method> {
        match self {
            Self::NeighborTaken => Some(Method::Neighbors),
            Self::TwinTaken => Some(Method::Twin),
            Self::Called { method, of: WhoseCall::Itself } => Some(method),
            _ => None,
        }
    }
}

/// The board on which a method was called, as seen from the board under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhoseCall {
    /// The same board.
    Itself,
    /// A clone of the board, or the original if the board is a clone.
    Clone,
    /// A neighbor.
    Neighbor,
    /// A twin.
    Twin,
    /// A different board.
    Other,
}

/// The time at which a board's memory is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bulk {
    /// After creation.
    New,
    /// After its methods were called.
    Used,
    /// After several moves were made from it.
    Walked,
}

/// Describes repeated calls to `neighbors`, each on a result of the previous one.
pub(super) fn count_neighbor_calls(moves: usize) -> String {
    format!("{} to neighbors()", counted(moves, "call"))
}

pub(super) fn describe_calls_before(after: After) -> String {
    match after {
        After::Same => "when it is called again".to_owned(),
        After::NewBoard => "for a new board with the same tiles".to_owned(),
        After::Unasked => "if no other method of the board was called before".to_owned(),
        After::OfClone => "for a clone of the board".to_owned(),
        After::OtherMade => "after another board is made".to_owned(),
        After::OtherSizes => "after boards of other sizes".to_owned(),
        After::Cloned => "after the board is cloned".to_owned(),
        After::NeighborTaken => "after a call to neighbors()".to_owned(),
        After::TwinTaken => "after a call to twin()".to_owned(),
        After::Walked { moves } => format!("after {}", count_neighbor_calls(moves)),
        After::Called { method, of } => {
            let whose = match of {
                WhoseCall::Itself => "",
                WhoseCall::Clone => " on its clone",
                WhoseCall::Neighbor => " on a neighbor",
                WhoseCall::Twin => " on the twin",
                WhoseCall::Other => " on another board",
            };
            format!("after a call to {}{whose}", call(method))
        }
    }
}

/// What happened before an answer changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "done", rename_all = "snake_case")]
pub enum When {
    /// The question was the first one that a new solver was asked. In the earlier run, it was not.
    First,
    /// The same question was asked again immediately.
    Again,
    /// Before all boards of a solution had been read, `solution` was called again.
    Interleaved,
    /// A second solver was created.
    SecondSolver,
    /// A different solver was dropped.
    OtherDropped,
    /// A different solver was asked a question.
    OtherAsked {
        /// The question for the other solver.
        question: Question,
    },
    /// Part of another solver's solution was read.
    OtherHalfTaken,
    /// A different question was asked.
    After {
        /// The question.
        question: Question,
    },
}

impl When {
    /// Describes what happened, to end a sentence.
    pub(super) fn describe_at_end(self) -> String {
        match self {
            Self::First => "when it is the first call".to_owned(),
            Self::Again => "when it is called again".to_owned(),
            Self::Interleaved => {
                "if it is called again before all boards have been read".to_owned()
            }
            Self::SecondSolver => "after another solver was made".to_owned(),
            Self::OtherDropped => "after another solver was dropped".to_owned(),
            Self::OtherAsked { question } => {
                format!("after a call to {} on another solver", question_call(question))
            }
            Self::OtherHalfTaken => "after half of another solver's solution was read".to_owned(),
            Self::After { question } => format!("after {}", question_call(question)),
        }
    }
}
