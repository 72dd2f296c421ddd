//! Closed sets that confuse different boards or close boards too early.

use super::box_recipe;
use crate::board::{Board, fnv};
use crate::member::Member;
use crate::recipe::{Closed, Key, Recipe};

/// Returns all members.
pub fn members() -> Vec<Box<dyn Member>> {
    let closed =
        |family, name: String, closed| box_recipe(Recipe { closed, ..Recipe::new(family, name) });
    let mut members = vec![closed(
        "closed when queued",
        "the whole board".to_owned(),
        Closed::Queued(Box::new(Board::board_number)),
    )];
    for (hash, of) in HASHES {
        for bits in [8, 10, 12, 14, 16, 18, 20, 22, 24] {
            let name = format!("{hash}, {bits} bits");
            let key: Key = Box::new(move |board| of(board) & ((1 << bits) - 1));
            members.push(closed("closed by a hash", name, Closed::Taken(key)));
        }
        for bits in [12, 16, 20] {
            let name = format!("{hash}, {bits} bits");
            let key: Key = Box::new(move |board| of(board) & ((1 << bits) - 1));
            members.push(closed("closed when queued, by a hash", name, Closed::Queued(key)));
            let name = format!("{hash}, {bits} bits");
            let key: Key = Box::new(move |board| of(board) & ((1 << bits) - 1));
            members.push(closed("reopened by a hash", name, Closed::Reopened(key)));
        }
    }
    for modulus in [251, 1009, 4093, 10_007, 65_521, 99_991, 1_000_003] {
        let key: Key = Box::new(move |board| decimal_number(board) % modulus);
        let name = format!("the tiles as a number, modulo {modulus}");
        members.push(closed("closed by a remainder", name, Closed::Taken(key)));
    }
    for (name, of) in PARTS {
        members.push(closed(
            "closed by part of the board",
            name.to_owned(),
            Closed::Taken(Box::new(of)),
        ));
    }
    for (name, of) in DISTANCES {
        members.push(closed(
            "closed by the distances",
            name.to_owned(),
            Closed::Taken(Box::new(of)),
        ));
    }
    members
}

/// A key's name and function.
type Named = (&'static str, fn(&Board) -> u64);

/// Hashes of the whole board.
const HASHES: [Named; 4] = [
    ("FNV-1a", |board| fnv(board.tiles().map(|tile| tile.to_le_bytes()[0]))),
    ("times 31", |board| {
        board.tiles().fold(1, |hash, tile| (hash * 31 + tile as u64) & 0xffff_ffff)
    }),
    ("tile by tile exclusive or", |board| {
        board.tiles().fold(0, |hash: u64, tile| hash.rotate_left(5) ^ tile as u64)
    }),
    ("times the golden ratio", |board| {
        board.board_number().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40
    }),
];

/// Keys computed from part of the board.
const PARTS: [Named; 9] = [
    ("all but the last row", |board| combine_first_tiles(board, board.rows() * (board.rows() - 1))),
    ("the first two rows and the blank", |board| {
        combine_first_tiles(board, 2 * board.rows())
            .wrapping_mul(256)
            .wrapping_add(board.blank() as u64)
    }),
    ("all but the last three cells", |board| {
        combine_first_tiles(board, board.rows() * board.rows() - 3)
    }),
    ("the tiles without the blank", |board| combine(board.tiles().filter(|&tile| tile != 0))),
    ("the rows, each sorted", |board| {
        let mut tiles: Vec<usize> = board.tiles().collect();
        tiles.chunks_mut(board.rows()).for_each(<[usize]>::sort_unstable);
        combine(tiles.into_iter())
    }),
    ("the sums of the rows and the columns", |board| {
        let n = board.rows();
        let rows = (0..n).map(|row| (0..n).map(|col| board.tile(row * n + col)).sum::<usize>());
        let cols = (0..n).map(|col| (0..n).map(|row| board.tile(row * n + col)).sum::<usize>());
        combine(rows.chain(cols))
    }),
    ("three bits of each tile", |board| combine(board.tiles().map(|tile| tile & 7))),
    ("which tiles are at home, and the blank", |board| {
        combine(board.tiles().enumerate().map(|(cell, tile)| usize::from(tile == cell + 1)))
            .wrapping_mul(256)
            .wrapping_add(board.blank() as u64)
    }),
    ("the text without spaces", |board| {
        fnv(board.tiles().map(|tile| tile.to_string()).collect::<String>().bytes())
    }),
];

const DISTANCES: [Named; 4] = [
    ("manhattan and hamming", |board| (board.manhattan() * 256 + board.hamming()) as u64),
    ("manhattan, hamming and the blank", |board| {
        ((board.manhattan() * 256 + board.hamming()) * 256 + board.blank()) as u64
    }),
    ("the distance of each cell's tile", |board| {
        combine((0..board.rows() * board.rows()).map(|cell| board.distance(cell)))
    }),
    ("the distance of each cell's tile, and the blank", |board| {
        combine((0..board.rows() * board.rows()).map(|cell| board.distance(cell)))
            .wrapping_mul(256)
            .wrapping_add(board.blank() as u64)
    }),
];

fn combine_first_tiles(board: &Board, cells: usize) -> u64 {
    combine(board.tiles().take(cells))
}

/// Hashes a sequence of small numbers. Collisions are too rare to matter.
fn combine(parts: impl Iterator<Item = usize>) -> u64 {
    fnv(parts.flat_map(|part| [part.to_le_bytes()[0], part.to_le_bytes()[1]]))
}

/// Reads the tiles as the digits of a decimal number. A tile above 9 carries.
fn decimal_number(board: &Board) -> u64 {
    board.tiles().fold(0, |sum: u64, tile| sum.wrapping_mul(10).wrapping_add(tile as u64))
}
