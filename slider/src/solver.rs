//! The solver: a shortest way from a board to the goal, or the knowledge that there is none.

use crate::Board;

/// A shortest solution of a board, found with A*, or the fact that the board has none.
///
/// # The search
///
/// A *search node* is a board, the number of moves made to reach it and the node before it. Its
/// *priority* is the moves made plus the board's [`manhattan`](Board::manhattan) distance: at
/// least so many moves does any solution through it take.
///
/// 1. Put the initial board's node (0 moves, nothing before it) into a [`MinPq`](crate::MinPq).
/// 2. Take the node of least priority out. If its board is the goal, it is solved: the nodes
///    before it are a shortest solution.
/// 3. Otherwise put in a node for each neighbor of its board, and go on with 2.
///
/// The search ends when the goal is taken *out*, not when it is put in.
///
/// # Two optimizations
///
/// * **The critical optimization.** Moving a tile back and forth leads nowhere: do not put in a
///   neighbor that is equal to the board of the *previous* node, the one this node came from.
/// * **Caching.** Compute the Manhattan distance of a node once, when the node is made, and not
///   again each time two nodes are compared.
///
/// # Boards without a solution
///
/// Half of all boards cannot reach the goal. For each of them its [`twin`](Board::twin) can, and
/// the other way round. So run two searches in lockstep, one from the board and one from its
/// twin, each a step in turn, and stop both as soon as either is solved: if it is the twin's, the
/// board has no solution. They may share one queue.
///
/// # Immutable
///
/// The search is made once, in [`new`](Solver::new) or at the first question. The answers are the
/// same in any order and any number of times, and giving them does not solve again.
///
/// # Any board
///
/// A solver works with every type that implements [`Board`], through that trait alone.
pub trait Solver<B: Board>: Sized {
    /// Solves `initial`.
    fn new(initial: &B) -> Self;

    /// Whether the initial board can reach the goal.
    fn is_solvable(&self) -> bool;

    /// The least number of moves to the goal, or `None` if the board has no solution.
    fn moves(&self) -> Option<usize>;

    /// The boards of a shortest solution, from the initial board to the goal, both included, or
    /// `None` if the board has no solution.
    fn solution(&self) -> Option<impl Iterator<Item = B>>;
}
