//! The priority queue as the sandbox has it: the assignment's own, with a witness.

use std::cmp::{Ordering, Reverse};
use std::fmt;

use crate::host;
use crate::wire::{QueueOrder, Word};

/// The assignment's priority queue, each operation of which is reported to the grader.
///
/// The heap is `slider::MinPq` itself, so keys come out in the very same order, unless the grader
/// asks for [another one](QueueOrder) in this run.
pub struct MinPq<K: Ord> {
    heap: Heap<K>,
    /// The number of this queue, given by the grader when the first key comes.
    number: Option<Word>,
    /// The number that the next key gets, by which the grader knows it again when it comes out.
    next: Word,
}

enum Heap<K: Ord> {
    Upright(slider::MinPq<Numbered<K>>),
    Reversed(slider::MinPq<Reverse<Numbered<K>>>),
    /// The least key last. It stays sorted as long as no key changes its order.
    Watched(Vec<Numbered<K>>),
}

/// A key with its number, which has no part in its order.
#[derive(Clone)]
struct Numbered<K> {
    key: K,
    number: Word,
}

impl<K: Ord> MinPq<K> {
    /// An empty queue.
    pub const fn new() -> Self {
        Self { heap: Heap::Upright(slider::MinPq::new()), number: None, next: 0 }
    }

    /// Adds a key.
    pub fn insert(&mut self, key: K) {
        let number = *self.number.get_or_insert_with(|| {
            self.heap = match QueueOrder::from_word(host::queue_order()) {
                QueueOrder::Upright => Heap::Upright(slider::MinPq::new()),
                QueueOrder::Reversed => Heap::Reversed(slider::MinPq::new()),
                QueueOrder::Watched => Heap::Watched(Vec::new()),
            };
            host::queue_new()
        });
        self.watch();
        let key = Numbered { key, number: self.next };
        match &mut self.heap {
            Heap::Upright(heap) => heap.insert(key),
            Heap::Reversed(heap) => heap.insert(Reverse(key)),
            Heap::Watched(keys) => insert_sorted(keys, key),
        }
        host::queue_insert(number, self.len(), self.next);
        self.next = self.next.wrapping_add(1);
    }

    /// The least key, or `None` if the queue is empty.
    pub fn min(&self) -> Option<&K> {
        if let Some(number) = self.number {
            host::queue_min(number);
        }
        let least = match &self.heap {
            Heap::Upright(heap) => heap.min(),
            Heap::Reversed(heap) => heap.min().map(|Reverse(key)| key),
            Heap::Watched(keys) => keys.last(),
        };
        least.map(|least| &least.key)
    }

    /// Removes and returns the least key, or returns `None` if the queue is empty.
    pub fn del_min(&mut self) -> Option<K> {
        self.watch();
        let least = match &mut self.heap {
            Heap::Upright(heap) => heap.del_min(),
            Heap::Reversed(heap) => heap.del_min().map(|Reverse(key)| key),
            Heap::Watched(keys) => keys.pop(),
        }?;
        if let Some(number) = self.number {
            host::queue_del_min(number, self.len(), least.number);
        }
        Some(least.key)
    }

    /// The number of keys in the queue.
    pub fn len(&self) -> usize {
        match &self.heap {
            Heap::Upright(heap) => heap.len(),
            Heap::Reversed(heap) => heap.len(),
            Heap::Watched(keys) => keys.len(),
        }
    }

    /// Whether the queue holds no key.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Looks at a queue that is watched.
    fn watch(&self) {
        if let (Heap::Watched(keys), Some(number)) = (&self.heap, self.number) {
            look_at(keys, number);
        }
    }
}

/// Reports it if a key has changed its order since it was inserted, or if the order is none.
#[cold]
#[inline(never)]
fn look_at<K: Ord>(keys: &[Numbered<K>], queue: Word) {
    let in_order = |pair: &[Numbered<K>]| {
        let order = pair[0].cmp(&pair[1]);
        order.is_ge() && pair[1].cmp(&pair[0]) == order.reverse()
    };
    // The heap compares by `<=`, which is `partial_cmp`'s.
    let in_one_order =
        |pair: &[Numbered<K>]| pair[0].partial_cmp(&pair[1]) == Some(pair[0].cmp(&pair[1]));
    if !keys.windows(2).all(in_one_order) {
        host::queue_two_orders(queue);
    } else if !keys.windows(2).all(in_order) {
        host::queue_disorder(queue);
    }
}

/// Puts a key into its place among others, the least of which is the last.
#[cold]
#[inline(never)]
fn insert_sorted<K: Ord>(keys: &mut Vec<Numbered<K>>, key: Numbered<K>) {
    let place = keys.partition_point(|other| *other > key);
    keys.insert(place, key);
}

impl<K: Ord> Default for MinPq<K> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Ord + Clone> Clone for MinPq<K> {
    fn clone(&self) -> Self {
        let heap = match &self.heap {
            Heap::Upright(heap) => Heap::Upright(heap.clone()),
            Heap::Reversed(heap) => Heap::Reversed(heap.clone()),
            Heap::Watched(keys) => Heap::Watched(keys.clone()),
        };
        // The copy is a queue of its own, which takes over the keys without inserting them.
        Self { heap, number: self.number.map(|_| host::queue_new()), next: self.next }
    }
}

impl<K: Ord + fmt::Debug> fmt::Debug for MinPq<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.heap {
            Heap::Upright(heap) => heap.fmt(f),
            Heap::Reversed(heap) => heap.fmt(f),
            Heap::Watched(keys) => keys.fmt(f),
        }
    }
}

// All of it is the key's own, operator by operator: the heap compares with `<=` and `>`, and a key
// whose `partial_cmp` does not agree with its `cmp` has to go wrong here as it does at home.

impl<K: PartialEq> PartialEq for Numbered<K> {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl<K: Eq> Eq for Numbered<K> {}

impl<K: PartialOrd> PartialOrd for Numbered<K> {
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

impl<K: Ord> Ord for Numbered<K> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key.cmp(&other.key)
    }
}

impl<K: fmt::Debug> fmt::Debug for Numbered<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.key.fmt(f)
    }
}
