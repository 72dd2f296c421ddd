//! Finds optimal solutions of the sliding puzzle, with methods other than the assignment's.
//!
//! The oracle judges both submissions and the model answer. Therefore, it shares no code with the model answer, not
//! even the board type. Only tests use both.
//!
//! [`solve()`] finds an optimal solution with a method that suits the board:
//!
//! * Unsolvable boards are detected by parity.
//! * Boards up to 3-by-3 are looked up in a [`MovesTable`] of all solvable boards, filled by a breadth-first search from the
//!   goal.
//! * Boards up to 5-by-5 are solved by IDA* with [`pattern`] databases, built on demand. This takes milliseconds for
//!   most 4-by-4 boards, and seconds for the hardest. 5-by-5 boards take seconds if the goal is not too far away.
//! * Larger boards close to the goal are solved by IDA* with Manhattan distance and linear conflicts.
//!
//! The time to prove a solution optimal varies widely, so [`solve()`] takes a limit.
//!
//! The modules are [`puzzle`] for boards and goals, [`heuristic`] for lower bounds, [`search`] for search algorithms,
//! [`pattern`] for fast optimal solutions, and [`tutorial`] for programs from well-known tutorials, including their
//! mistakes.

#![forbid(unsafe_code)]

pub mod heuristic;
pub mod pattern;
pub mod puzzle;
pub mod search;
mod solve;
mod table;
pub mod tutorial;

pub use solve::{is_solvable, optimal_moves, optimal_solution, solve};
pub use table::MovesTable;
