//! Writes boards in formats that the reader accepts.

use std::fmt::Write as _;

use oracle::puzzle::Grid;

use super::read::{Claim, InputPuzzle};

/// A format for boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardFormat {
    /// The number of rows, then the rows, as in the assignment's `Display`.
    Classic,
    /// All tiles on one line.
    Flat,
    /// All rows on one line, separated by slashes.
    Slashes,
    /// One line per row, with commas between the tiles.
    Rows,
    /// A list of lists, as in TOML, JSON and several programming languages.
    Brackets,
}

impl BoardFormat {
    /// All formats.
    pub const ALL: [Self; 5] =
        [Self::Classic, Self::Flat, Self::Slashes, Self::Rows, Self::Brackets];

    /// Writes a board, without a final newline.
    pub fn write(self, grid: &Grid) -> String {
        let tiles = |row: &[u16], between: &str| {
            row.iter().map(ToString::to_string).collect::<Vec<_>>().join(between)
        };
        let rows = |between: &str| grid.rows().map(|row| tiles(row, between)).collect::<Vec<_>>();
        match self {
            Self::Classic => classic_text(grid),
            Self::Flat => tiles(grid.cells(), " "),
            Self::Slashes => rows(" ").join(" / "),
            Self::Rows => rows(",").join("\n"),
            Self::Brackets => format!("[[{}]]", rows(", ").join("], [")),
        }
    }
}

fn classic_text(grid: &Grid) -> String {
    let n = grid.dimension();
    let width = (n * n - 1).to_string().len();
    let mut text = n.to_string();
    for row in grid.rows() {
        text.push('\n');
        for (column, tile) in row.iter().enumerate() {
            let gap = if column == 0 { "" } else { " " };
            let _ = write!(text, "{gap}{tile:>width$}");
        }
    }
    text
}

/// Boards with longer lines are written row by row.
/// It is the usual limit of `rustfmt`.
const WIDTH: usize = 100;

/// Writes a puzzle file for assignments. The puzzles must have names and claims.
///
/// It begins with the `remarks`, one per line.
pub fn puzzle_file(puzzles: &[InputPuzzle], remarks: &[String], origin: &str) -> String {
    let mut text = String::new();
    for remark in remarks {
        let _ = writeln!(text, "# {remark}");
    }
    for puzzle in puzzles {
        let name = puzzle.name.as_deref().unwrap_or_default();
        let _ = writeln!(text, "\n[[puzzle]]\nname = {}", quoted(name));
        let tiles = format!("tiles = {}", BoardFormat::Brackets.write(&puzzle.grid));
        if tiles.len() <= WIDTH {
            let _ = writeln!(text, "{tiles}");
        } else {
            let _ = writeln!(text, "tiles = [");
            for row in puzzle.grid.rows() {
                let row: Vec<String> = row.iter().map(ToString::to_string).collect();
                let _ = writeln!(text, "    [{}],", row.join(", "));
            }
            let _ = writeln!(text, "]");
        }
        let _ = match puzzle.claim {
            Some(Claim::Moves(moves)) => writeln!(text, "moves = {moves}"),
            Some(Claim::Unsolvable { twin_moves }) => writeln!(text, "twin_moves = {twin_moves}"),
            Some(Claim::BoardOnly) | None => writeln!(text, "board_only = true"),
        };
        let _ = writeln!(text, "source = {}", quoted(origin));
    }
    text
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}
