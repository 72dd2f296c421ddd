//! Whether a search that was cut off is slow, or will never come to an end.

use super::facts::{OWN, Search, TWIN};
use crate::assignment::{Answer, Puzzle};
use crate::judge::solver::CutOff;

/// The kind of a search that has had many times the model's work and no answer.
///
/// A best-first search with an admissible priority never expands a board farther away than the goal,
/// however little it knows. So one that does is lost, and one that does not may be right and slow:
/// uniform cost, or iterative deepening. One that expands nothing, or searches a board without a
/// solution and not its twin, has no end either.
pub(crate) fn cut_off(puzzle: &Puzzle, search: &Search) -> CutOff {
    let (tree, least) = match puzzle.answer {
        Answer::Moves(moves) => (OWN, moves),
        Answer::Unsolvable { twin_moves } => (TWIN, twin_moves),
        Answer::BoardOnly => return CutOff::Endless,
    };
    let (depth, least) = (search.deepest[tree], u64::from(least));
    if depth > least {
        CutOff::Lost { depth, least }
    } else if search.expanded[tree] > LEAST_EXPANDED {
        CutOff::Slow
    } else {
        CutOff::Endless
    }
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
        cut_off(&puzzle, &Search { expanded, deepest, ..Search::default() })
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
