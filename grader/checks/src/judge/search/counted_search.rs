//! Judges whether a solver searches with the submission's boards as it does with the grader's.
//!
//! The submission's boards have no numbers, so these rules only count. Neighbors come in another order there, and the twin
//! may be another board, so no two counts are compared: a rule must hold on all puzzles with the submission's boards if
//! it holds on all puzzles with the grader's. A correct search may break a rule, for example by dropping keys.

use grade::BoardCalls;
use grade::budgets::CALLED_BOARDS;
use grade::cause::SearchCause;
use grade::check::Check;
use probe::wire::{Method, Question};
use sandbox::run::{Event, SearchLog};

use super::CALLS_ALLOWED;

/// What can be counted in a run with any boards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CountedSearch {
    pub(crate) calls: BoardCalls,
    /// The number of boards that calls to `neighbors` returned.
    neighbors: u64,
    /// The number of calls to `neighbors` and of dequeued keys, when the calls were furthest ahead.
    ahead: [u64; 2],
    pub(crate) inserted: u64,
    pub(crate) deleted: u64,
    /// The number of keys that were dequeued after the last call to `neighbors`.
    taken_last: u64,
    /// The number of queues that keys were dequeued from.
    queues: usize,
    /// The number of keys that were dequeued from each of the first two queues, when these numbers first differed by
    /// two.
    lead: Option<[u64; 2]>,
    /// The questions during which keys were enqueued or dequeued.
    searched: Vec<Question>,
}

impl CountedSearch {
    pub(crate) fn from_log(log: &SearchLog) -> Self {
        let searched = log.spent.iter().filter(|(_, cost)| cost.queued > 0);
        Self {
            calls: log.calls,
            neighbors: log.neighbors,
            ahead: log.ahead,
            inserted: log.inserted(),
            deleted: log.deleted(),
            taken_last: log.deleted() - log.deleted_before,
            queues: log.queues.iter().filter(|queue| queue.deleted > 0).count(),
            lead: queue_lead(&log.events),
            searched: searched.filter_map(|(label, _)| Question::from_word(*label)).collect(),
        }
    }

    pub(crate) fn uses_at_most_two_queues(&self) -> bool {
        self.queues <= 2
    }

    /// Returns the rules that the search breaks: the check of each, and what breaks it.
    pub(crate) fn broken_rules(&self) -> impl Iterator<Item = (Check, SearchCause)> {
        let rules = [
            (Check::SolverMinPq, self.cause_of_queue_use()),
            (Check::SolverLockstep, self.cause_of_turns()),
            (Check::SolverGoalDequeued, self.cause_of_end()),
            (Check::SolverCriticalOptimization, self.cause_of_surplus_keys()),
            (Check::SolverCaching, self.cause_of_repeated_calls()),
            (Check::SolverImmutable, self.cause_of_repeated_search()),
        ];
        rules.into_iter().filter_map(|(check, cause)| Some((check, cause?)))
    }

    fn cause_of_queue_use(&self) -> Option<SearchCause> {
        let [calls, deleted] = self.ahead;
        if self.deleted == 0 {
            // A solver may recognize unsolvable boards without a search, which is judged by its turns.
            (self.calls.neighbors > 0).then_some(SearchCause::NoQueue)
        } else {
            (calls > deleted + ROOTS).then_some(SearchCause::CallsAhead { calls, deleted })
        }
    }

    fn cause_of_turns(&self) -> Option<SearchCause> {
        if self.calls.twin == 0 {
            return Some(SearchCause::NoTwin);
        }
        let [one, other] = self.lead.filter(|_| self.queues <= 2)?;
        Some(SearchCause::QueuesOutOfTurn { one, other })
    }

    fn cause_of_end(&self) -> Option<SearchCause> {
        (self.deleted > 0 && self.taken_last == 0).then_some(SearchCause::NothingTaken)
    }

    /// With the critical optimization, each call adds a key for each neighbor except one.
    fn cause_of_surplus_keys(&self) -> Option<SearchCause> {
        // There are two roots, even if one queue holds both.
        let roots = SLACK * (self.queues as u64).max(2);
        let most = self.neighbors.saturating_sub(self.calls.neighbors) + roots;
        (self.inserted > most).then_some(SearchCause::Overfull { queued: self.inserted, most })
    }

    fn cause_of_repeated_calls(&self) -> Option<SearchCause> {
        // The probe makes one board.
        let boards = self.neighbors + self.calls.new + self.calls.twin + 1;
        let calls =
            [(self.calls.manhattan, Method::Manhattan), (self.calls.hamming, Method::Hamming)];
        let (calls, method) = calls.into_iter().max_by_key(|(calls, _)| *calls)?;
        let is_repeated = boards >= CALLED_BOARDS && calls > CALLS_ALLOWED * boards;
        is_repeated.then_some(SearchCause::Uncached { method, calls, boards })
    }

