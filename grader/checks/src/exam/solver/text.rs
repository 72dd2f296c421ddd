//! Detects solvers that derive their answer from a board's text instead of a search.

use base::seed::next_random;
use grade::INSTRUCTION;
use grade::cause::SearchCause;
use grade::check::Check;
use oracle::heuristic::{Heuristic as _, Manhattan};
use oracle::puzzle::{Goal, Grid};
use probe::wire::Question;
use probe::{Case, Solve};
use sandbox::run::{Mask, Variation};
use sandbox::timing::Work;
use slider::Tile;

use super::attempt::{Attempt, by_size, case_name, sight};
use super::failures::{Found, failure};
use super::is_trivial;
use crate::assignment::{ExpectedAnswer, Puzzle};
use crate::exam::bench::Bench;
use crate::judge;

/// The maximum fuel for a repeated search.
const MOST: u64 = 20_000_000 * INSTRUCTION;

/// If texts were read, repeats searches with texts that do not match the boards' tiles. The texts still identify the
/// boards, and all methods return correct values, so the result of a search stays the same.
///
/// A solvable and an unsolvable board with two tiles [swapped](Mask::Swapped) reveal a solver that reads from the text
/// whether the board is solvable. Boards with three tiles [rotated](Mask::Rotated) reveal a solver that solves the text
/// and only stages a search.
pub(super) fn examine(bench: &Bench<'_>, seed: u64, attempts: &[Attempt<'_>], found: &mut Found) {
    // A solver with wrong answers about solvability has already lost these points.
    let said = [Check::SolverLockstep, Check::SolverSolvable];
    if said.iter().any(|check| found.failures.contains_key(check)) {
        return;
    }
    let mut random = seed.rotate_left(32);
    for is_unsolvable in [true, false] {
        let is_of_use = |it: &&Attempt<'_>| {
            it.puzzle.answer.is_unsolvable() == is_unsolvable
                && has_read_texts(it)
                && it.solved.answers.solvable == Some(!is_unsolvable)
        };
        let read: Vec<&Attempt<'_>> = by_size(attempts).into_iter().filter(is_of_use).collect();
        if let Some(attempt) = drawn(&read, &mut random)
            && is_misled(bench, attempt)
        {
            let cause = SearchCause::ToldByText;
            found.fail_on(Check::SolverLockstep, attempt.puzzle, failure(attempt, cause));
        }
    }
    if found.failures.contains_key(&Check::SolverMoves) {
        return;
    }
    let rotated: Vec<(&Attempt<'_>, Rotated)> = by_size(attempts)
        .into_iter()
        .filter(|it| has_read_texts(it))
        .filter_map(|it| Some((it, Rotated::of(it.puzzle)?)))
        .collect();
    // On some boards, even a solver that compares the text with the distances notices nothing, so these boards are
    // preferred.
    let (alike, others): (Vec<_>, Vec<_>) =
        rotated.into_iter().partition(|(_, rotated)| rotated.is_alike);
    for boards in [alike, others] {
        if let Some((attempt, rotated)) = drawn(&boards, &mut random)
            && rotated.is_solved_instead(bench, attempt)
        {
            let cause = SearchCause::SolvedByText;
            found.fail_on(Check::SolverLockstep, attempt.puzzle, failure(attempt, cause));
        }
    }
}

/// Returns `true` if the solver has read texts in a search that is cheap enough to be repeated.
fn has_read_texts(attempt: &Attempt<'_>) -> bool {
    attempt.search.calls.text > 0
        && attempt.solved.stops.is_empty()
        && !is_trivial(attempt.puzzle)
        && attempt.fuel <= MOST
}

/// Returns a random item, or `None` if there are no items.
fn drawn<T: Copy>(items: &[T], random: &mut u64) -> Option<T> {
    let below = u64::try_from(items.len()).unwrap_or(0).max(1);
    let index = usize::try_from(next_random(random) % below).unwrap_or(0);
    items.get(index).copied()
}

/// Solves a puzzle again with masked texts, and returns the answers to a question. Returns no answers if the solver
/// does not answer.
fn answers(
    bench: &Bench<'_>,
    attempt: &Attempt<'_>,
    question: Question,
    mask: Mask,
) -> Vec<judge::Answer> {
    let puzzle = attempt.puzzle;
    let case = Case::Solve(Solve {
        foreign: true,
        questions: vec![question],
        tiles: puzzle.tiles.to_vec(),
        other: Vec::new(),
    });
    let name = case_name(puzzle, true);
    let fuel = bench.budget(&name).fuel;
    let variation = Variation { mask, ..Variation::default() };
    let run = bench.run_with_fuel((Work::Instrumented, &name), fuel, &case, variation);
    let answers = judge::read_answers(&run.words, sight(&run, puzzle, true));
    answers.map(|(answers, _)| answers).unwrap_or_default()
}

/// Returns `true` if the solver now contradicts both the truth and its earlier answer.
fn is_misled(bench: &Bench<'_>, attempt: &Attempt<'_>) -> bool {
    let opposite = judge::Answer::Solvable(attempt.puzzle.answer.is_unsolvable());
    answers(bench, attempt, Question::IsSolvable, Mask::Swapped).contains(&opposite)
}

/// A puzzle whose rotated text needs fewer moves than the board, so that no search can confuse the two.
#[derive(Clone, Copy)]
struct Rotated {
    /// The optimal number of moves for the board that the text shows.
    shown: u64,
    /// Whether the text and the board have the same Manhattan distance.
    is_alike: bool,
}

impl Rotated {
    /// Returns `None` if the puzzle is not suitable.
    fn of(puzzle: &Puzzle) -> Option<Self> {
        let ExpectedAnswer::Moves(moves) = puzzle.answer else { return None };
        // The oracle has a table for these boards.
        if puzzle.tiles.len() != 3 {
            return None;
        }
        let rotate = |row: &Vec<Tile>| row.iter().map(|tile| Mask::Rotated.shown(*tile)).collect();
        let shown: Vec<Vec<Tile>> = puzzle.tiles.iter().map(rotate).collect();
        let distance = |tiles: &[Vec<Tile>]| {
            let grid = Grid::new(tiles).ok()?;
            Some(Manhattan::new(&Goal::blank_last(3)).start(&grid))
        };
        let is_alike = distance(&shown)? == distance(&puzzle.tiles)?;
        let shown = u64::try_from(oracle::optimal_moves(&shown).ok()??).ok()?;
        (shown < u64::from(moves)).then_some(Self { shown, is_alike })
    }

    /// Returns `true` if the solver no longer answers, or gives the answer for the text. A search on the board cannot
    /// find such a short solution.
    fn is_solved_instead(self, bench: &Bench<'_>, attempt: &Attempt<'_>) -> bool {
        let moves = answers(bench, attempt, Question::Moves, Mask::Rotated).into_iter().find_map(
            |answer| match answer {
                judge::Answer::Moves(moves) => Some(moves),
                _ => None,
            },
        );
        match moves {
            Some(Some(moves)) => moves == self.shown,
            Some(None) | None => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assignment::Assignment;

    #[test]
    fn the_default_puzzles_have_boards_whose_rotated_text_is_solved_in_fewer_moves() {
        let assignment = Assignment::embedded();
        let rotated: Vec<Rotated> = assignment.solve.iter().filter_map(Rotated::of).collect();
        let alike = rotated.iter().filter(|rotated| rotated.is_alike).count();
        assert!(alike >= 2 && rotated.len() - alike >= 2, "{alike} of {}", rotated.len());
    }
}
