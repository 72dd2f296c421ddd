//! Lists calls that reveal whether boards keep their values.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use base::seed::random_within;
use probe::wire::{Method, Step, Word};
use probe::{Script, VIEWED};
use slider::Tile;

use crate::judge::sizes::BoardSizes;

const ASKED: [Method; 7] = [
    Method::Dimension,
    Method::Hamming,
    Method::Manhattan,
    Method::IsGoal,
    Method::Display,
    Method::Neighbors,
    Method::Twin,
];

/// The number of rounds of calls on the same board, and of clones that exist at the same time, which are drawn.
/// A counter that changes an answer after some hundred calls shows. The drawn number is unknown to the program.
const OFTEN: RangeInclusive<usize> = 200..=499;

/// Returns boards of different sizes, which exist at the same time.
fn boards() -> Vec<Vec<Vec<Tile>>> {
    vec![
        vec![vec![8, 1, 3], vec![4, 0, 2], vec![7, 6, 5]],
        vec![vec![1, 2, 3], vec![4, 5, 6], vec![7, 8, 0]],
        vec![vec![0, 3], vec![2, 1]],
        vec![vec![1, 2, 3, 4], vec![5, 0, 7, 8], vec![9, 6, 10, 12], vec![13, 14, 11, 15]],
        vec![
            vec![1, 2, 3, 4, 5],
            vec![6, 7, 8, 9, 10],
            vec![11, 12, 0, 14, 15],
            vec![16, 17, 13, 18, 20],
            vec![21, 22, 23, 19, 24],
        ],
    ]
}

pub(crate) fn immutable_sizes() -> BoardSizes {
    boards()
        .iter()
        .fold(BoardSizes::default(), |sizes, board| sizes | BoardSizes::of_rows(board.len()))
}

