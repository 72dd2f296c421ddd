/// A heap that breaks ties like `CPython`'s `Lib/heapq.py`: after a removal, the last leaf sinks from the root to the
/// bottom and then rises.
#[derive(Debug, Default)]
pub(super) struct HeapQ {
    /// Pairs of cost and index. Only costs are compared.
    heap: Vec<(usize, usize)>,
}

impl HeapQ {
    /// `heappush`.
    pub(super) fn push(&mut self, cost: usize, place: usize) {
        self.heap.push((cost, place));
        self.sift_to_root(self.heap.len() - 1);
    }

    /// `heappop`.
    pub(super) fn pop(&mut self) -> Option<usize> {
        if self.heap.is_empty() {
            return None;
        }
        let (_, place) = self.heap.swap_remove(0);
        if !self.heap.is_empty() {
            self.sift_to_leaf_and_back();
        }
        Some(place)
    }

    /// `_siftdown` to the root: an item rises until its parent is not greater.
    fn sift_to_root(&mut self, mut at: usize) {
        while at > 0 {
            let parent = (at - 1) / 2;
            if self.heap[at].0 >= self.heap[parent].0 {
                break;
            }
            self.heap.swap(at, parent);
            at = parent;
        }
    }

    /// `_siftup` from the root: an item sinks to a leaf along the lesser children, or the right child if both are
    /// equal, then rises again.
    fn sift_to_leaf_and_back(&mut self) {
        let mut at = 0;
        loop {
            let left = 2 * at + 1;
            if left >= self.heap.len() {
                break;
            }
            let right = left + 1;
            // As in `heapq.py`, the left child goes first only if it is less.
            let right_is_next = right < self.heap.len() && self.heap[left].0 >= self.heap[right].0;
            let child = if right_is_next { right } else { left };
            self.heap.swap(at, child);
            at = child;
        }
        self.sift_to_root(at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected results come from the same calls in `CPython` 3, with objects compared by cost.
    #[test]
    fn ties_are_broken_as_in_python() {
        let mut heap = HeapQ::default();
        for (place, cost) in [1, 1, 1, 0, 1, 2, 0, 1].into_iter().enumerate() {
            heap.push(cost, place);
        }
        let order: Vec<usize> = std::iter::from_fn(|| heap.pop()).collect();
        assert_eq!(order, [3, 6, 2, 7, 0, 1, 4, 5]);
        assert_eq!(heap.pop(), None);
    }
}
