//! The model answer to the sliding-puzzle assignment, and the oracle that knows every optimal
//! count.
//!
//! * [`Board`] and [`Solver`] are what a teacher would show: the assignment's own algorithm, with
//!   nothing added. As a submission this crate gets full marks.
//! * [`oracle`] finds optimal counts in other ways, shares no code with the two, and so can judge
//!   them. It stands on [`puzzle`], boards and goals of any arrangement; [`heuristic`], lower
//!   bounds; [`search`], ways to look for a solution; and [`pattern`], a fast way to the shortest.
//!
//! The second part is behind the feature `oracle`, which is on by default. A submission is graded
//! without features, so what is graded is the model answer and nothing else.
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
#[cfg(feature = "oracle")]
pub mod heuristic;
#[cfg(feature = "oracle")]
pub mod oracle;
#[cfg(feature = "oracle")]
pub mod pattern;
#[cfg(feature = "oracle")]
pub mod puzzle;
#[cfg(feature = "oracle")]
pub mod search;
mod solver;

pub use board::Board;
pub use solver::Solver;
