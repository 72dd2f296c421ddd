//! The programs' open lists.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::heapq::HeapQ;
use super::program::Program;

/// The nodes that wait.
pub(super) enum OpenList {
    /// A list from which the first of the cheapest nodes is taken. The order of the others stays,
    /// so that is the one that was put there first, and a heap of costs and places gives the same.
    Ordered(BinaryHeap<Reverse<(usize, usize)>>),
    /// Python's heap. Which of the cheapest comes first depends on all that was done before.
    HeapQ(HeapQ),
}

impl OpenList {
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
