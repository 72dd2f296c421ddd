//! Boards for faults that shuffled boards rarely reveal, with the blank in a corner or along an edge, or close to the
//! goal.

use base::seed::shuffle;
use slider::Tile;

use crate::judge;

/// The larger dimensions to test like this: the smallest whose tiles do not fit into a byte, a power of two, and the
/// maximum.
pub(super) const LARGER: [usize; 3] = [17, 32, 127];

/// The largest dimension for testing the blank in every cell, because a method may fail for a single cell. On larger
/// boards, the blank is tested only in the corners, at the middle of the edges, and in the center. With more than 16
/// rows, it is tested only in the corners, to let a correct but slow `==` finish within a survey.
const WHOLE: usize = 8;

/// Returns shuffled boards of dimension `n`, one for each cell to test the blank in.
pub(super) fn boards_with_blank_in_cells(n: usize, seed: u64) -> Vec<Tile> {
    // Inverted, because `generated::boards_of_size` starts from the same sum and would draw the same boards.
    let mut random = !seed.wrapping_add(n as u64);
    let mut tiles = Vec::new();
    for cell in blank_cells(n) {
        let mut board = judge::goal_tiles(n).cells();
        shuffle(&mut random, &mut board);
        if let Some(blank) = board.iter().position(|tile| *tile == 0) {
            // The other cells stay shuffled.
            board.swap(blank, cell);
        }
        tiles.extend(board);
    }
    tiles
}

fn blank_cells(n: usize) -> Vec<usize> {
    let (middle, last) = (n / 2, n - 1);
    if n <= WHOLE {
        return (0..n * n).collect();
    }
    let along = if n <= 16 { vec![0, middle, last] } else { vec![0, last] };
    along.iter().flat_map(|row| along.iter().map(move |col| row * n + col)).collect()
}

/// Returns boards of dimension `n` that differ from the goal in exactly two cells: the first two of a row or column,
/// two that are far apart, or the blank and another. Boards with more than 16 rows differ only at the edges.
pub(super) fn boards_near_goal(n: usize) -> Vec<Tile> {
    let last = n * n - 1;
    // Two distant lines show whether the last one is compared, and a comparison takes long on these boards.
    let lines: Vec<usize> = if n <= 16 { (0..n).collect() } else { vec![0, n - 1] };
    let mut pairs = Vec::new();
    for line in lines {
        pairs.extend([(line * n, line * n + 1), (line, line + n)]);
    }
    // The last two tiles, the first and the last tile, and two opposite corners.
    pairs.extend([(last - 2, last - 1), (0, last - 1), (n - 1, last + 1 - n)]);
    pairs.extend([(last, last - 1), (last, last - n), (last, 0), (last, n - 1), (last, n / 2)]);
    let goal = judge::goal_tiles(n).cells();
    let mut tiles = Vec::new();
    for (a, b) in pairs {
        let mut board = goal.clone();
        board.swap(a, b);
        tiles.extend(board);
    }
    tiles
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn blanks(n: usize) -> BTreeSet<usize> {
        let tiles = boards_with_blank_in_cells(n, 1);
        tiles.chunks(n * n).filter_map(|board| board.iter().position(|tile| *tile == 0)).collect()
    }

    #[test]
    fn the_blank_covers_all_cells_corners_and_edges() {
        for n in 4..=8 {
            assert!(blanks(n).into_iter().eq(0..n * n), "n = {n}");
        }
        for n in (4..=16).chain(LARGER) {
            let (last, middle) = (n - 1, n / 2);
            let blanks = blanks(n);
            let lines = if n <= 16 { vec![0, middle, last] } else { vec![0, last] };
            for &row in &lines {
                for &col in &lines {
                    assert!(blanks.contains(&(row * n + col)), "n = {n}, ({row}, {col})");
                }
            }
        }
    }

    #[test]
    fn boards_near_the_goal_cover_all_rows_and_columns() {
        for n in 4..=16 {
            let goal = judge::goal_tiles(n).cells();
            let (mut rows, mut cols) = (BTreeSet::new(), BTreeSet::new());
            for board in boards_near_goal(n).chunks(n * n) {
                let cells: Vec<_> = (0..n * n).filter(|&at| board[at] != goal[at]).collect();
                let [a, b] = cells[..] else { panic!("{board:?}") };
                if a / n == b / n && a % n != n - 1 {
                    rows.insert(a / n);
                } else if a % n == b % n {
                    cols.insert(a % n);
                }
            }
            assert_eq!((rows.len(), cols.len()), (n, n));
        }
    }
}
