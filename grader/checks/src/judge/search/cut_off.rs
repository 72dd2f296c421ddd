//! Determines whether an interrupted search is slow or endless.

use assignment::{ExpectedAnswer, Puzzle};

use super::facts::{OWN, SearchFacts, TWIN};
use crate::judge::solver::CutOff;

/// Classifies a search that was cut off after burning many times the model's fuel.
///
/// A best-first search with an admissible priority never expands a board that is farther away than the goal, so a
/// search that does is lost, unless it goes on after the goal. Other searches may be correct but slow, such as
/// uniform-cost search or iterative deepening. A search is also endless if it expands no boards, if it searches an
/// unsolvable board without the twin or the twins of most boards, or if it made no progress in the
/// [second half](is_going_on) of the budget.
pub(crate) fn classify_cut_off(puzzle: &Puzzle, search: &SearchFacts, is_going_on: bool) -> CutOff {
    let (tree, least) = match puzzle.answer {
        ExpectedAnswer::Moves(moves) => (OWN, moves),
        // Such a search ends, because one of these twins is the goal. It has no least depth.
        ExpectedAnswer::Unsolvable { .. } if asks_for_most_twins(search) => (OWN, u32::MAX),
        ExpectedAnswer::Unsolvable { twin_moves } => (TWIN, twin_moves),
        ExpectedAnswer::BoardOnly => return CutOff::Endless,
    };
    let (depth, least) = (search.deepest[tree], u64::from(least));
    if depth > least && !search.is_goal_out {
        CutOff::Lost { depth, least }
    } else if is_going_on && search.expanded[tree] > LEAST_EXPANDED {
        CutOff::Slow
    } else {
        CutOff::Endless
    }
}

/// Returns `true` if a search calls `twin` on most boards of the puzzle's tree, instead of searching from the twin.
pub(super) fn asks_for_most_twins(search: &SearchFacts) -> bool {
    search.expanded[TWIN] == 0 && search.calls.twin > search.expanded[OWN] / 2
}

/// Classifies a search by its dequeued keys, because its expansions cannot be observed.
pub(crate) fn classify_unseen_cut_off(deleted: u64, is_going_on: bool) -> CutOff {
    if is_going_on && deleted > LEAST_EXPANDED { CutOff::Slow } else { CutOff::Endless }
}

/// Returns `true` if the search expanded a board or dequeued a key in the second half of this fuel. The model burns at
/// most a tenth of any budget.
pub(crate) fn is_going_on(last_step: u64, fuel: u64) -> bool {
    last_step > fuel / 2
}

/// The minimum number of expansions in a slow search. A search with fewer is endless.
/// A slow search expands more within any budget, while an endless one may be stuck in a single step.
const LEAST_EXPANDED: u64 = 16;

#[cfg(test)]
mod tests {
    use grade::Visibility;

    use super::*;

    fn puzzle(answer: ExpectedAnswer) -> Puzzle {
        let tiles = vec![vec![1, 2], vec![3, 0]];
        let visibility = Visibility::Visible;
        Puzzle { name: "a".to_owned(), tiles: tiles.into(), answer, visibility }
    }

    fn cut_off_after(answer: ExpectedAnswer, expanded: [u64; 2], deepest: [u64; 2]) -> CutOff {
        classify_cut_off(
            &puzzle(answer),
            &SearchFacts { expanded, deepest, ..SearchFacts::default() },
            true,
        )
    }

    #[test]
    fn a_stalled_search_is_endless() {
        assert!(is_going_on(501, 1000));
        assert!(!is_going_on(500, 1000) && !is_going_on(0, 0));
        let puzzle = puzzle(ExpectedAnswer::Moves(20));
        let search =
            SearchFacts { expanded: [5_000, 5_000], deepest: [9, 9], ..SearchFacts::default() };
        assert_eq!(classify_cut_off(&puzzle, &search, false), CutOff::Endless);
        assert_eq!(classify_cut_off(&puzzle, &search, true), CutOff::Slow);
    }

    #[test]
    fn deep_searches_are_lost_and_shallow_ones_slow() {
        let solvable = ExpectedAnswer::Moves(20);
        assert_eq!(cut_off_after(solvable, [100_000, 100_000], [20, 40]), CutOff::Slow);
        assert_eq!(
            cut_off_after(solvable, [100_000, 0], [21, 0]),
            CutOff::Lost { depth: 21, least: 20 }
        );
        assert_eq!(cut_off_after(solvable, [1, 1], [0, 0]), CutOff::Endless);
        let unsolvable = ExpectedAnswer::Unsolvable { twin_moves: 20 };
        assert_eq!(cut_off_after(unsolvable, [100_000, 100_000], [40, 20]), CutOff::Slow);
        assert_eq!(cut_off_after(unsolvable, [100_000, 0], [40, 0]), CutOff::Endless);
        assert_eq!(
            cut_off_after(unsolvable, [9, 99], [40, 22]),
            CutOff::Lost { depth: 22, least: 20 }
        );
    }

    #[test]
    fn a_search_that_tests_twins_or_goes_on_after_the_goal_is_slow() {
        let mut search =
            SearchFacts { expanded: [100_000, 0], deepest: [40, 0], ..SearchFacts::default() };
        search.calls.twin = 100_000;
        let unsolvable = ExpectedAnswer::Unsolvable { twin_moves: 20 };
        assert_eq!(classify_cut_off(&puzzle(unsolvable), &search, true), CutOff::Slow);
        assert_eq!(classify_cut_off(&puzzle(unsolvable), &search, false), CutOff::Endless);
        let solvable = puzzle(ExpectedAnswer::Moves(20));
        assert_eq!(
            classify_cut_off(&solvable, &search, true),
            CutOff::Lost { depth: 40, least: 20 }
        );
        search.is_goal_out = true;
        assert_eq!(classify_cut_off(&solvable, &search, true), CutOff::Slow);
    }
}
