//! The reason why a check fails, as data.
//!
//! Programs look at causes and people read the sentences that are made from them. No
//! verdict, merge, filter or picture looks at a text. A cause holds what its sentence says and what
//! another program needs to tell it from others; boards and answers are in the
//! [`Evidence`](super::Evidence).
//!
//! The sentence of each kind stands in the file of its enum. It has no period, and names code as a
//! student writes it. Every report takes it from [`Failure::summary`](super::Failure::summary).

mod board;
mod compile;
mod cost;
mod flaw;
mod names;
mod search;
mod solver;
mod when;

use serde::{Deserialize, Serialize};

use super::kinds;
use crate::Stop;
pub use board::{After, BoardCause, Bulk, TextCause, WhoseCall};
pub use compile::CompileCause;
pub use cost::Worst;
pub use flaw::{Counted, Decided, Flaw, Pattern};
pub(super) use names::{MethodName, QuestionName, WhoseName};
pub use search::{QueueOf, SearchCause};
pub use solver::SolverCause;
pub use when::When;

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

impl TestsCause {
    /// The fault, in one sentence without a period.
    pub(crate) fn sentence(&self) -> String {
        match *self {
            Self::None => "there are no tests to run".to_owned(),
            Self::TemplatesAlone { all: 1 } => {
                "the only test comes from the template; add your own tests".to_owned()
            }
            Self::TemplatesAlone { all } => {
                format!("all {all} tests come from the template; add your own tests")
            }
            Self::FailOnModel { failing: 1, all: 1 } => {
                "the only test fails on the model answer".to_owned()
            }
            Self::FailOnModel { failing: 1, all } => {
                format!("1 of {all} tests fails on the model answer")
            }
            Self::FailOnModel { failing, all } => {
                format!("{failing} of {all} tests fail on the model answer")
            }
            Self::CatchTooFew { caught, faults, wanted } => {
                let s = if faults == 1 { "" } else { "s" };
                format!(
                    "your own tests catch {caught} of {faults} fault{s}, but must catch {wanted}"
                )
            }
        }
    }
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

    /// The [names](Self::name) of all causes that there can be.
    pub fn names() -> Vec<String> {
        let of = |of: &str, kinds: &[&str]| -> Vec<String> {
            kinds.iter().map(|kind| format!("{of}.{kind}")).collect()
        };
        [
            of("compile", kinds::kinds::<CompileCause>()),
            of("board", kinds::kinds::<BoardCause>()),
            of("solver", kinds::kinds::<SolverCause>()),
            of("search", kinds::kinds::<SearchCause>()),
            of("tests", kinds::kinds::<TestsCause>()),
        ]
        .concat()
    }

    /// Its kind alone, such as `counts_blank`.
    pub fn kind(&self) -> String {
        kinds::kind(self)
    }

    /// The fault, in one sentence without a period.
    pub fn sentence(&self) -> String {
        match self {
            Self::Compile(cause) => cause.sentence(),
            Self::Board(cause) => cause.sentence(),
            Self::Solver(cause) => cause.sentence(),
            Self::Search(cause) => cause.sentence(),
            Self::Tests(cause) => cause.sentence(),
        }
    }

    /// The call that did not come back, as code, and how it ended, if that is what is wrong.
    pub fn stopped(&self) -> Option<(&'static str, &Stop)> {
        match self {
            Self::Board(cause) => cause.stopped(),
            Self::Solver(cause) => cause.stopped(),
            Self::Compile(_) | Self::Search(_) | Self::Tests(_) => None,
        }
    }

    /// How the code ended, if it failed by not coming back.
    pub fn stop(&self) -> Option<&Stop> {
        self.stopped().map(|(_, stop)| stop)
    }

    /// Whether the code is not there yet: it says `todo!()`.
    pub fn is_unwritten(&self) -> bool {
        self.stop().is_some_and(Stop::is_unwritten)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Each name is what serde reads: whatever else a cause of it lacks, it is not the kind.
    #[test]
    fn causes_have_the_names_that_are_listed() {
        let names = Cause::names();
        let mut read = 0;
        for name in &names {
            let (of, kind) = name.split_once('.').unwrap();
            match serde_json::from_value::<Cause>(serde_json::json!({ "of": of, "kind": kind })) {
                Ok(cause) => {
                    assert_eq!(cause.name(), *name);
                    read += 1;
                }
                Err(error) => assert!(!error.to_string().contains("variant"), "{name}: {error}"),
            }
        }
        assert!(read > 10, "{read}");
        assert!(names.contains(&Cause::from(SolverCause::TooLong { more: 1, flaw: None }).name()));
    }
}
