//! Tests all heuristics on all boards up to 3-by-3, for several goals.

use super::*;
use crate::puzzle::{Arrangement, Goal};
use crate::table::{MovesTable, every_board};

fn goals_to_test() -> impl Iterator<Item = Goal> {
    let arranged = [
        (2, Arrangement::BlankLast),
        (3, Arrangement::BlankLast),
        (3, Arrangement::BlankFirst),
        (3, Arrangement::Spiral),
    ];
    // The blank is not on a diagonal.
    let aside = Goal::new(&[vec![4, 0, 7], vec![1, 8, 2], vec![6, 3, 5]]).expect("a board");
    arranged.into_iter().map(|(n, arrangement)| Goal::arranged(n, arrangement)).chain([aside])
}

/// The properties of a bound, from all boards for a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Proof {
    admissible: bool,
    consistent: bool,
}

/// Checks the bound on all solvable boards, given with their optimal numbers of moves. For a fifth of them, also checks
/// that incremental updates give the same bound.
fn check_bound<H: Heuristic>(goal: &Goal, boards: &[(Grid, usize)], heuristic: &H) -> Proof {
    let bound = |grid: &Grid| heuristic.bound(&heuristic.initial_state(grid));
    let mut proof = Proof { admissible: true, consistent: true };
    for (place, (board, moves)) in boards.iter().enumerate() {
        let mut grid = board.clone();
        let state = heuristic.initial_state(&grid);
        let before = heuristic.bound(&state);
        proof.admissible &= before <= *moves;
        for from in board.slidable() {
            let slide = grid.slide(from);
            let kept = heuristic.bound(&heuristic.state_after(&state, &grid, slide));
            if place % 5 == 0 {
                assert_eq!(kept, bound(&grid), "{grid:?}");
            }
            proof.consistent &= kept.abs_diff(before) <= 1;
            grid.slide(slide.to);
        }
    }
    assert_eq!(bound(goal.grid()), 0);
    proof
}

fn solvable_boards_with_moves(goal: &Goal) -> Vec<(Grid, usize)> {
    let table = MovesTable::new(goal);
    every_board(goal.dimension())
        .filter_map(|grid| {
            let moves = table.moves(&grid)?;
            Some((grid, moves))
        })
        .collect()
}

/// Returns `true` if the table in [`heuristic`](super) lists the bound as consistent.
///
/// Additive pattern databases are inconsistent. Each cost is a minimum over the blank's possible cells, and a move may
/// change which of them gives it.
fn is_consistent(bound: &HeuristicName) -> bool {
    match bound {
        HeuristicName::Zero
        | HeuristicName::Hamming
        | HeuristicName::Manhattan
        | HeuristicName::LinearConflict
        | HeuristicName::WalkingDistance
        | HeuristicName::Database(DatabaseSizes::Fringe(_))
        | HeuristicName::Reflected(DatabaseSizes::Fringe(_)) => true,
        HeuristicName::Dynamic
        | HeuristicName::DynamicCover
        | HeuristicName::Database(DatabaseSizes::Additive(_))
        | HeuristicName::Reflected(DatabaseSizes::Additive(_))
        | HeuristicName::ManhattanPlusHamming => false,
        HeuristicName::Greatest(names) => names.iter().all(is_consistent),
    }
}

#[test]
fn named_heuristics_have_their_documented_properties() {
    let mixed: HeuristicName = "linear-conflict,walking-distance,reflected-additive-4-4,hamming"
        .parse()
        .expect("known names");
    let names = [HeuristicName::offered_heuristics(), vec![mixed]].concat();
    let mut proofs = vec![Vec::new(); names.len()];
    for goal in goals_to_test() {
        let boards = solvable_boards_with_moves(&goal);
        for (named, proofs) in names.iter().zip(&mut proofs) {
            if let Ok(heuristic) = named.build(&goal) {
                proofs.push(check_bound(&goal, &boards, &heuristic));
            }
        }
    }
    for (named, proofs) in names.iter().zip(proofs) {
        // Some heuristics support only larger boards.
        if proofs.is_empty() {
            continue;
        }
        let is = |what: fn(&Proof) -> bool| proofs.iter().all(what);
        assert_eq!(is(|proof| proof.admissible), named.is_admissible(), "{named}: {proofs:?}");
        assert_eq!(is(|proof| proof.consistent), is_consistent(named), "{named}: {proofs:?}");
    }
}

#[test]
fn unnamed_heuristics_are_admissible() {
    let admissible_and = |consistent| Proof { admissible: true, consistent };
    for goal in goals_to_test().filter(|goal| goal.dimension() == 3) {
        let boards = solvable_boards_with_moves(&goal);
        let in_line = Sum(Manhattan::new(&goal), LinearConflict::new(&goal));
        let best = Max(in_line, WalkingDistance::new(&goal));
        assert_eq!(check_bound(&goal, &boards, &best), admissible_and(true));
        let overlapping = Fringe::new(&goal, &[vec![1, 2, 3], vec![3, 4, 5]]);
        let overlapping = overlapping.expect("patterns that fit");
        assert_eq!(check_bound(&goal, &boards, &overlapping), admissible_and(true));
        let some = Additive::new(&goal, &[vec![8, 1, 4], vec![2, 7]]).expect("patterns that fit");
        assert!(check_bound(&goal, &boards, &some).admissible);
        // Without the Manhattan distance, the bound may change by two.
        let conflicts = LinearConflict::new(&goal);
        assert_eq!(check_bound(&goal, &boards, &conflicts), admissible_and(false));
    }
}

/// Textbooks often count two moves for each pair of tiles in conflict. This is inadmissible for three tiles in a line,
/// because moving two of them out of the line resolves all three pairs.
#[test]
fn two_moves_per_conflicting_pair_are_inadmissible() {
    let goal = Goal::blank_last(3);
    let (manhattan, conflicts) = (Manhattan::new(&goal), LinearConflict::new(&goal));
    let naive = |grid: &Grid| manhattan.initial_state(grid) + 2 * pairs_in_conflict(&goal, grid);
    let boards = solvable_boards_with_moves(&goal);
    let too_high = boards.iter().filter(|(grid, moves)| naive(grid) > *moves);
    let (first, moves) = too_high.clone().min_by_key(|(_, moves)| moves).expect("there are some");
    assert_eq!(too_high.count(), 7);
    assert_eq!((first.cells(), *moves), ([3, 8, 1, 6, 5, 4, 0, 2, 7].as_slice(), 26));
    assert_eq!((manhattan.initial_state(first), naive(first)), (14, 28));
    assert_eq!(conflicts.bound(&conflicts.initial_state(first)), 10);
}

/// Returns the number of pairs of tiles in the wrong order in their common goal line.
fn pairs_in_conflict(goal: &Goal, grid: &Grid) -> usize {
    let n = grid.dimension();
    let home = |cell: usize| goal.home(grid.cells()[cell]);
    let conflict = |a: usize, b: usize| {
        let in_row = [a / n, b / n, home(a) / n, home(b) / n].iter().all(|row| *row == a / n);
        let in_col = [a % n, b % n, home(a) % n, home(b) % n].iter().all(|col| *col == a % n);
        (in_row || in_col) && home(a) > home(b)
    };
    let tiles = |&cell: &usize| grid.cells()[cell] != 0;
    let pairs = |a| (a + 1..n * n).filter(tiles).filter(move |&b| conflict(a, b)).count();
    (0..n * n).filter(tiles).map(pairs).sum()
}
