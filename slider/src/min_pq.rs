//! The priority queue of the assignment.

/// A priority queue that returns its smallest key first: the textbook binary heap in an array.
///
/// An inserted key moves up with *swim*. When the smallest key is removed, another key moves down
/// with *sink*. Two keys are exchanged only if one is strictly greater, so the order of equal keys
/// is fixed: it is that of the heap in Sedgewick and Wayne, *Algorithms*, section 2.4. The
/// operation counts published for the original assignment refer to this heap.
///
/// The order of a key must not change while the key is in the queue. This is only possible with
/// interior mutability or a random [`Ord`]. If it happens, the queue returns its keys in an
/// unspecified order.
///
/// ```
/// use slider::MinPq;
///
/// let mut queue = MinPq::new();
/// for key in [4, 1, 3] {
///     queue.insert(key);
/// }
/// assert_eq!(queue.min(), Some(&1));
/// assert_eq!(queue.del_min(), Some(1));
/// assert_eq!(queue.len(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct MinPq<K: Ord> {
    /// A heap: the key at `k` is not less than its parent, which is the key at `(k - 1) / 2`.
    keys: Vec<K>,
}

impl<K: Ord> MinPq<K> {
    /// Creates an empty queue.
    pub const fn new() -> Self {
        Self { keys: Vec::new() }
    }

    /// Inserts a key, with at most `log2(len) + 1` comparisons.
    pub fn insert(&mut self, key: K) {
        self.keys.push(key);
        self.swim(self.keys.len() - 1);
    }

    /// Returns the smallest key, or `None` if the queue is empty.
    pub fn min(&self) -> Option<&K> {
        self.keys.first()
    }

    /// Removes and returns the smallest key, with at most `2 log2(len)` comparisons, or returns
    /// `None` if the queue is empty.
    pub fn del_min(&mut self) -> Option<K> {
        let end = self.keys.len().checked_sub(1)?;
        self.keys.swap(0, end);
        let least = self.keys.pop();
        self.sink(0);
        least
    }

    /// Returns the number of keys in the queue.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns `true` if the queue has no keys.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    fn swim(&mut self, mut k: usize) {
        while k > 0 {
            let parent = (k - 1) / 2;
            if self.keys[parent] <= self.keys[k] {
                break;
            }
            self.keys.swap(parent, k);
            k = parent;
        }
    }

    fn sink(&mut self, mut k: usize) {
        while 2 * k + 1 < self.keys.len() {
            let left = 2 * k + 1;
            let right = left + 1;
            let child = if right < self.keys.len() && self.keys[left] > self.keys[right] {
                right
            } else {
                left
            };
            if self.keys[k] <= self.keys[child] {
                break;
            }
            self.keys.swap(k, child);
            k = child;
        }
    }
}

impl<K: Ord> Default for MinPq<K> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use super::*;

    /// A key that is ordered only by its priority, so that equal keys can be distinguished by name.
    #[derive(Debug)]
    struct Job(u32, char);

    impl PartialEq for Job {
        fn eq(&self, other: &Self) -> bool {
            self.cmp(other).is_eq()
        }
    }

    impl Eq for Job {}

    impl PartialOrd for Job {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }

    impl Ord for Job {
        fn cmp(&self, other: &Self) -> Ordering {
            self.0.cmp(&other.0)
        }
    }

    fn drain<K: Ord>(mut queue: MinPq<K>) -> Vec<K> {
        std::iter::from_fn(|| queue.del_min()).collect()
    }

    #[test]
    fn keys_are_dequeued_in_order() {
        let mut queue = MinPq::default();
        // 1009 is prime, so this yields each key in 0..1009 once, in scattered order.
        let keys = (0..1009u32).map(|i| i * 577 % 1009);
        keys.for_each(|key| queue.insert(key));
        assert_eq!(queue.len(), 1009);
        assert_eq!(drain(queue), (0..1009).collect::<Vec<_>>());
    }

    #[test]
    fn an_empty_queue_has_no_minimum() {
        let mut queue = MinPq::<u8>::new();
        assert!(queue.is_empty());
        assert_eq!(queue.min(), None);
        assert_eq!(queue.del_min(), None);
        queue.insert(7);
        assert!(!queue.is_empty());
        assert_eq!(queue.min(), Some(&7));
        assert_eq!(queue.del_min(), Some(7));
        assert_eq!(queue.del_min(), None);
    }

    #[test]
    fn tie_breaking_matches_the_textbook_heap() {
        let mut queue = MinPq::new();
        for name in 'a'..='g' {
            queue.insert(Job(1, name));
        }
        // This order was derived manually: each removal moves the last key to the root, and equal
        // keys are not exchanged.
        let names: String = drain(queue).into_iter().map(|job| job.1).collect();
        assert_eq!(names, "agfedcb");
    }

    #[test]
    fn sink_prefers_the_left_of_two_equal_children() {
        let mut queue = MinPq::new();
        for job in [Job(0, 'r'), Job(1, 'x'), Job(1, 'y'), Job(2, 'z')] {
            queue.insert(job);
        }
        let names: String = drain(queue).into_iter().map(|job| job.1).collect();
        assert_eq!(names, "rxyz");
    }
}
