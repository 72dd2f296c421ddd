//! When an answer changed.

use probe::wire::Question;
use serde::{Deserialize, Serialize};

use super::QuestionName;
use crate::words::question_call as call;

/// What happened before an answer changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "done", rename_all = "snake_case")]
pub enum When {
    /// As the first question to a new solver; before, others were asked first.
    First,
    /// When repeated immediately.
    Again,
    /// After a second solver was created.
    SecondSolver,
    /// After another solver was dropped.
    OtherDropped,
    /// After a question to another solver.
    OtherAsked {
        /// The question to the other solver.
        #[serde(with = "QuestionName")]
        question: Question,
    },
    /// While another solver's solution was partly read.
    OtherHalfTaken,
    /// After another question.
    After {
        /// The question.
        #[serde(with = "QuestionName")]
        question: Question,
    },
}

impl When {
    /// Describes what happened. This should be the end of a sentence.
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
