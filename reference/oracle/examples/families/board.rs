//! The board of these searches: small, quick to copy, with its Manhattan distance at hand.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use slider::Tile;

/// A board of up to 16 rows.
///
/// Up to 4 rows it is one number, four bits a cell, so that a search of millions of nodes stays in
/// memory. Its Manhattan distance is kept, and brought up to date with each slide.
#[derive(Clone, Debug)]
pub struct Board {
    cells: Cells,
    n: u8,
    blank: u8,
    manhattan: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Cells {
    /// Up to 4 rows: cell `c` in the bits from `4 * c` on.
    Few(u64),
    /// Row by row.
    Many(Arc<[u8]>),
}

/// The most rows of a [`Board`].
pub const MAX_ROWS: usize = 16;

impl Board {
    /// The board with `cells` row by row, 0 for the blank.
    ///
    /// # Panics
    ///
    /// If the cells are no square of 2 to 16 rows or no cell is blank.
    pub fn new(cells: &[Tile]) -> Self {
        let n = cells.len().isqrt();
        assert!(n * n == cells.len() && (2..=MAX_ROWS).contains(&n), "a square of 2 to 16 rows");
        let blank = cells.iter().position(|&tile| tile == 0).expect("a board has a blank");
        let packed = if n <= 4 {
            Cells::Few(cells.iter().rev().fold(0, |bits, &tile| bits << 4 | u64::from(tile)))
        } else {
            Cells::Many(cells.iter().map(|&tile| byte(usize::from(tile))).collect())
        };
        let mut board = Self { cells: packed, n: byte(n), blank: byte(blank), manhattan: 0 };
        board.manhattan = word((0..n * n).map(|cell| board.distance(cell)).sum());
        board
    }

    /// The goal of `n` rows.
    pub fn goal(n: usize) -> Self {
        let cells: Vec<Tile> = (1..n * n).chain([0]).map(word).collect();
        Self::new(&cells)
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        usize::from(self.n)
    }

    /// The cell of the blank, counted row by row from 0.
    pub fn blank(&self) -> usize {
        usize::from(self.blank)
    }

    /// The tile in a cell, 0 for the blank.
    pub fn tile(&self, cell: usize) -> usize {
        match &self.cells {
            Cells::Few(bits) => (bits >> (4 * cell) & 15) as usize,
            Cells::Many(tiles) => usize::from(tiles[cell]),
        }
    }

    /// The tiles row by row, 0 for the blank.
    pub fn tiles(&self) -> impl Iterator<Item = usize> {
        (0..self.rows() * self.rows()).map(|cell| self.tile(cell))
    }

    /// The sum of the tiles' distances to their places.
    pub fn manhattan(&self) -> usize {
        usize::from(self.manhattan)
    }

    /// The number of tiles out of place.
    pub fn hamming(&self) -> usize {
        self.tiles().enumerate().filter(|&(cell, tile)| tile != 0 && tile != cell + 1).count()
    }

    /// The distance to its place of the tile in a cell; 0 for the blank.
    pub fn distance(&self, cell: usize) -> usize {
        self.way(self.tile(cell), cell)
    }

    /// The distance of a tile in a cell to its place; 0 for the blank.
    fn way(&self, tile: usize, cell: usize) -> usize {
        if tile == 0 {
            return 0;
        }
        let (n, home) = (self.rows(), tile - 1);
        (cell / n).abs_diff(home / n) + (cell % n).abs_diff(home % n)
    }

    /// Whether every tile is in its place.
    pub fn is_goal(&self) -> bool {
        self.manhattan == 0
    }

    /// The board one move away whose blank is in `cell`, which touches the blank.
    pub fn slid(&self, cell: usize) -> Self {
        let (tile, blank) = (self.tile(cell), self.blank());
        let mut board = self.clone();
        board.swap(cell, blank);
        board.blank = byte(cell);
        board.manhattan = word(self.manhattan() + self.way(tile, blank) - self.way(tile, cell));
        board
    }

