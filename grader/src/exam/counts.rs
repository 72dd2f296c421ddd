//! What was counted while a solver searched.

use crate::grade::Visibility;
use crate::run::{BoardCalls, QueueLog};

/// The operations of one search, on the grader's boards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The name of the puzzle.
    pub puzzle: String,
    /// Who may see the puzzle.
    pub visibility: Visibility,
    /// The queues, in the order in which each got its first key.
    pub queues: Vec<QueueLog>,
    /// The calls of each method of the boards.
    pub calls: BoardCalls,
    /// The boards that there were.
    pub boards: u64,
    /// The boards expanded, each once: of the board's own game tree and of the twin's.
    pub expanded: [u64; 2],
    /// The fuel of the run with all its questions.
    pub fuel: u64,
    /// What the model burns for the same.
    pub model_fuel: Option<u64>,
}
