//! The `slider` crate, as submissions see it inside the sandbox.
//!
//! Re-exports the assignment's traits and file format, and the probe's instrumented queue. The grader compiles this
//! file under the name `slider`.

#![forbid(unsafe_code)]

pub use probe::MinPq;
pub use slider_api::{Board, ParseError, ParseErrorKind, Solver, Tile, parse_tiles};
