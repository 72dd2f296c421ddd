//! Searches that report "unsolvable" after a number of nodes or moves that depends on the board.

use super::{Members, member_from_answer};
use crate::board::Board;
use crate::member::{MemberAnswer, MemberTask};
use crate::recipe::Recipe;

pub fn members() -> Members {
    let mut members = Members::new();
    for (text, most) in NODES {
        let recipe = Recipe::new("", "");
        members.push(member_from_answer("unsolvable after a number of nodes", text, move |task| {
            let budget = most(task.board).max(1);
            if budget > task.budget {
                return recipe.search_board_and_twin(task).0;
            }
            if task.optimal.is_none() {
                return MemberAnswer::Unsolvable;
            }
            match recipe.search_board_alone(&MemberTask { budget, ..*task }).0 {
                MemberAnswer::NoEnd => MemberAnswer::Unsolvable,
                other => other,
            }
        }));
    }
    for (text, most) in MOVES {
        members.push(member_from_answer("unsolvable after a number of moves", text, move |task| {
            let most = most(task.board);
            // A correct search with a depth limit gives the same result.
            match task.optimal {
                Some(moves) if moves <= most => MemberAnswer::Moves(moves),
                _ => MemberAnswer::Unsolvable,
            }
        }));
    }
    members
}

type Nodes = fn(&Board) -> u64;

const NODES: [(&str, Nodes); 8] = [
    ("100 for each of Manhattan", |board| 100 * board.manhattan() as u64),
    ("the square of Manhattan", |board| (board.manhattan() as u64).pow(2)),
    ("the cube of Manhattan", |board| (board.manhattan() as u64).pow(3)),
    ("100 for each tile", |board| 100 * board.rows().pow(2) as u64),
    ("1000 for each of Hamming", |board| 1000 * board.hamming() as u64),
    ("the cube of the tiles", |board| (board.rows() as u64).pow(6)),
    ("rows to the power of 7", |board| (board.rows() as u64).pow(7)),
    ("2 to the power of half of Manhattan, and 50", |board| {
        50 + (1 << (board.manhattan() / 2).min(40))
    }),
];

type Moves = fn(&Board) -> usize;

const MOVES: [(&str, Moves); 9] = [
    ("twice Manhattan", |board| 2 * board.manhattan()),
    ("Manhattan and 8", |board| board.manhattan() + 8),
    ("Manhattan and 12", |board| board.manhattan() + 12),
    ("Manhattan and the tiles", |board| board.manhattan() + board.rows().pow(2) - 1),
    ("4 times Hamming", |board| 4 * board.hamming()),
    ("3 times the tiles", |board| 3 * board.rows().pow(2)),
    ("22 for each number of rows", |_| 22),
    ("31, the most of three rows", |_| 31),
    ("the cube of the rows", |board| board.rows().pow(3)),
];
