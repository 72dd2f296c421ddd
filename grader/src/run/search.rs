//! What the grader saw of a search on boards of its own.

use probe::wire::Question;

/// The calls and queue operations of one run, counted where the submission cannot reach.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchLog {
    /// The calls of each method of the grader's boards.
    pub calls: BoardCalls,
    /// The queues, in the order in which each got its first key.
    pub queues: Vec<QueueLog>,
    /// The boards whose neighbors were asked for, in that order, up to [`TRACE`] of them.
    pub expanded: Vec<Expansion>,
    /// What was spent on each question, in the order asked.
    pub spent: Vec<(Question, Cost)>,
}

/// How many expansions a log keeps.
pub const TRACE: usize = 4096;

/// One call of `neighbors`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// The board, by the number under which [`Tickets`](super::tickets::Tickets) knows it.
    pub board: u32,
    /// Whether it can reach the goal.
    pub solvable: bool,
    /// How many keys had been taken out of queues before.
    pub deleted: u64,
}

/// How often each method of a board was called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
}

/// The operations on one queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QueueLog {
    /// The keys put in.
    pub inserted: u64,
    /// The keys taken out.
    pub deleted: u64,
    /// The most keys it held at once.
    pub max_len: u64,
}

/// What answering a question took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Fuel.
    pub fuel: u64,
    /// Expansions: calls of `neighbors`.
    pub expanded: u64,
}

impl SearchLog {
    /// The keys put into all queues.
    pub fn inserted(&self) -> u64 {
        self.queues.iter().map(|queue| queue.inserted).sum()
    }

    /// The keys taken out of all queues.
    pub fn deleted(&self) -> u64 {
        self.queues.iter().map(|queue| queue.deleted).sum()
    }
}
