use std::hash::{Hash, Hasher};
use std::sync::Arc;

use slider::Tile;

/// A small board with up to 16 rows, which is cheap to copy.
///
/// Boards with up to 4 rows are packed into a `u64`, with four bits per cell to let millions of nodes fit in memory.
/// The Manhattan distance is stored and updated with every slide.
#[derive(Clone, Debug)]
pub struct Board {
    cells: PackedCells,
    n: u8,
    blank: u8,
    manhattan: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum PackedCells {
    /// A board with up to 4 rows. The four bits starting at bit `4 * c` hold the tile in cell `c`.
    Few(u64),
    /// The tiles in row-major order.
    Many(Arc<[u8]>),
}

/// The maximum number of rows of a [`Board`].
pub const MAX_ROWS: usize = 16;

impl Board {
    /// Creates a board from `cells` in row-major order, with 0 for the blank.
    ///
    /// # Panics
    ///
    /// Panics if the cells do not form a square with 2 to 16 rows, or if there is no blank.
    pub fn new(cells: &[Tile]) -> Self {
        let n = cells.len().isqrt();
        assert!(n * n == cells.len() && (2..=MAX_ROWS).contains(&n), "a square of 2 to 16 rows");
        let blank = cells.iter().position(|&tile| tile == 0).expect("a board has a blank");
        let packed = if n <= 4 {
            PackedCells::Few(cells.iter().rev().fold(0, |bits, &tile| bits << 4 | u64::from(tile)))
        } else {
            PackedCells::Many(cells.iter().map(|&tile| to_u8(usize::from(tile))).collect())
        };
        let mut board = Self { cells: packed, n: to_u8(n), blank: to_u8(blank), manhattan: 0 };
        board.manhattan = to_u16((0..n * n).map(|cell| board.distance(cell)).sum());
        board
    }

    /// Returns the goal board with `n` rows.
    pub fn goal(n: usize) -> Self {
        let cells: Vec<Tile> = (1..n * n).chain([0]).map(to_u16).collect();
        Self::new(&cells)
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        usize::from(self.n)
    }

    /// Returns the blank's cell, numbered from 0 in row-major order.
    pub fn blank(&self) -> usize {
        usize::from(self.blank)
    }

    /// Returns the tile in a cell, or 0 for the blank.
    pub fn tile(&self, cell: usize) -> usize {
        match &self.cells {
            PackedCells::Few(bits) => (bits >> (4 * cell) & 15) as usize,
            PackedCells::Many(tiles) => usize::from(tiles[cell]),
        }
    }

    /// Returns the tiles in row-major order, with 0 for the blank.
    pub fn tiles(&self) -> impl Iterator<Item = usize> {
        (0..self.rows() * self.rows()).map(|cell| self.tile(cell))
    }

    /// Returns the Manhattan distance.
    pub fn manhattan(&self) -> usize {
        usize::from(self.manhattan)
    }

    /// Returns the Hamming distance.
    pub fn hamming(&self) -> usize {
        self.tiles().enumerate().filter(|&(cell, tile)| tile != 0 && tile != cell + 1).count()
    }

    /// Returns the Manhattan distance of the tile in a cell, or 0 for the blank.
    pub fn distance(&self, cell: usize) -> usize {
        self.distance_to_home(self.tile(cell), cell)
    }

    fn distance_to_home(&self, tile: usize, cell: usize) -> usize {
        if tile == 0 {
            return 0;
        }
        let (n, home) = (self.rows(), tile - 1);
        (cell / n).abs_diff(home / n) + (cell % n).abs_diff(home % n)
    }

    /// Returns `true` if every tile is in its goal cell.
    pub fn is_goal(&self) -> bool {
        self.manhattan == 0
    }

    /// Returns the board after the tile in `cell`, which must be adjacent to the blank, slides.
    pub fn slid(&self, cell: usize) -> Self {
        let (tile, blank) = (self.tile(cell), self.blank());
        let mut board = self.clone();
        board.swap(cell, blank);
        board.blank = to_u8(cell);
        board.manhattan = to_u16(
            self.manhattan() + self.distance_to_home(tile, blank)
                - self.distance_to_home(tile, cell),
        );
        board
    }

