//! The cause of a failed check, as data.
//!
//! This is for programs to use; people read the sentences generated from causes. Verdicts, merges, filters and pictures
//! never depend on the wording. A cause contains the data for its sentence, and everything that distinguishes it from
//! other causes. The boards and answers are in the [`Evidence`](super::Evidence).
//!
//! Each enum defines the sentences for its variants. These do not end with a period, and use the names from the
//! student's code. Reports should use [`Failure::summary`](super::Failure::summary).

mod board;
#[cfg(test)]
mod book;
mod circumstances;
mod compile;
mod compiler_errors;
mod cost;
mod flaw;
#[cfg(test)]
mod golden;
mod proof;
mod questions;
mod search;
mod solver;
mod text;

use std::mem::discriminant;

use crate::words::counted;
use serde::{Deserialize, Serialize};

use super::kinds;
use crate::{Failure, Stop, Target};
pub use board::{BoardCause, Unchecked};
pub use circumstances::{After, Bulk, When, WhoseCall};
pub use compile::{CompileCause, CompilerLimit};
pub use cost::Worst;
pub use flaw::{Counted, Decided, Flaw, Pattern};
pub use proof::CauseProof;
pub use search::{QueueOf, SearchCause};
pub use solver::SolverCause;
pub use text::TextCause;

/// The cause of a failed check.
///
/// In `grade.json`, a cause is an object: `of` is the name of the variant of this enum, `kind` is the name of the inner
/// variant, and the other fields are the data. New kinds may be added, but existing kinds will keep their meaning.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "of", rename_all = "snake_case")]
pub enum Cause {
    /// The code does not compile or is not allowed.
    Compile(CompileCause),
    /// The board is wrong.
    Board(BoardCause),
    /// The solver gives a wrong answer or is too expensive.
    Solver(SolverCause),
    /// The search breaks a rule.
    Search(SearchCause),
    /// The submission's tests are insufficient.
    Tests(TestsCause),
}

/// A fault in a submission's tests.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TestsCause {
    /// There are no tests to run.
    None,
    /// All tests are from the template or from a file that begins with [`GENERATED_TESTS`].
    TemplatesAlone {
        /// The number of tests.
        all: usize,
    },
    /// Tests fail on the model answer.
    FailOnModel {
        /// The number of failing tests.
        failing: usize,
        /// The number of tests that ran.
        all: usize,
    },
    /// The tests catch too few faults.
    CatchTooFew {
        /// The number of caught faults.
        caught: usize,
        /// The number of faults.
        faults: usize,
        /// The number that the rubric requires.
        wanted: usize,
    },
}

/// The first line of a file with tests that the grader wrote. They show faults that the grader found, so they do not
/// count as the student's own tests.
pub const GENERATED_TESTS: &str =
    "//! Written by `grader check --tests`. These tests do not count as your own.";

impl TestsCause {
    pub(crate) fn sentence(&self) -> String {
        match *self {
            Self::None => "there are no tests to run".to_owned(),
            Self::TemplatesAlone { all: 1 } => {
                "the only test is from the template or from `grader check --tests`; add your own tests".to_owned()
            }
            Self::TemplatesAlone { all } => {
                format!("all {all} tests are from the template or from `grader check --tests`; add your own tests")
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
            Self::CatchTooFew { caught, faults, wanted } => format!(
                "your own tests catch {caught} of {}, but must catch {wanted}",
                counted(faults, "fault")
            ),
        }
    }
}

impl Cause {
    /// Returns the name, such as `board.counts_blank`.
    ///
    /// # Panics
    ///
    /// Never panics, because a cause serializes to an object with string keys.
    pub fn name(&self) -> String {
        let fields = serde_json::to_value(self).expect("all map keys are strings");
        let text = |key: &str| fields[key].as_str().unwrap_or_default().to_owned();
        format!("{}.{}", text("of"), text("kind"))
    }