/// Returns a script that calls each method on a new board, then each method after every other method, and then all
/// methods after creating, cloning, and deriving other boards. It calls only methods in `mask`, and queries derived
/// boards only if methods in `makers` return them.
///
/// `neighbors` and `twin` are also called on boards that were asked nothing else. Their answers include what the methods
/// in `viewed` return for the derived boards, because a board may derive these values from its own, which it may not have
/// computed yet. Each two of these methods are also called first on derived boards, in both orders.
///
/// In the end, it calls all methods on a board hundreds of times, and while hundreds of its clones exist. How many depends
/// on `random`.
///
/// The script leaves out boards of the sizes in `unmade`.
pub(crate) fn immutable_script(
    mask: Word,
    makers: Word,
    viewed: Word,
    unmade: BoardSizes,
    mut random: u64,
) -> Script {
    let asked: Vec<Method> = ASKED.into_iter().filter(|method| mask & method.bit() != 0).collect();
    let boards = boards();
    let mut steps = Vec::new();
    let all = |place: usize| asked.iter().map(move |method| Step::Ask { place, method: *method });
    for board in 0..boards.len() {
        for &method in &asked {
            steps.extend([Step::Make { board, place: 0 }, Step::Ask { place: 0, method }]);
        }
    }
    // The smallest board first. On the larger ones, this many calls would take too long.
    for board in [2, 0, 1] {
        for &before in &asked {
            for &method in &asked {
                steps.extend([
                    Step::Make { board, place: 0 },
                    Step::Ask { place: 0, method: before },
                    Step::Ask { place: 0, method },
                ]);
            }
        }
    }
    let views: Vec<Method> =
        VIEWED.into_iter().filter(|method| viewed & method.bit() != 0).collect();
    let deriving = [Method::Neighbors, Method::Twin].into_iter();
    for method in deriving.filter(|method| mask & method.bit() != 0) {
        for board in [2, 0, 1] {
            for &first in &views {
                for &second in views.iter().filter(|view| **view != first) {
                    let view = Step::View { place: 0, method, first, second };
                    steps.extend([Step::Make { board, place: 0 }, view]);
                }
            }
        }
    }
    steps.push(Step::Make { board: 0, place: 0 });
    steps.extend(all(0));
    // Boards of other sizes come first, and then one of the same size, which would share a cache.
    for (board, place) in [(2, 1), (3, 2), (1, 3)] {
        steps.push(Step::Make { board, place });
        steps.extend(all(0).chain(all(place)).chain(all(0)).chain(all(1)));
    }
    steps.push(Step::Make { board: 3, place: 0 });
    steps.extend(all(0));
    steps.push(Step::Clone { of: 0, place: 1 });
    steps.extend(all(1).chain(all(0)));
    let derived = [
        (Method::New, Step::Clone { of: 0, place: 1 }),
        (Method::Neighbors, Step::Neighbor { of: 0, index: 0, place: 1 }),
        (Method::Twin, Step::Twin { of: 0, place: 1 }),
    ];
    for (method, derive) in derived {
        if method != Method::New && makers & method.bit() == 0 {
            continue;
        }
        for asked_before in [false, true] {
            steps.push(Step::Make { board: 0, place: 0 });
            if asked_before {
                steps.extend(all(0));
            }
            steps.push(derive);
            steps.extend(all(1).chain(all(0)).chain(all(1)));
        }
    }
    if makers & Method::Neighbors.bit() != 0 {
        steps.push(Step::Make { board: 0, place: 0 });
        steps.extend(all(0));
        steps.extend([
            Step::Neighbor { of: 0, index: 0, place: 1 },
            Step::Neighbor { of: 1, index: 0, place: 2 },
        ]);
        steps.extend(all(2).chain(all(0)));
    }
    let mut drawn = || random_within(&mut random, OFTEN);
    // The first count is fixed, so that a fault up to there is found in every submission.
    for (board, rounds) in [(4, *OFTEN.start()), (0, drawn())] {
        steps.push(Step::Make { board, place: 0 });
        for _ in 0..rounds {
            steps.extend(all(0));
        }
    }
    steps.extend((1..drawn()).map(|place| Step::Clone { of: 0, place }));
    steps.extend(all(1).chain(all(0)));
    let mut made = BTreeSet::new();
    steps.retain(|step| {
        let (place, is_made) = match *step {
            Step::Make { board, place } => {
                (place, !unmade.overlaps(BoardSizes::of_rows(boards[board].len())))
            }
            Step::Clone { of, place }
            | Step::Neighbor { of, place, .. }
            | Step::Twin { of, place } => (place, made.contains(&of)),
            Step::Ask { place, .. } | Step::View { place, .. } => (place, made.contains(&place)),
            // This script has no such steps.
            Step::Compare { .. } | Step::CompareTexts { .. } => return false,
        };
        if is_made {
            made.insert(place)
        } else {
            made.remove(&place)
        };
        is_made
    });
    let views = views.iter().map(|method| method.bit()).sum();
    Script { views, boards, steps }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_uses_only_boards_that_can_be_made() {
        let mask = ASKED.iter().map(|method| method.bit()).sum();
        let all = immutable_script(mask, mask, mask, BoardSizes::default(), 0);
        assert!(immutable_script(mask, mask, mask, BoardSizes::ALL, 0).steps.is_empty());
        let small = immutable_script(mask, mask, mask, BoardSizes::from_rows_up(4), 0);
        let mut sizes = BTreeSet::new();
        let mut made = BTreeSet::new();
        for step in &small.steps {
            match *step {
                Step::Make { board, place } => {
                    sizes.insert(small.boards[board].len());
                    made.insert(place);
                }
                Step::Clone { of, place }
                | Step::Neighbor { of, place, .. }
                | Step::Twin { of, place } => {
                    assert!(made.contains(&of));
                    made.insert(place);
                }
                other => assert!(other.call().is_some_and(|(place, _)| made.contains(&place))),
            }
        }
        assert_eq!(sizes, BTreeSet::from([2, 3]));
        assert!(small.steps.len() < all.steps.len());
    }
}
