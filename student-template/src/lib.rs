//! My sliding-puzzle solver.
//!
//! The assignment is in `HANDOUT.md`. The documentation of the traits is in `slider`: `cargo doc --open`.
//!
//! It is graded where `usize` has 32 bits, with overflow checks and without threads.

mod board;
mod solver;

pub use board::Board;
pub use solver::Solver;
