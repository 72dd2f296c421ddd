//! Manhattan distances that are wrong for some tiles.

use super::{Members, blank_distance_to_corner, distance_between, member_with_bound};
use crate::board::Board;

pub fn members() -> Members {
    let mut members = Members::new();
    for (text, home) in HOMES {
        members.push(member_with_bound("wrong goal position for a tile", text, move |board| {
            sum_to(board, home)
        }));
    }
    for (text, bound) in BLANK {
        members.push(member_with_bound("blank included in the distance", text, bound));
    }
    for (text, distance) in SHAPES {
        members.push(member_with_bound("other distance metrics", text, move |board| {
            sum_of(board, distance)
        }));
    }
    for extra in [1, 2] {
        for least in [3, 4, 5] {
            let text = format!("{extra} more from {least} on");
            members.push(member_with_bound("far tiles have more weight", text, move |board| {
                sum_of(board, |rows, cols| {
                    rows + cols + if rows + cols >= least { extra } else { 0 }
                })
            }));
        }
    }
    members
}

/// Sums the distances of all tiles from their supposed homes, computed from the tile and the number of rows.
fn sum_to(board: &Board, home: impl Fn(usize, usize) -> usize) -> usize {
    let n = board.rows();
    let tiles = board.tiles().enumerate().filter(|&(_, tile)| tile != 0);
    tiles.map(|(cell, tile)| distance_between(n, cell, home(tile, n))).sum()
}

/// Sums a distance over all tiles, computed from the rows and the columns between a tile and the goal cell.
fn sum_of(board: &Board, distance: impl Fn(usize, usize) -> usize) -> usize {
    let n = board.rows();
    let tiles = board.tiles().enumerate().filter(|&(_, tile)| tile != 0);
    let away = |(cell, tile): (usize, usize)| {
        distance((cell / n).abs_diff((tile - 1) / n), (cell % n).abs_diff((tile - 1) % n))
    };
    tiles.map(away).sum()
}

type Home = fn(usize, usize) -> usize;

const HOMES: [(&str, Home); 7] = [
    ("the last tile in the corner", |tile, n| if tile == n * n - 1 { tile } else { tile - 1 }),
    ("the first tile one to the right", |tile, _| if tile == 1 { 1 } else { tile - 1 }),
    ("the last two exchanged", |tile, n| match n * n - tile {
        1 => tile - 2,
        2 => tile,
        _ => tile - 1,
    }),
    ("the last row one to the right", |tile, n| if tile > n * n - n { tile } else { tile - 1 }),
    ("the last column one down", |tile, n| if tile % n == 0 { tile - 1 + n } else { tile - 1 }),
    ("tiles 2 and n + 1 exchanged", |tile, n| match tile {
        2 => n,
        _ if tile == n + 1 => 1,
        _ => tile - 1,
    }),
    ("the second row begins one above", |tile, n| if tile == n + 1 { 0 } else { tile - 1 }),
];

type Bound = fn(&Board) -> usize;

const BLANK: [(&str, Bound); 6] = [
    ("all", |board| board.manhattan() + blank_distance_to_corner(board)),
    ("half", |board| board.manhattan() + blank_distance_to_corner(board) / 2),
    ("its rows", |board| {
        let n = board.rows();
        board.manhattan() + n - 1 - board.blank() / n
    }),
    ("its columns", |board| {
        let n = board.rows();
        board.manhattan() + n - 1 - board.blank() % n
    }),
    ("to the first cell, half", |board| {
        board.manhattan() + distance_between(board.rows(), board.blank(), 0) / 2
    }),
    ("as a tile out of place", |board| {
        board.manhattan() + usize::from(blank_distance_to_corner(board) > 0)
    }),
];

const SHAPES: [(&str, Home); 6] = [
    ("half of the sum of squares", |rows, cols| (rows * rows + cols * cols).div_ceil(2)),
    ("twice the longer way", |rows, cols| 2 * rows.max(cols)),
    ("the longer way times 3/2, rounded up", |rows, cols| (3 * rows.max(cols)).div_ceil(2)),
    ("the square root of twice the sum of squares, rounded up", |rows, cols| {
        let twice = 2 * (rows * rows + cols * cols);
        twice.isqrt() + usize::from(twice.isqrt().pow(2) < twice)
    }),
    ("rows times columns more", |rows, cols| rows + cols + rows * cols / 2),
    ("the sum of squares at 2 rows or columns", |rows, cols| {
        if rows == 2 || cols == 2 { rows * rows + cols * cols } else { rows + cols }
    }),
];
