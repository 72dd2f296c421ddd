//! The names that the types of the probe have in a cause. The compiler checks these lists against
//! those types.

use probe::wire::{Method, Question, Whose};
use serde::{Deserialize, Serialize};

/// The names of the methods of `Board`.
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

/// The names of the questions to a solver.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Question", rename_all = "snake_case")]
pub(crate) enum QuestionName {
    New,
    IsSolvable,
    Moves,
    Solution,
    First,
    Other,
}

/// The names of the ways in which a board came about.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Whose", rename_all = "snake_case")]
pub(crate) enum WhoseName {
    Own,
    Neighbor,
    Twin,
}
