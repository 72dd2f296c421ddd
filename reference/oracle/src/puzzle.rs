//! The sliding puzzle for searches: mutable boards, and arbitrary goals.

mod goal;
mod grid;
mod parity;
mod random;

pub use goal::{Arrangement, Goal};
pub use grid::{Grid, NotABoard, Slide};
pub use parity::is_solvable;
pub use random::{SeededRandom, any_board, board_in_half, walk_back};
