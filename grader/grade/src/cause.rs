//! The reason why a check fails, as data.
//!
//! Programs look at causes and people read the [words](super::words) that are made from them. No
//! verdict, merge, filter or picture looks at a text. A cause holds what its sentence says and what
//! another program needs to tell it from others; boards and answers are in the
//! [`Evidence`](super::Evidence).

mod board;
mod compile;
mod names;
mod search;
mod solver;

use serde::{Deserialize, Serialize};

use super::kinds;
pub use board::{After, BoardCause, Bulk, TextCause, WhoseCall};
pub use compile::CompileCause;
pub(super) use names::{MethodName, QuestionName, WhoseName};
pub use search::{QueueOf, SearchCause};
pub use solver::{SolverCause, When};

/// The reason why a check fails.
///
/// In `grade.json` it is an object: `of` names the variant here, `kind` the variant below it, and
/// the other fields are the data of that kind. New kinds may come; the meaning of a kind does not
/// change.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "of", rename_all = "snake_case")]
pub enum Cause {
    /// The code does not compile, or is not what may be compiled.
    Compile(CompileCause),
    /// The board is wrong.
    Board(BoardCause),
    /// The solver answers wrongly, or takes too much for its answers.
    Solver(SolverCause),
    /// The search goes a way that it must not go.
    Search(SearchCause),
    /// The tests that the submission brings do not do what is asked of them.
    Tests(TestsCause),
}

/// A fault of the tests of a submission.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TestsCause {
    /// There is none that could be run.
    None,
    /// All are the template's.
    TemplatesAlone {
        /// The number of tests.
        all: usize,
    },
    /// Some fail on the model answer.
    FailOnModel {
        /// The number of tests that fail on the model.
        failing: usize,
        /// The number of tests that ran.
        all: usize,
    },
    /// They catch too few faults.
    CatchTooFew {
        /// The number of faults that they catch.
        caught: usize,
        /// The number of faults that they were tried on.
        faults: usize,
        /// The number of faults that the rubric wants to be caught.
        wanted: usize,
    },
}

impl Cause {
    /// Its name, such as `board.counts_blank`: what it is of, and its kind.
    ///
    /// # Panics
    ///
    /// Never: a cause is an object with text for keys.
    pub fn name(&self) -> String {
        let fields = serde_json::to_value(self).expect("maps have text for keys");
        let text = |key: &str| fields[key].as_str().unwrap_or_default().to_owned();
        format!("{}.{}", text("of"), text("kind"))
    }

    /// Its kind alone, such as `counts_blank`.
    pub fn kind(&self) -> String {
        kinds::kind(self)
    }

    /// The end of the run, if the code failed by not coming back.
    pub fn stop(&self) -> Option<&crate::Stop> {
        match self {
            Self::Board(BoardCause::Stopped { stop, .. } | BoardCause::StopsAfter { stop, .. })
            | Self::Solver(
                SolverCause::Stopped { stop, .. }
                | SolverCause::StopsAgain { stop, .. }
                | SolverCause::StopsBeside { stop, .. }
                | SolverCause::StopsByChance { stop, .. },
            ) => Some(stop),
            Self::Solver(SolverCause::Lost { .. }) => Some(&crate::Stop::Fuel),
            Self::Solver(
                SolverCause::OnForeignBoards { cause } | SolverCause::WithOwnBoard { cause },
            ) => cause.stop(),
            _ => None,
        }
    }

    /// Whether the code is not there yet: it says `todo!()`.
    pub fn is_unwritten(&self) -> bool {
        self.stop().is_some_and(crate::Stop::is_unwritten)
    }
}

macro_rules! from {
    ($($variant:ident: $cause:ty),*) => {$(
        impl From<$cause> for Cause {
            fn from(cause: $cause) -> Self {
                Self::$variant(cause)
            }
        }
    )*};
}

from!(
    Compile: CompileCause,
    Board: BoardCause,
    Solver: SolverCause,
    Search: SearchCause,
    Tests: TestsCause
);
