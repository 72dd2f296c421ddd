//! Assignments: the graded checks, the points, and the puzzles.
//!
//! An assignment is a folder with a rubric, `assignment.toml`, and a `puzzles` folder. The default assignment is
//! embedded in the grader.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod credit;
mod domain;
mod embedded;
pub mod faults;
mod hash;
mod kit;
mod limits;
mod load;
mod own_tests;
mod private;
mod problem;
mod proof;
#[cfg(test)]
mod property;
mod puzzle;
mod puzzle_set;
mod random;
mod rubric;

pub use domain::{
    Assignment, ExpectedAnswer, Hard, Hints, Partial, Puzzle, RandomPuzzles, Rejected, RubricEntry,
    Tests,
};
pub use kit::Loosened;
pub use limits::RunLimits;
pub use private::PrivateCases;
pub use proof::{AnswerSource, OracleProof, WrongAnswer};
pub use puzzle::{PuzzleEntry, WireTiles, parse_tiles as read_tiles, read_claims};
pub use rubric::missing_puzzle;
