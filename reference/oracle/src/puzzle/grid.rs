use std::error::Error;
use std::fmt;

use slider::Tile;

/// A square of tiles with a blank.
///
/// A search makes a move, explores further, and takes the move back. Therefore, unlike the model answer's board, this
/// board is mutable. It is validated when created.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    n: usize,
    cells: Vec<Tile>,
    blank: usize,
}

/// A slide of a tile into the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    /// The tile.
    pub tile: Tile,
    /// The tile's old cell, and the blank's new cell.
    pub from: usize,
    /// The tile's new cell, and the blank's old cell.
    pub to: usize,
}

impl Grid {
    /// Creates a grid from `tiles[row][col]`, with 0 for the blank.
    ///
    /// # Errors
    ///
    /// Returns [`NotABoard`] if the tiles do not form a board.
    pub fn new(tiles: &[Vec<Tile>]) -> Result<Self, NotABoard> {
        let n = tiles.len();
        if let Some(row) = tiles.iter().position(|row| row.len() != n) {
            return Err(NotABoard::NotSquare { row, n });
        }
        Self::of_cells(n, tiles.concat())
    }

    /// Creates a grid from tiles in row-major order, with `n` tiles per row.
    ///
    /// # Errors
    ///
    /// Returns [`NotABoard`] if the tiles do not form a board.
    pub fn of_cells(n: usize, cells: Vec<Tile>) -> Result<Self, NotABoard> {
        if !(2..128).contains(&n) {
            return Err(NotABoard::Dimension(n));
        }
        if cells.len() != n * n {
            return Err(NotABoard::NotSquare { row: cells.len() / n, n });
        }
        let mut seen = vec![false; n * n];
        for &tile in &cells {
            match seen.get_mut(usize::from(tile)) {
                Some(seen) if !*seen => *seen = true,
                _ => return Err(NotABoard::Tile { tile, n }),
            }
        }
        // The tiles are distinct and below n * n, so one is the blank.
        let blank = cells.iter().position(|&tile| tile == 0).unwrap_or_default();
        Ok(Self { n, cells, blank })
    }

    /// Returns the number of rows.
    pub fn dimension(&self) -> usize {
        self.n
    }

    /// Returns the tiles in row-major order, with 0 for the blank.
    pub fn cells(&self) -> &[Tile] {
        &self.cells
    }

    /// Returns the rows of tiles, with 0 for the blank.
    pub fn rows(&self) -> impl Iterator<Item = &[Tile]> {
        self.cells.chunks(self.n)
    }

    /// Returns the cell of the blank.
    pub fn blank(&self) -> usize {
        self.blank
    }

    /// Returns the cells whose tiles can slide, which are the cells adjacent to the blank.
    pub fn slidable(&self) -> impl Iterator<Item = usize> + use<> {
        let (n, blank) = (self.n, self.blank);
        let (row, col) = (blank / n, blank % n);
        let above = (row > 0).then(|| blank - n);
        let below = (row + 1 < n).then(|| blank + n);
        let left = (col > 0).then(|| blank - 1);
        let right = (col + 1 < n).then(|| blank + 1);
        [above, below, left, right].into_iter().flatten()
    }

    /// Slides the tile in a cell that is adjacent to the blank. To take the slide back, slide from the blank's old
    /// cell.
    ///
    /// # Panics
    ///
    /// Panics if the cell is outside the board. Adjacency is not checked.
    pub fn slide(&mut self, from: usize) -> Slide {
        let slide = Slide { tile: self.cells[from], from, to: self.blank };
        self.cells.swap(from, self.blank);
        self.blank = from;
        slide
    }

    /// Moves the contents of each cell to `place(cell)`, and renames each tile to `name(tile)`. Both must be
    /// permutations, and `name` must keep the blank.
    pub(crate) fn rearranged(
        &self,
        place: impl Fn(usize) -> usize,
        name: impl Fn(Tile) -> Tile,
    ) -> Self {
        let mut cells = vec![0; self.cells.len()];
        for (cell, &tile) in self.cells.iter().enumerate() {
            cells[place(cell)] = name(tile);
        }
        Self { n: self.n, cells, blank: place(self.blank) }
    }
}

/// The reason why a list of tiles is not a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotABoard {
    /// The number of rows is not between 2 and 127.
    Dimension(usize),
    /// The number of tiles in a row differs from the number of rows.
    NotSquare {
        /// The index of the row, counted from 0.
        row: usize,
        /// The number of rows.
        n: usize,
    },
    /// A tile is not less than `n * n`, or is repeated.
    Tile {
        /// The tile.
        tile: Tile,
        /// The number of rows.
        n: usize,
    },
}

impl fmt::Display for NotABoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dimension(n) => {
                write!(f, "a board must have 2 to 127 rows, but this board has {n}")
            }
            Self::NotSquare { row, n } => {
                let row = row + 1;
                write!(f, "row {row} must have {n} tiles, because there are {n} rows")
            }
            Self::Tile { tile, n } => {
                let last = n * n - 1;
                write!(f, "tile {tile} is not one of 0 to {last}, each once")
            }
        }
    }
}

impl Error for NotABoard {}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_error(tiles: &[&[Tile]], expected: &str) {
        let tiles: Vec<Vec<Tile>> = tiles.iter().map(|row| row.to_vec()).collect();
        assert_eq!(Grid::new(&tiles).unwrap_err().to_string(), expected);
    }

    #[test]
    fn an_invalid_board_is_rejected() {
        check_error(&[], "a board must have 2 to 127 rows, but this board has 0");
        check_error(&[&[0]], "a board must have 2 to 127 rows, but this board has 1");
        check_error(&[&[0, 1], &[2]], "row 2 must have 2 tiles, because there are 2 rows");
        check_error(&[&[0, 1], &[2, 4]], "tile 4 is not one of 0 to 3, each once");
        check_error(&[&[0, 1], &[2, 1]], "tile 1 is not one of 0 to 3, each once");
        assert_eq!(Grid::new(&vec![vec![0; 128]; 128]).unwrap_err(), NotABoard::Dimension(128));
    }

    #[test]
    fn a_slide_can_be_undone() {
        let mut grid = Grid::new(&[vec![1, 2], vec![0, 3]]).expect("a board");
        let slide = grid.slide(3);
        assert_eq!((slide.tile, slide.from, slide.to), (3, 3, 2));
        assert_eq!((grid.cells(), grid.blank()), ([1, 2, 3, 0].as_slice(), 3));
        grid.slide(slide.to);
        assert_eq!((grid.cells(), grid.blank()), ([1, 2, 0, 3].as_slice(), 2));
    }
}
