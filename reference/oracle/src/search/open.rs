//! The open list: which node comes next.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// The order in which a [`GraphSearch`](super::GraphSearch) expands nodes, with `g` for the cost of
/// the way to a node and `h` for the estimate of the rest.
///
/// The node with the least priority comes first. Of those with the same priority the one with the
/// least `h` does, and of those the one that was made first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// `g + h`: A*. P. E. Hart, N. J. Nilsson, B. Raphael, "A formal basis for the heuristic
    /// determination of minimum cost paths", IEEE Transactions on Systems Science and Cybernetics
    /// 4, 1968.
    AStar,
    /// `g`: Dijkstra's algorithm, also called uniform-cost search. Estimates are not asked for.
    /// E. W. Dijkstra, "A note on two problems in connexion with graphs", Numerische Mathematik 1,
    /// 1959.
    Dijkstra,
    /// `h`: greedy best-first search. J. E. Doran, D. Michie, "Experiments with the graph
    /// traverser program", Proceedings of the Royal Society A 294, 1966.
    Greedy,
    /// First come, first served: breadth-first search. The priority is the depth. Costs and
    /// estimates do not matter. E. F. Moore, "The shortest path through a maze", 1959.
    BreadthFirst,
}

impl Order {
    /// Whether a search in this order asks for estimates.
    pub(super) fn uses_estimate(self) -> bool {
        matches!(self, Self::AStar | Self::Greedy)
    }

    /// Whether a cheaper way to a state that has been met makes it worth another look.
    pub(super) fn counts_cost(self) -> bool {
        matches!(self, Self::AStar | Self::Dijkstra)
    }

    /// The priority of a node.
    pub(super) fn priority(self, depth: usize, cost: usize, estimate: usize) -> usize {
        match self {
            Self::AStar => cost.saturating_add(estimate),
            Self::Dijkstra => cost,
            Self::Greedy => estimate,
            Self::BreadthFirst => depth,
        }
    }
}

/// The nodes that wait, by number. A node that was made later has a greater number.
pub(super) enum OpenList {
    /// Priority, estimate and number of each node.
    Heap(BinaryHeap<Reverse<(usize, usize, usize)>>),
    Queue(VecDeque<usize>),
}

impl OpenList {
    pub(super) fn new(order: Order) -> Self {
        match order {
            Order::BreadthFirst => Self::Queue(VecDeque::new()),
            Order::AStar | Order::Dijkstra | Order::Greedy => Self::Heap(BinaryHeap::new()),
        }
    }

    pub(super) fn push(&mut self, priority: usize, estimate: usize, node: usize) {
        match self {
            Self::Heap(heap) => heap.push(Reverse((priority, estimate, node))),
            Self::Queue(queue) => queue.push_back(node),
        }
    }

    pub(super) fn pop(&mut self) -> Option<usize> {
        match self {
            Self::Heap(heap) => heap.pop().map(|Reverse((.., node))| node),
            Self::Queue(queue) => queue.pop_front(),
        }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::Heap(heap) => heap.len(),
            Self::Queue(queue) => queue.len(),
        }
    }
}
