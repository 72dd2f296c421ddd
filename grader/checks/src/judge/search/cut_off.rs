//! Determines whether an interrupted search is slow or endless.

use assignment::{ExpectedAnswer, Puzzle};

use super::facts::{OWN, Search, TWIN};
use crate::judge::solver::CutOff;

/// Classifies a search that was cut off after burning many times the model's fuel.
///
/// A best-first search with an admissible priority never expands a board that is farther away than the goal, so a
/// search that does is lost. Other searches may be correct but slow, such as uniform-cost search or iterative
/// deepening. A search is also endless if it expands no boards, if it searches an unsolvable board without searching
/// the twin, or if it made no progress in the [second half](is_going_on) of the budget.
pub(crate) fn cut_off(puzzle: &Puzzle, search: &Search, is_going_on: bool) -> CutOff {
    let (tree, least) = match puzzle.answer {
        ExpectedAnswer::Moves(moves) => (OWN, moves),
        ExpectedAnswer::Unsolvable { twin_moves } => (TWIN, twin_moves),
        ExpectedAnswer::BoardOnly => return CutOff::Endless,
    };
    let (depth, least) = (search.deepest[tree], u64::from(least));
    if depth > least {
        CutOff::Lost { depth, least }
    } else if is_going_on && search.expanded[tree] > LEAST_EXPANDED {
        CutOff::Slow
    } else {
        CutOff::Endless
    }
}

/// Classifies a search by its dequeued keys, because its expansions cannot be observed.
pub(crate) fn cut_off_unseen(deleted: u64, is_going_on: bool) -> CutOff {
    if is_going_on && deleted > LEAST_EXPANDED { CutOff::Slow } else { CutOff::Endless }
}

/// Returns `true` if the search expanded a board or dequeued a key in the second half of this fuel. The model burns at
/// most a tenth of any budget.
pub(crate) fn is_going_on(last_step: u64, fuel: u64) -> bool {
    last_step > fuel / 2
}

/// The minimum number of expansions in a slow search. A search with fewer is endless.
const LEAST_EXPANDED: u64 = 16;

#[cfg(test)]
mod tests {
    use grade::Visibility;

    use super::*;

    fn of(answer: ExpectedAnswer, expanded: [u64; 2], deepest: [u64; 2]) -> CutOff {
        let tiles = vec![vec![1, 2], vec![3, 0]];
        let visibility = Visibility::Visible;
        let puzzle = Puzzle { name: "a".to_owned(), tiles: tiles.into(), answer, visibility };
        cut_off(&puzzle, &Search { expanded, deepest, ..Search::default() }, true)
    }

    #[test]
    fn a_stalled_search_is_endless() {
        assert!(is_going_on(501, 1000));
        assert!(!is_going_on(500, 1000) && !is_going_on(0, 0));
        let puzzle = Puzzle {
            name: "a".to_owned(),
            tiles: vec![vec![1, 2], vec![3, 0]].into(),
            answer: ExpectedAnswer::Moves(20),
            visibility: Visibility::Visible,
        };
        let search = Search { expanded: [5_000, 5_000], deepest: [9, 9], ..Search::default() };
        assert_eq!(cut_off(&puzzle, &search, false), CutOff::Endless);
        assert_eq!(cut_off(&puzzle, &search, true), CutOff::Slow);
    }

    #[test]
    fn deep_searches_are_lost_and_shallow_ones_slow() {
        let solvable = ExpectedAnswer::Moves(20);
        assert_eq!(of(solvable, [100_000, 100_000], [20, 40]), CutOff::Slow);
        assert_eq!(of(solvable, [100_000, 0], [21, 0]), CutOff::Lost { depth: 21, least: 20 });
        assert_eq!(of(solvable, [1, 1], [0, 0]), CutOff::Endless);
        let unsolvable = ExpectedAnswer::Unsolvable { twin_moves: 20 };
        assert_eq!(of(unsolvable, [100_000, 100_000], [40, 20]), CutOff::Slow);
        assert_eq!(of(unsolvable, [100_000, 0], [40, 0]), CutOff::Endless);
        assert_eq!(of(unsolvable, [9, 99], [40, 22]), CutOff::Lost { depth: 22, least: 20 });
    }
}
