//! Every board up to 3-by-3 with its optimal count.

use std::sync::OnceLock;

use slider::Tile;

use crate::puzzle::{Goal, Grid};

/// The optimal number of moves to one goal for every board of its dimension.
///
/// It is found by one breadth-first search from the goal, which is as good from the goal as to it,
/// because a move can be taken back.
pub struct Table {
    /// The moves for each board, at its [`rank`].
    moves: Box<[u8]>,
}

/// Stands for a board that the search has not met. No board takes so many moves: 31 is the most.
const UNMET: u8 = u8::MAX;

impl Table {
    /// The largest dimension that there is a table for.
    pub const MAX_DIMENSION: usize = 3;

    /// The table for the assignment's goal of dimension `n`. It is built at the first call.
    ///
    /// # Panics
    ///
    /// If `n` is not 2 or 3.
    pub fn blank_last(n: usize) -> &'static Self {
        static TABLES: [OnceLock<Table>; 2] = [const { OnceLock::new() }; 2];
        TABLES[n - 2].get_or_init(|| Self::new(&Goal::blank_last(n)))
    }

    /// The least number of moves to the goal, or `None` if the board cannot reach it.
    pub fn moves(&self, grid: &Grid) -> Option<usize> {
        let moves = self.moves[rank(grid)];
        (moves != UNMET).then_some(usize::from(moves))
    }

    /// The number of boards at each optimal number of moves, from 0.
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

    /// A shortest solution: the tiles that slide, in order. It is empty for a board that cannot
    /// reach the goal.
    pub fn solve(&self, mut grid: Grid) -> Vec<Tile> {
        std::iter::from_fn(|| self.slide_closer(&mut grid)).collect()
    }

    /// Makes a move after which the goal is nearer by one, if there is one, and returns the tile.
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

    /// The table for a goal.
    ///
    /// # Panics
    ///
    /// If the dimension of the goal is above [`Self::MAX_DIMENSION`].
    pub fn new(goal: &Goal) -> Self {
        let n = goal.dimension();
        assert!(n <= Self::MAX_DIMENSION, "there are too many boards of dimension {n}");
        let boards = (1..=n * n).product();
        let mut table = Self { moves: vec![UNMET; boards].into_boxed_slice() };
        table.moves[rank(goal.grid())] = 0;
        let mut frontier = vec![goal.grid().clone()];
        for moves in 1.. {
            if frontier.is_empty() {
                break;
            }
            let mut next = Vec::new();
            for grid in &frontier {
                for from in grid.slidable() {
                    let mut neighbor = grid.clone();
                    neighbor.slide(from);
                    let known = &mut table.moves[rank(&neighbor)];
                    if *known == UNMET {
                        *known = moves;
                        next.push(neighbor);
                    }
                }
            }
            frontier = next;
        }
        table
    }
}

/// The number of boards of the same dimension that come before this one in lexicographic order.
fn rank(grid: &Grid) -> usize {
    // The tiles that have not come yet, one bit each.
    let mut left = (1u32 << grid.cells().len()) - 1;
    grid.cells().iter().fold(0, |rank, &tile| {
        let choices = left.count_ones() as usize;
        left &= !(1 << tile);
        let smaller = (left & ((1 << tile) - 1)).count_ones() as usize;
        rank * choices + smaller
    })
}

/// Every board of dimension `n`, 2 or 3, in lexicographic order.
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
        Grid::new(&cells.chunks(n).map(Vec::from).collect::<Vec<_>>()).expect("a permutation")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_lexicographic() {
        for n in [2, 3] {
            assert!(every_board(n).enumerate().all(|(place, grid)| rank(&grid) == place));
        }
    }

    #[test]
    fn the_2_by_2_histogram_is_a_ring_of_twelve() {
        assert_eq!(Table::blank_last(2).histogram(), [1, 2, 2, 2, 2, 2, 1]);
    }

    /// The published figures: sequence A089473 of the OEIS.
    #[test]
    fn the_3_by_3_histogram_is_the_published_one() {
        let published = [
            1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638,
            9529, 10_878, 16_993, 17_110, 23_952, 20_224, 24_047, 15_578, 14_560, 6_274, 3_910,
            760, 221, 2,
        ];
        assert_eq!(Table::blank_last(3).histogram(), published);
        assert_eq!(published.iter().sum::<usize>(), 181_440);
    }
}