    /// Returns the [names](Self::name) of all causes.
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

    /// Returns the kind, such as `counts_blank`.
    pub fn kind(&self) -> String {
        kinds::kind(self)
    }

    /// Describes the fault.
    pub fn sentence(&self) -> String {
        match self {
            Self::Compile(cause) => cause.sentence(),
            Self::Board(cause) => cause.sentence(),
            Self::Solver(cause) => cause.sentence(),
            Self::Search(cause) => cause.sentence(),
            Self::Tests(cause) => cause.sentence(),
        }
    }

    /// Returns the required call that did not return, as code, and how the run ended.
    fn stopped(&self) -> Option<(&'static str, &Stop)> {
        match self {
            Self::Board(cause) => cause.stopped(),
            Self::Solver(cause) => cause.stopped(),
            Self::Compile(_) | Self::Search(_) | Self::Tests(_) => None,
        }
    }

    /// Returns how the run ended, if a call did not return.
    pub fn stop(&self) -> Option<&Stop> {
        match self {
            Self::Board(BoardCause::DebugStopped { stop }) => Some(stop),
            _ => self.stopped().map(|(_, stop)| stop),
        }
    }

    /// Returns the call to write, as code, if it calls `todo!()`.
    pub fn unwritten_call(&self) -> Option<&'static str> {
        self.stopped().filter(|(_, stop)| stop.is_unwritten()).map(|(call, _)| call)
    }

    /// Returns what a panic means, if its message does not say so.
    pub(super) fn note(&self) -> Option<&'static str> {
        self.stop()?.note()
    }

    /// Returns the part of the code to blame, unless it is the method that the failing case calls.
    pub fn part_to_blame(&self) -> Option<Target> {
        match self {
            Self::Board(cause) => cause.method_to_blame().map(Target::Board),
            Self::Solver(cause) => cause.part_to_blame(),
            Self::Search(SearchCause::TwoOrders) => Some(Target::PartialOrder),
            Self::Compile(_) | Self::Search(_) | Self::Tests(_) => None,
        }
    }

    /// Returns `true` if this probably causes the other failure.
    pub(super) fn explains(&self, failure: &Failure) -> bool {
        let Some(cause) = &failure.cause else { return false };
        match self {
            Self::Board(of_board) => of_board.explains(cause, failure.evidence.as_ref()),
            Self::Solver(of_solver) => of_solver.explains(cause),
            Self::Search(of_search) => of_search.explains(cause),
            Self::Compile(_) | Self::Tests(_) => false,
        }
    }

    /// Returns the cause with the proven flaw of the search, or `None` if it does not name one.
    #[must_use]
    pub fn with_flaw(&self, proven: Option<Flaw>) -> Option<Self> {
        let mut cause = self.clone();
        match &mut cause {
            Self::Solver(
                SolverCause::TooLong { flaw, .. }
                | SolverCause::WrongLength { flaw, .. }
                | SolverCause::Work { flaw, .. },
            ) => *flaw = proven,
            _ => return None,
        }
        Some(cause)
    }

    /// Returns `true` if checks should list only one of the two faults.
    pub fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Solver(one), Self::Solver(other)) => one.is_like(other),
            _ => discriminant(self) == discriminant(other),
        }
    }

    /// Returns `true` if this describes the fault on all puzzles that show it.
    pub fn is_of_all_puzzles(&self) -> bool {
        matches!(self, Self::Solver(cause) if cause.is_of_all_puzzles())
    }

    /// Returns `true` if only boards from other boards are wrong. These may be copies.
    pub fn is_of_copy(&self) -> bool {
        matches!(self, Self::Board(cause) if cause.is_of_copy())
    }

    /// Returns `true` if the solver is wrong only with the submission's board.
    pub fn is_with_own_board(&self) -> bool {
        matches!(self, Self::Solver(SolverCause::WithOwnBoard { .. }))
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