    fn cause_of_repeated_search(&self) -> Option<SearchCause> {
        let (first, rest) = self.searched.split_first()?;
        let question = *rest.first().filter(|_| *first == Question::New)?;
        Some(SearchCause::SearchesAgain { question })
    }
}

/// The number of boards that may be expanded without being dequeued.
const ROOTS: u64 = 2;

/// The number of keys in each queue to tolerate beyond those of the neighbors, because a root may be enqueued twice, and
/// has no previous board.
const SLACK: u64 = 5;

/// Returns the numbers of keys dequeued from each of the first two queues, when these numbers first differed by two.
fn queue_lead(events: &[Event]) -> Option<[u64; 2]> {
    let mut first = None;
    let mut taken = [0u64; 2];
    events.iter().find_map(|event| {
        let Event::Deleted { queue, .. } = *event else { return None };
        taken[usize::from(*first.get_or_insert(queue) != queue)] += 1;
        (taken[0].abs_diff(taken[1]) > 1).then_some(taken)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the counts of a search in lockstep that expands this many boards with three neighbors each.
    fn counts(expanded: u64) -> CountedSearch {
        CountedSearch {
            calls: BoardCalls {
                neighbors: expanded,
                manhattan: 2 * expanded + 2,
                twin: 1,
                ..BoardCalls::default()
            },
            neighbors: 3 * expanded,
            ahead: [0, 0],
            inserted: 2 * expanded + 4,
            deleted: expanded + 1,
            taken_last: 1,
            queues: 2,
            lead: None,
            searched: vec![Question::New],
        }
    }

    fn broken(change: impl FnOnce(&mut CountedSearch)) -> Vec<(Check, SearchCause)> {
        let mut counts = counts(90);
        change(&mut counts);
        counts.broken_rules().collect()
    }

    #[test]
    fn a_search_in_lockstep_breaks_no_rule() {
        for expanded in [0, 1, 9, 5000] {
            assert_eq!(counts(expanded).broken_rules().collect::<Vec<_>>(), []);
        }
    }

    #[test]
    fn each_rule_has_a_check() {
        assert_eq!(
            broken(|own| (own.inserted, own.deleted, own.taken_last, own.queues) = (0, 0, 0, 0)),
            [(Check::SolverMinPq, SearchCause::NoQueue)]
        );
        assert_eq!(
            CountedSearch::default().broken_rules().next().map(|(check, _)| check),
            Some(Check::SolverLockstep)
        );
        assert_eq!(
            broken(|own| own.ahead = [9, 6]),
            [(Check::SolverMinPq, SearchCause::CallsAhead { calls: 9, deleted: 6 })]
        );
        assert_eq!(
            broken(|own| own.calls.twin = 0),
            [(Check::SolverLockstep, SearchCause::NoTwin)]
        );
        assert_eq!(
            broken(|own| own.lead = Some([5, 3])),
            [(Check::SolverLockstep, SearchCause::QueuesOutOfTurn { one: 5, other: 3 })]
        );
        // A search with a queue for each priority uses more than two.
        assert_eq!(broken(|own| (own.lead, own.queues) = (Some([5, 3]), 3)), []);
        assert_eq!(
            broken(|own| own.taken_last = 0),
            [(Check::SolverGoalDequeued, SearchCause::NothingTaken)]
        );
        assert_eq!(
            broken(|own| own.inserted = 272),
            [(Check::SolverCriticalOptimization, SearchCause::Overfull { queued: 272, most: 190 })]
        );
        assert_eq!(
            broken(|own| own.calls.manhattan = 817),
            [(
                Check::SolverCaching,
                SearchCause::Uncached { method: Method::Manhattan, calls: 817, boards: 272 }
            )]
        );
        assert_eq!(
            broken(|own| own.searched = vec![Question::New, Question::Moves]),
            [(Check::SolverImmutable, SearchCause::SearchesAgain { question: Question::Moves })]
        );
        // Roots that wait in a queue are enqueued before the first question searches.
        assert_eq!(broken(|own| own.searched = vec![Question::Moves]), []);
    }

    #[test]
    fn a_queue_is_ahead_by_two_keys() {
        let taken = |queues: &[u32]| -> Vec<Event> {
            queues.iter().map(|queue| Event::Deleted { queue: *queue, key: 0 }).collect()
        };
        assert_eq!(queue_lead(&taken(&[3, 4, 4, 3, 3])), None);
        assert_eq!(queue_lead(&taken(&[3, 4, 4, 4, 3])), Some([1, 3]));
        assert_eq!(queue_lead(&taken(&[3, 3])), Some([2, 0]));
    }
}
