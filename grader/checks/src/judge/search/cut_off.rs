//! Whether a search that was cut off is slow, or will never come to an end.

use super::facts::{OWN, Search, TWIN};
use crate::assignment::{Answer, Puzzle};
use crate::judge::solver::CutOff;

/// The kind of a search that has had many times the model's work and no answer.
///
/// A best-first search with an admissible priority never expands a board farther away than the goal,
/// however little it knows. So one that does is lost, and one that does not may be right and slow:
/// uniform cost, or iterative deepening. One that expands nothing, or searches a board without a
/// solution and not its twin, has no end either. Nor has one that went on without a step
/// for the [second half](is_going_on) of its budget.
pub(crate) fn cut_off(puzzle: &Puzzle, search: &Search, is_going_on: bool) -> CutOff {
    let (tree, least) = match puzzle.answer {
        Answer::Moves(moves) => (OWN, moves),
        Answer::Unsolvable { twin_moves } => (TWIN, twin_moves),
        Answer::BoardOnly => return CutOff::Endless,
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

/// The kind of such a search on boards that do not show what is expanded, by the keys that it took out
/// of queues.
pub(crate) fn cut_off_unseen(deleted: u64, is_going_on: bool) -> CutOff {
    if is_going_on && deleted > LEAST_EXPANDED { CutOff::Slow } else { CutOff::Endless }
}

/// Whether a search that burnt this much fuel still expanded boards, or took keys out of queues, in the
/// second half of it. The model takes a tenth of a budget at most.
pub(crate) fn is_going_on(last_step: u64, fuel: u64) -> bool {
    last_step > fuel / 2
}

/// So few boards are no search that takes its time.
const LEAST_EXPANDED: u64 = 16;

#[cfg(test)]
mod tests {
    use grade::Visibility;

    use super::*;

    fn of(answer: Answer, expanded: [u64; 2], deepest: [u64; 2]) -> CutOff {
        let tiles = vec![vec![1, 2], vec![3, 0]];
        let visibility = Visibility::Visible;
        let puzzle = Puzzle { name: "a".to_owned(), tiles: tiles.into(), answer, visibility };
        cut_off(&puzzle, &Search { expanded, deepest, ..Search::default() }, true)
    }

    #[test]
    fn a_search_that_stands_still_has_no_end() {
        assert!(is_going_on(501, 1000));
        assert!(!is_going_on(500, 1000) && !is_going_on(0, 0));
        let puzzle = Puzzle {
            name: "a".to_owned(),
            tiles: vec![vec![1, 2], vec![3, 0]].into(),
            answer: Answer::Moves(20),
            visibility: Visibility::Visible,
        };
        let search = Search { expanded: [5_000, 5_000], deepest: [9, 9], ..Search::default() };
        assert_eq!(cut_off(&puzzle, &search, false), CutOff::Endless);
        assert_eq!(cut_off(&puzzle, &search, true), CutOff::Slow);
    }

    #[test]
    fn a_search_that_stays_near_is_slow_and_one_that_goes_beyond_is_lost() {
        let solvable = Answer::Moves(20);
        assert_eq!(of(solvable, [100_000, 100_000], [20, 40]), CutOff::Slow);
        assert_eq!(of(solvable, [100_000, 0], [21, 0]), CutOff::Lost { depth: 21, least: 20 });
        assert_eq!(of(solvable, [1, 1], [0, 0]), CutOff::Endless);
        let unsolvable = Answer::Unsolvable { twin_moves: 20 };
        assert_eq!(of(unsolvable, [100_000, 100_000], [40, 20]), CutOff::Slow);
        assert_eq!(of(unsolvable, [100_000, 0], [40, 0]), CutOff::Endless);
        assert_eq!(of(unsolvable, [9, 99], [40, 22]), CutOff::Lost { depth: 22, least: 20 });
    }
}
