//! Generates boards up to 3-by-3, uniformly from all boards in the requested range of moves.

use std::ops::RangeInclusive;

use oracle::puzzle::{Grid, SeededRandom};
use slider::Tile;

use crate::prover::Prover;

/// All boards to draw from, with their optimal numbers of moves.
pub(super) struct SmallBoardPool {
    boards: Vec<(Grid, usize)>,
    /// The maximum optimal number of moves of any board, even outside the range.
    pub(super) most_moves: usize,
}

impl SmallBoardPool {
    /// Collects the boards with an optimal number of moves in the range, in lexicographic order.
    pub(super) fn new(prover: &Prover, moves: &RangeInclusive<usize>) -> Self {
        let n = prover.goal().dimension();
        let table = prover.table().expect("every small board is in a table");
        let (mut boards, mut most_moves) = (Vec::new(), 0);
        let mut cells: Vec<Tile> = (0..).take(n * n).collect();
        loop {
            let grid = Grid::of_cells(n, cells.clone()).expect("a permutation of a board's tiles");
            if let Some(takes) = table.moves(&grid) {
                most_moves = most_moves.max(takes);
                if moves.contains(&takes) {
                    boards.push((grid, takes));
                }
            }
            if !next_permutation(&mut cells) {
                return Self { boards, most_moves };
            }
        }
    }

    pub(super) fn len(&self) -> usize {
        self.boards.len()
    }

    /// Draws `count` distinct boards. `count` must not exceed [`Self::len`].
    pub(super) fn draw(mut self, count: usize, random: &mut SeededRandom) -> Vec<(Grid, usize)> {
        for place in 0..count {
            let other = place + random.below(self.boards.len() - place);
            self.boards.swap(place, other);
        }
        // The first `count` places hold the drawn boards.
        self.boards.truncate(count);
        self.boards
    }
}

/// Advances to the next permutation in lexicographic order. Returns `false` after the last. The algorithm is from
/// Narayana Pandita (14th century).
fn next_permutation(cells: &mut [Tile]) -> bool {
    let Some(pivot) = cells.windows(2).rposition(|pair| pair[0] < pair[1]) else { return false };
    // There is always a greater tile: at least the one after the pivot.
    let successor = cells.iter().rposition(|&tile| tile > cells[pivot]).unwrap_or(pivot + 1);
    cells.swap(pivot, successor);
    cells[pivot + 1..].reverse();
    true
}

#[cfg(test)]
mod tests {
    use oracle::puzzle::Goal;

    use super::*;

    #[test]
    fn every_solvable_board_is_a_candidate() {
        let prover = Prover::new(Goal::blank_last(3));
        let all = SmallBoardPool::new(&prover, &(0..=99));
        assert_eq!((all.len(), all.most_moves), (181_440, 31));
        assert_eq!(SmallBoardPool::new(&prover, &(31..=31)).len(), 2);
    }
}
