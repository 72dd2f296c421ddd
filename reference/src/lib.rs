//! The model answer to the sliding-puzzle assignment.
//!
//! [`Board`] and [`Solver`] are a typical teacher's solution: the algorithm from the assignment, with nothing added. As
//! a submission, this crate gets full points.
//!
//! ```
//! use reference::{Board, Solver};
//! use slider::{Board as _, Solver as _};
//!
//! let tiles = slider::parse_tiles("3\n 0 1 3\n 4 2 5\n 7 8 6\n")?;
//! let solver = Solver::new(&Board::new(&tiles));
//! assert_eq!(solver.moves(), Some(4));
//! # Ok::<(), slider::ParseError>(())
//! ```

#![forbid(unsafe_code)]

mod board;
mod solver;

pub use board::Board;
pub use solver::Solver;
