//! Detects solvers that derive their answer from the text of a board instead of searching.

use assignment::{ExpectedAnswer, Puzzle};
use base::seed::choose;
use grade::INSTRUCTION;
use grade::cause::SearchCause;
use grade::check::Check;
use oracle::heuristic::{Heuristic as _, Manhattan};
use oracle::puzzle::{Goal, Grid};
use probe::wire::Question;
use sandbox::run::{Mask, Run, Variation};
use sandbox::timing::WorkKind;
use slider::Tile;

use super::attempt::{ASKED, SolverAttempt, sort_by_size};
use super::failures::{SolverFindings, failure_on};
use super::has_less_than_two_moves;
use super::solve::{case_name, solve_case, solve_once};
use crate::exam::bench::Bench;
use crate::judge::{self, SearchFacts};

/// The maximum fuel for repeating a search.
/// More expensive searches are not needed: up to four are drawn, and the others cannot be told from them in advance.
const MOST: u64 = 20_000_000 * INSTRUCTION;

/// If the solver read texts, repeats searches with texts that do not match the boards' tiles. Each text still
/// identifies its board, and all methods return correct values, so a real search has the same result.
///
/// Texts with two tiles [swapped](Mask::Swapped), on a solvable and an unsolvable board, reveal a solver that reads
/// from the text whether the board is solvable. Texts with three tiles [rotated](Mask::Rotated) reveal a solver that
/// solves the board in the text and only pretends to search.
pub(super) fn examine(
    bench: &Bench<'_>,
    attempts: &[SolverAttempt<'_>],
    found: &mut SolverFindings,
) {
    // A solver that is wrong about solvability has already lost these points.
    let said = [Check::SolverLockstep, Check::SolverSolvable];
    if said.iter().any(|check| found.failures.contains_key(check)) {
        return;
    }
    // Rotated, because the same seed draws searches for other purposes.
    let mut random = bench.examiner.seed_of_choices().rotate_left(32);
    for is_unsolvable in [true, false] {
        let is_of_use = |attempt: &&SolverAttempt<'_>| {
            attempt.puzzle.answer.is_unsolvable() == is_unsolvable
                && is_worth_repeating_with_other_texts(attempt)
                && attempt.solved.answers.solvable == Some(!is_unsolvable)
        };
        let mut read: Vec<&SolverAttempt<'_>> =
            sort_by_size(attempts).into_iter().filter(is_of_use).collect();
        // A few steps for show are like a search on an easy puzzle.
        read.sort_by_key(|attempt| attempt.search.expanded);
        let hard = &read[read.len() / 2..];
        if let Some(attempt) = choose(&mut random, hard)
            && is_misled(bench, attempt)
        {
            let cause = SearchCause::RecognizedByText;
            found.fail_on(Check::SolverLockstep, attempt.puzzle, failure_on(attempt, cause));
        }
    }
    if found.failures.contains_key(&Check::SolverMoves) {
        return;
    }
    let rotated: Vec<(&SolverAttempt<'_>, Rotated)> = sort_by_size(attempts)
        .into_iter()
        .filter(|attempt| is_worth_repeating_with_other_texts(attempt))
        .filter_map(|attempt| Some((attempt, Rotated::from_puzzle(attempt.puzzle)?)))
        .collect();
    // Prefer the boards that even a solver that compares the text with the distances will not notice.
    let (alike, others): (Vec<_>, Vec<_>) =
        rotated.into_iter().partition(|(_, rotated)| rotated.is_alike);
    for boards in [alike, others] {
        if let Some((attempt, rotated)) = choose(&mut random, &boards)
            && rotated.is_solved_instead(bench, attempt)
        {
            let cause = SearchCause::SolvedByText;
            found.fail_on(Check::SolverLockstep, attempt.puzzle, failure_on(attempt, cause));
        }
    }
}

/// Returns `true` if the solver read texts during a search that is cheap enough to repeat.
fn is_worth_repeating_with_other_texts(attempt: &SolverAttempt<'_>) -> bool {
    attempt.search.calls.text > 0
        && attempt.solved.stops.is_empty()
        && !has_less_than_two_moves(attempt.puzzle)
        && attempt.fuel <= MOST
}

/// Solves a puzzle with masked texts. Returns the run, and the answers to the questions, if any.
fn answers_with_mask(
    bench: &Bench<'_>,
    attempt: &SolverAttempt<'_>,
    questions: &[Question],
    mask: Mask,
) -> (Run, Vec<judge::Answer>) {
    let puzzle = attempt.puzzle;
    let solve = solve_case(&puzzle.tiles, true, questions);
    let name = case_name(puzzle, true);
    let fuel = bench.budget(&name).fuel;
    let variation = Variation { mask, ..Variation::default() };
    solve_once(bench, (WorkKind::Instrumented, &name), fuel, solve, variation)
}

/// Returns `true` if the solver's new answer is wrong and differs from the earlier answer, and so does the search.
///
/// If the whole search stays the same, it does not depend on the text, and a test of the text beside it is allowed.
fn is_misled(bench: &Bench<'_>, attempt: &SolverAttempt<'_>) -> bool {
    let opposite = judge::Answer::Solvable(attempt.puzzle.answer.is_unsolvable());
    let (run, answers) = answers_with_mask(bench, attempt, &ASKED, Mask::Swapped);
    let is_same_search =
        || SearchFacts::new(&run.log, &run.boards).expanded == attempt.search.expanded;
    answers.contains(&opposite) && !is_same_search()
}

/// A puzzle with a rotated text that shows a board with a shorter solution, so that no search can confuse the two.
#[derive(Clone, Copy)]
struct Rotated {
    /// The optimal number of moves for the board in the text.
    shown: u64,
    /// Whether the text and the board have the same Manhattan distance.
    is_alike: bool,
}

impl Rotated {
    fn from_puzzle(puzzle: &Puzzle) -> Option<Self> {
        let ExpectedAnswer::Moves(moves) = puzzle.answer else { return None };
        // The oracle has a table for boards of this size.
        if puzzle.tiles.len() != 3 {
            return None;
        }
        let rotate =
            |row: &Vec<Tile>| row.iter().map(|tile| Mask::Rotated.mask_tile(*tile)).collect();
        let shown: Vec<Vec<Tile>> = puzzle.tiles.iter().map(rotate).collect();
        let distance = |tiles: &[Vec<Tile>]| {
            let grid = Grid::new(tiles).ok()?;
            Some(Manhattan::new(&Goal::blank_last(3)).initial_state(&grid))
        };
        let is_alike = distance(&shown)? == distance(&puzzle.tiles)?;
        let shown = u64::try_from(oracle::optimal_moves(&shown).ok()??).ok()?;
        (shown < u64::from(moves)).then_some(Self { shown, is_alike })
    }

    /// Returns `true` if the solver no longer answers, or if it answers for the board in the text. A search from the
    /// actual board cannot find such a short solution.
    fn is_solved_instead(self, bench: &Bench<'_>, attempt: &SolverAttempt<'_>) -> bool {
        let (_, answers) = answers_with_mask(bench, attempt, &[Question::Moves], Mask::Rotated);
        let moves = answers.into_iter().find_map(|answer| match answer {
            judge::Answer::Moves(moves) => Some(moves),
            _ => None,
        });
        match moves {
            Some(Some(moves)) => moves == self.shown,
            Some(None) | None => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use assignment::Assignment;

    #[test]
    fn default_puzzles_include_rotated_texts_with_fewer_moves() {
        let assignment = Assignment::embedded();
        let rotated: Vec<Rotated> =
            assignment.solve.iter().filter_map(Rotated::from_puzzle).collect();
        let alike = rotated.iter().filter(|rotated| rotated.is_alike).count();
        assert!(alike >= 2 && rotated.len() - alike >= 2, "{alike} of {}", rotated.len());
    }
}
