//! Cells that `is_goal` does not look at.

use serde::{Deserialize, Serialize};

/// A set of cells in which a board may differ from the goal without affecting `is_goal`.
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
    /// All sets, smaller ones first.
    pub const ALL: [Self; 4] = [Self::FirstTile, Self::LastTile, Self::LastRow, Self::LastColumn];

    /// Returns the cells as the object of a sentence.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::FirstTile => "the first tile",
            Self::LastTile => "the last tile",
            Self::LastRow => "the last row",
            Self::LastColumn => "the last column",
        }
    }
}
