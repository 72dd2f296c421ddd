//! The log of a search on the grader's boards.

use std::ops::Range;

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
    pub spent: Vec<(Word, OperationCost)>,
    /// The ends of the searches so far. The last one has no end yet if it is still running.
    ends: Vec<SearchEnd>,
    /// The number of searches that started after another search.
    restarts: usize,
    /// Whether the current search has expanded a board other than a root.
    has_moved: bool,
    /// The point before the first keys that were dequeued from unused queues, until a board other than a root is
    /// expanded.
    unused: Option<FirstUse>,
    /// The fuel used when a board was last expanded or a key last dequeued, or 0 if neither has happened.
    pub last_step: u64,
    pub(super) queued: u64,
    /// The number of keys dequeued from all queues.
    taken: u64,
    /// The number of boards that calls to `neighbors` returned.
    pub neighbors: u64,
    /// The number of calls to `neighbors` and of dequeued keys, when a key was dequeued and the calls were furthest
    /// ahead of the keys.
    pub ahead: [u64; 2],
    /// The number of keys that were dequeued before the last call to `neighbors`.
    pub deleted_before: u64,
    /// A fault in the order of keys in a [watched](probe::wire::QueueOrder) queue, if any.
    pub disorder: Option<QueueDisorder>,
}

/// A fault in the order of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueueDisorder {
    /// The order of a key in the queue changed, or the ordering is inconsistent.
    Changed,
    /// `cmp` and `partial_cmp` disagree.
    Two,
}

/// The state of a log at the end of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct SearchEnd {
    events: usize,
    boards: u32,
    calls: BoardCalls,
    queues: Vec<QueueLog>,
}

/// The state of a log before the first key of a queue was dequeued.
#[derive(Clone, Debug, PartialEq, Eq)]
struct FirstUse {
    events: usize,
    boards: u32,
    calls: BoardCalls,
    /// The queues that were used for the first time since then.
    queues: Vec<u32>,
}

/// One of the searches in a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedSearch<'a> {
    /// The events from the end of the previous search to the end of this one.
    pub events: &'a [Event],
    /// The boards that were created in this time.
    pub boards: Range<u32>,
    /// The number of calls to each method, including those of previous searches.
    pub calls: BoardCalls,
    /// The operations of this search on each queue.
    pub queues: Vec<QueueLog>,
    /// Whether events may be missing.
    pub is_cut: bool,
}

/// The maximum number of searches to tell apart. The last one includes all that follow.
/// A correct solver runs one search, or two in turns: on the board and its twin. A program that repeats them must not
/// make the log grow without a limit.
const SEARCHES: usize = 4;

/// The maximum number of events in a log, enough for a search with about 40,000 expansions.
/// With up to three new keys and one dequeued key per expansion, plus the distances, an expansion has about six events.
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
pub struct OperationCost {
    /// The fuel.
    pub fuel: u64,
    /// The number of expansions, that is, calls to `neighbors`.
    pub expanded: u64,
    /// The number of enqueued and dequeued keys.
    pub queued: u64,
}

impl SearchLog {
    pub(super) fn add_or_cut(&mut self, event: Event) {
        if self.events.len() < EVENTS {
            self.events.push(event);
        } else {
            self.is_cut = true;
        }
    }

