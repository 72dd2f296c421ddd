//! The ways to write a board so that it can be read again.

use std::fmt::Write as _;

use reference::puzzle::Grid;

/// How a board is written.
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
