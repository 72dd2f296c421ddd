//! Heuristics that combine several bounds incorrectly.

use super::{Members, inversions, member_with_bound, member_with_priority, tiles_without_blank};
use crate::board::Board;
use crate::recipe::{count_to_f64, priority_to_key};

pub fn members() -> Members {
    let mut members = Members::new();
    for (text, bound) in TWO {
        members.push(member_with_bound("two bounds combined", text, bound));
    }
    for (text, bound) in LAST_MOVES {
        members.push(member_with_bound(
            "moves before the last one, added incorrectly",
            text,
            bound,
        ));
    }
    for (text, bound) in CORNERS {
        members.push(member_with_bound("additional cost for corners", text, bound));
    }
    for divisor in [1, 2, 3, 4] {
        let text = format!("divided by {divisor}");
        members.push(member_with_bound("inversions instead of rows", text, move |board| {
            board.manhattan().max(
                column_distance(board) + inversions(&tiles_without_blank(board)).div_ceil(divisor),
            )
        }));
    }
    for tenths in [1, 2, 3, 5, 10] {
        let weight = count_to_f64(tenths) / 10.0;
        members.push(member_with_priority(
            "tiles not followed by their successor",
            format!("{weight}"),
            {
                move |node| {
                    let out = count_to_f64(out_of_sequence(node.board()));
                    priority_to_key(
                        count_to_f64(node.moves() + node.board().manhattan()) + weight * out,
                    )
                }
            },
        ));
    }
    for (twice, text) in [(2, "once"), (3, "3/2"), (4, "twice")] {
        members.push(member_with_bound("exchanges with the blank", text, move |board| {
            board.manhattan().max((swaps_to_goal(board) * twice).div_ceil(2))
        }));
    }
    for cost in [1, 2, 3, 4] {
        for both in [false, true] {
            let text = format!("{cost} for each, {}", if both { "both ways" } else { "rows" });
            members.push(member_with_bound("reversed neighbors", text, move |board| {
                board.manhattan() + cost * reversed_pairs(board, both)
            }));
        }
    }
    members
}

/// Returns the horizontal part of the Manhattan distance.
fn column_distance(board: &Board) -> usize {
    let n = board.rows();
    let tiles = board.tiles().enumerate().filter(|&(_, tile)| tile != 0);
    tiles.map(|(cell, tile)| (cell % n).abs_diff((tile - 1) % n)).sum()
}

/// Returns the number of tiles not followed by their successor in row-major order.
fn out_of_sequence(board: &Board) -> usize {
    tiles_without_blank(board).windows(2).filter(|pair| pair[1] != pair[0] + 1).count()
}

/// Returns the number of swaps to the goal if the blank may be swapped with any tile.
fn swaps_to_goal(board: &Board) -> usize {
    let mut tiles: Vec<usize> = board.tiles().collect();
    let last = tiles.len() - 1;
    let mut count = 0;
    let mut blank = board.blank();
    loop {
        let cell = if blank == last {
            let wrong = (0..last).find(|&cell| tiles[cell] != cell + 1);
            let Some(wrong) = wrong else { return count };
            wrong
        } else {
            // The cell of the tile that belongs in the blank's cell.
            tiles.iter().position(|&tile| tile == blank + 1).unwrap_or(last)
        };
        tiles.swap(blank, cell);
        blank = cell;
        count += 1;
    }
}

/// Returns the number of horizontally (or, with `both`, also vertically) adjacent pairs of tiles that are in each
/// other's goal cells.
fn reversed_pairs(board: &Board, both: bool) -> usize {
    let n = board.rows();
    let tile = |cell| board.tile(cell);
    let is_reversed = |a: usize, b: usize| tile(a) == b + 1 && tile(b) == a + 1;
    let beside = (0..n * n - 1).filter(|a| a % n != n - 1 && is_reversed(*a, a + 1)).count();
    let above = (0..n * n - n).filter(|a| is_reversed(*a, a + n)).count();
    beside + if both { above } else { 0 }
}

