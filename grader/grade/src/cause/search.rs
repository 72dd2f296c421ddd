//! The faults of a search.

use probe::wire::Method;
use serde::{Deserialize, Serialize};

use super::MethodName;

/// A fault of a search.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SearchCause {
    /// The board is never asked for its neighbors, nor is any that came of it, so that no search is
    /// seen.
    NeverAsks,
    /// `twin` is never called, so no twin is searched.
    NoTwin,
    /// The search gives up after so many steps, and no twin is searched.
    GivesUpWithoutTwin {
        /// The boards that it expands.
        steps: u64,
    },
    /// The twin of each board is looked at, and none is searched.
    TwinOfEach,
    /// Unsolvable boards are told by their texts.
    ToldByText,
    /// No board of the twin's search is expanded.
    TwinNotExpanded,
    /// The search gives up after so many steps, before either board is solved.
    GivesUp {
        /// The boards that it expands.
        steps: u64,
    },
    /// The twin is searched when the board's search is over.
    TwinLast,
    /// One search is ahead of the other.
    OutOfStep {
        /// The steps with the board when it first is.
        own: u64,
        /// The steps with the twin then.
        twin: u64,
    },
    /// The search of the twin ends before it can have found the goal.
    TwinTooShort,
    /// The search ends before the goal has left the queue.
    EndsEarly,
    /// The search goes on after the goal has left the queue.
    GoesOn,
    /// No key is taken out of a queue.
    NoQueue,
    /// Boards are expanded that did not come out of a queue.
    Unqueued,
    /// The order of the queue does not guide the search.
    QueueForShow,
    /// A key changes its order in the queue, or the order is none.
    KeyChanges,
    /// `cmp` and `partial_cmp` of a key are two orders.
    TwoOrders,
    /// The board just left is queued again.
    QueuedAgain {
        /// The keys that went into the queue.
        queued: u64,
        /// The search that the queue belongs to.
        queue: QueueOf,
    },
    /// A board is asked for a distance again and again.
    Uncached {
        /// The distance that it is asked for.
        #[serde(with = "MethodName")]
        method: Method,
        /// The number of calls.
        calls: u64,
        /// The number of boards.
        boards: u64,
    },
}

/// The search that a queue belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QueueOf {
    /// The board's search.
    Own,
    /// The twin's search.
    Twin,
    /// Both searches, or it cannot be told which.
    Both,
}
