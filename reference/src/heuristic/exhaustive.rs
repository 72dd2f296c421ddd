//! Every heuristic on every board up to 3-by-3, for several goals.

use super::*;
use crate::oracle::{Table, every_board};
use crate::puzzle::{Arrangement, Goal};

/// The goals that all is checked for.
fn goals() -> impl Iterator<Item = Goal> {
    let arranged = [
        (2, Arrangement::BlankLast),
        (3, Arrangement::BlankLast),
        (3, Arrangement::BlankFirst),
        (3, Arrangement::Spiral),
    ];
    // The blank beside a corner, where no diagonal is.
    let aside = Goal::new(&[vec![4, 0, 7], vec![1, 8, 2], vec![6, 3, 5]]).expect("a board");
    arranged.into_iter().map(|(n, arrangement)| Goal::arranged(n, arrangement)).chain([aside])
}

/// What a bound proved to be on all boards of a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Proof {
    admissible: bool,
    consistent: bool,
}

/// Looks at all solvable boards of a goal. On some of them, from all depths, it checks that keeping
/// the bound up to date gives the same as starting afresh.
fn prove<H: Heuristic>(goal: &Goal, table: &Table, heuristic: &H) -> Proof {
    let bound = |grid: &Grid| heuristic.bound(&heuristic.start(grid));
    let mut proof = Proof { admissible: true, consistent: true };
    for (place, mut grid) in every_board(goal.dimension()).enumerate() {
        let state = heuristic.start(&grid);
        let before = heuristic.bound(&state);
        let Some(moves) = table.moves(&grid) else { continue };
        proof.admissible &= before <= moves;
        let blank = grid.blank();
        for from in grid.slidable() {
            let slide = grid.slide(from);
            let kept = heuristic.bound(&heuristic.after(&state, &grid, slide));
            if place % 5 == 0 {
                assert_eq!(kept, bound(&grid), "{grid:?}");
            }
            proof.consistent &= kept.abs_diff(before) <= 1;
            grid.slide(blank);
        }
    }
    assert_eq!(bound(goal.grid()), 0);
    proof
}

#[test]
fn every_named_heuristic_is_what_it_says() {
    let mixed: Named = "linear-conflict,walking-distance,reflected-additive-4-4,hamming"
        .parse()
        .expect("known names");
    let names = [Named::known(), vec![mixed]].concat();
    let mut proofs = vec![Vec::new(); names.len()];
    for goal in goals() {
        let table = Table::new(&goal);
        for (named, proofs) in names.iter().zip(&mut proofs) {
            if let Ok(heuristic) = named.build(&goal) {
                proofs.push(prove(&goal, &table, &heuristic));
            }
        }
    }
    for (named, proofs) in names.iter().zip(proofs) {
        // Some are only for larger boards.
        if proofs.is_empty() {
            continue;
        }
        let is = |what: fn(&Proof) -> bool| proofs.iter().all(what);
        assert_eq!(is(|proof| proof.admissible), named.is_admissible(), "{named}: {proofs:?}");
        if named.is_consistent() {
            assert!(is(|proof| proof.consistent), "{named}: {proofs:?}");
        }
    }
}
