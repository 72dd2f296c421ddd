//! Searches that prune nodes on an optimal path.

use super::{Members, member_that_prunes};
use crate::board::Board;
use crate::tree::NodeView;

pub fn members() -> Members {
    let mut members = pruned_cycles();
    members.extend(pruned_boards());
    for (text, cells) in FROZEN {
        let family = "solved tiles never moved";
        members.push(member_that_prunes(family, text, move |node| {
            let Some(parent) = node.board_moves_earlier(1) else { return true };
            !is_right(parent, cells) || is_right(node.board(), cells)
        }));
    }
    for (text, most) in DEPTHS {
        let family = "depth limit";
        members
            .push(member_that_prunes(family, text, move |node| node.moves() <= most(node.root())));
    }
    members
}

/// Returns members that prune what looks like a cycle.
fn pruned_cycles() -> Members {
    let mut members = Members::new();
    for moves in [8, 12, 16, 24] {
        let text = format!("after {moves} moves");
        members.push(member_that_prunes("blank never moved back", text, move |node| {
            node.board_moves_earlier(moves)
                .is_none_or(|board| board.blank() != node.board().blank())
        }));
    }
    for moves in [3, 4] {
        let text = format!("within {moves} moves");
        members.push(member_that_prunes("no tile moved again", text, move |node| {
            let tiles: Vec<usize> = (0..moves).filter_map(|back| moved(node, back)).collect();
            tiles.first().is_none_or(|tile| !tiles[1..].contains(tile))
        }));
    }
    for (length, times) in [(2, 2), (2, 3), (3, 2), (4, 2), (4, 3)] {
        let text = format!("{length} moves {times} times");
        members.push(member_that_prunes("no repeated moves", text, move |node| {
            let ways: Vec<usize> =
                (0..length * times).filter_map(|back| blank_direction(node, back)).collect();
            ways.len() < length * times
                || (length..ways.len()).any(|at| ways[at] != ways[at - length])
        }));
    }
    for most in [2, 3] {
        let text = format!("{most} times");
        members.push(member_that_prunes("limited repetition of directions", text, move |node| {
            let ways: Vec<usize> =
                (0..=most).filter_map(|back| blank_direction(node, back)).collect();
            ways.len() <= most || ways.iter().any(|&other| other != ways[0])
        }));
    }
    members
}

/// Returns members that prune unpromising boards.
fn pruned_boards() -> Members {
    let mut members = Members::new();
    for slack in [0, 2, 4, 6] {
        let text = format!("more than {slack} above the root");
        members.push(member_that_prunes("much worse boards dropped", text, move |node| {
            node.board().manhattan() <= node.root().manhattan() + slack
        }));
    }
    for (moves, slack) in [(2, 1), (3, 2), (4, 2), (5, 3), (6, 2), (8, 2)] {
        let text = format!("more than {slack} above {moves} moves before");
        members.push(member_that_prunes("much worse boards dropped", text, move |node| {
            let before =
                node.board_moves_earlier(moves).map_or(usize::MAX - slack, Board::manhattan);
            node.board().manhattan() <= before + slack
        }));
    }
    for moves in [6, 10, 14] {
        let text = format!("by {moves} moves");
        members.push(member_that_prunes("branches without progress dropped", text, move |node| {
            node.board_moves_earlier(moves)
                .is_none_or(|board| node.board().manhattan() < board.manhattan())
        }));
    }
    members
}

fn moved(node: &NodeView<'_>, back: usize) -> Option<usize> {
    Some(node.board_moves_earlier(back + 1)?.tile(node.board_moves_earlier(back)?.blank()))
}

/// Returns the blank's direction `back` moves ago, as the difference between cells.
fn blank_direction(node: &NodeView<'_>, back: usize) -> Option<usize> {
    let n = node.board().rows();
    Some(node.board_moves_earlier(back)?.blank() + n - node.board_moves_earlier(back + 1)?.blank())
}

fn is_right(board: &Board, has: fn(usize, usize) -> bool) -> bool {
    let n = board.rows();
    (0..n * n - 1).all(|cell| !has(cell, n) || board.tile(cell) == cell + 1)
}

type Cells = fn(usize, usize) -> bool;

const FROZEN: [(&str, Cells); 6] = [
    ("the first row", |cell, n| cell < n),
    ("the first column", |cell, n| cell % n == 0),
    ("the first row and column", |cell, n| cell < n || cell % n == 0),
    ("the first tile", |cell, _| cell == 0),
    ("all but the last row", |cell, n| cell < n * n - n),
    ("the last row", |cell, n| cell >= n * n - n),
];

type Most = fn(&Board) -> usize;

const DEPTHS: [(&str, Most); 6] = [
    ("20", |_| 20),
    ("25", |_| 25),
    ("twice Manhattan", |root| 2 * root.manhattan()),
    ("Manhattan and 10", |root| root.manhattan() + 10),
    ("3 times Hamming", |root| 3 * root.hamming()),
    ("31, the most of three rows", |_| 31),
];
