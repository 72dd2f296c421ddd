//! Queues built from sets or maps, which drop equal keys.

use super::Members;
use crate::recipe::{QueueLimit, Recipe};
use crate::tree::NodeView;

pub fn members() -> Members {
    let mut members = Members::new();
    for (text, number) in KEYS {
        let one = QueueLimit::OneOf(Box::new(number));
        let family = "sorted set that drops equal keys";
        members.push(Box::new(Recipe { queue: one, ..Recipe::new(family, text) }));
        let last = QueueLimit::LastOf(Box::new(number));
        let family = "map that keeps the last of equal keys";
        members.push(Box::new(Recipe { queue: last, ..Recipe::new(family, text) }));
    }
    members
}

/// Packs numbers below 4096 into a single integer.
fn pack_numbers(numbers: &[usize]) -> u64 {
    numbers.iter().fold(0, |joined, &number| joined << 12 | number as u64)
}

fn moves_and_manhattan(node: &NodeView<'_>) -> usize {
    node.moves() + node.board().manhattan()
}

type Number = fn(&NodeView<'_>) -> u64;

const KEYS: [(&str, Number); 6] = [
    ("sum, blank and Hamming", |node| {
        pack_numbers(&[moves_and_manhattan(node), node.board().blank(), node.board().hamming()])
    }),
    ("sum, moves and blank", |node| {
        pack_numbers(&[moves_and_manhattan(node), node.moves(), node.board().blank()])
    }),
    ("sum, moves, blank and Hamming", |node| {
        pack_numbers(&[
            moves_and_manhattan(node),
            node.moves(),
            node.board().blank(),
            node.board().hamming(),
        ])
    }),
    ("the board, whatever the moves", |node| node.board().board_number()),
    ("sum and a sum of tiles times cells", |node| {
        let weigh = |(cell, tile)| (cell + 1) * tile;
        pack_numbers(&[
            moves_and_manhattan(node),
            node.board().tiles().enumerate().map(weigh).sum(),
        ])
    }),
    ("sum and a hash below 1021", |node| {
        moves_and_manhattan(node) as u64 * 1021 + node.board().board_number() % 1021
    }),
];
