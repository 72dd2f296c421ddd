//! The oracle: optimal solutions, found in other ways than the assignment asks for.
//!
//! It judges submissions and the model answer alike, so it shares no code with the model
//! [`Board`](crate::Board) and [`Solver`](crate::Solver), not even the representation of a board.
//!
//! * Whether a board has a solution at all is a matter of parity.
//! * Up to 3-by-3, a breadth-first search from the goal has met every solvable board; the answer
//!   is looked up.
//! * Up to 5-by-5, [`pattern`](crate::pattern) databases are built when they are first needed,
//!   and IDA* finds a shortest solution: of a 4-by-4 board in milliseconds, or seconds if it is
//!   among the hardest; of a 5-by-5 board in seconds if it is not too far from the goal.
//! * Beyond, IDA* with Manhattan distance and linear conflicts does for boards near the goal.
//!
//! How long it takes to prove a count differs widely, so [`solve`] takes a limit.

mod solve;
mod table;

pub use crate::pattern::{Answer, Finding};
pub use crate::puzzle::NotABoard;
pub use solve::{is_solvable, optimal_moves, optimal_solution, solve};
pub use table::Table;
#[cfg(test)]
pub(crate) use table::every_board;
