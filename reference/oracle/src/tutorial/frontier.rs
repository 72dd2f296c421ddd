use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::heapq::HeapQ;
use super::program::TutorialProgram;

/// The nodes in the frontier.
pub(super) enum TutorialFrontier {
    /// The earliest node of minimum cost comes first. Removals from the original list keep its order, so a heap of
    /// costs and indices is equivalent.
    Ordered(BinaryHeap<Reverse<(usize, usize)>>),
    /// Python's heap, with tie-breaking that depends on all previous operations.
    HeapQ(HeapQ),
}

impl TutorialFrontier {
    pub(super) fn new(program: TutorialProgram) -> Self {
        match program {
            TutorialProgram::Python => Self::HeapQ(HeapQ::default()),
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
