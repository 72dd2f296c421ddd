//! Shortest solutions, found when a report is made.

use std::collections::BTreeMap;

use grade::Tiles;
use oracle::pattern::Finding;
use oracle::puzzle::{Goal, Grid};
use slider::Tile;

/// The most nodes that are spent on one board: some tenths of a second. What takes more has no
/// replay of a shortest solution.
const NODES: u64 = 1_000_000;

/// The most rows of a board that is looked at.
const ROWS: usize = 10;

/// The shortest solutions of the boards that were asked for. A class fails on the same puzzles over
/// and over.
#[derive(Clone, Debug, Default)]
pub(super) struct Solutions(BTreeMap<Tiles, Option<Vec<Tile>>>);

impl Solutions {
    /// The tiles that slide in a shortest solution of a board; `None` if it is no board, has no
    /// solution, or takes too long.
    pub(super) fn of(&mut self, tiles: &Tiles) -> Option<&[Tile]> {
        if !self.0.contains_key(tiles) {
            self.0.insert(tiles.clone(), solve(tiles));
        }
        self.0.get(tiles)?.as_deref()
    }
}

fn solve(tiles: &Tiles) -> Option<Vec<Tile>> {
    let grid = Grid::new(tiles).ok().filter(|grid| grid.dimension() <= ROWS)?;
    match oracle::solve(&grid, &Goal::blank_last(grid.dimension()), NODES).finding {
        Finding::Solved(slides) => Some(slides),
        Finding::NoSolution | Finding::AtLeast(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_solved_where_that_can_be() {
        let mut solutions = Solutions::default();
        let tiles = vec![vec![0, 1, 3], vec![4, 2, 5], vec![7, 8, 6]];
        assert_eq!(solutions.of(&tiles), Some(&[1, 2, 5, 6][..]));
        assert_eq!(solutions.of(&tiles), Some(&[1, 2, 5, 6][..]));
        let unsolvable = vec![vec![1, 2, 3], vec![4, 5, 6], vec![8, 7, 0]];
        assert_eq!(solutions.of(&unsolvable), None);
        for bad in [vec![], vec![vec![1, 1], vec![0, 2]], vec![vec![1], vec![2, 3]]] {
            assert_eq!(solutions.of(&bad), None, "{bad:?}");
        }
    }
}
