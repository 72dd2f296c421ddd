//! Closed sets that confuse different boards or close boards too early.

use super::boxed;
use crate::board::{Board, fnv};
use crate::member::Member;
use crate::recipe::{Closed, Key, Recipe};

/// Returns all members.
pub fn members() -> Vec<Box<dyn Member>> {
    let closed =
        |family, name: String, closed| boxed(Recipe { closed, ..Recipe::new(family, name) });
    let mut members = vec![closed(
        "closed when queued",
        "the whole board".to_owned(),
        Closed::Queued(Box::new(Board::identity)),
    )];
    for (hash, of) in HASHES {
        for bits in [8, 10, 12, 14, 16, 18, 20, 22, 24] {
            let name = format!("{hash}, {bits} bits");
            let key: Key = Box::new(move |it| of(it) & ((1 << bits) - 1));
            members.push(closed("closed by a hash", name, Closed::Taken(key)));
        }
        for bits in [12, 16, 20] {
            let name = format!("{hash}, {bits} bits");
            let key: Key = Box::new(move |it| of(it) & ((1 << bits) - 1));
            members.push(closed("closed when queued, by a hash", name, Closed::Queued(key)));
            let name = format!("{hash}, {bits} bits");
            let key: Key = Box::new(move |it| of(it) & ((1 << bits) - 1));
            members.push(closed("reopened by a hash", name, Closed::Reopened(key)));
        }
    }
    for modulus in [251, 1009, 4093, 10_007, 65_521, 99_991, 1_000_003] {
        let key: Key = Box::new(move |it| decimal(it) % modulus);
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
    ("FNV-1a", |it| fnv(it.tiles().map(|tile| tile.to_le_bytes()[0]))),
    ("times 31", |it| it.tiles().fold(1, |hash, tile| (hash * 31 + tile as u64) & 0xffff_ffff)),
    ("tile by tile exclusive or", |it| {
        it.tiles().fold(0, |hash: u64, tile| hash.rotate_left(5) ^ tile as u64)
    }),
    ("times the golden ratio", |it| it.identity().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40),
];

/// Keys computed from part of the board.
const PARTS: [Named; 9] = [
    ("all but the last row", |it| first(it, it.rows() * (it.rows() - 1))),
    ("the first two rows and the blank", |it| {
        first(it, 2 * it.rows()).wrapping_mul(256).wrapping_add(it.blank() as u64)
    }),
    ("all but the last three cells", |it| first(it, it.rows() * it.rows() - 3)),
    ("the tiles without the blank", |it| number(it.tiles().filter(|&tile| tile != 0))),
    ("the rows, each sorted", |it| {
        let mut tiles: Vec<usize> = it.tiles().collect();
        tiles.chunks_mut(it.rows()).for_each(<[usize]>::sort_unstable);
        number(tiles.into_iter())
    }),
    ("the sums of the rows and the columns", |it| {
        let n = it.rows();
        let rows = (0..n).map(|row| (0..n).map(|col| it.tile(row * n + col)).sum::<usize>());
        let cols = (0..n).map(|col| (0..n).map(|row| it.tile(row * n + col)).sum::<usize>());
        number(rows.chain(cols))
    }),
    ("three bits of each tile", |it| number(it.tiles().map(|tile| tile & 7))),
    ("which tiles are at home, and the blank", |it| {
        number(it.tiles().enumerate().map(|(cell, tile)| usize::from(tile == cell + 1)))
            .wrapping_mul(256)
            .wrapping_add(it.blank() as u64)
    }),
    ("the text without spaces", |it| {
        fnv(it.tiles().map(|tile| tile.to_string()).collect::<String>().bytes())
    }),
];

const DISTANCES: [Named; 4] = [
    ("manhattan and hamming", |it| (it.manhattan() * 256 + it.hamming()) as u64),
    ("manhattan, hamming and the blank", |it| {
        ((it.manhattan() * 256 + it.hamming()) * 256 + it.blank()) as u64
    }),
    ("the distance of each cell's tile", |it| {
        number((0..it.rows() * it.rows()).map(|cell| it.distance(cell)))
    }),
    ("the distance of each cell's tile, and the blank", |it| {
        number((0..it.rows() * it.rows()).map(|cell| it.distance(cell)))
            .wrapping_mul(256)
            .wrapping_add(it.blank() as u64)
    }),
];

fn first(board: &Board, cells: usize) -> u64 {
    number(board.tiles().take(cells))
}

/// Hashes a sequence of small numbers. Collisions are too rare to matter.
fn number(parts: impl Iterator<Item = usize>) -> u64 {
    fnv(parts.flat_map(|part| [part.to_le_bytes()[0], part.to_le_bytes()[1]]))
}

/// Reads the tiles as the digits of a decimal number. A tile above 9 carries.
fn decimal(board: &Board) -> u64 {
    board.tiles().fold(0, |sum: u64, tile| sum.wrapping_mul(10).wrapping_add(tile as u64))
}
