use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::heapq::HeapQ;
use super::program::Program;

/// The nodes in the frontier.
pub(super) enum Frontier {
    /// The earliest node of minimum cost comes first. Removals from the original list keep its order, so a heap of
    /// costs and indices is equivalent.
    Ordered(BinaryHeap<Reverse<(usize, usize)>>),
    /// Python's heap, with tie-breaking that depends on all previous operations.
    HeapQ(HeapQ),
}

impl Frontier {
    pub(super) fn new(program: Program) -> Self {
        match program {
            Program::Python => Self::HeapQ(HeapQ::default()),
            _ => Self::Ordered(BinaryHeap::new()),
        }
    }

    pub(super) fn push(&mut self, cost: usize, place: usize) {
        match self {
            Self::Ordered(heap) => heap.push(Reverse((cost, place))),
            Self::HeapQ(heap) => heap.push(cost, place),
        }
    }

    pub(super) fn pop(&mut self) -> Option<usize> {
        match self {
            Self::Ordered(heap) => heap.pop().map(|Reverse((_, place))| place),
            Self::HeapQ(heap) => heap.pop(),
        }
    }
}
