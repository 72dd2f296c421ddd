//! The sliding puzzle as the searches see it: a board to change in place, and any goal.

mod goal;
mod grid;
mod parity;

pub use goal::{Arrangement, Goal};
pub use grid::{Grid, NotABoard, Slide};
pub use parity::is_solvable;
