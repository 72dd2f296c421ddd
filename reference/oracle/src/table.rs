use std::sync::OnceLock;

use slider::Tile;

use crate::puzzle::{Goal, Grid};

/// The optimal number of moves to a goal up to 3-by-3, for each board of the dimension.
///
/// A breadth-first search from the goal computes the table. Moves are reversible, so the distances from and to the goal
/// are equal.
pub struct MovesTable {
    /// Indexed by [`PackedBoard::place_in_table`].
    moves: Box<[u8]>,
}

/// Marks a board that the search has not reached. Real values are at most 31.
const UNMET: u8 = u8::MAX;

impl MovesTable {
    /// The maximum dimension for which tables are built.
    /// A table of all 4-by-4 boards would have 10 trillion entries.
    pub const MAX_DIMENSION: usize = 3;

    /// Returns the table for the assignment's goal of dimension `n`. The first call builds it.
    ///
    /// # Panics
    ///
    /// Panics if `n` is neither 2 nor 3.
    pub fn blank_last(n: usize) -> &'static Self {
        // For two and three rows. Building the larger one takes too long to repeat.
        static TABLES: [OnceLock<MovesTable>; 2] = [const { OnceLock::new() }; 2];
        TABLES[n - 2].get_or_init(|| Self::new(&Goal::blank_last(n)))
    }

    /// Returns the optimal number of moves to the goal, or `None` if the board cannot reach it.
    pub fn moves(&self, grid: &Grid) -> Option<usize> {
        let moves = self.moves[PackedBoard::new(grid).place_in_table(grid.dimension())];
        (moves != UNMET).then_some(usize::from(moves))
    }

    /// Returns the number of boards for each optimal number of moves, beginning with 0.
    pub fn histogram(&self) -> Vec<usize> {
        let mut histogram = Vec::new();
        for &moves in self.moves.iter().filter(|&&moves| moves != UNMET) {
            let moves = usize::from(moves);
            if histogram.len() <= moves {
                histogram.resize(moves + 1, 0);
            }
            histogram[moves] += 1;
        }
        histogram
    }

    /// Returns the tiles to slide for an optimal solution, in order, or none if the board is unsolvable.
    pub fn solve(&self, mut grid: Grid) -> Vec<Tile> {
        std::iter::from_fn(|| self.slide_closer(&mut grid)).collect()
    }

    /// Makes a move closer to the goal. Returns the tile, or `None` if there is no such move.
    fn slide_closer(&self, grid: &mut Grid) -> Option<Tile> {
        let (moves, blank) = (self.moves(grid)?, grid.blank());
        for from in grid.slidable() {
            let slide = grid.slide(from);
            if self.moves(grid).is_some_and(|left| left < moves) {
                return Some(slide.tile);
            }
            grid.slide(blank);
        }
        None
    }

    /// Builds the table for a goal.
    ///
    /// # Panics
    ///
    /// Panics if the dimension of the goal exceeds [`Self::MAX_DIMENSION`].
    pub fn new(goal: &Goal) -> Self {
        let n = goal.dimension();
        assert!(n <= Self::MAX_DIMENSION, "there are too many boards of dimension {n}");
        let boards = (1..=n * n).product();
        let mut table = Self { moves: vec![UNMET; boards].into_boxed_slice() };
        let goal = PackedBoard::new(goal.grid());
        table.moves[goal.place_in_table(n)] = 0;
        let (mut frontier, mut next) = (vec![goal], Vec::new());
        for moves in 1.. {
            for neighbor in frontier.iter().flat_map(|board| board.neighbors(n)) {
                let known = &mut table.moves[neighbor.place_in_table(n)];
                if *known == UNMET {
                    *known = moves;
                    next.push(neighbor);
                }
            }
            if next.is_empty() {
                break;
            }
            std::mem::swap(&mut frontier, &mut next);
            next.clear();
        }
        table
    }
}

/// A small board, packed into few bits.
#[derive(Clone, Copy)]
struct PackedBoard {
    /// The tiles without the blank in row-major order, four bits each, starting with the lowest bits.
    tiles: u32,
    rank: usize,
    blank: u32,
    /// The blank's previous cell; at the start, its current one.
    before: u32,
}

impl PackedBoard {
    fn new(grid: &Grid) -> Self {
        let tiles = grid.cells().iter().rev().filter(|&&tile| tile != 0);
        // Four bits hold a tile up to 8, and eight tiles fill the word.
        let tiles = tiles.fold(0, |tiles, &tile| tiles << 4 | u32::from(tile));
        let n = grid.dimension();
        let blank = u32::try_from(grid.blank()).expect("a cell of nine");
        Self { tiles, rank: rank_of_permutation(tiles, n * n - 1), blank, before: blank }
    }

    fn place_in_table(self, n: usize) -> usize {
        /// The number of permutations of the tiles, for each dimension.
        const ORDERS: [usize; MovesTable::MAX_DIMENSION + 1] = [0, 1, 6, 40_320];
        self.blank as usize * ORDERS[n] + self.rank
    }

