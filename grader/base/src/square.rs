//! Cells of a square board, numbered row by row.

/// Returns the cells adjacent to `blank` on a board of dimension `n`, in the order below, right, left, above.
pub fn moves(n: usize, blank: usize) -> impl Iterator<Item = usize> {
    let (row, col) = (blank / n, blank % n);
    let below = (row + 1 < n).then_some(blank + n);
    let right = (col + 1 < n).then_some(blank + 1);
    let left = (col > 0).then(|| blank - 1);
    let above = (row > 0).then(|| blank - n);
    [below, right, left, above].into_iter().flatten()
}

/// Returns the Manhattan distance between two cells.
pub fn distance(n: usize, a: usize, b: usize) -> usize {
    (a / n).abs_diff(b / n) + (a % n).abs_diff(b % n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_stay_on_the_board() {
        for n in 2..6 {
            for blank in 0..n * n {
                for cell in moves(n, blank) {
                    assert!(cell < n * n);
                    assert_eq!(distance(n, blank, cell), 1, "{n}: {blank} to {cell}");
                    assert!(moves(n, cell).any(|back| back == blank));
                }
            }
            let all: usize = (0..n * n).map(|blank| moves(n, blank).count()).sum();
            // 2n(n - 1) pairs of adjacent cells, in both directions.
            assert_eq!(all, 4 * n * (n - 1));
        }
    }
}
