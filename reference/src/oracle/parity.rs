//! Whether a board can reach the goal at all.

use super::grid::Grid;

/// Whether the board can reach the goal.
///
/// A move exchanges the blank with a tile, so it turns the permutation of the cells from even to
/// odd or back, and it takes the blank one step. The two parities therefore agree on every board
/// that the goal can become, for there both are even. That all those boards are reached, too, was
/// proved by W. E. Story in 1879 ("Notes on the 15 puzzle", American Journal of Mathematics 2).
pub(super) fn is_solvable(grid: &Grid) -> bool {
    let n = grid.dimension();
    let (row, col) = (grid.blank() / n, grid.blank() % n);
    let steps = (n - 1 - row) + (n - 1 - col);
    is_even(grid) == steps.is_multiple_of(2)
}

/// Whether the cells are an even permutation of the goal's, with the blank as the last tile.
///
/// A cycle of length `k` takes `k - 1` exchanges to undo, so the permutation is even if the cells
/// less the cycles are an even number.
fn is_even(grid: &Grid) -> bool {
    let cells = grid.cells();
    let goal = |cell: usize| usize::from(cells[cell]).checked_sub(1).unwrap_or(cells.len() - 1);
    let mut seen = vec![false; cells.len()];
    let mut cycles = 0;
    for start in 0..cells.len() {
        if seen[start] {
            continue;
        }
        cycles += 1;
        let mut cell = start;
        while !seen[cell] {
            seen[cell] = true;
            cell = goal(cell);
        }
    }
    (cells.len() - cycles).is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::table::{Table, every_board};

    #[test]
    fn parity_agrees_with_exhaustive_search() {
        for n in [2, 3] {
            let table = Table::of(n);
            let mut solvable = 0;
            for grid in every_board(n) {
                assert_eq!(is_solvable(&grid), table.moves(&grid).is_some(), "{grid:?}");
                solvable += usize::from(is_solvable(&grid));
            }
            assert_eq!(solvable, if n == 2 { 12 } else { 181_440 });
        }
    }
}
