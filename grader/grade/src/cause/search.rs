//! The faults of a search.

use probe::wire::Method;
use serde::{Deserialize, Serialize};

use super::MethodName;
use crate::words::method_call as call;

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

impl SearchCause {
    /// The fault, in one sentence without a period.
    pub(crate) fn sentence(&self) -> String {
        match self {
            Self::NeverAsks => {
                "the solver never calls neighbors() on the given board, so it does not search"
                    .to_owned()
            }
            Self::NoTwin => {
                "the solver never calls twin(), so it does not search the twin".to_owned()
            }
            Self::GivesUpWithoutTwin { steps } => {
                format!("the search gives up after {steps} steps, and the twin is not searched")
            }
            Self::TwinOfEach => {
                "the solver looks at the twin of every board, but does not search from the \
                 initial board's twin"
                    .to_owned()
            }
            Self::ToldByText => {
                "the solver recognizes unsolvable boards by their text instead of searching the \
                 twin"
                    .to_owned()
            }
            Self::TwinNotExpanded => {
                "the search of the twin expands no board; does it start with the twin?".to_owned()
            }
            Self::GivesUp { steps } => {
                format!(
                    "the search gives up after {steps} steps, before the board or the twin is \
                     solved"
                )
            }
            Self::TwinLast => "the search of the twin starts only after the board's search has \
                               ended"
                .to_owned(),
            Self::OutOfStep { own, twin } => format!(
                "the two searches do not take turns: {own} steps for the board, {twin} for the \
                 twin"
            ),
            Self::TwinTooShort => {
                "the search of the twin ends before it could find the goal".to_owned()
            }
            Self::EndsEarly => "the search ends before the goal leaves the queue".to_owned(),
            Self::GoesOn => "the search continues after the goal leaves the queue".to_owned(),
            Self::NoQueue => "the search takes no board out of a `MinPq`".to_owned(),
            Self::Unqueued => {
                "the search expands boards that did not come out of a `MinPq`".to_owned()
            }
            Self::QueueForShow => {
                "the search uses a `MinPq`, but does not follow its order".to_owned()
            }
            Self::KeyChanges => {
                "a key changes its order while it is in the queue, or `cmp` is not consistent"
                    .to_owned()
            }
            Self::TwoOrders => "`partial_cmp` of a key does not agree with `cmp`; let it return \
                                `Some(self.cmp(other))`"
                .to_owned(),
            Self::QueuedAgain { queued, queue } => {
                let of = match queue {
                    QueueOf::Own => "the queue of the board's search",
                    QueueOf::Twin => "the queue of the twin's search",
                    QueueOf::Both => "the queue",
                };
                format!("the previous board is queued again: {queued} boards enter {of}")
            }
            Self::Uncached { method, calls, boards } => format!(
                "{} is called {calls} times for {boards} boards; do you call it whenever two \
                 nodes are compared?",
                call(*method)
            ),
        }
    }
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
