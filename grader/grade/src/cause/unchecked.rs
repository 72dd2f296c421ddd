//! Cells that `is_goal` does not check.

use serde::{Deserialize, Serialize};

/// A set of cells that `is_goal` ignores: a board may differ from the goal in these cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unchecked {
    /// The first cell.
    FirstTile,
    /// The cell of the tile with the highest number, and the cell of the blank.
    LastTile,
    /// The last row.
    LastRow,
    /// The last column.
    LastColumn,
}

impl Unchecked {
    /// All sets, in increasing order of size.
    pub const ALL: [Self; 4] = [Self::FirstTile, Self::LastTile, Self::LastRow, Self::LastColumn];

    /// Returns a phrase for the cells, for use as the object of a sentence.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::FirstTile => "the first tile",
            Self::LastTile => "the last tile",
            Self::LastRow => "the last row",
            Self::LastColumn => "the last column",
        }
    }
}
