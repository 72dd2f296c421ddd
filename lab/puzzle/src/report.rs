//! Reports on puzzles, independently of grading.

mod compare;
mod solve;
mod verify;

pub use compare::{compare, compare_json, compare_markdown};
pub use solve::{ShownAnswer, boards, moves, solve, solve_json};
pub use verify::{verify, verify_json};

use oracle::puzzle::Grid;
use serde_json::{Value, json};
use slider::Tile;
use terminal::draw::Picture;
use terminal::page::{Layout, Page};
use terminal::style::{Styles, paint};

use crate::{BoardFormat, PuzzleFacts};

/// The width of the labels in front of the values.
const LABEL_WIDTH: usize = 18;

fn draw_picture(grid: &Grid, width: usize) -> Picture {
    Picture::board(&tile_rows(grid), width)
}

/// Draws a board as text of at most `max_columns` columns that ends with a newline.
pub fn board_as_text(grid: &Grid, max_columns: usize) -> String {
    draw_picture(grid, max_columns).lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

fn tile_rows(grid: &Grid) -> Vec<Vec<Tile>> {
    grid.rows().map(<[Tile]>::to_vec).collect()
}

fn tiles_to_json(grid: &Grid) -> Value {
    json!(tile_rows(grid))
}

fn heading(name: &str, styles: &Styles) -> String {
    paint(styles.strong, name)
}

/// Formats a board: the drawing, the distances, the solvability, and the notation.
pub fn board_facts(
    name: Option<&str>,
    grid: &Grid,
    facts: &PuzzleFacts,
    layout: &Layout,
) -> String {
    let mut page = Page::new(layout);
    let styles = page.styles;
    if let Some(name) = name {
        page.line(0, &heading(name, &styles));
    }
    page.picture(0, &draw_picture(grid, layout.width));
    page.blank();
    let line = |label: &str, value: String| format!("{label:<LABEL_WIDTH$}{value}");
    let (row, column) = facts.blank;
    page.line(0, &line("blank", format!("row {row}, column {column}")));
    for (name, bound) in &facts.bounds {
        page.line(0, &line(name, bound.to_string()));
    }
    let (word, style) = if facts.is_solvable { ("yes", styles.good) } else { ("no", styles.bad) };
    page.line(0, &line("solvable", paint(style, word)));
    page.prose(2, styles.plain, &facts.explain_parity());
    page.blank();
    page.line(0, &line("flat", BoardFormat::Flat.write(grid)));
    for (index, text) in BoardFormat::Classic.write(grid).lines().enumerate() {
        page.line(0, &line(if index == 0 { "classic" } else { "" }, text.to_owned()));
    }
    page.finish()
}
