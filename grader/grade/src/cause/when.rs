//! When an answer changed.

use probe::wire::Question;
use serde::{Deserialize, Serialize};

use crate::words::question_call as call;

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
    pub(super) fn words(self) -> String {
        match self {
            Self::First => "when it is the first call".to_owned(),
            Self::Again => "when it is called again".to_owned(),
            Self::Interleaved => {
                "if it is called again before all boards have been read".to_owned()
            }
            Self::SecondSolver => "after another solver was made".to_owned(),
            Self::OtherDropped => "after another solver was dropped".to_owned(),
            Self::OtherAsked { question } => {
                format!("after a call to {} on another solver", call(question))
            }
            Self::OtherHalfTaken => "after half of another solver's solution was read".to_owned(),
            Self::After { question } => format!("after {}", call(question)),
        }
    }
}
