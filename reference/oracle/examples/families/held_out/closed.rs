//! Closed sets that confuse different boards or close boards too early.

use super::{Members, inversions, tiles_without_blank};
use crate::board::{Board, fnv};
use crate::recipe::{Closed, EndTest, Key, Recipe};

pub fn members() -> Members {
    let mut members = Members::new();
    for (text, key) in KEYS {
        let family = "closed set with an ambiguous key";
        let closed = Closed::Taken(Box::new(key));
        members.push(Box::new(Recipe { closed, ..Recipe::new(family, text) }));
    }
    for bits in [10, 13, 16, 19] {
        let key: Key = Box::new(move |board| {
            fnv(board.board_number().to_le_bytes().into_iter()) & ((1 << bits) - 1)
        });
        let family = "closed set with a short hash";
        let text = format!("{bits} bits, put in when taken");
        members.push(Box::new(Recipe { closed: Closed::Taken(key), ..Recipe::new(family, text) }));
    }
    let family = "closed when queued";
    for found in [EndTest::Taken, EndTest::Generated, EndTest::OneBefore] {
        let closed = Closed::Queued(Box::new(Board::board_number));
        let text = format!("Manhattan, goal {found:?}");
        members.push(Box::new(Recipe { closed, found, ..Recipe::new(family, text) }));
        let closed = Closed::Queued(Box::new(Board::board_number));
        let recipe = Recipe::new(family, format!("Manhattan over its rows, goal {found:?}"));
        let recipe = recipe.with_bound(|board| board.manhattan() + board.manhattan() / 10);
        members.push(Box::new(Recipe { closed, found, ..recipe }));
    }
    let family = "closed set with an inconsistent bound";
    for cost in [1, 2, 3] {
        let text = format!("{cost} more on every other row of the blank");
        let recipe = Recipe::new(family, text).with_closed_set();
        members.push(Box::new(recipe.with_bound(move |board| {
            let row = board.blank() / board.rows();
            board.manhattan().saturating_sub(if row.is_multiple_of(2) { cost } else { 0 })
        })));
    }
    members
}

/// Hashes the tiles' digits without separators, so that "1, 12" equals "11, 2".
fn hash_of_digits(board: &Board) -> u64 {
    let text: String = board.tiles().map(|tile| tile.to_string()).collect();
    fnv(text.bytes())
}

fn hash_of_part(board: &Board, has: impl Fn(usize) -> bool) -> u64 {
    let cells = board.tiles().enumerate().filter(|&(cell, _)| has(cell));
    fnv(cells.flat_map(|(_, tile)| tile.to_le_bytes()))
}

type Poor = fn(&Board) -> u64;

const KEYS: [(&str, Poor); 6] = [
    ("the digits as text", hash_of_digits),
    ("the distances of the cells", |board| {
        let cells = 0..board.rows() * board.rows();
        fnv(cells.flat_map(|cell| board.distance(cell).to_le_bytes()))
    }),
    ("the distances and the blank", |board| {
        let cells = 0..board.rows() * board.rows();
        let ways = cells.map(|cell| board.distance(cell)).chain([board.blank()]);
        fnv(ways.flat_map(usize::to_le_bytes))
    }),
    ("the board or its transposed one", |board| {
        let n = board.rows();
        let straight = hash_of_part(board, |_| true);
        let tiles = (0..n * n).map(|cell| board.tile(cell % n * n + cell / n));
        straight.min(fnv(tiles.flat_map(usize::to_le_bytes)))
    }),
    ("inversions, Manhattan, Hamming and blank", |board| {
        let numbers = [
            inversions(&tiles_without_blank(board)),
            board.manhattan(),
            board.hamming(),
            board.blank(),
        ];
        fnv(numbers.into_iter().flat_map(usize::to_le_bytes))
    }),
    ("sums of the rows and the columns", |board| {
        let n = board.rows();
        let row = |row| (0..n).map(|col| board.tile(row * n + col)).sum::<usize>();
        let col = |col| (0..n).map(|row| board.tile(row * n + col)).sum::<usize>();
        fnv((0..n).flat_map(|line| [row(line), col(line)]).flat_map(usize::to_le_bytes))
    }),
];