fn tiles_out_of_lines(board: &Board) -> usize {
    let n = board.rows();
    let tiles = board.tiles().enumerate().filter(|&(_, tile)| tile != 0);
    let out = |(cell, tile): (usize, usize)| {
        usize::from(cell / n != (tile - 1) / n) + usize::from(cell % n != (tile - 1) % n)
    };
    tiles.map(out).sum()
}

type Bound = fn(&Board) -> usize;

const TWO: [(&str, Bound); 8] = [
    ("the greater of Manhattan and twice Hamming", |board| {
        board.manhattan().max(2 * board.hamming())
    }),
    ("the mean of Manhattan and twice Hamming, rounded up", |board| {
        (board.manhattan() + 2 * board.hamming()).div_ceil(2)
    }),
    ("Manhattan and a quarter of Hamming", |board| board.manhattan() + board.hamming() / 4),
    ("Manhattan and Hamming beyond 5", |board| {
        board.manhattan() + board.hamming().saturating_sub(5)
    }),
    ("the greater of Manhattan and twice the tiles out of a row or column", |board| {
        board.manhattan().max(2 * tiles_out_of_lines(board))
    }),
    ("the greater of Manhattan and 3/2 of the tiles out of a row or column", |board| {
        board.manhattan().max((3 * tiles_out_of_lines(board)).div_ceil(2))
    }),
    ("the greater of Manhattan and the inversions", |board| {
        board.manhattan().max(inversions(&tiles_without_blank(board)))
    }),
    ("Manhattan and an eighth of the inversions", |board| {
        board.manhattan() + inversions(&tiles_without_blank(board)) / 8
    }),
];

/// Returns whether the last tile is outside the last column, and whether the tile above the corner is outside the last
/// row. One of them makes the final move.
fn are_last_tiles_outside(board: &Board) -> (bool, bool) {
    let n = board.rows();
    let cell = |tile: usize| board.tiles().position(|other| other == tile).unwrap_or(0);
    (cell(n * n - 1) % n != n - 1, cell(n * n - n) / n != n - 1)
}

const LAST_MOVES: [(&str, Bound); 4] = [
    ("if one is out of its line", |board| {
        let (last, above) = are_last_tiles_outside(board);
        board.manhattan() + if last || above { 2 } else { 0 }
    }),
    ("if the last tile is out of the last column", |board| {
        board.manhattan() + if are_last_tiles_outside(board).0 { 2 } else { 0 }
    }),
    ("2 for each", |board| {
        let (last, above) = are_last_tiles_outside(board);
        board.manhattan() + 2 * usize::from(last) + 2 * usize::from(above)
    }),
    ("4 if both are out", |board| {
        let (last, above) = are_last_tiles_outside(board);
        board.manhattan() + if last && above { 4 } else { 0 }
    }),
];

/// Returns the number of corners, without the lower right, with a wrong tile next to at least `right` correct tiles.
fn wrong_corners(board: &Board, right: usize) -> usize {
    let n = board.rows();
    let is_right = |cell: usize| board.tile(cell) == cell + 1;
    let around =
        [(0, [1, n]), (n - 1, [n - 2, 2 * n - 1]), (n * n - n, [n * n - 2 * n, n * n - n + 1])];
    let costs = |&&(corner, sides): &&(usize, [usize; 2])| {
        let tile = board.tile(corner);
        tile != 0
            && tile != corner + 1
            && sides.iter().filter(|&&cell| is_right(cell)).count() >= right
    };
    around.iter().filter(costs).count()
}

const CORNERS: [(&str, Bound); 4] = [
    ("2 where both neighbors are right", |board| board.manhattan() + 2 * wrong_corners(board, 2)),
    ("4 where both neighbors are right", |board| board.manhattan() + 4 * wrong_corners(board, 2)),
    ("2 where a neighbor is right", |board| board.manhattan() + 2 * wrong_corners(board, 1)),
    ("2 wherever the corner is wrong", |board| board.manhattan() + 2 * wrong_corners(board, 0)),
];
