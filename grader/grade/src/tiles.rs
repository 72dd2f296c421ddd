//! A board's tiles.

use std::fmt;
use std::ops::Deref;

use serde::{Deserialize, Serialize};

/// The number of a tile, or 0 for the blank, as in the assignment's traits.
pub type Tile = u16;

/// The rows of tiles on a board, with 0 for the blank. Tiles from a submission may be invalid.
///
/// Without rows, there is no board.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tiles(Vec<Vec<Tile>>);

impl Tiles {
    /// Creates tiles from cells in row-major order, with `n` cells per row.
    ///
    /// # Panics
    ///
    /// Panics if there are cells and `n` is 0.
    pub fn from_cells(n: usize, cells: &[Tile]) -> Self {
        if cells.is_empty() {
            return Self::default();
        }
        Self(cells.chunks(n).map(<[Tile]>::to_vec).collect())
    }

    /// Returns the cells in row-major order.
    pub fn cells(&self) -> Vec<Tile> {
        self.concat()
    }

    /// Returns `true` if the tiles form a valid board: 2 to 127 rows of the same length, with each number from 0
    /// exactly once.
    pub fn is_board(&self) -> bool {
        let n = self.len();
        let mut cells = self.cells();
        cells.sort_unstable();
        // The dimensions that the assignment promises.
        (2..128).contains(&n)
            && self.iter().all(|row| row.len() == n)
            && cells.into_iter().map(usize::from).eq(0..n * n)
    }
}

/// Formats the rows as in puzzle files and reports, such as `[[1, 2], [3, 0]]`.
impl fmt::Debug for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<Vec<Vec<Tile>>> for Tiles {
    fn from(rows: Vec<Vec<Tile>>) -> Self {
        Self(rows)
    }
}

impl FromIterator<Vec<Tile>> for Tiles {
    fn from_iter<I: IntoIterator<Item = Vec<Tile>>>(rows: I) -> Self {
        Self(rows.into_iter().collect())
    }
}

impl Deref for Tiles {
    type Target = [Vec<Tile>];

    fn deref(&self) -> &[Vec<Tile>] {
        &self.0
    }
}

impl<'a> IntoIterator for &'a Tiles {
    type Item = &'a Vec<Tile>;
    type IntoIter = std::slice::Iter<'a, Vec<Tile>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_read_row_by_row() {
        let tiles = Tiles::from_cells(2, &[1, 2, 3, 0]);
        assert_eq!(tiles, Tiles::from(vec![vec![1, 2], vec![3, 0]]));
        assert_eq!(tiles.cells(), [1, 2, 3, 0]);
        assert_eq!(serde_json::to_string(&tiles).unwrap(), "[[1,2],[3,0]]");
    }

    #[test]
    fn no_cells_yield_an_empty_board() {
        assert_eq!(Tiles::from_cells(0, &[]), Tiles::default());
        assert!(Tiles::default().is_empty());
    }

    #[test]
    fn a_board_has_each_tile_once() {
        let is_board = |rows: Vec<Vec<Tile>>| Tiles::from(rows).is_board();
        assert!(is_board(vec![vec![1, 0], vec![3, 2]]));
        let bad = [
            vec![],
            vec![vec![0]],
            vec![vec![1, 0], vec![3, 3]],
            vec![vec![1, 0], vec![3, 4]],
            vec![vec![1, 0, 3], vec![2]],
        ];
        for rows in bad {
            assert!(!is_board(rows.clone()), "{rows:?}");
        }
    }
}