    /// The boards one move away.
    pub fn neighbors(&self, order: Order) -> impl Iterator<Item = Self> {
        let (n, blank) = (self.rows(), self.blank());
        let (row, col) = (blank / n, blank % n);
        let cells = order.0.into_iter().filter_map(move |way| match way {
            Way::Down => (row + 1 < n).then(|| blank + n),
            Way::Right => (col + 1 < n).then(|| blank + 1),
            Way::Left => (col > 0).then(|| blank - 1),
            Way::Up => (row > 0).then(|| blank - n),
        });
        cells.map(|cell| self.slid(cell))
    }

    /// This board with what lies in two cells exchanged. The blank may be one of the two.
    pub fn exchanged(&self, a: usize, b: usize) -> Self {
        let mut cells: Vec<Tile> = self.tiles().map(word).collect();
        cells.swap(a, b);
        Self::new(&cells)
    }

    /// The twin that the model makes: the first two tiles exchanged or, where the blank is one of
    /// these cells, the last two.
    pub fn twin(&self) -> Self {
        let last = self.rows() * self.rows() - 1;
        if self.blank() > 1 { self.exchanged(0, 1) } else { self.exchanged(last - 1, last) }
    }

    /// A number that tells the board from all others: exactly up to 4 rows, and beyond as well as
    /// a hash of 64 bits does.
    pub fn identity(&self) -> u64 {
        match &self.cells {
            Cells::Few(bits) => *bits,
            Cells::Many(tiles) => fnv(tiles.iter().copied()),
        }
    }

    /// The tiles as `tiles[row][col]`.
    pub fn to_rows(&self) -> Vec<Vec<Tile>> {
        let cells: Vec<Tile> = self.tiles().map(word).collect();
        cells.chunks(self.rows()).map(<[Tile]>::to_vec).collect()
    }

    fn swap(&mut self, a: usize, b: usize) {
        match &mut self.cells {
            Cells::Few(bits) => {
                let both = (*bits >> (4 * a) ^ *bits >> (4 * b)) & 15;
                *bits ^= both << (4 * a) | both << (4 * b);
            }
            Cells::Many(tiles) => Arc::make_mut(tiles).swap(a, b),
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
        hasher.write_u64(self.identity());
    }
}

/// The FNV-1a hash of some bytes.
pub fn fnv(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// A direction that the blank goes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// To the row below.
    Down,
    /// To the column on the right.
    Right,
    /// To the column on the left.
    Left,
    /// To the row above.
    Up,
}

/// The order in which a board gives its neighbors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order(pub [Way; 4]);

impl Order {
    /// The order of the model.
    pub const MODEL: Self = Self([Way::Down, Way::Right, Way::Left, Way::Up]);

    /// Another that students write: up, down, left, right.
    pub const COMPASS: Self = Self([Way::Up, Way::Down, Way::Left, Way::Right]);
}

fn byte(number: usize) -> u8 {
    u8::try_from(number).expect("a board of 16 rows has 256 cells")
}

fn word(number: usize) -> u16 {
    u16::try_from(number).expect("256 tiles have a short way to go")
}

#[cfg(test)]
mod tests {
    use slider::Board as _;

    use super::*;

    /// The boards of a walk through `n` rows.
    fn walk(n: usize) -> impl Iterator<Item = Board> {
        (0..500usize).scan(Board::goal(n), |board, step| {
            let all: Vec<Board> = board.neighbors(Order::MODEL).collect();
            *board = all[step * step % 7 % all.len()].clone();
            Some(board.clone())
        })
    }

    #[test]
    fn it_agrees_with_the_model_board() {
        for n in [2, 3, 4, 5, 16] {
            for board in walk(n) {
                let model = reference::Board::new(&board.to_rows());
                assert_eq!(board.manhattan(), model.manhattan());
                assert_eq!(board.hamming(), model.hamming());
                assert_eq!(board.is_goal(), model.is_goal());
                assert_eq!(reference::Board::new(&board.twin().to_rows()), model.twin());
                let mine = board.neighbors(Order::MODEL);
                let mine: Vec<_> =
                    mine.map(|board| reference::Board::new(&board.to_rows())).collect();
                assert_eq!(mine, model.neighbors().collect::<Vec<_>>());
            }
        }
    }
}
