//! Reports on a board that need no search.

use oracle::puzzle::Grid;
use terminal::page::{Layout, Page};
use terminal::style::paint;

use super::{drawing, heading};
use crate::{BoardFormat, PuzzleFacts};

const VALUES: usize = 18;

/// Formats a board: the drawing, the distances, the solvability, and the notation.
pub fn show(name: Option<&str>, grid: &Grid, facts: &PuzzleFacts, layout: &Layout) -> String {
    let mut page = Page::new(layout);
    let styles = page.styles;
    if let Some(name) = name {
        page.line(0, &heading(name, &styles));
    }
    page.picture(0, &drawing(grid, layout.width));
    page.blank();
    let line = |label: &str, value: String| format!("{label:<VALUES$}{value}");
    let (row, column) = facts.blank;
    page.line(0, &line("blank", format!("row {row}, column {column}")));
    for (name, bound) in &facts.bounds {
        page.line(0, &line(name, bound.to_string()));
    }
    let (word, style) = if facts.is_solvable { ("yes", styles.good) } else { ("no", styles.bad) };
    page.line(0, &line("solvable", paint(style, word)));
    page.prose(2, styles.plain, &facts.parity());
    page.blank();
    page.line(0, &line("flat", BoardFormat::Flat.write(grid)));
    for (index, text) in BoardFormat::Classic.write(grid).lines().enumerate() {
        page.line(0, &line(if index == 0 { "classic" } else { "" }, text.to_owned()));
    }
    page.finish()
}
