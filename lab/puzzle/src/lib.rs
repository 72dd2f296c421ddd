//! Puzzle tools independent of grading, to read, solve, verify and generate puzzles.
//!
//! `cli` parses the arguments and prints, and [`report`] formats the results.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod compare;
pub mod databases;
pub mod facts;
pub mod form;
pub mod generate;
pub mod goal;
pub mod heuristics;
pub mod prover;
pub mod read;
pub mod report;
pub mod solve;
pub mod twin;
pub mod verify;

pub use facts::PuzzleFacts;
pub use form::BoardFormat;
pub use goal::GoalChoice;
pub use prover::{ProofMethod, Prover};
pub use read::{Claim, InputPuzzle};
pub use solve::SolvedPuzzle;
