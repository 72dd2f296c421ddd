//! Determines which search uses which queue.

use grade::QueueLog;
use sandbox::run::{Event, HostBoards};

use super::facts::{OWN, Queued, TWIN, to_index};

/// Assigns queues to trees.
///
/// Keys do not identify boards, but they are enqueued after an expansion. A queue is therefore assigned to the tree
/// with most of the expansions before its keys.
pub(super) struct QueueAssignment {
    pub(super) tree: Vec<Option<usize>>,
    carrying: Vec<usize>,
    is_mixed: bool,
    pub(super) are_apart: bool,
}

impl QueueAssignment {
    pub(super) fn new(events: &[Event], queues: &[QueueLog], tree: impl Fn(u32) -> usize) -> Self {
        let mut votes = vec![[0u64; 2]; queues.len()];
        let mut last = None;
        for event in events {
            match *event {
                Event::Expanded { board, .. } => last = Some(tree(board)),
                Event::Inserted { queue, .. } => {
                    if let (Some(tree), Some(votes)) = (last, votes.get_mut(to_index(queue))) {
                        votes[tree] += 1;
                    }
                }
                _ => {}
            }
        }
        let most = |[own, twin]: &[u64; 2]| match own.cmp(twin) {
            std::cmp::Ordering::Greater => Some(OWN),
            std::cmp::Ordering::Less => Some(TWIN),
            // A queue with as many keys of both trees does not belong to either.
            std::cmp::Ordering::Equal => None,
        };
        let carrying = queues.iter().enumerate();
        let carrying = carrying.filter(|(_, queue)| queue.deleted > 0).map(|(queue, _)| queue);
        let carrying: Vec<usize> = carrying.collect();
        let tree: Vec<Option<usize>> = votes.iter().map(most).collect();
        let carries = |root| carrying.iter().any(|queue| tree[*queue] == Some(root));
        Self {
            are_apart: carries(OWN) && carries(TWIN),
            tree,
            carrying,
            is_mixed: votes.iter().any(|[own, twin]| *own > 0 && *twin > 0),
        }
    }

    pub(super) fn queued_by_tree(&self, queues: &[QueueLog]) -> Queued {
        // A queue that is never dequeued from is not part of the search.
        let inserted = |queue: &QueueLog| if queue.deleted > 0 { queue.inserted } else { 0 };
        let all = queues.iter().map(inserted).sum();
        if self.carrying.is_empty() {
            return Queued::Nowhere;
        }
        if self.are_apart {
            let of = |tree| {
                let queues = queues
                    .iter()
                    .zip(&self.tree)
                    .filter(|(_, queue_tree)| **queue_tree == Some(tree));
                queues.map(|(queue, _)| inserted(queue)).sum()
            };
            return Queued::Apart([of(OWN), of(TWIN)]);
        }
        if self.carrying.len() == 1 && self.is_mixed {
            Queued::Shared(all)
        } else {
            Queued::Unclear(all)
        }
    }

    pub(super) fn may_hold(&self, queue: u32, tree: usize) -> bool {
        let of = self.tree.get(to_index(queue)).copied().flatten();
        !self.are_apart || of.is_none_or(|of_tree| of_tree == tree)
    }
}

/// Returns `true` if only one tree was searched, although the only queue that keys are dequeued from held a key for each
/// root. The other root must be at least as far from the goal as the expanded boards from their root. Otherwise, its key
/// would have come first.
pub(super) fn is_root_waiting(
    events: &[Event],
    boards: &HostBoards,
    expanded: [u64; 2],
    deepest: [u64; 2],
    holders: &QueueAssignment,
) -> bool {
    let [carrying] = holders.carrying[..] else { return false };
    let (searched, waiting) = match expanded {
        [0, 0] => return false,
        [_, 0] => (OWN, TWIN),
        [0, _] => (TWIN, OWN),
        _ => return false,
    };
    let is_key = |event: &&Event| matches!(event, Event::Inserted { queue, .. } if to_index(*queue) == carrying);
    let before = events.iter().take_while(|event| !matches!(event, Event::Expanded { .. }));
    let parity = |board| boards.is_solvable(board).unwrap_or(false);
    let is_of_tree = |board: &u32| (parity(*board) != parity(0)) == (waiting == TWIN);
    let mut roots = (0..boards.count()).filter(|board| boards.parent(*board) == Ok(None));
    let root = roots.find(is_of_tree);
    let distance = root.and_then(|root| boards.manhattan(root).ok()).unwrap_or(0);
    before.filter(is_key).count() > 1 && u64::from(distance) >= deepest[searched]
}

#[cfg(test)]
mod tests {
    use sandbox::run::SearchLog;

    use super::*;
    use crate::judge::SearchFacts;

    /// Returns whether the twin waits in the queue while the board's search makes this number of moves. At first, the
    /// queue holds this number of keys.
    fn is_twin_waiting(moves: u32, keys: u32) -> bool {
        let mut boards = HostBoards::default();
        let mut board = boards.insert(3, &[0, 1, 3, 4, 2, 5, 7, 8, 6]).expect("it is valid");
        let twin = boards.twin(board).expect("the board exists");
        assert_eq!(boards.manhattan(twin), Ok(6));
        let mut log = SearchLog::default();
        log.queues.push(QueueLog { inserted: 9, deleted: 9, max_len: 9 });
        log.events.extend((0..keys).map(|key| Event::Inserted { queue: 0, key }));
        for key in keys..keys + moves {
            let (first, count) = boards.neighbors(board).expect("the board exists");
            log.events
                .extend([Event::Expanded { board, first }, Event::Inserted { queue: 0, key }]);
            board = first + count - 1;
        }
        SearchFacts::new(&log, &boards).is_root_waiting
    }

    #[test]
    fn a_root_waits_only_if_it_is_as_far_away_as_the_search_is_deep() {
        assert!(is_twin_waiting(1, 2));
        assert!(!is_twin_waiting(1, 1), "there is no key for the twin");
        assert!(is_twin_waiting(7, 2), "the last board is 6 moves away, like the twin");
        assert!(!is_twin_waiting(8, 2));
    }
}
