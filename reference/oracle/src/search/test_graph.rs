//! A search space unlike the puzzle: a directed graph with costs and arbitrary estimates.

use super::space::Space;

/// Vertices are numbers. An arc is `(from, to, cost)`. The arcs from a vertex are tried in order.
pub(super) struct Graph {
    pub(super) arcs: &'static [(usize, usize, usize)],
    /// The estimate of each vertex.
    pub(super) estimates: &'static [usize],
    pub(super) goal: usize,
}

impl Space for Graph {
    type State = usize;
    type Action = (usize, usize, usize);
    type Undo = usize;

    fn actions(&self, vertex: &usize) -> impl Iterator<Item = Self::Action> {
        self.arcs.iter().copied().filter(move |&(from, ..)| from == *vertex)
    }

    fn apply(&self, vertex: &mut usize, &(from, to, _): &Self::Action) -> usize {
        assert_eq!(*vertex, from, "an arc is taken from where it begins");
        *vertex = to;
        from
    }

    fn undo(&self, vertex: &mut usize, before: usize) {
        *vertex = before;
    }

    fn is_goal(&self, vertex: &usize) -> bool {
        *vertex == self.goal
    }

    fn cost(&self, &(_, _, cost): &Self::Action) -> usize {
        cost
    }

    fn estimate(&self, vertex: &usize) -> usize {
        self.estimates[*vertex]
    }
}

/// The path to 3 through 2 costs 5, and the direct arc costs 7.
///
/// ```text
///      1          4          3
///  0 -----> 1 --------> 2 ------> 3        and 0 --7--> 3, 2 --1--> 0
/// ```
pub(super) const DETOUR: Graph = Graph {
    arcs: &[(0, 3, 7), (0, 1, 1), (1, 2, 2), (2, 0, 1), (2, 3, 2)],
    estimates: &[5, 4, 2, 0],
    goal: 3,
};

/// Admissible but inconsistent: the estimate of 1 is so high that A* first expands 2 on the expensive path, then 3, and
/// must later reopen both.
///
/// ```text
///  0 --1--> 1 --1--> 2 --1--> 3 --9--> 4
///  0 -------4------> 2
/// ```
pub(super) const REOPENING: Graph = Graph {
    arcs: &[(0, 1, 1), (0, 2, 4), (1, 2, 1), (2, 3, 1), (3, 4, 9)],
    estimates: &[0, 11, 0, 0, 0],
    goal: 4,
};
