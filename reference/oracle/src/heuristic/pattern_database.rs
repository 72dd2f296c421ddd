//! Pattern databases: tables with the costs of solving part of the puzzle, precomputed by breadth-first search from the
//! goal.
//!
//! The idea is from J. C. Culberson and J. Schaeffer ("Searching with pattern databases", Canadian Conference on AI,
//! 1996). A *pattern* is a set of tiles; all other tiles are indistinguishable. As in textbooks, each placement of a
//! pattern takes one byte.

mod additive;
mod costs;
mod dynamic;
mod fringe;
mod mutual_costs;
mod parallel;
mod partition;
mod patterns;
mod placements;

pub use additive::Additive;
pub use dynamic::Dynamic;
pub use fringe::Fringe;
pub use patterns::BadPatterns;

/// The table entry for placements not reached yet. In supported tables, real costs stay below 200 moves.
const UNMET: u8 = u8::MAX;
