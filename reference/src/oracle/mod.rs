//! The oracle: optimal solutions, found in other ways than the assignment asks for.
//!
//! It judges submissions and the model answer alike, so it shares no code with the model
//! [`Board`](crate::Board) and [`Solver`](crate::Solver), not even the representation of a board.
//!
//! * Whether a board has a solution at all is a matter of parity.
//! * Up to 3-by-3, a breadth-first search from the goal has met every solvable board; the answer
//!   is looked up.
//! * Beyond, IDA* with the strongest admissible heuristics here finds a shortest solution. It
//!   needs next to no memory. A 4-by-4 board of up to 50 moves takes about a second at most; how
//!   long a harder one takes differs widely, from seconds to many minutes.
//!
//! An answer takes as long as it takes: there is no limit and no way to stop it.

mod solve;
mod table;

pub use crate::puzzle::NotABoard;
pub use solve::{is_solvable, optimal_moves, optimal_solution};
pub use table::Table;
#[cfg(test)]
pub(crate) use table::every_board;
