//! The oracle: optimal solutions of the sliding puzzle, found in other ways than the assignment
//! asks for.
//!
//! It judges submissions and the model answer alike, so it shares no code with the model, not even
//! the representation of a board. Only the tests know both.
//!
//! [`solve()`] finds a shortest solution in the way that suits the board:
//!
//! * Whether a board has a solution at all is a matter of parity.
//! * Up to 3-by-3, a breadth-first search from the goal has met every solvable board; the answer
//!   is looked up in a [`Table`].
//! * Up to 5-by-5, [`pattern`] databases are built when they are first needed, and IDA* finds a
//!   shortest solution: of a 4-by-4 board in milliseconds, or seconds if it is among the hardest;
//!   of a 5-by-5 board in seconds if it is not too far from the goal.
//! * Beyond, IDA* with Manhattan distance and linear conflicts does for boards near the goal.
//!
//! How long it takes to prove a count differs widely, so [`solve()`] takes a limit.
//!
//! It stands on [`puzzle`], boards and goals of any arrangement; [`heuristic`], lower bounds;
//! [`search`], ways to look for a solution; and [`pattern`], a fast way to the shortest. The
//! programs of well-known tutorials, mistakes included, are apart in [`tutorial`].

#![forbid(unsafe_code)]

pub mod heuristic;
pub mod pattern;
pub mod puzzle;
pub mod search;
mod solve;
mod table;
pub mod tutorial;

pub use solve::{is_solvable, optimal_moves, optimal_solution, solve};
pub use table::Table;
