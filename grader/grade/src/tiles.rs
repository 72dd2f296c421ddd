//! The tiles of a board, as every crate above passes them on.

use std::fmt;
use std::ops::Deref;

use serde::{Deserialize, Serialize};

/// The number of a tile; 0 is the blank. It is what the trait of the assignment calls a tile.
pub type Tile = u16;

/// The tiles of a square board in rows, 0 for the blank. Nothing else is checked: a submission may
/// have made them.
///
/// Without any rows it stands for no board at all.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tiles(Vec<Vec<Tile>>);

impl Tiles {
    /// The board with these cells in row-major order, `n` in each row.
    ///
    /// # Panics
    ///
    /// If there are cells and `n` is 0.
    pub fn from_cells(n: usize, cells: &[Tile]) -> Self {
        if cells.is_empty() {
            return Self::default();
        }
        Self(cells.chunks(n).map(<[Tile]>::to_vec).collect())
    }

    /// The cells in row-major order.
    pub fn cells(&self) -> Vec<Tile> {
        self.concat()
    }

    /// Whether they are a board: 2 to 127 rows that are as long, with each number from 0 on once.
    pub fn is_board(&self) -> bool {
        let n = self.len();
        let mut cells = self.cells();
        cells.sort_unstable();
        (2..128).contains(&n)
            && self.iter().all(|row| row.len() == n)
            && cells.into_iter().map(usize::from).eq(0..n * n)
    }
}

/// The rows, as in `[[1, 2], [3, 0]]`, which is how puzzle files and reports write a board.
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
    fn no_cells_are_no_board() {
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
