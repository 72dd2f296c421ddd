//! How the words of the probe are called in a cause. The compiler holds these lists against those of
//! the probe.

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

/// The names of what a solver is asked.
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

/// The names of where a board comes from.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Whose", rename_all = "snake_case")]
pub(crate) enum WhoseName {
    Own,
    Neighbor,
    Twin,
}
