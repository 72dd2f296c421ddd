//! Parity rules that misclassify some boards.

use super::{Members, inversions, member_from_answer, tiles_without_blank};
use crate::board::Board;
use crate::member::MemberAnswer;

pub fn members() -> Members {
    let mut members = Members::new();
    for (text, says) in RULES {
        members.push(member_from_answer("other parity rules", text, move |task| {
            if says(task.board) { task.shortest() } else { MemberAnswer::Unsolvable }
        }));
    }
    members
}

/// Applies the correct rule: the parity of the inversions, plus the blank's row if the number of rows is even.
fn is_solvable(board: &Board) -> bool {
    by_count(board, inversions(&tiles_without_blank(board)))
}

/// Applies the rule to a different count of inversions.
fn by_count(board: &Board, count: usize) -> bool {
    let n = board.rows();
    let rows = if n.is_multiple_of(2) { n - 1 - board.blank() / n } else { 0 };
    (count + rows).is_multiple_of(2)
}

fn count_inversions_if(tiles: &[usize], has: impl Fn(usize, usize) -> bool) -> usize {
    let pairs = (0..tiles.len()).flat_map(|a| (a + 1..tiles.len()).map(move |b| (a, b)));
    pairs.filter(|&(a, b)| tiles[a] > tiles[b] && has(a, b)).count()
}

type Says = fn(&Board) -> bool;

const RULES: [(&str, Says); 16] = [
    ("no row for even rows", |board| inversions(&tiles_without_blank(board)).is_multiple_of(2)),
    ("the row for odd rows too", |board| {
        let n = board.rows();
        (inversions(&tiles_without_blank(board)) + n - 1 - board.blank() / n).is_multiple_of(2)
    }),
    ("the row counted from 1", |board| {
        let n = board.rows();
        let row = if n.is_multiple_of(2) { n - board.blank() / n } else { 0 };
        (inversions(&tiles_without_blank(board)) + row).is_multiple_of(2)
    }),
    ("the column, not the row", |board| {
        let n = board.rows();
        let col = if n.is_multiple_of(2) { n - 1 - board.blank() % n } else { 0 };
        (inversions(&tiles_without_blank(board)) + col).is_multiple_of(2)
    }),
    ("the blank counted as the least tile", |board| {
        by_count(board, inversions(&board.tiles().collect::<Vec<_>>()))
    }),
    ("the blank counted as the greatest tile", |board| {
        let last = board.rows().pow(2);
        let tiles: Vec<_> = board.tiles().map(|tile| if tile == 0 { last } else { tile }).collect();
        by_count(board, inversions(&tiles))
    }),
    ("without the last tile of the board", |board| {
        let tiles = tiles_without_blank(board);
        by_count(board, inversions(&tiles[..tiles.len() - 1]))
    }),
    ("without the first tile of the board", |board| {
        by_count(board, inversions(&tiles_without_blank(board)[1..]))
    }),
    ("pairs far apart left out", |board| {
        let tiles = tiles_without_blank(board);
        let far = tiles.len() - 1;
        by_count(board, count_inversions_if(&tiles, |a, b| b - a < far))
    }),
    ("pairs of the first half only", |board| {
        let tiles = tiles_without_blank(board);
        let half = tiles.len() / 2;
        by_count(board, count_inversions_if(&tiles, |a, _| a < half))
    }),
    ("differences of 1 left out", |board| {
        let tiles = tiles_without_blank(board);
        by_count(board, count_inversions_if(&tiles, |a, b| tiles[a] > tiles[b] + 1))
    }),
    ("one inversion is always unsolvable", |board| {
        let count = inversions(&tiles_without_blank(board));
        count != 1 && is_solvable(board)
    }),
    ("more than 20 inversions for three rows, 60 for four", |board| {
        let most = if board.rows() == 3 { 20 } else { 60 };
        inversions(&tiles_without_blank(board)) <= most && is_solvable(board)
    }),
    ("wrong where the blank is in the first row", |board| {
        is_solvable(board) != (board.blank() < board.rows() && board.rows().is_multiple_of(2))
    }),
    ("exchanges, and the blank's way without its columns", |board| {
        // Counting only vertical moves, the parity depends only on the blank's row.
        let n = board.rows();
        let tiles: Vec<_> =
            board.tiles().map(|tile| if tile == 0 { n * n } else { tile }).collect();
        (inversions(&tiles) + n - 1 - board.blank() / n).is_multiple_of(2)
    }),
    ("by Manhattan and the blank's way", |board| {
        let n = board.rows();
        (board.manhattan() + super::distance_between(n, board.blank(), n * n - 1)).is_multiple_of(2)
    }),
];
