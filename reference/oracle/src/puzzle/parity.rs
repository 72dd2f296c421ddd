//! Solvability by parity.

use super::{Goal, Grid};

/// Returns `true` if the board can reach the goal, and `false` if it cannot or if the dimensions differ.
///
/// A move swaps the blank with a tile, so it flips the parity of the permutation and moves the blank by one step. In
/// the goal, the permutation and the blank's distance from home are even, so the parities agree on every solvable
/// board. Conversely, W. E. Story proved in 1879 that every board on which they agree is solvable ("Notes on the 15
/// puzzle", American Journal of Mathematics 2).
pub fn is_solvable(grid: &Grid, goal: &Goal) -> bool {
    let n = grid.dimension();
    if n != goal.dimension() {
        return false;
    }
    let (blank, home) = (grid.blank(), goal.home(0));
    let steps = (blank / n).abs_diff(home / n) + (blank % n).abs_diff(home % n);
    is_even(grid, goal) == steps.is_multiple_of(2)
}

/// Returns `true` if the cells are an even permutation of the goal. Undoing a cycle of length `k` takes `k - 1` swaps,
/// so the permutation is even if the number of cells minus the number of cycles is even.
fn is_even(grid: &Grid, goal: &Goal) -> bool {
    let cells = grid.cells();
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
            cell = goal.home(cells[cell]);
        }
    }
    (cells.len() - cycles).is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Arrangement;
    use crate::table::{MovesTable, every_board};

    #[test]
    fn parity_agrees_with_exhaustive_search() {
        for n in [2, 3] {
            for arrangement in
                [Arrangement::BlankLast, Arrangement::BlankFirst, Arrangement::Spiral]
            {
                let goal = Goal::arranged(n, arrangement);
                let table = MovesTable::new(&goal);
                let mut solvable = 0;
                for grid in every_board(n) {
                    assert_eq!(is_solvable(&grid, &goal), table.moves(&grid).is_some(), "{grid:?}");
                    solvable += usize::from(is_solvable(&grid, &goal));
                }
                assert_eq!(solvable, if n == 2 { 12 } else { 181_440 });
            }
        }
    }
}
