//! Finds shortest solutions for reports.

use grade::{Tile, Tiles};
use oracle::pattern::SearchFinding;
use oracle::puzzle::{Goal, Grid};

/// The maximum number of nodes to expand for a board, which takes a few tenths of a second. When a board needs more,
/// there will be no shortest solution in the report.
const NODES: u64 = 1_000_000;

const ROWS: usize = 10;

/// Implements [`page::Solve`].
pub(in crate::cli) fn solve(tiles: &Tiles) -> Option<Vec<Tile>> {
    let grid = Grid::new(tiles).ok().filter(|grid| grid.dimension() <= ROWS)?;
    match oracle::solve(&grid, &Goal::blank_last(grid.dimension()), NODES).finding {
        SearchFinding::Solved(slides) => Some(slides),
        SearchFinding::NoSolution | SearchFinding::AtLeast(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_solvable_boards_are_solved() {
        let tiles = vec![vec![0, 1, 3], vec![4, 2, 5], vec![7, 8, 6]].into();
        assert_eq!(solve(&tiles), Some(vec![1, 2, 5, 6]));
        let unsolvable = vec![vec![1, 2, 3], vec![4, 5, 6], vec![8, 7, 0]].into();
        assert_eq!(solve(&unsolvable), None);
        for bad in [vec![], vec![vec![1, 1], vec![0, 2]], vec![vec![1], vec![2, 3]]] {
            assert_eq!(solve(&bad.clone().into()), None, "{bad:?}");
        }
    }
}
