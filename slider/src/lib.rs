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
//! # How it is compiled and run
//!
//! * For a 32-bit target (`wasm32-wasip1`), so **`usize` has 32 bits**. Use `u64` for numbers that
//!   may exceed 4,294,967,295, such as tiles packed into one number.
//! * With overflow checks: arithmetic that overflows panics, as in `cargo test`. Where overflow is
//!   meant, as in a hash, say so with `wrapping_mul` and its like.
//! * Without threads: `std::thread::spawn` and `std::thread::scope` compile, and fail when they run.
//! * The library alone, from its root along `mod`. Programs (`src/main.rs`, `src/bin`), tests and files
//!   that no `mod` names decide nothing.
//! * As cargo does: edition, default features, `[lib]` with `path` and `name`, and a name of your own
//!   for this crate (`puzzle = { package = "slider" }`).
//! * `include_str!`, `include_bytes!`, `include!` and `#[path]` may name files of the submission, as
//!   text in the code; `env!` may ask for what cargo says of a package, such as `CARGO_PKG_NAME`.
//!   Nothing else of the machine can be read while the code is compiled.
//!
//! # What it may cost
//!
//! Costs are counted in executed instructions and in bytes, and held against those of a model answer
//! on the same board. Unless your instructor says otherwise, they may be
//!
//! * 30 times the model's instructions, for each puzzle;
//! * 8 times the model's memory, for each puzzle: at its most while it is searched, and what the
//!   `Solver` keeps;
//! * 8 times the model's memory for one `Board`; the model keeps two bytes for each tile;
//! * for each method of `Board`, 27 times the instructions on 127-by-127 boards that it takes on
//!   32-by-32 boards, which have a 16th of the tiles: so `n * n` or `n * n * log n`.
//!
//! # What stays open
//!
//! * spacing in `Display`: only the numbers of each line count;
//! * the order of [`neighbors`](Board::neighbors);
//! * whether board and twin have a queue each or share one;
//! * whether the search is made in [`Solver::new`] or at the first question, as long as it is made once;
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
