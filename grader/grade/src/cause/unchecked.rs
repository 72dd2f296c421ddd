//! Cells that `is_goal` does not check.

use serde::{Deserialize, Serialize};

/// The cells that `is_goal` ignores: a board may differ from the goal there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unchecked {
    /// The first cell.
    FirstTile,
    /// The cells of the last tile and of the blank.
    LastTile,
    /// The last row.
    LastRow,
    /// The last column.
    LastColumn,
    /// The last cell. If all other cells match the goal, this one does too, unless `is_goal` accepts the blank in any
    /// cell.
    LastCell,
}

impl Unchecked {
    /// Returns the sentence for an `is_goal` that ignores these cells. `blank` says whether it accepts the blank in any
    /// cell.
    pub(super) fn sentence(self, blank: bool) -> String {
        let cells = self.words();
        match (self, blank) {
            (Self::LastCell, _) => {
                "is_goal() returns true even if the blank is swapped with a tile".to_owned()
            }
            (_, true) => {
                format!("is_goal() does not check {cells}, and it accepts the blank in any cell")
            }
            (_, false) => format!("is_goal() does not check {cells}"),
        }
    }

    /// Returns the cells as the object of a sentence.
    fn words(self) -> &'static str {
        match self {
            Self::FirstTile => "the first tile",
            Self::LastTile => "the last tile",
            Self::LastRow => "the last row",
            Self::LastColumn => "the last column",
            Self::LastCell => "the last cell",
        }
    }
}
