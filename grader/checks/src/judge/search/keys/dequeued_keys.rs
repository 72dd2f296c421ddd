//! Keeps track of dequeued keys that have no board yet.

use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A board and its depth, as in [`Forest::depth_and_position`](super::Forest::depth_and_position).
type Alike = (u64, u32);

/// The dequeued keys, in order. Lookups are fast regardless of the number of keys.
#[derive(Default)]
pub(super) struct DequeuedKeys {
    /// In the order of dequeuing.
    keys: BTreeMap<u64, TakenKey>,
    next: u64,
    fresh_from: u64,
    fresh: usize,
    /// The keys with known boards, by board and depth.
    known: HashMap<Alike, BTreeSet<u64>>,
    unknown: BTreeSet<u64>,
    of_queue: HashMap<u32, BTreeSet<u64>>,
}

struct TakenKey {
    place: usize,
    queue: u32,
    alike: Option<Alike>,
}

impl DequeuedKeys {
    pub(super) fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    pub(super) fn fresh_count(&self) -> usize {
        self.fresh
    }

    /// Returns the place of the only key dequeued since the last expansion, if there is only one.
    pub(super) fn only_fresh(&self) -> Option<usize> {
        let mut fresh = self.keys.range(self.fresh_from..).map(|(_, taken)| taken.place);
        fresh.next().filter(|_| fresh.next().is_none())
    }

    pub(super) fn mark_all_as_old(&mut self) {
        (self.fresh, self.fresh_from) = (0, self.next);
    }

    pub(super) fn push(&mut self, place: usize, queue: u32, alike: Option<Alike>) {
        let number = self.next;
        self.next += 1;
        self.fresh += 1;
        self.keys.insert(number, TakenKey { place, queue, alike });
        self.of_queue.entry(queue).or_default().insert(number);
        match alike {
            Some(alike) => self.known.entry(alike).or_default().insert(number),
            None => self.unknown.insert(number),
        };
    }

    /// Returns the number of the key that was dequeued last among those with this board and depth.
    pub(super) fn last_number_with_board(&self, alike: Alike) -> Option<u64> {
        self.known.get(&alike)?.last().copied()
    }

    pub(super) fn last_unknown(&self) -> Option<u64> {
        self.unknown.last().copied()
    }

    /// Removes a key that now has a board, and returns its place. Also removes the keys dequeued from the same queue
    /// before it, because the search dropped them.
    pub(super) fn assign_dequeued_key(&mut self, number: u64) -> Option<usize> {
        let TakenKey { place, queue, .. } = self.remove(number)?;
        let of_queue = self.of_queue.get(&queue);
        let passed: Vec<u64> =
            of_queue.into_iter().flat_map(|of| of.range(..number)).copied().collect();
        for number in passed {
            self.remove(number);
        }
        Some(place)
    }

    pub(super) fn take_last(&mut self, count: usize) -> Vec<usize> {
        let numbers: Vec<u64> = self.keys.keys().rev().take(count).copied().collect();
        let places = numbers.into_iter().filter_map(|number| Some(self.remove(number)?.place));
        let mut places: Vec<usize> = places.collect();
        places.reverse();
        places
    }

    fn remove(&mut self, number: u64) -> Option<TakenKey> {
        let taken = self.keys.remove(&number)?;
        self.fresh -= usize::from(number >= self.fresh_from);
        if let Some(of_queue) = self.of_queue.get_mut(&taken.queue) {
            of_queue.remove(&number);
        }
        match taken.alike {
            Some(alike) => self.known.get_mut(&alike).is_some_and(|known| known.remove(&number)),
            None => self.unknown.remove(&number),
        };
        Some(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dequeued_entry_precedes_earlier_entries_of_its_queue() {
        let mut taken = DequeuedKeys::default();
        let board = Some((3, 7));
        for (place, queue, alike) in [(0, 1, None), (1, 2, board), (2, 1, board), (3, 1, None)] {
            taken.push(place, queue, alike);
        }
        assert_eq!(
            (taken.fresh_count(), taken.last_number_with_board((3, 7)), taken.last_unknown()),
            (4, Some(2), Some(3))
        );
        assert_eq!(taken.assign_dequeued_key(2), Some(2));
        assert_eq!(
            (taken.fresh_count(), taken.last_number_with_board((3, 7)), taken.last_unknown()),
            (2, Some(1), Some(3))
        );
        taken.mark_all_as_old();
        taken.push(4, 2, None);
        assert_eq!((taken.fresh_count(), taken.assign_dequeued_key(2)), (1, None), "it is missing");
        assert_eq!(taken.take_last(2), [3, 4]);
        assert_eq!((taken.fresh_count(), taken.is_empty()), (0, false));
        assert_eq!(taken.take_last(9), [1]);
        assert!(taken.is_empty());
    }
}
