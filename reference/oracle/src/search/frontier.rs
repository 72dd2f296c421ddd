use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// The order in which a [`GraphSearch`](super::GraphSearch) expands nodes. `g` is the cost of the path to a node, and
/// `h` is the estimate of the remaining cost.
///
/// The least priority comes first. Ties are broken by the least `h`, and then by age, oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpansionOrder {
    /// `g + h`: A*. P. E. Hart, N. J. Nilsson, B. Raphael, "A formal basis for the heuristic determination of minimum
    /// cost paths", IEEE Transactions on Systems Science and Cybernetics 4, 1968.
    AStar,
    /// `g`: Dijkstra's algorithm, also called uniform-cost search. Ignores estimates. E. W. Dijkstra, "A note on two
    /// problems in connexion with graphs", Numerische Mathematik 1, 1959.
    Dijkstra,
    /// `h`: greedy best-first search. J. E. Doran, D. Michie, "Experiments with the graph traverser
    /// program", Proceedings of the Royal Society A 294, 1966.
    Greedy,
    /// First in, first out: breadth-first search. The priority is the depth. Ignores costs and estimates. E. F. Moore,
    /// "The shortest path through a maze", 1959.
    BreadthFirst,
}

impl ExpansionOrder {
    /// Returns `true` if this order uses estimates.
    pub(super) fn uses_estimate(self) -> bool {
        matches!(self, Self::AStar | Self::Greedy)
    }

    /// Returns `true` if this order uses costs, so that a cheaper path to a known state is worth following.
    pub(super) fn counts_cost(self) -> bool {
        matches!(self, Self::AStar | Self::Dijkstra)
    }

    pub(super) fn priority(self, depth: usize, cost: usize, estimate: usize) -> usize {
        match self {
            // Costs and estimates can be any numbers.
            Self::AStar => cost.saturating_add(estimate),
            Self::Dijkstra => cost,
            Self::Greedy => estimate,
            Self::BreadthFirst => depth,
        }
    }
}

/// The nodes in the frontier. Newer nodes have greater numbers.
pub(super) enum Frontier {
    /// The priority, estimate and number.
    Heap(BinaryHeap<Reverse<(usize, usize, usize)>>),
    Queue(VecDeque<usize>),
}

impl Frontier {
    pub(super) fn new(order: ExpansionOrder) -> Self {
        match order {
            ExpansionOrder::BreadthFirst => Self::Queue(VecDeque::new()),
            ExpansionOrder::AStar | ExpansionOrder::Dijkstra | ExpansionOrder::Greedy => {
                Self::Heap(BinaryHeap::new())
            }
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
