//! The assignment: what is graded, what it is worth, and the puzzles that it is tried on.
//!
//! An assignment is a folder with a rubric, `assignment.toml`, and a folder `puzzles` with any
//! number of puzzle files. The grader carries a default one with it.

mod credit;
mod domain;
mod embedded;
mod hash;
mod kit;
mod load;
mod own_tests;
mod problem;
#[cfg(test)]
mod property;
mod puzzle;
mod puzzle_set;
mod random;
mod rubric;

pub use domain::{
    Answer, Assignment, Hard, Hints, Partial, Puzzle, Random, RubricEntry, RunLimits, Tests,
};
pub use kit::Loosened;
pub use puzzle::{Entry, PROVEN_ROWS, WireTiles, read_claims, tiles as read_tiles};
pub use rubric::missing_puzzle;