    /// Returns the neighbors, without the move back.
    fn neighbors(self, n: usize) -> impl Iterator<Item = Self> {
        let Self { tiles, rank: old_rank, blank, before: back } = self;
        let before = blank;
        let width = u32::try_from(n).expect("3 at most");
        let (row, col) = (blank / width, blank % width);
        // A tile that slides along a row keeps its position in the order.
        let beside = |is_there: bool, blank| {
            (is_there && blank != back).then_some(Self { tiles, rank: old_rank, blank, before })
        };
        // A tile that slides vertically passes all others in a window of the order, which begins at the upper cell.
        let across = |is_there: bool, first: u32, blank, turn: fn(u32, u32) -> u32| {
            (is_there && blank != back).then(|| {
                let window = (1 << (4 * width)) - 1;
                let turned = turn(tiles >> (4 * first) & window, width) & window;
                let tiles = tiles & !(window << (4 * first)) | turned << (4 * first);
                Self { tiles, rank: rank_of_permutation(tiles, n * n - 1), blank, before }
            })
        };
        let down = |window, width: u32| window >> 4 | window << (4 * (width - 1));
        let up = |window, width: u32| window << 4 | window >> (4 * (width - 1));
        [
            across(row > 0, blank.wrapping_sub(width), blank.wrapping_sub(width), down),
            across(row + 1 < width, blank, blank + width, up),
            beside(col > 0, blank.wrapping_sub(1)),
            beside(col + 1 < width, blank + 1),
        ]
        .into_iter()
        .flatten()
    }
}

fn rank_of_permutation(tiles: u32, count: usize) -> usize {
    const ONES: [u8; 256] = {
        let mut ones = [0; 256];
        let mut byte = 1;
        while byte < 256 {
            ones[byte] = ones[byte / 2] + if byte.is_multiple_of(2) { 0 } else { 1 };
            byte += 1;
        }
        ones
    };
    // The remaining tiles. Bit 0 stands for tile 1.
    let mut left = (1u32 << count) - 1;
    (0..count).fold(0, |rank, place| {
        let tile = 1 << (tiles >> (4 * place) & 15) >> 1;
        left &= !tile;
        // At most eight bits remain. The mask shows the compiler that the index is in range.
        let smaller = ONES[(left & (tile - 1)) as usize & 255];
        rank * (count - place) + usize::from(smaller)
    })
}

/// Returns every board of dimension `n`, 2 or 3, in lexicographic order.
#[cfg(test)]
pub(crate) fn every_board(n: usize) -> impl Iterator<Item = Grid> {
    let tiles = n * n;
    let boards: usize = (1..=tiles).product();
    (0..boards).map(move |rank| {
        let mut left: Vec<Tile> = (0..).take(tiles).collect();
        let (mut rank, mut boards) = (rank, boards);
        let mut cells = Vec::new();
        while !left.is_empty() {
            boards /= left.len();
            cells.push(left.remove(rank / boards));
            rank %= boards;
        }
        Grid::of_cells(n, cells).expect("a permutation")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_has_its_own_entry() {
        for n in [2, 3] {
            let mut entries: Vec<usize> =
                every_board(n).map(|grid| PackedBoard::new(&grid).place_in_table(n)).collect();
            entries.sort_unstable();
            assert!(entries.iter().copied().eq(0..(1..=n * n).product()));
        }
    }

    #[test]
    fn neighbors_are_one_slide_away() {
        for n in [2, 3] {
            for mut grid in every_board(n).step_by(7) {
                let mut neighbors: Vec<usize> = PackedBoard::new(&grid)
                    .neighbors(n)
                    .map(|board| board.place_in_table(n))
                    .collect();
                let blank = grid.blank();
                let mut slid: Vec<usize> = Vec::new();
                for from in grid.slidable() {
                    grid.slide(from);
                    slid.push(PackedBoard::new(&grid).place_in_table(n));
                    grid.slide(blank);
                }
                neighbors.sort_unstable();
                slid.sort_unstable();
                assert_eq!(neighbors, slid, "{grid:?}");
            }
        }
    }

    #[test]
    fn the_2_by_2_histogram_is_a_ring_of_twelve() {
        assert_eq!(MovesTable::blank_last(2).histogram(), [1, 2, 2, 2, 2, 2, 1]);
    }

    /// The counts are sequence A089473 of the OEIS.
    #[test]
    fn the_3_by_3_histogram_matches_the_published_one() {
        let published = [
            1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638,
            9529, 10_878, 16_993, 17_110, 23_952, 20_224, 24_047, 15_578, 14_560, 6_274, 3_910,
            760, 221, 2,
        ];
        assert_eq!(MovesTable::blank_last(3).histogram(), published);
        assert_eq!(published.iter().sum::<usize>(), 181_440);
    }
}
