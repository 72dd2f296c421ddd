//! Names for the probe's types in causes. The compiler checks that every list is complete.

use probe::wire::{Method, Question, Whose};
use serde::{Deserialize, Serialize};

/// The names of the `Board` methods.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Method", rename_all = "snake_case")]
pub(crate) enum MethodName {
    New,
    Dimension,
    Hamming,
    Manhattan,
    IsGoal,
    Display,
    Neighbors,
    Twin,
    Eq,
}

/// The names of the questions for a solver.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Question", rename_all = "snake_case")]
pub(crate) enum QuestionName {
    New,
    IsSolvable,
    Moves,
    Solution,
    First,
    Other,
    Interleaved,
    Drop,
}

/// The names of a board's origins.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Whose", rename_all = "snake_case")]
pub(crate) enum WhoseName {
    Own,
    Neighbor,
    Twin,
}
