//! Incorrect twins, and twin searches that stop too early.

use super::boxed;
use crate::board::{Board, Order};
use crate::member::Member;
use crate::recipe::{Recipe, Twin};

type Exchange = fn(&Board) -> Board;

/// Returns all members.
pub fn members() -> Vec<Box<dyn Member>> {
    let mut members = Vec::new();
    let mut add = |family, name: String, twin| {
        members.push(boxed(Recipe { twin, ..Recipe::new(family, name) }));
    };
    let exchanges: [(&str, Exchange); 6] = [
        ("the first two cells, blank or not", |it| it.exchanged(0, 1)),
        ("the last two cells, blank or not", |it| {
            it.exchanged(it.rows() * it.rows() - 2, it.rows() * it.rows() - 1)
        }),
        ("the first cells of the first two rows, blank or not", |it| it.exchanged(0, it.rows())),
        ("the first two cells of the second row, blank or not", |it| {
            it.exchanged(it.rows(), it.rows() + 1)
        }),
        ("two pairs", |it| {
            let n = it.rows();
            if it.blank() < n { it.exchanged(n, n + 1) } else { it.exchanged(0, 1) }
                .exchanged(n * (n - 1), n * (n - 1) + 1)
        }),
        ("nothing", Clone::clone),
    ];
    for (name, twin) in exchanges {
        add("wrong twin", format!("exchanges {name}"), Twin::Other(Box::new(twin)));
    }
    for cell in 0..9 {
        let twin = move |it: &Board| if it.blank() == cell { it.clone() } else { it.twin() };
        let name = format!("nothing exchanged with the blank in cell {cell}");
        add("wrong twin for one position of the blank", name, Twin::Other(Box::new(twin)));
        let twin = move |it: &Board| {
            let moved = it.neighbors(Order::MODEL).next().filter(|_| it.blank() == cell);
            moved.unwrap_or_else(|| it.twin())
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
