//! The ways to write a board so that it can be read again.

use std::fmt::Write as _;

use oracle::puzzle::Grid;

use super::read::{Claim, Found};

/// A form in which a board is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The number of rows in the first line, then the rows, as the assignment's `Display` does.
    Classic,
    /// All tiles in one line.
    Flat,
    /// The rows in one line, with slashes between them.
    Slashes,
    /// A row a line, with commas between the tiles.
    Rows,
    /// A list of lists, as in TOML, JSON and several programming languages.
    Brackets,
}

impl Form {
    /// Every form.
    pub const ALL: [Self; 5] =
        [Self::Classic, Self::Flat, Self::Slashes, Self::Rows, Self::Brackets];

    /// The board in this form, without a newline at its end.
    pub fn write(self, grid: &Grid) -> String {
        let tiles = |row: &[u16], between: &str| {
            row.iter().map(ToString::to_string).collect::<Vec<_>>().join(between)
        };
        let rows = |between: &str| grid.rows().map(|row| tiles(row, between)).collect::<Vec<_>>();
        match self {
            Self::Classic => classic(grid),
            Self::Flat => tiles(grid.cells(), " "),
            Self::Slashes => rows(" ").join(" / "),
            Self::Rows => rows(",").join("\n"),
            Self::Brackets => format!("[[{}]]", rows(", ").join("], [")),
        }
    }
}

/// The classic file, with columns as wide as the widest tile.
fn classic(grid: &Grid) -> String {
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

/// The widest line of a puzzle file.
const WIDTH: usize = 100;

/// Puzzles as a puzzle file of an assignment. Each needs a name, and something that is said of it.
///
/// `remarks` begin the file, a line each.
pub fn puzzle_file(puzzles: &[Found], remarks: &[String], origin: &str) -> String {
    let mut text = String::new();
    for remark in remarks {
        let _ = writeln!(text, "# {remark}");
    }
    for puzzle in puzzles {
        let name = puzzle.name.as_deref().unwrap_or_default();
        let _ = writeln!(text, "\n[[puzzle]]\nname = {}", quoted(name));
        let tiles = format!("tiles = {}", Form::Brackets.write(&puzzle.grid));
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

/// A basic string of TOML.
fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}
