//! The sliding puzzle: solve any `n`-by-`n` board in as few moves as possible, with A*.
//!
//! A board is a square of tiles with one blank. A *move* slides a tile that touches the blank
//! into it. The goal has the tiles in order, row by row, and the blank last:
//!
//! ```text
//!     1  3        1     3        1  2  3        1  2  3        1  2  3
//!  4  2  5   =>   4  2  5   =>   4     5   =>   4  5      =>   4  5  6
//!  7  8  6        7  8  6        7  8  6        7  8  6        7  8
//!
//!  initial        1 left         2 up           5 left         goal
//! ```
//!
//! # What to write
//!
//! A submission is a library crate that depends on this crate alone. Its root exports two types:
//!
//! * `Board`, which implements [`Board`]: an immutable board;
//! * `Solver<B>`, which implements [`Solver<B>`](Solver) for **every** `B: slider::Board`, so that
//!   it also solves boards that somebody else wrote. It uses nothing of a board but the trait.
//!
//! The priority queue of the search is [`MinPq`]. [`parse_tiles`] reads puzzle files.
//!
//! The code is safe Rust (no `unsafe`), uses `std` and this crate and nothing else, and has no
//! build script. Within that, everything is yours: representation, helper types, modules, tests.
//!
//! # What stays open
//!
//! * spacing in `Display`: only the numbers of each line count;
//! * the order of [`neighbors`](Board::neighbors);
//! * which two tiles [`twin`](Board::twin) exchanges;
//! * which of several search nodes with the same priority goes first, so which of several
//!   shortest solutions is found.
//!
//! # Example
//!
//! ```
//! let tiles = slider::parse_tiles("3\n 0 1 3\n 4 2 5\n 7 8 6\n")?;
//! assert_eq!(tiles[1], [4, 2, 5]);
//! # Ok::<(), slider::ParseError>(())
//! ```

#![forbid(unsafe_code)]

mod board;
mod min_pq;
mod parse;
mod solver;

pub use board::{Board, Tile};
pub use min_pq::MinPq;
pub use parse::{ParseError, ParseErrorKind, parse_tiles};
pub use solver::Solver;
