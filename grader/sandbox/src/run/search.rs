//! The log of a search on the grader's boards.

use grade::{BoardCalls, QueueLog};
use probe::wire::{Question, Word};

/// The calls and queue operations in a run, recorded outside the submission's memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchLog {
    /// The number of calls to each board method.
    pub calls: BoardCalls,
    /// The queues, in the order of their first keys.
    pub queues: Vec<QueueLog>,
    /// The first `EVENTS` events, in order.
    pub events: Vec<Event>,
    /// Whether further events were dropped.
    pub is_cut: bool,
    /// The cost of each measurement, by label.
    pub spent: Vec<(Word, Cost)>,
    /// The end of the first search so far, or `None` if no search has been measured yet.
    pub first_search: Option<SearchEnd>,
    /// The fuel used when a board was last expanded or a key last dequeued, or 0 if neither has happened.
    pub last_step: u64,
    pub(super) queued: u64,
    /// A fault in the order of keys in a [watched](probe::wire::QueueOrder) queue, if any.
    pub disorder: Option<Disorder>,
}

/// A fault in the order of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disorder {
    /// The order of a key in the queue changed, or the ordering is inconsistent.
    Changed,
    /// `cmp` and `partial_cmp` disagree.
    Two,
}

/// The state of a log at the end of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchEnd {
    /// The number of events.
    pub events: usize,
    /// The number of boards.
    pub boards: u32,
    /// The number of calls to each method.
    pub calls: BoardCalls,
    /// The queues.
    pub queues: Vec<QueueLog>,
}

/// The maximum number of events in a log, enough for a search with about 40,000 expansions.
pub(crate) const EVENTS: usize = 1 << 18;

/// An event in a search. Boards and queues are identified by numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// `neighbors` was called.
    Expanded {
        /// The board.
        board: u32,
        /// The first neighbor. The other neighbors have the numbers that follow.
        first: u32,
    },
    /// A goal test returned `true`.
    Recognised {
        /// The board.
        board: u32,
    },
    /// A distance or the text of a board was requested for the first time. If both are requested, there are two events,
    /// because a search may read the text of a board that it then drops, and request distances only for the boards that
    /// it enqueues.
    Asked {
        /// The board.
        board: u32,
    },
    /// A key was enqueued.
    Inserted {
        /// The queue.
        queue: u32,
        /// The number of the key. A copy of a queue keeps the numbers of its keys.
        key: u32,
    },
    /// The minimum key was dequeued.
    Deleted {
        /// The queue.
        queue: u32,
        /// The number of the key.
        key: u32,
    },
    /// A queue's minimum key was examined.
    Looked {
        /// The queue.
        queue: u32,
    },
}

/// The cost of an operation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The fuel.
    pub fuel: u64,
    /// The number of expansions, that is, calls to `neighbors`.
    pub expanded: u64,
    /// The number of enqueued and dequeued keys.
    pub queued: u64,
}

impl SearchLog {
    pub(super) fn add(&mut self, event: Event) {
        if self.events.len() < EVENTS {
            self.events.push(event);
        } else {
            self.is_cut = true;
        }
    }

    /// Returns the end of the first search, or the end of the log if that search has not ended. `boards` is the current
    /// number of boards.
    pub fn first_search_end(&self, boards: u32) -> SearchEnd {
        self.first_search.clone().unwrap_or_else(|| self.end(boards))
    }

    /// Updates the end of the first search after a measurement with this label and cost.
    ///
    /// A solver may search when it is created, when it is first queried, or both. If it then fills new queues, it
    /// starts another search. If it no longer uses its queues, it follows a known path.
    pub(super) fn measured(&mut self, label: Word, cost: Cost, boards: u32) {
        // Enqueuing the roots is not yet a search.
        if cost.expanded + cost.queued == 0 {
            return;
        }
        let is_begun = cost.expanded > 0 || self.deleted() > 0;
        if label == Question::New as Word && !is_begun {
            return;
        }
        let goes_on = |end: &SearchEnd| cost.queued > 0 && end.queues.len() == self.queues.len();
        if self.first_search.as_ref().is_none_or(goes_on) {
            self.first_search = Some(self.end(boards));
        }
    }

    pub(super) fn end(&self, boards: u32) -> SearchEnd {
        let (events, calls, queues) = (self.events.len(), self.calls, self.queues.clone());
        SearchEnd { events, boards, calls, queues }
    }

    /// Returns the number of keys enqueued in all queues.
    pub fn inserted(&self) -> u64 {
        self.queues.iter().map(|queue| queue.inserted).sum()
    }

    /// Returns the number of keys dequeued from all queues.
    pub fn deleted(&self) -> u64 {
        self.queues.iter().map(|queue| queue.deleted).sum()
    }

    pub(super) fn so_far(&self, fuel: u64) -> Cost {
        Cost { fuel, expanded: self.calls.neighbors, queued: self.queued }
    }
}

impl Cost {
    pub(super) fn since(self, before: Self) -> Self {
        Self {
            fuel: self.fuel - before.fuel,
            expanded: self.expanded - before.expanded,
            queued: self.queued - before.queued,
        }
    }
}
