//! The engine of `grader play`, a thin layer over the oracle that runs in the browser as WebAssembly. A request is a
//! line of words, and the answer is JSON.
//!
//! | request | answer |
//! |---|---|
//! | `goal N NAME` | the cells of a common goal |
//! | `facts BOARD GOAL` | the lower bounds of a board, and whether and why it is solvable |
//! | `solve BOARD GOAL NODES` | a shortest solution, or what is known after this many nodes |
//! | `walk BOARD GOAL NODES` | any solution, found by greedy search; rarely a shortest one |
//! | `scramble GOAL MOVES SEED` | a board at this distance from the goal |
//! | `random GOAL WHICH SEED` | a random board: `any`, `solvable` or `unsolvable` |
//! | `options GOAL` | the searches and heuristics that are available for a goal |
//! | `open SLOT ALGORITHM HEURISTIC BOARD GOAL NODES BOUND WEIGHT BOARDS` | the view of a search before its first step |
//! | `run SLOT STEPS BOARDS` | its view after this many steps, or fewer if it has ended |
//! | `show SLOT STEP BOARDS` | its view as it was after an earlier step, without the curve |
//! | `heap SLOT STEP` | the states of the heap during an earlier step, if the search uses a `MinPq` |
//! | `trace SLOT`, a line break and a recorded search | the puzzle of the trace, and the first step that A* would not take |
//! | `lockstep STEPS BOARDS` | the views of all slots, after each has made this many steps in turn or one has ended |
//!
//! A board or a goal is a list of tiles in row-major order, separated by commas, with 0 for the blank. The answer to an
//! invalid request has only the field `error`.

#![deny(unsafe_code)]

mod facts;
mod json;
mod player;
mod request;
mod shortest;
pub mod trace;
mod watch;

#[cfg(target_family = "wasm")]
mod exports;

pub use player::Player;
