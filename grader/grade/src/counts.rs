//! Counts of the operations in a search.

use serde::{Deserialize, Serialize};

use super::Visibility;

/// The fuel used by one instruction.
///
/// Bulk operations use 1 unit of fuel per byte, so that moving a machine word of eight bytes costs as much as an
/// instruction. The engine supports only integer costs, so the unit of fuel needs to be smaller than an instruction.
pub const INSTRUCTION: u64 = 8;

/// The operations in a search on the grader's boards.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(expecting = "struct Counts")]
pub struct SearchCounts {
    /// The puzzle's name.
    pub puzzle: String,
    /// The visibility of the puzzle.
    pub visibility: Visibility,
    /// The queues, in the order of their first use.
    pub queues: Vec<QueueLog>,
    /// The number of calls to each board method.
    pub calls: BoardCalls,
    /// The number of boards created.
    pub boards: u64,
    /// The number of distinct expanded boards: in the board's search, then in the twin's.
    pub expanded: [u64; 2],
    /// The fuel used by the run, for all questions.
    pub fuel: u64,
    /// The fuel used by the model answer in the same run.
    pub model_fuel: Option<u64>,
}

/// The number of calls to each board method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each field has the name of its method")]
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

/// The operations on a queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueueLog {
    /// The number of inserted keys.
    pub inserted: u64,
    /// The number of removed keys.
    pub deleted: u64,
    /// The maximum number of keys in the queue.
    pub max_len: u64,
}
