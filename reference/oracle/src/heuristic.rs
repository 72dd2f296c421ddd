//! Lower bounds on the number of moves to the goal.
//!
//! | name | counts | admissible | consistent | boards | memory |
//! |---|---|---|---|---|---|
//! | [`Zero`] | nothing | yes | yes | all | none |
//! | [`Hamming`] | tiles out of place | yes | yes | all | none |
//! | [`Manhattan`] | distances of the tiles to their homes | yes | yes | all | none |
//! | [`LinearConflict`], on top of [`Manhattan`] | two moves for each tile that must leave its line | yes | yes | all | none |
//! | [`WalkingDistance`] | steps of tiles between rows, and between columns | yes | yes | up to 4-by-4 | 2 MB |
//! | [`Fringe`] | all moves that bring a pattern and the blank home; the greatest of some patterns | yes | yes | up to 15-by-15 | a byte for each placement of pattern and blank: 5.8 MB for 5 tiles of 4-by-4 |
//! | [`Additive`] | moves of a pattern's tiles; the sum of disjoint patterns | yes | no | up to 15-by-15 | a byte for each placement: 11.5 MB for 6-6-3 |
//! | `Dynamic::matching` | Manhattan, and what disjoint pairs of tiles cost each other | yes | no | up to 8-by-8 | a byte for each pair and its cells: 27 kB for 4-by-4 |
//! | [`Dynamic::cover`] | Manhattan, and the least that pays what all pairs cost each other | yes | no | up to 8-by-8 | the same |
//! | [`Reflected`] | the greater of a bound and that of the mirrored board | as the bound | as the bound | the blank's home on the diagonal | none |
//! | [`Max`], [`Greatest`] | the greatest of bounds | if all are | if all are | as the bounds | none |
//! | [`Sum`] | the sum of bounds | only if no move is counted twice | the same | as the bounds | none |
//!
//! A bound is *admissible* if it never exceeds the real distance, and *consistent* if, in addition, a move changes it
//! by at most one. The tests check all rows of this table on all 3-by-3 boards, for several goals.
//!
//! [`Named`] lists the heuristics by command-line name, and builds a chosen heuristic as an [`AnyHeuristic`].

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
pub use named::{Database, Named, UnknownHeuristic, Unsupported};
pub use pattern_database::{Additive, BadPatterns, Dynamic, Fringe};
pub use reflection::Reflected;
pub use walking_distance::WalkingDistance;
pub use zero::Zero;

use crate::puzzle::{Grid, Slide};

/// A lower bound on the number of moves to the goal, which is updated with every slide.
///
/// A bound must be *admissible*: it must never exceed the real distance. In particular, it is 0 for the goal.
pub trait Heuristic {
    /// The data from which the bound is updated incrementally.
    type State: Clone;

    /// Returns the state for a board.
    fn start(&self, grid: &Grid) -> Self::State;

    /// Returns the state for `grid`. `before` is the state of the board before `slide`.
    fn after(&self, before: &Self::State, grid: &Grid, slide: Slide) -> Self::State;

    /// Returns the bound, in moves, for the board with this state.
    fn bound(&self, state: &Self::State) -> usize;
}