    /// Returns the first search. `boards` is the current number of boards.
    pub fn first_search(&self, boards: u32) -> LoggedSearch<'_> {
        self.searches(boards).swap_remove(0)
    }

    /// Returns the searches in their order, of which there is at least one. `boards` is the current number of boards.
    pub fn searches(&self, boards: u32) -> Vec<LoggedSearch<'_>> {
        let mut ends = self.ends.clone();
        if ends.len() == self.restarts {
            ends.push(self.current_end(boards));
        }
        let mut before = SearchEnd::default();
        let search = |end: SearchEnd| {
            let start = std::mem::replace(&mut before, end.clone());
            let earlier = start.queues.into_iter().map(Some).chain(std::iter::repeat(None));
            let queues = end.queues.iter().zip(earlier);
            LoggedSearch {
                events: self.events.get(start.events..end.events).unwrap_or_default(),
                boards: start.boards..end.boards,
                calls: end.calls,
                queues: queues.map(|(queue, earlier)| operations_since(earlier, *queue)).collect(),
                is_cut: self.is_cut,
            }
        };
        ends.into_iter().map(search).collect()
    }

    /// Records a key dequeued from a queue. `boards` is the current number of boards.
    pub(super) fn note_dequeued(&mut self, queue: u32, key: u32, boards: u32) {
        let is_first_use = self.queues.get(to_index(queue)).is_some_and(|log| log.deleted == 0);
        if is_first_use {
            let (events, calls) = (self.events.len(), self.calls);
            let unused = || FirstUse { events, boards, calls, queues: Vec::new() };
            self.unused.get_or_insert_with(unused).queues.push(queue);
        }
        let (calls, [most, before]) = (self.calls.neighbors, self.ahead);
        // Keys can be ahead of the calls, and then nothing is ahead.
        if calls.saturating_sub(self.taken) > most.saturating_sub(before) {
            self.ahead = [calls, self.taken];
        }
        if let Some(log) = self.queues.get_mut(to_index(queue)) {
            log.deleted += 1;
            self.taken += 1;
        }
        self.queued += 1;
        self.add_or_cut(Event::Deleted { queue, key });
    }

    /// Records the expansion of a board. For a root, `root` says whether it was expanded before.
    ///
    /// If a root is expanded again after keys came from unused queues, another search has started. The first steps of
    /// two searches that take turns from the same board are part of one search.
    pub(super) fn note_expansion(&mut self, board: u32, first: u32, root: Option<bool>) {
        match root {
            None => (self.has_moved, self.unused) = (true, None),
            Some(is_again) if is_again && self.has_moved => {
                if let Some(unused) = self.unused.take().filter(|_| self.restarts + 1 < SEARCHES) {
                    self.end_search_and_restart(unused);
                }
            }
            Some(_) => {}
        }
        self.add_or_cut(Event::Expanded { board, first });
    }

    /// Records the number of boards that a call to `neighbors` returned. The call is already counted.
    pub(super) fn note_neighbors(&mut self, count: u32) {
        self.neighbors += u64::from(count);
        self.deleted_before = self.taken;
    }

    fn end_search_and_restart(&mut self, unused: FirstUse) {
        let FirstUse { events, boards, calls, queues: first_used } = unused;
        if self.ends.len() == self.restarts {
            let mut queues = self.queues.clone();
            for queue in first_used {
                if let Some(queue) = queues.get_mut(to_index(queue)) {
                    queue.deleted = 0;
                }
            }
            self.ends.push(SearchEnd { events, boards, calls, queues });
        }
        self.restarts += 1;
        self.has_moved = false;
    }

    /// Updates the end of the current search after a measurement with this label and cost.
    ///
    /// A solver may search when it is created, when it is first queried, or both. If it then fills new queues, the
    /// current search has ended. If it no longer uses its queues, it follows a known path.
    pub(super) fn update_search_end(&mut self, label: Word, cost: OperationCost, boards: u32) {
        // Enqueuing the roots is not yet a search.
        if cost.expanded + cost.queued == 0 {
            return;
        }
        let is_begun = cost.expanded > 0 || self.deleted() > 0;
        if label == Question::New as Word && !is_begun {
            return;
        }
        let goes_on = |end: &SearchEnd| cost.queued > 0 && end.queues.len() == self.queues.len();
        if self.ends.len() == self.restarts {
            self.ends.push(self.current_end(boards));
        } else if self.ends.last().is_some_and(goes_on) {
            let end = self.current_end(boards);
            self.ends.pop();
            self.ends.push(end);
        }
    }

    fn current_end(&self, boards: u32) -> SearchEnd {
        let (events, calls, queues) = (self.events.len(), self.calls, self.queues.clone());
        SearchEnd { events, boards, calls, queues }
    }

    /// Returns the number of keys enqueued in all queues.
    pub fn inserted(&self) -> u64 {
        self.queues.iter().map(|queue| queue.inserted).sum()
    }

    /// Returns the number of keys dequeued from all queues.
    pub fn deleted(&self) -> u64 {
        self.taken
    }

    pub(super) fn cost_so_far(&self, fuel: u64) -> OperationCost {
        OperationCost { fuel, expanded: self.calls.neighbors, queued: self.queued }
    }
}

impl OperationCost {
    pub(super) fn difference_since(self, before: Self) -> Self {
        Self {
            fuel: self.fuel - before.fuel,
            expanded: self.expanded - before.expanded,
            queued: self.queued - before.queued,
        }
    }
}

fn to_index(queue: u32) -> usize {
    usize::try_from(queue).unwrap_or(usize::MAX)
}

