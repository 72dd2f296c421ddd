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
//! A bound is *admissible* if it is never more than the moves that a board really takes, and
//! *consistent* if it also changes by at most one with each move. Every line of the table is
//! checked on all 3-by-3 boards, for several goals.
//!
//! [`Named`] has them all by the names of a command line, and builds the one that is asked for as
//! an [`AnyHeuristic`].

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

/// A lower bound on the number of moves to the goal that is kept up to date slide by slide.
///
/// A bound must be *admissible*: never more than the moves that the board really takes. For the
/// goal it is therefore 0.
pub trait Heuristic {
    /// The memory of a board by which the next one's bound is found quickly.
    type State: Clone;

    /// The state of a board.
    fn start(&self, grid: &Grid) -> Self::State;

    /// The state of `grid`, given the state of the board that it was before `slide`.
    fn after(&self, before: &Self::State, grid: &Grid, slide: Slide) -> Self::State;

    /// The bound, in moves, of the board that the state is of.
    fn bound(&self, state: &Self::State) -> usize;
}
