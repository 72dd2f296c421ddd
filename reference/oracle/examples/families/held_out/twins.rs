//! Twins that are incorrect for certain cells of the blank, or certain board sizes.

use super::Members;
use crate::board::Board;
use crate::recipe::{Recipe, Twin};

pub fn members() -> Members {
    let mut members = Members::new();
    for (family, text, twin) in TWINS {
        let twin = Twin::Other(Box::new(twin));
        members.push(Box::new(Recipe { twin, ..Recipe::new(family, text) }));
    }
    for steps in [30, 100, 1000] {
        let family = "twin search ended early";
        let text = format!("after {steps} nodes");
        let twin = Twin::GivenUp(steps);
        members.push(Box::new(Recipe { twin, ..Recipe::new(family, text) }));
    }
    members
}

/// Returns the board with the tile of `from(cell)` in every cell.
fn rearranged(board: &Board, from: impl Fn(usize) -> usize) -> Board {
    let cells = 0..board.rows() * board.rows();
    let tiles = cells.map(|cell| board.tile(from(cell)));
    let tiles: Vec<_> = tiles.map(|tile| u16::try_from(tile).unwrap_or(0)).collect();
    Board::new(&tiles)
}

/// Rotates the tiles in three cells. A rotation preserves parity, so the result is not a twin.
fn rotated(board: &Board, cells: [usize; 3]) -> Board {
    board.exchanged(cells[0], cells[1]).exchanged(cells[1], cells[2])
}

const IGNORES: &str = "twin that ignores the blank";
const MIRROR: &str = "twin created by mirroring";
const SWAPS: &str = "twin correct for some positions of the blank";

type Make = fn(&Board) -> Board;

const TWINS: [(&str, &str, Make); 18] = [
    (IGNORES, "first two", |board| board.exchanged(0, 1)),
    (IGNORES, "last two", |board| {
        let last = board.rows() * board.rows() - 1;
        board.exchanged(last - 1, last)
    }),
    (IGNORES, "the two before the last", |board| {
        let last = board.rows() * board.rows() - 1;
        board.exchanged(last - 2, last - 1)
    }),
    (IGNORES, "the first and the one below", |board| board.exchanged(0, board.rows())),
    (IGNORES, "two in the middle", |board| {
        let n = board.rows();
        board.exchanged(n, n + 1)
    }),
    (IGNORES, "the first and the last", |board| board.exchanged(0, board.rows().pow(2) - 1)),
    (IGNORES, "the other corners", |board| {
        let n = board.rows();
        board.exchanged(n - 1, n * n - n)
    }),
    (SWAPS, "the first cell is looked at, not the second", |board| {
        let n = board.rows();
        if board.blank() == 0 { board.exchanged(n, n + 1) } else { board.exchanged(0, 1) }
    }),
    (SWAPS, "three go round if the blank is in the first row", |board| {
        let n = board.rows();
        if board.blank() < n { rotated(board, [n, n + 1, n * n - 1]) } else { board.twin() }
    }),
    (SWAPS, "two pairs if the blank is in the last row", |board| {
        let n = board.rows();
        if board.blank() >= n * n - n { board.twin().exchanged(2, n) } else { board.twin() }
    }),
    (SWAPS, "two pairs if the blank is in the last cell", |board| {
        let n = board.rows();
        if board.blank() == n * n - 1 { board.twin().exchanged(2, n) } else { board.twin() }
    }),
    (SWAPS, "the cells after the blank, in a ring", |board| {
        let (cells, blank) = (board.rows().pow(2), board.blank());
        rotated(board, [(blank + 1) % cells, (blank + 2) % cells, (blank + 3) % cells])
    }),
    (SWAPS, "the same board if the blank is in the middle", |board| {
        let n = board.rows();
        if board.blank() == n * n / 2 { board.clone() } else { board.twin() }
    }),
    (MIRROR, "the diagonal", |board| {
        let n = board.rows();
        rearranged(board, |cell| cell % n * n + cell / n)
    }),
    (MIRROR, "left and right", |board| {
        let n = board.rows();
        rearranged(board, |cell| cell / n * n + n - 1 - cell % n)
    }),
    (MIRROR, "the first row", |board| {
        let n = board.rows();
        rearranged(board, |cell| if cell < n { n - 1 - cell } else { cell })
    }),
    (MIRROR, "the first two rows exchanged", |board| {
        let n = board.rows();
        rearranged(board, |cell| match cell / n {
            0 => cell + n,
            1 => cell - n,
            _ => cell,
        })
    }),
    (MIRROR, "the first two columns exchanged", |board| {
        let n = board.rows();
        rearranged(board, |cell| match cell % n {
            0 => cell + 1,
            1 => cell - 1,
            _ => cell,
        })
    }),
];
