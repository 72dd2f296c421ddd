//! Incorrect twins, and twin searches that stop too early.

use super::box_recipe;
use crate::board::{Board, NeighborOrder};
use crate::member::Member;
use crate::recipe::{Recipe, Twin};

type Exchange = fn(&Board) -> Board;

/// Returns all members.
pub fn members() -> Vec<Box<dyn Member>> {
    let mut members = Vec::new();
    let mut add = |family, name: String, twin| {
        members.push(box_recipe(Recipe { twin, ..Recipe::new(family, name) }));
    };
    let exchanges: [(&str, Exchange); 6] = [
        ("the first two cells, blank or not", |board| board.exchanged(0, 1)),
        ("the last two cells, blank or not", |board| {
            board.exchanged(board.rows() * board.rows() - 2, board.rows() * board.rows() - 1)
        }),
        ("the first cells of the first two rows, blank or not", |board| {
            board.exchanged(0, board.rows())
        }),
        ("the first two cells of the second row, blank or not", |board| {
            board.exchanged(board.rows(), board.rows() + 1)
        }),
        ("two pairs", |board| {
            let n = board.rows();
            if board.blank() < n { board.exchanged(n, n + 1) } else { board.exchanged(0, 1) }
                .exchanged(n * (n - 1), n * (n - 1) + 1)
        }),
        ("nothing", Clone::clone),
    ];
    for (name, twin) in exchanges {
        add("wrong twin", format!("exchanges {name}"), Twin::Other(Box::new(twin)));
    }
    for cell in 0..9 {
        let twin =
            move |board: &Board| if board.blank() == cell { board.clone() } else { board.twin() };
        let name = format!("nothing exchanged with the blank in cell {cell}");
        add("wrong twin for one position of the blank", name, Twin::Other(Box::new(twin)));
        let twin = move |board: &Board| {
            let moved =
                board.neighbors(NeighborOrder::MODEL).next().filter(|_| board.blank() == cell);
            moved.unwrap_or_else(|| board.twin())
        };
        let name = format!("a neighbor with the blank in cell {cell}");
        add("wrong twin for one position of the blank", name, Twin::Other(Box::new(twin)));
    }
    for steps in [20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000] {
        add("twin search gives up", format!("after {steps} steps"), Twin::GivenUp(steps));
    }
    for steps in [20, 100, 1000] {
        add("twin search starts late", format!("from step {steps} on"), Twin::Late(steps));
    }
    members
}
