//! Finds out which boards of a long survey can be used again.

use crate::grid::Grid;
use crate::heap;

/// The number of cells in which the boards of a group differ. With more cells, more neighbors are in the same group, but
/// the boards no longer fit into the processor's cache.
const CELLS: usize = 6;

/// The memory in bytes above which no more boards are kept. The boards of a group usually need less than 1 MiB.
const MAX_MEMORY: usize = 16 << 20;

/// Consecutive permutations that differ only in their first cells.
///
/// The expected neighbors of a board are permutations, too, and so is the expected twin. A survey keeps the boards of a
/// group, because more than half of the neighbors and most twins are in the same group. Each of them would otherwise be
/// created several times.
pub(crate) struct Group {
    /// The number of cells in which the boards differ.
    cells: usize,
    /// The position of the current board in the group.
    current: usize,
    /// Whether the board at each position is kept.
    is_kept: Vec<bool>,
    /// For each position and each pair of cells, the position after exchanging the cells, plus one. It is the same in
    /// all groups. 0 if it is not known yet.
    exchanged: Vec<u16>,
}

/// Where to find a board.
pub(crate) enum Place {
    /// At this position.
    Kept(usize),
    /// The board must be created and kept at this position.
    New(usize),
    /// The board must be created, and is not kept.
    Outside,
}

impl Group {
    /// Creates groups for permutations of `0..n * n`.
    pub(crate) fn of(n: usize) -> Self {
        Self::with_cells(CELLS.min(n * n))
    }

    /// Creates a group for surveys that do not keep boards.
    pub(crate) fn empty() -> Self {
        Self::with_cells(0)
    }

    fn with_cells(cells: usize) -> Self {
        let size = (1..=cells).product();
        Self {
            cells,
            current: 0,
            is_kept: vec![false; size],
            exchanged: vec![0; size * cells * cells],
        }
    }

    /// Returns `false` if there are no groups.
    pub(crate) fn keeps_boards(&self) -> bool {
        self.cells > 0
    }

    /// Advances to the permutation with this [rank](Grid::of_rank). At the start of each group, forgets all boards.
    pub(crate) fn advance(&mut self, rank: usize) {
        self.current = rank % self.is_kept.len();
        if self.current == 0 {
            self.is_kept.fill(false);
        }
    }

    /// Returns the place of the current board.
    pub(crate) fn current(&mut self) -> Place {
        self.place(self.current)
    }

    /// Returns the place of the board that results from exchanging two cells of the current board, `grid`.
    pub(crate) fn exchanged(&mut self, grid: &mut Grid, a: usize, b: usize) -> Place {
        if a >= self.cells || b >= self.cells {
            return Place::Outside;
        }
        let known = &mut self.exchanged[(self.current * self.cells + a) * self.cells + b];
        if *known == 0 {
            grid.exchange(a, b);
            *known = 1 + grid.rank_of_first(self.cells) as u16;
            grid.exchange(a, b);
        }
        let position = usize::from(*known - 1);
        self.place(position)
    }

    fn place(&mut self, position: usize) -> Place {
        if self.is_kept[position] {
            Place::Kept(position)
        } else if heap::usage().0 < MAX_MEMORY {
            self.is_kept[position] = true;
            Place::New(position)
        } else {
            Place::Outside
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(place: &Place) -> Option<usize> {
        match place {
            Place::Kept(position) | Place::New(position) => Some(*position),
            Place::Outside => None,
        }
    }

    #[test]
    fn an_exchange_leads_to_the_board_with_that_rank() {
        let start = 5 * 720;
        let mut grid = Grid::of_rank(3, start);
        let mut group = Group::of(3);
        for rank in start..start + 2 * 720 {
            group.advance(rank);
            for (a, b) in [(0, 1), (2, 5), (3, 0), (5, 4)] {
                let found = position(&group.exchanged(&mut grid, a, b));
                grid.exchange(a, b);
                let expected = rank / 720 * 720 + found.expect("these cells are in the group");
                assert_eq!(grid.rows(), Grid::of_rank(3, expected).rows(), "{rank}: {a}, {b}");
                grid.exchange(a, b);
            }
            assert_eq!(position(&group.exchanged(&mut grid, 5, 6)), None);
            grid.next_permutation();
        }
    }

    #[test]
    fn each_board_of_a_group_is_made_once() {
        let mut grid = Grid::of_rank(2, 0);
        let mut group = Group::of(2);
        let mut made = 0;
        for rank in 0..24 {
            group.advance(rank);
            made += usize::from(matches!(group.current(), Place::New(_)));
            for cell in grid.moves() {
                let blank = grid.blank();
                made +=
                    usize::from(matches!(group.exchanged(&mut grid, blank, cell), Place::New(_)));
            }
            grid.next_permutation();
        }
        assert_eq!(made, 24);
        group.advance(24);
        assert!(matches!(group.current(), Place::New(0)), "the next group starts without boards");
    }
}