/// Returns the operations on a queue since an earlier state. The keys of a queue that was not used before belong to
/// the search that uses it.
fn operations_since(earlier: Option<QueueLog>, queue: QueueLog) -> QueueLog {
    match earlier.filter(|earlier| earlier.deleted > 0) {
        Some(earlier) => QueueLog {
            inserted: queue.inserted - earlier.inserted,
            deleted: queue.deleted - earlier.deleted,
            max_len: queue.max_len,
        },
        None => queue,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A log of searches that take turns, with a queue for each root.
    #[derive(Default)]
    struct Searcher {
        log: SearchLog,
        boards: u32,
    }

    impl Searcher {
        fn queue(&mut self) -> u32 {
            self.log.queues.push(QueueLog { inserted: 1, ..QueueLog::default() });
            u32::try_from(self.log.queues.len() - 1).unwrap()
        }

        fn step(&mut self, queue: u32, board: u32, root: Option<bool>) {
            self.log.note_dequeued(queue, 0, self.boards);
            self.log.note_expansion(board, self.boards, root);
            self.log.queues[to_index(queue)].inserted += 2;
            self.boards += 2;
        }

        fn events(&self) -> Vec<usize> {
            let searches = self.log.searches(self.boards);
            searches.iter().map(|search| search.events.len()).collect()
        }
    }

    #[test]
    fn a_root_expanded_again_from_an_unused_queue_starts_another_search() {
        let mut searcher = Searcher { boards: 2, ..Searcher::default() };
        // The queue of the second search already exists during the first one.
        let [again, own, twin] = [(); 3].map(|()| searcher.queue());
        searcher.step(own, 0, Some(false));
        searcher.step(twin, 1, Some(false));
        searcher.step(own, 2, None);
        searcher.step(twin, 4, None);
        assert_eq!(searcher.events(), [8]);
        searcher.step(again, 0, Some(true));
        searcher.step(again, 10, None);
        let found = searcher.log.searches(searcher.boards);
        let [first, second] = &found[..] else { panic!("{found:?}") };
        assert_eq!((first.events.len(), second.events.len()), (8, 4));
        assert_eq!((first.boards.clone(), second.boards.clone()), (0..10, 10..14));
        let deleted = |search: &LoggedSearch<'_>| -> Vec<u64> {
            search.queues.iter().map(|queue| queue.deleted).collect()
        };
        assert_eq!((deleted(first), deleted(second)), (vec![0, 2, 2], vec![2, 0, 0]));
        assert_eq!(second.queues[to_index(again)].inserted, 5, "with the key from before");
    }

    #[test]
    fn two_searches_from_one_root_in_turn_are_one_search() {
        let mut searcher = Searcher { boards: 1, ..Searcher::default() };
        let [own, other] = [(); 2].map(|()| searcher.queue());
        searcher.step(own, 0, Some(false));
        searcher.step(other, 0, Some(true));
        searcher.step(own, 1, None);
        searcher.step(other, 3, None);
        // Following the path from the root is not a search, either.
        searcher.log.note_expansion(0, searcher.boards, Some(true));
        assert_eq!(searcher.events(), [9]);
    }

    #[test]
    fn a_search_for_each_question_ends_with_its_question() {
        let mut searcher = Searcher { boards: 1, ..Searcher::default() };
        let questions = [Question::New, Question::Moves, Question::Solution];
        for (time, question) in questions.into_iter().enumerate() {
            let before = searcher.log.cost_so_far(0);
            let queue = searcher.queue();
            searcher.step(queue, 0, Some(time > 0));
            searcher.step(queue, searcher.boards - 1, None);
            let cost = searcher.log.cost_so_far(0).difference_since(before);
            searcher.log.update_search_end(
                question as Word,
                OperationCost { expanded: 2, ..cost },
                searcher.boards,
            );
        }
        assert_eq!(searcher.events(), [4, 4, 4]);
        let only_the_last: Vec<u64> =
            searcher.log.searches(0)[2].queues.iter().map(|queue| queue.deleted).collect();
        assert_eq!(only_the_last, [0, 0, 2]);
    }

    #[test]
    fn the_number_of_searches_is_limited() {
        let mut searcher = Searcher { boards: 1, ..Searcher::default() };
        for time in 0..9 {
            let queue = searcher.queue();
            searcher.step(queue, 0, Some(time > 0));
            searcher.step(queue, searcher.boards - 1, None);
        }
        assert_eq!(searcher.events(), [4, 4, 4, 24]);
    }
}