    /// Returns the neighbors in the given order.
    pub fn neighbors(&self, order: NeighborOrder) -> impl Iterator<Item = Self> {
        let (n, blank) = (self.rows(), self.blank());
        let (row, col) = (blank / n, blank % n);
        let cells = order.0.into_iter().filter_map(move |way| match way {
            BlankMove::Down => (row + 1 < n).then(|| blank + n),
            BlankMove::Right => (col + 1 < n).then(|| blank + 1),
            BlankMove::Left => (col > 0).then(|| blank - 1),
            BlankMove::Up => (row > 0).then(|| blank - n),
        });
        cells.map(|cell| self.slid(cell))
    }

    /// Returns this board with two cells swapped, which may contain the blank.
    pub fn exchanged(&self, a: usize, b: usize) -> Self {
        let mut cells: Vec<Tile> = self.tiles().map(to_u16).collect();
        cells.swap(a, b);
        Self::new(&cells)
    }

    /// Returns the model answer's twin: the board with the first two tiles swapped or, if one of these is the blank,
    /// the last two.
    pub fn twin(&self) -> Self {
        let last = self.rows() * self.rows() - 1;
        if self.blank() > 1 { self.exchanged(0, 1) } else { self.exchanged(last - 1, last) }
    }

    /// Returns a number that identifies the board. It is unique for up to 4 rows, and a 64-bit hash for more.
    pub fn board_number(&self) -> u64 {
        match &self.cells {
            PackedCells::Few(bits) => *bits,
            PackedCells::Many(tiles) => fnv(tiles.iter().copied()),
        }
    }

    /// Returns the tiles as `tiles[row][col]`.
    pub fn to_rows(&self) -> Vec<Vec<Tile>> {
        let cells: Vec<Tile> = self.tiles().map(to_u16).collect();
        cells.chunks(self.rows()).map(<[Tile]>::to_vec).collect()
    }

    fn swap(&mut self, a: usize, b: usize) {
        match &mut self.cells {
            PackedCells::Few(bits) => {
                let both = (*bits >> (4 * a) ^ *bits >> (4 * b)) & 15;
                *bits ^= both << (4 * a) | both << (4 * b);
            }
            PackedCells::Many(tiles) => Arc::make_mut(tiles).swap(a, b),
        }
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.cells == other.cells && self.n == other.n
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.board_number());
    }
}

/// Returns the FNV-1a hash of the bytes.
pub fn fnv(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// A direction in which the blank can move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlankMove {
    /// Toward the row below.
    Down,
    /// Toward the column on the right.
    Right,
    /// Toward the column on the left.
    Left,
    /// Toward the row above.
    Up,
}

/// The order in which a board's neighbors are returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NeighborOrder(pub [BlankMove; 4]);

impl NeighborOrder {
    /// The model answer's order.
    pub const MODEL: Self =
        Self([BlankMove::Down, BlankMove::Right, BlankMove::Left, BlankMove::Up]);

    /// An order that is common in student submissions: up, down, left, right.
    pub const COMPASS: Self =
        Self([BlankMove::Up, BlankMove::Down, BlankMove::Left, BlankMove::Right]);
}

fn to_u8(number: usize) -> u8 {
    u8::try_from(number).expect("a board of 16 rows has 256 cells")
}

fn to_u16(number: usize) -> u16 {
    u16::try_from(number).expect("256 tiles have a short way to go")
}

#[cfg(test)]
mod tests {
    use slider::Board as _;

    use super::*;

    fn walk(n: usize) -> impl Iterator<Item = Board> {
        (0..500usize).scan(Board::goal(n), |board, step| {
            let all: Vec<Board> = board.neighbors(NeighborOrder::MODEL).collect();
            *board = all[step * step % 7 % all.len()].clone();
            Some(board.clone())
        })
    }

    #[test]
    fn the_board_agrees_with_the_model_board() {
        for n in [2, 3, 4, 5, 16] {
            for board in walk(n) {
                let model = reference::Board::new(&board.to_rows());
                assert_eq!(board.manhattan(), model.manhattan());
                assert_eq!(board.hamming(), model.hamming());
                assert_eq!(board.is_goal(), model.is_goal());
                assert_eq!(reference::Board::new(&board.twin().to_rows()), model.twin());
                let mine = board.neighbors(NeighborOrder::MODEL);
                let mine: Vec<_> =
                    mine.map(|board| reference::Board::new(&board.to_rows())).collect();
                assert_eq!(mine, model.neighbors().collect::<Vec<_>>());
            }
        }
    }
}
