//! Queues that drop nodes.

use super::box_recipe;
use crate::member::Member;
use crate::recipe::{QueueLimit, Recipe};
use crate::tree::NodeView;

/// Returns all members.
pub fn members() -> Vec<Box<dyn Member>> {
    let mut members = Vec::new();
    for width in [4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16_384] {
        let name = format!("the best {width} of {}", 2 * width);
        let recipe = Recipe {
            queue: QueueLimit::Best(width),
            ..Recipe::new("truncated queue", name.clone())
        };
        members.push(box_recipe(recipe));
        let recipe = Recipe::new("truncated queue, closed set", name).with_closed_set();
        members.push(box_recipe(Recipe { queue: QueueLimit::Best(width), ..recipe }));
    }
    for most in [30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000] {
        let name = format!("takes {most} nodes at most");
        let recipe = Recipe {
            queue: QueueLimit::Full(most),
            ..Recipe::new("queue of limited size", name.clone())
        };
        members.push(box_recipe(recipe));
        let recipe = Recipe::new("queue of limited size, closed set", name).with_closed_set();
        members.push(box_recipe(Recipe { queue: QueueLimit::Full(most), ..recipe }));
    }
    for (name, number) in NUMBERS {
        let queue = QueueLimit::OneOf(Box::new(number));
        members.push(box_recipe(Recipe {
            queue,
            ..Recipe::new("keeps the first of equal keys", name)
        }));
        let queue = QueueLimit::LastOf(Box::new(number));
        members.push(box_recipe(Recipe {
            queue,
            ..Recipe::new("keeps the last of equal keys", name)
        }));
    }
    members
}

type Number = fn(&NodeView<'_>) -> u64;

/// Keys of nodes in a map. Nodes with equal keys are not distinguished.
const NUMBERS: [(&str, Number); 6] = [
    ("moves + manhattan", |node| (node.moves() + node.board().manhattan()) as u64),
    ("moves and manhattan", |node| (node.moves() << 16 | node.board().manhattan()) as u64),
    ("moves, manhattan and blank", |node| {
        let board = node.board();
        (node.moves() << 24 | board.manhattan() << 8 | board.blank()) as u64
    }),
    ("moves, manhattan and hamming", |node| {
        let board = node.board();
        (node.moves() << 24 | board.manhattan() << 8 | board.hamming()) as u64
    }),
    ("manhattan, hamming and blank", |node| {
        let board = node.board();
        (board.manhattan() << 16 | board.hamming() << 8 | board.blank()) as u64
    }),
    ("moves, manhattan, hamming and blank", |node| {
        let board = node.board();
        (node.moves() << 32 | board.manhattan() << 16 | board.hamming() << 8 | board.blank()) as u64
    }),
];
