//! The solver's trait, and the algorithm that a solver must use.

use crate::Board;

/// A solver that uses A* to find a shortest solution of a board, or to prove it unsolvable.
///
/// # The search
///
/// A *search node* consists of a board, the number of moves to reach this board, and the previous
/// node. The *priority* of a node is its number of moves plus the [`manhattan`](Board::manhattan)
/// distance of its board. No solution through this node has fewer moves.
///
/// 1. Insert the initial board's node (0 moves, no previous node) into a [`MinPq`](crate::MinPq).
/// 2. Remove the node with the lowest priority. If its board is the goal, the board is solved: the
///    boards of this node and of all nodes before it form a shortest solution.
/// 3. Otherwise, *expand* the board: insert a node for each of its neighbors. Then go back to
///    step 2.
///
/// The search ends when the goal is *removed* from the queue, not when it is inserted.
///
/// # Two optimizations
///
/// * **The critical optimization.** Moving a tile back and forth is useless. If a neighbor equals
///   the board of the *previous* node, do not insert it.
/// * **Caching.** Compute the Manhattan distance of a node once, when you create the node, rather
///   than each time you compare two nodes.
///
/// # Unsolvable boards
///
/// Half of all boards cannot reach the goal. Either a board or its [`twin`](Board::twin) can reach
/// it, but never both. So run two searches in lockstep, one from the board and one from its twin,
/// and alternate between them after each step. Stop both as soon as one of them finds the goal. If
/// the twin's search finds it, the board is unsolvable. The two searches may share one queue.
///
/// # Immutable
///
/// The search runs only once: in [`new`](Solver::new), or at the first call to another method. The
/// results do not depend on the order or the number of calls, and no call repeats the search.
///
/// # Any board
///
/// A solver works with every type that implements [`Board`]. It uses only the methods of this trait.
pub trait Solver<B: Board>: Sized {
    /// Solves `initial`.
    fn new(initial: &B) -> Self;

    /// Returns `true` if the initial board can reach the goal.
    fn is_solvable(&self) -> bool;

    /// Returns the smallest number of moves to the goal, or `None` if the board is unsolvable.
    fn moves(&self) -> Option<usize>;

    /// Returns the boards of a shortest solution, including the initial board and the goal, or
    /// `None` if the board is unsolvable.
    fn solution(&self) -> Option<impl Iterator<Item = B>>;
}
