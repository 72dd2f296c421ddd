//! What is said of puzzles beside any grading.

mod show;

pub use show::show;

use reference::puzzle::Grid;

use super::draw::Picture;

/// A board as a drawing.
fn drawing(grid: &Grid, width: usize) -> Picture {
    let rows: Vec<Vec<slider::Tile>> = grid.rows().map(<[slider::Tile]>::to_vec).collect();
    Picture::board(&rows, width)
}
