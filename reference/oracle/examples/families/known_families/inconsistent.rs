//! Admissible but inconsistent heuristics, with a closed set that never reopens a board.

use super::box_recipe;
use crate::board::{Board, fnv};
use crate::member::Member;
use crate::recipe::Recipe;

/// Returns all members.
pub fn members() -> Vec<Box<dyn Member>> {
    let mut members = Vec::new();
    let mut add = |name: String, bound: Box<dyn Fn(&Board) -> usize + Sync>| {
        let recipe = Recipe::new("inconsistent bound, closed set", name);
        members.push(box_recipe(recipe.with_bound(bound).with_closed_set()));
    };
    for one_in in [2, 3, 5, 10, 20] {
        let bound =
            move |board: &Board| if is_one_in(board, one_in) { 0 } else { board.manhattan() };
        add(format!("0 for one board in {one_in}"), Box::new(bound));
        let bound =
            move |board: &Board| board.manhattan() / if is_one_in(board, one_in) { 2 } else { 1 };
        add(format!("half for one board in {one_in}"), Box::new(bound));
    }
    add(
        "hamming where the blank is in the first row".to_owned(),
        Box::new(
            |board| if board.blank() < board.rows() { board.hamming() } else { board.manhattan() },
        ),
    );
    add(
        "0 where the blank is in a corner".to_owned(),
        Box::new(|board| {
            let n = board.rows();
            let corners = [0, n - 1, n * (n - 1), n * n - 1];
            if corners.contains(&board.blank()) { 0 } else { board.manhattan() }
        }),
    );
    add(
        "less the greatest distance of a tile".to_owned(),
        Box::new(|board| {
            let ways = (0..board.rows() * board.rows()).map(|cell| board.distance(cell));
            board.manhattan() - ways.max().unwrap_or_default()
        }),
    );
    add(
        "without the row of the blank".to_owned(),
        Box::new(|board| {
            let (n, row) = (board.rows(), board.blank() / board.rows());
            board.manhattan()
                - (row * n..row * n + n).map(|cell| board.distance(cell)).sum::<usize>()
        }),
    );
    members
}

/// Returns `true` for one in `one_in` boards, chosen pseudorandomly.
fn is_one_in(board: &Board, one_in: u64) -> bool {
    (fnv(board.board_number().to_le_bytes().into_iter()) >> 20).is_multiple_of(one_in)
}
