//! Reports on puzzles, independently of grading.

mod compare;
mod show;
mod solve;
mod verify;

pub use compare::{compare, compare_json, compare_markdown};
pub use show::show;
pub use solve::{ShownAnswer, boards, moves, solve, solve_json};
pub use verify::{verify, verify_json};

use oracle::puzzle::Grid;
use serde_json::{Value, json};
use slider::Tile;
use terminal::draw::Picture;
use terminal::style::{Styles, paint};

fn drawing(grid: &Grid, width: usize) -> Picture {
    Picture::board(&rows(grid), width)
}

/// Draws a board as text that ends with a newline.
pub fn board(grid: &Grid, width: usize) -> String {
    drawing(grid, width).lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

fn rows(grid: &Grid) -> Vec<Vec<Tile>> {
    grid.rows().map(<[Tile]>::to_vec).collect()
}

fn tiles(grid: &Grid) -> Value {
    json!(rows(grid))
}

fn heading(name: &str, styles: &Styles) -> String {
    paint(styles.strong, name)
}
