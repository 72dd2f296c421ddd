//! The solver. Write this file once the tests of the board pass.

use slider::Board;

/// A solver that finds a shortest solution with A*.
///
/// A *search node* has a board, the number of moves to reach it, and the previous node. Write a
/// `struct` for it. Nodes share their previous nodes, so use `Option<Rc<Node<B>>>` for that field.
///
/// The priority queue must be [`slider::MinPq`]. It returns the smallest node by `Ord` first, so
/// implement this trait for your node. Compare priorities: the number of moves plus the Manhattan
/// distance. Compute the priority of a node once, when you create the node.
///
/// This file must not depend on your own `Board`: the solver works for every `B: slider::Board`.
#[derive(Clone, Debug)]
pub struct Solver<B> {
    /// The boards from the initial board to the goal, or `None` if there is no solution. You do not
    /// need to store more of the search. You can change this field.
    solution: Option<Vec<B>>,
}

impl<B: Board> slider::Solver<B> for Solver<B> {
    /// Solves `initial`.
    ///
    /// 1. Make two priority queues: one for `initial` and one for its twin. Insert the first node,
    ///    with 0 moves, into each.
    /// 2. Alternate between the queues. In each step, remove the smallest node. If its board is the
    ///    goal, stop. Otherwise, insert a node for each neighbor of its board, except the board of
    ///    the previous node.
    /// 3. If the initial board's search found the goal, follow the previous nodes to get the
    ///    solution. If the twin's search found it, there is no solution.
    fn new(initial: &B) -> Self {
        let _ = initial;
        todo!("search from the board and from its twin, one step each in turn")
    }

    /// Returns `true` if the initial board can reach the goal.
    fn is_solvable(&self) -> bool {
        todo!("return whether there is a solution")
    }

    /// Returns the smallest number of moves, or `None` if there is no solution.
    fn moves(&self) -> Option<usize> {
        todo!("count the moves of the solution: one less than the number of boards")
    }

    /// Returns the boards of a shortest solution, from the initial board to the goal, or `None` if
    /// there is no solution.
    fn solution(&self) -> Option<impl Iterator<Item = B>> {
        // This is correct once `new` is correct. You can keep it or write your own.
        self.solution.as_ref().map(|boards| boards.iter().cloned())
    }
}
