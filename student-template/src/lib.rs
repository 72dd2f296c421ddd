//! My sliding-puzzle solver.
//!
//! The assignment is in the documentation of the `slider` crate: `cargo doc --open`.

mod board;
mod solver;

pub use board::Board;
pub use solver::Solver;
