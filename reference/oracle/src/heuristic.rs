//! Lower bounds on the number of moves to the goal.
//!
//! | name | counts | admissible | consistent | boards | memory |
//! |---|---|---|---|---|---|
//! | [`Zero`] | nothing | yes | yes | all | none |
//! | [`Hamming`] | misplaced tiles | yes | yes | all | none |
//! | [`Manhattan`] | the distances of all tiles from their homes | yes | yes | all | none |
//! | [`LinearConflict`], added to [`Manhattan`] | two moves for each tile that must leave its goal line | yes | yes | all | none |
//! | [`WalkingDistance`] | the steps of tiles between rows, and between columns | yes | yes | up to 4-by-4 | 2 MB |
//! | [`Fringe`] | all moves that bring a pattern and the blank home; the maximum over several patterns | yes | yes | up to 15-by-15 | one byte per placement of the pattern and the blank: 5.8 MB for 5 tiles on a 4-by-4 board |
//! | [`Additive`] | the moves of a pattern's tiles; the sum over disjoint patterns | yes | no | up to 15-by-15 | one byte per placement: 11.5 MB for 6-6-3 |
//! | `Dynamic::with_matching` | the Manhattan distance, and the additional costs of disjoint pairs of tiles | yes | no | up to 8-by-8 | one byte per pair and its cells: 27 kB for 4-by-4 |
//! | [`Dynamic::with_vertex_cover`] | the Manhattan distance, and the least cost that covers the additional costs of all pairs | yes | no | up to 8-by-8 | the same |
//! | [`Reflected`] | the maximum of a bound for the board and for its reflection | like the bound | like the bound | goals with the blank on the diagonal | none |
//! | [`Max`], [`Greatest`] | the maximum of several bounds | if all bounds are | if all bounds are | like the bounds | none |
//! | [`Sum`] | the sum of two bounds | only if no move is counted twice | only if no move is counted twice | like the bounds | none |
//!
//! A bound is *admissible* if it never exceeds the real distance, and *consistent* if, in addition, no move changes it
//! by more than one. The tests check this table on all 3-by-3 boards, for several goals.
//!
//! [`HeuristicName`] identifies heuristics by command-line name, and builds them as [`AnyHeuristic`] values.

mod combine;
mod erased;
#[cfg(test)]
mod exhaustive;
mod hamming;
mod linear_conflict;
mod manhattan;
mod named;
mod pattern_database;
mod reflection;
mod walking_distance;
mod zero;

pub use combine::{Max, Sum};
pub use erased::{AnyHeuristic, AnyState, Greatest, Numbers, Pack};
pub use hamming::Hamming;
pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use named::{DatabaseSizes, HeuristicName, UnknownHeuristic, Unsupported};
pub use pattern_database::{Additive, BadPatterns, Dynamic, Fringe};
pub use reflection::Reflected;
pub use walking_distance::WalkingDistance;
pub use zero::Zero;

use crate::puzzle::{Grid, Slide};

/// A lower bound on the number of moves to the goal, updated incrementally with every slide.
///
/// It must be *admissible*: never above the real distance. In particular, it is 0 for the goal.
pub trait Heuristic {
    /// The data for updating the bound.
    type State: Clone;

    /// Returns the state for a board.
    fn initial_state(&self, grid: &Grid) -> Self::State;

    /// Returns the state for `grid`, from the state `before` the `slide`.
    fn state_after(&self, before: &Self::State, grid: &Grid, slide: Slide) -> Self::State;

    /// Returns the bound in moves.
    fn bound(&self, state: &Self::State) -> usize;
}
