//! When an answer was another one than before.

use probe::wire::Question;
use serde::{Deserialize, Serialize};

use super::QuestionName;
use crate::words::question_call as call;

/// The circumstances in which an answer was another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "done", rename_all = "snake_case")]
pub enum When {
    /// As the first question of a solver that was asked others first before.
    First,
    /// As the same question was asked again at once.
    Again,
    /// Once there was a second solver.
    SecondSolver,
    /// Once another solver was dropped.
    OtherDropped,
    /// Once another solver was asked something.
    OtherAsked {
        /// The question to the other solver.
        #[serde(with = "QuestionName")]
        question: Question,
    },
    /// While another solver's solution was taken in parts.
    OtherHalfTaken,
    /// After another question.
    After {
        /// The question.
        #[serde(with = "QuestionName")]
        question: Question,
    },
}

impl When {
    /// The circumstances, as the end of a sentence.
    pub(super) fn words(self) -> String {
        match self {
            Self::First => "when it is the first call".to_owned(),
            Self::Again => "when it is called again".to_owned(),
            Self::SecondSolver => "after another solver was made".to_owned(),
            Self::OtherDropped => "after another solver was dropped".to_owned(),
            Self::OtherAsked { question } => {
                format!("after a call of {} on another solver", call(question))
            }
            Self::OtherHalfTaken => {
                "while half of another solver's solution has been read".to_owned()
            }
            Self::After { question } => format!("after {}", call(question)),
        }
    }
}
