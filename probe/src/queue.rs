//! The priority queue as the sandbox has it: the assignment's own, with a witness.

use std::cmp::Reverse;
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
}

enum Heap<K: Ord> {
    Upright(slider::MinPq<K>),
    Reversed(slider::MinPq<Reverse<K>>),
    /// The least key last. It stays sorted as long as no key changes its order.
    Watched(Vec<K>),
}

impl<K: Ord> MinPq<K> {
    /// An empty queue.
    pub const fn new() -> Self {
        Self { heap: Heap::Upright(slider::MinPq::new()), number: None }
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
        match &mut self.heap {
            Heap::Upright(heap) => heap.insert(key),
            Heap::Reversed(heap) => heap.insert(Reverse(key)),
            Heap::Watched(keys) => {
                let place = keys.partition_point(|other| *other > key);
                keys.insert(place, key);
            }
        }
        host::queue_insert(number, self.len());
    }

    /// The least key, or `None` if the queue is empty.
    pub fn min(&self) -> Option<&K> {
        if let Some(number) = self.number {
            host::queue_min(number);
        }
        match &self.heap {
            Heap::Upright(heap) => heap.min(),
            Heap::Reversed(heap) => heap.min().map(|Reverse(key)| key),
            Heap::Watched(keys) => keys.last(),
        }
    }

    /// Removes and returns the least key, or returns `None` if the queue is empty.
    pub fn del_min(&mut self) -> Option<K> {
        self.watch();
        let key = match &mut self.heap {
            Heap::Upright(heap) => heap.del_min(),
            Heap::Reversed(heap) => heap.del_min().map(|Reverse(key)| key),
            Heap::Watched(keys) => keys.pop(),
        }?;
        if let Some(number) = self.number {
            host::queue_del_min(number, self.len());
        }
        Some(key)
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

    /// Reports it if a key has changed its order since it was inserted, or if the order is none.
    fn watch(&self) {
        let in_order = |pair: &[K]| {
            let order = pair[0].cmp(&pair[1]);
            order.is_ge() && pair[1].cmp(&pair[0]) == order.reverse()
        };
        if let (Heap::Watched(keys), Some(number)) = (&self.heap, self.number)
            && !keys.windows(2).all(in_order)
        {
            host::queue_disorder(number);
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
            Heap::Upright(heap) => Heap::Upright(heap.clone()),
            Heap::Reversed(heap) => Heap::Reversed(heap.clone()),
            Heap::Watched(keys) => Heap::Watched(keys.clone()),
        };
        // The copy is a queue of its own, which takes over the keys without inserting them.
        Self { heap, number: self.number.map(|_| host::queue_new()) }
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
