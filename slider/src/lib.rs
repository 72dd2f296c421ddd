//! The sliding puzzle: solve any `n`-by-`n` board in as few moves as possible, with A*.
//!
//! A board is a square of tiles with one blank. A *move* slides an adjacent tile into the blank,
//! horizontally or vertically. In the goal, the tiles are in order, row by row, and the blank is
//! last:
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
//! A submission is a library crate that depends only on this crate. Its root exports two types:
//!
//! * `Board`, an immutable board that implements [`Board`];
//! * `Solver<B>`, which implements [`Solver<B>`](Solver) for **every** `B: slider::Board`. It must
//!   therefore also solve boards of types that you did not write, using only the trait's methods.
//!
//! The search must use the priority queue [`MinPq`]. [`parse_tiles`] reads puzzle files.
//!
//! The code must be safe Rust (no `unsafe`), use only `std` and this crate, and have no build
//! script. You choose everything else: representation, helper types, modules and tests.
//!
//! # How it is compiled and run
//!
//! * The target is `wasm32-wasip1`, so **`usize` has 32 bits**. For numbers that may exceed
//!   4,294,967,295, such as several tiles packed into one number, use `u64`.
//! * Overflow checks are on: arithmetic overflow panics, as in `cargo test`. Where overflow is
//!   intended, as in a hash, use `wrapping_mul` and similar methods.
//! * There are no threads: `std::thread::spawn` and `std::thread::scope` compile, but they fail at
//!   run time.
//! * Only the library is compiled: its root, and the files that `mod` adds. Programs
//!   (`src/main.rs`, `src/bin`), tests and other files do not affect the library.
//! * As with cargo, you can set the edition, the default features, and `[lib]` with `path` and
//!   `name`. You can also rename this crate (`puzzle = { package = "slider" }`).
//! * `include_str!`, `include_bytes!`, `include!` and `#[path]` can name files of the submission,
//!   written as string literals. `env!` can read the variables that cargo sets for a package, such
//!   as `CARGO_PKG_NAME`. The compiler cannot read other files or variables.
//!
//! # Limits
//!
//! Costs are counted in executed instructions and in bytes, and compared with those of a model
//! answer on the same board. Unless your instructor changes them, the limits are:
//!
//! * 30 times the model's instructions, for each puzzle;
//! * 8 times the model's memory, for each puzzle: for the maximum during the search (plus 256 KiB),
//!   and for the finished `Solver` (plus 16 KiB);
//! * 8 times the model's memory for one `Board`, where the model uses two bytes per tile;
//! * for each method of `Board`, the instructions on 127-by-127 boards: at most 27 times those on
//!   32-by-32 boards, which have about a 16th of the tiles. So `n * n` and `n * n * log n` both
//!   pass.
//!
//! # Your choice
//!
//! * the spacing in `Display`: only the numbers in each line count;
//! * the order of [`neighbors`](Board::neighbors);
//! * one queue for both the board and the twin, or a queue for each;
//! * whether the search runs in [`Solver::new`] or at the first call to another method, as long as
//!   it runs only once;
//! * the two tiles that [`twin`](Board::twin) exchanges;
//! * the tie-breaking between search nodes of equal priority. So if there are several shortest
//!   solutions, you can return any of them.
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
