//! Puzzles beside any grading: reading them, solving them, proving what is said of them, making
//! new ones.
//!
//! Nothing here prints; `cli` reads arguments and `report` writes what is found.

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

pub use facts::Facts;
pub use form::Form;
pub use goal::GoalChoice;
pub use prover::{Method, Prover};
pub use read::{Claim, Found};
pub use solve::Solved;
