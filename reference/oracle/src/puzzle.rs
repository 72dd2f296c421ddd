//! The sliding puzzle as the searches see it: a board to change in place, and any goal.

mod goal;
mod grid;
mod parity;
mod random;

pub use goal::{Arrangement, Goal};
pub use grid::{Grid, NotABoard, Slide};
pub use parity::is_solvable;
pub use random::{Random, any_board, board_in_half, walk_back};
