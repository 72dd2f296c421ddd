//! The assignment's priority queue, instrumented for the sandbox.

mod other_orders;

use std::cmp::Ordering;
use std::fmt;

use crate::host;
use crate::wire::{QueueOrder, Word};

use other_orders::{KeyDisorder, KeyList};

/// A priority queue that reports its operations to the grader.
///
/// The queue wraps `slider::MinPq`, so keys are dequeued in exactly the same order. In some runs, the grader requests a
/// [different order](QueueOrder).
pub struct MinPq<K: Ord> {
    heap: KeyStorage<K>,
    /// The number that the grader assigns when the first key is inserted.
    number: Option<Word>,
    /// The number for the next key, to recognize the key when it is dequeued.
    next: Word,
}

enum KeyStorage<K: Ord> {
    Upright(slider::MinPq<NumberedKey<K>>),
    /// A heap with the maximum first.
    Reversed(Vec<NumberedKey<K>>),
    /// The keys in descending order, with the minimum last. They are sorted unless the order of the keys has changed.
    Watched(Vec<NumberedKey<K>>),
}

/// A key with a number. Comparisons ignore the number.
#[derive(Clone)]
struct NumberedKey<K> {
    key: K,
    number: Word,
}

impl<K: Ord> MinPq<K> {
    /// Makes an empty queue.
    pub const fn new() -> Self {
        Self { heap: KeyStorage::Upright(slider::MinPq::new()), number: None, next: 0 }
    }

    /// Inserts a key.
    pub fn insert(&mut self, key: K) {
        let number = *self.number.get_or_insert_with(|| {
            self.heap = match QueueOrder::from_word(host::queue_order()) {
                QueueOrder::Upright => KeyStorage::Upright(slider::MinPq::new()),
                QueueOrder::Reversed => KeyStorage::Reversed(Vec::new()),
                QueueOrder::Watched => KeyStorage::Watched(Vec::new()),
            };
            host::queue_new()
        });
        self.check_key_order();
        let key = NumberedKey { key, number: self.next };
        match &mut self.heap {
            KeyStorage::Upright(heap) => heap.insert(key),
            KeyStorage::Reversed(keys) => {
                keys.push(key);
                other_orders::swim(keys);
            }
            KeyStorage::Watched(keys) => {
                keys.push(key);
                other_orders::move_last_into_order(keys);
            }
        }
        host::queue_insert(number, self.len(), self.next);
        // A run has too little memory for so many keys at once, and a number may return after its key is gone.
        self.next = self.next.wrapping_add(1);
    }

    /// Returns the minimum, or `None` if the queue is empty.
    pub fn min(&self) -> Option<&K> {
        if let Some(number) = self.number {
            host::queue_min(number);
        }
        let least = match &self.heap {
            KeyStorage::Upright(heap) => heap.min(),
            KeyStorage::Reversed(keys) => keys.first(),
            KeyStorage::Watched(keys) => keys.last(),
        };
        least.map(|least| &least.key)
    }

    /// Removes and returns the minimum, or returns `None` if the queue is empty.
    pub fn del_min(&mut self) -> Option<K> {
        self.check_key_order();
        let least = match &mut self.heap {
            KeyStorage::Upright(heap) => heap.del_min(),
            KeyStorage::Reversed(keys) => {
                other_orders::move_first_to_end(keys);
                let first = keys.pop();
                other_orders::sink(keys);
                first
            }
            KeyStorage::Watched(keys) => keys.pop(),
        }?;
        if let Some(number) = self.number {
            host::queue_del_min(number, self.len(), least.number);
        }
        Some(least.key)
    }

    /// Returns the number of keys.
    pub fn len(&self) -> usize {
        match &self.heap {
            KeyStorage::Upright(heap) => heap.len(),
            KeyStorage::Reversed(keys) | KeyStorage::Watched(keys) => keys.len(),
        }
    }

    /// Returns `true` if the queue has no keys.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// If the queue is watched, checks that its keys are sorted.
    fn check_key_order(&self) {
        if let (KeyStorage::Watched(keys), Some(number)) = (&self.heap, self.number) {
            match other_orders::find_disorder(keys) {
                None => {}
                Some(KeyDisorder::Changed) => host::queue_disorder(number),
                Some(KeyDisorder::TwoOrders) => host::queue_two_orders(number),
            }
        }
    }
}

impl<K: Ord> Default for MinPq<K> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Ord + Clone> Clone for MinPq<K> {
    fn clone(&self) -> Self {
        let heap = match &self.heap {
            KeyStorage::Upright(heap) => KeyStorage::Upright(heap.clone()),
            KeyStorage::Reversed(keys) => KeyStorage::Reversed(keys.clone()),
            KeyStorage::Watched(keys) => KeyStorage::Watched(keys.clone()),
        };
        // To the grader, the clone is a new queue that starts with the same keys.
        Self { heap, number: self.number.map(|_| host::queue_new()), next: self.next }
    }
}

impl<K: Ord + fmt::Debug> fmt::Debug for MinPq<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.heap {
            KeyStorage::Upright(heap) => heap.fmt(f),
            KeyStorage::Reversed(keys) | KeyStorage::Watched(keys) => keys.fmt(f),
        }
    }
}

// Forward each operator to the key. The heap uses `<=` and `>`, so a submission with a `partial_cmp` that disagrees
// with `cmp` must fail in the same way as with the original queue.

impl<K: PartialEq> PartialEq for NumberedKey<K> {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl<K: Eq> Eq for NumberedKey<K> {}

impl<K: PartialOrd> PartialOrd for NumberedKey<K> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.key.partial_cmp(&other.key)
    }

    fn lt(&self, other: &Self) -> bool {
        self.key < other.key
    }

    fn le(&self, other: &Self) -> bool {
        self.key <= other.key
    }

    fn gt(&self, other: &Self) -> bool {
        self.key > other.key
    }

    fn ge(&self, other: &Self) -> bool {
        self.key >= other.key
    }
}

impl<K: Ord> Ord for NumberedKey<K> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key.cmp(&other.key)
    }
}

impl<K: fmt::Debug> fmt::Debug for NumberedKey<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.key.fmt(f)
    }
}

impl<K: Ord> KeyList for Vec<NumberedKey<K>> {
    fn count(&self) -> usize {
        self.len()
    }

    fn at_most(&self, a: usize, b: usize) -> bool {
        let (one, other) = (&self[a], &self[b]);
        one.key <= other.key && !(one.number < other.number && other.key <= one.key)
    }

    fn exceeds(&self, a: usize, b: usize) -> bool {
        self[a].key > self[b].key
    }

    fn orders(&self, a: usize, b: usize) -> (Ordering, Option<Ordering>) {
        let (a, b) = (&self[a].key, &self[b].key);
        (a.cmp(b), a.partial_cmp(b))
    }

    fn exchange(&mut self, a: usize, b: usize) {
        self.swap(a, b);
    }
}
