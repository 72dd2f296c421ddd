//! The counts of a solver's search.

use serde::{Deserialize, Serialize};

use super::Visibility;

/// The fuel of one instruction.
///
/// Moving one byte in bulk costs 1, so that eight bytes, which is what a machine word moves, cost
/// as much as one instruction. The engine knows whole numbers only, hence the factor.
pub const INSTRUCTION: u64 = 8;

/// The operations of one search, on the grader's boards.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// The name of the puzzle.
    pub puzzle: String,
    /// The visibility of the puzzle.
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
    /// The fuel that the model burns for the same.
    pub model_fuel: Option<u64>,
}

/// The number of calls of each method of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each field is the method of that name")]
pub struct BoardCalls {
    pub new: u64,
    pub dimension: u64,
    pub hamming: u64,
    pub manhattan: u64,
    pub is_goal: u64,
    pub neighbors: u64,
    pub twin: u64,
    pub eq: u64,
    pub text: u64,
    pub debug: u64,
}

/// The operations on one queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueueLog {
    /// The keys put in.
    pub inserted: u64,
    /// The keys taken out.
    pub deleted: u64,
    /// The most keys it held at once.
    pub max_len: u64,
}
