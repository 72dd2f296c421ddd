//! Pattern databases: the costs of a part of the puzzle, found beforehand by breadth-first search
//! from the goal and looked up in a table.
//!
//! They are J. C. Culberson and J. Schaeffer's idea ("Searching with pattern databases", Canadian
//! Conference on AI, 1996). A *pattern* is some of the tiles; the others are all alike. Here they
//! are built the textbook way, one byte for each placement of a pattern.

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

/// Stands in a table for what the search has not met. No cost comes near it: tables are for so
/// few tiles, or such small boards, that even the hardest placements cost fewer than 200 moves.
const UNMET: u8 = u8::MAX;
