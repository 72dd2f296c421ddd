//! The solver: write this file when the tests of the board pass.

use slider::Board;

/// A shortest solution of a board, found with A*.
///
/// A *search node* is a board, the number of moves made to reach it, and the node before it. Write
/// a `struct` for it. Nodes share their predecessors, so `Option<Rc<Node<B>>>` suits the last.
///
/// The priority queue must be [`slider::MinPq`]. It gives back the node that is least by `Ord`, so
/// implement that trait for your node: compare priorities, the moves made plus the Manhattan
/// distance. Compute a node's priority once, when you make the node.
///
/// Nothing here may depend on your own `Board`: the solver works for every `B: slider::Board`.
#[derive(Clone, Debug)]
pub struct Solver<B> {
    /// The boards from the initial one to the goal, or `None` if there is no solution. This is all
    /// that needs to be kept of the search; change it if you know better.
    solution: Option<Vec<B>>,
}

impl<B: Board> slider::Solver<B> for Solver<B> {
    /// Solves `initial`.
    ///
    /// 1. Make two priority queues: one for `initial` and one for its twin. Put the first node,
    ///    with 0 moves, into each.
    /// 2. In turn, make one step in each queue: take the least node out. If its board is the goal,
    ///    stop; else put in a node for each neighbor of its board, except the board that this node
    ///    came from.
    /// 3. If it was the initial board's search that reached the goal, follow the nodes back to get
    ///    the solution. If it was the twin's, there is none.
    fn new(initial: &B) -> Self {
        let _ = initial;
        todo!("search from the board and from its twin, one step each in turn")
    }

    /// Whether the initial board can reach the goal.
    fn is_solvable(&self) -> bool {
        todo!("tell whether there is a solution")
    }

    /// The least number of moves, or `None` if there is no solution.
    fn moves(&self) -> Option<usize> {
        todo!("count the moves of the solution: one less than its boards")
    }

    /// The boards of a shortest solution, the initial one first and the goal last, or `None` if
    /// there is no solution.
    fn solution(&self) -> Option<impl Iterator<Item = B>> {
        // This is right once `new` is. Keep it, or write your own.
        self.solution.as_ref().map(|boards| boards.iter().cloned())
    }
}
