//! The log of a search on boards of the grader's.

use grade::{BoardCalls, QueueLog};
use probe::wire::{Question, Word};

/// The calls and queue operations of one run, counted where the submission cannot reach.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchLog {
    /// The calls of each method of the grader's boards.
    pub calls: BoardCalls,
    /// The queues, in the order in which each got its first key.
    pub queues: Vec<QueueLog>,
    /// The events in their order: the first `EVENTS` of all.
    pub events: Vec<Event>,
    /// Whether there were more events than are kept.
    pub is_cut: bool,
    /// The cost of each thing that the guest has had measured, under its label.
    pub spent: Vec<(Word, Cost)>,
    /// The end of the first search, as far as it went; none if nothing measured has searched yet.
    pub first_search: Option<SearchEnd>,
    /// The fuel that was burnt when the last board was expanded or key taken out of a queue; zero if
    /// nothing of this was done.
    pub last_step: u64,
    /// The keys put into queues and taken out, of all queues.
    pub(super) queued: u64,
    /// The fault in the order of a [watched](probe::wire::QueueOrder) queue, if there is one.
    pub disorder: Option<Disorder>,
}

/// A fault in the order of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disorder {
    /// A key has changed its order in the queue, or the order is none.
    Changed,
    /// `cmp` and `partial_cmp` are two orders.
    Two,
}

/// The length of a log when a search ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchEnd {
    /// The number of events.
    pub events: usize,
    /// The number of boards.
    pub boards: u32,
    /// The calls of each method.
    pub calls: BoardCalls,
    /// The queues.
    pub queues: Vec<QueueLog>,
}

/// The number of events that a log keeps: those of a search that expands some 40,000 boards.
pub(crate) const EVENTS: usize = 1 << 18;

/// Something that tells how a search goes. Boards and queues are named by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The neighbors of a board were asked for.
    Expanded {
        /// The board.
        board: u32,
        /// The first of its neighbors; the others follow it.
        first: u32,
    },
    /// A board was asked whether it is the goal, and it is.
    Recognised {
        /// The board.
        board: u32,
    },
    /// A board was asked for a distance or its text for the first time.
    Asked {
        /// The board.
        board: u32,
    },
    /// A key was put into a queue.
    Inserted {
        /// The queue.
        queue: u32,
        /// The number of the key there. A copy of a queue has the numbers of the queue it came from.
        key: u32,
    },
    /// The least key was taken out of a queue.
    Deleted {
        /// The queue.
        queue: u32,
        /// The number of the key there.
        key: u32,
    },
    /// The least key of a queue was looked at.
    Looked {
        /// The queue.
        queue: u32,
    },
}

/// The cost of something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Fuel.
    pub fuel: u64,
    /// Expansions: calls of `neighbors`.
    pub expanded: u64,
    /// Keys put into queues and taken out.
    pub queued: u64,
}

impl SearchLog {
    /// Keeps an event, if there is room.
    pub(super) fn add(&mut self, event: Event) {
        if self.events.len() < EVENTS {
            self.events.push(event);
        } else {
            self.is_cut = true;
        }
    }

    /// The end of the first search, or the end of the log if it has not ended. `boards` is the
    /// number of boards now.
    pub fn first_search_end(&self, boards: u32) -> SearchEnd {
        self.first_search.clone().unwrap_or_else(|| self.end(boards))
    }

    /// Something was measured: finds out whether the first search goes on.
    ///
    /// A solver may search when it is made or when it is first asked, or begin then and go on now.
    /// One that fills new queues solves anew, and one that needs none walks a way that is known.
    pub(super) fn measured(&mut self, label: Word, cost: Cost, boards: u32) {
        // Roots that are put into queues are no search yet.
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

    /// The length of the log, with this number of boards.
    pub(super) fn end(&self, boards: u32) -> SearchEnd {
        let (events, calls, queues) = (self.events.len(), self.calls, self.queues.clone());
        SearchEnd { events, boards, calls, queues }
    }

    /// The keys put into all queues.
    pub fn inserted(&self) -> u64 {
        self.queues.iter().map(|queue| queue.inserted).sum()
    }

    /// The keys taken out of all queues.
    pub fn deleted(&self) -> u64 {
        self.queues.iter().map(|queue| queue.deleted).sum()
    }

    /// The cost so far, if `fuel` has been burnt.
    pub(super) fn so_far(&self, fuel: u64) -> Cost {
        Cost { fuel, expanded: self.calls.neighbors, queued: self.queued }
    }
}

impl Cost {
    /// The cost since `before`.
    pub(super) fn since(self, before: Self) -> Self {
        Self {
            fuel: self.fuel - before.fuel,
            expanded: self.expanded - before.expanded,
            queued: self.queued - before.queued,
        }
    }
}
