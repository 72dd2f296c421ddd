//! Detects solvers that derive their answer from a board's text instead of a search.

use base::seed::next_random;
use grade::INSTRUCTION;
use grade::cause::SearchCause;
use grade::check::Check;
use probe::wire::Question;
use probe::{Case, Solve};
use sandbox::run::Variation;
use sandbox::timing::Work;

use super::attempt::{Attempt, by_size, case_name, sight};
use super::failures::{Found, failure};
use super::is_trivial;
use crate::exam::bench::Bench;
use crate::judge;

/// The maximum fuel for a repeated search.
const MOST: u64 = 20_000_000 * INSTRUCTION;

/// If texts were read, solves a solvable and an unsolvable board again with two tiles [swapped](Variation::masked) in
/// the texts, which changes the parity.
///
/// The changed texts still identify boards, and all methods return correct values. A solver that now confuses solvable
/// and unsolvable boards took its answer from the text.
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
                && it.search.calls.text > 0
                && it.solved.stops.is_empty()
                && it.solved.answers.solvable == Some(!is_unsolvable)
                && !is_trivial(it.puzzle)
                && it.fuel <= MOST
        };
        let read: Vec<&Attempt<'_>> = by_size(attempts).into_iter().filter(is_of_use).collect();
        let below = u64::try_from(read.len()).unwrap_or(0).max(1);
        let index = usize::try_from(next_random(&mut random) % below).unwrap_or(0);
        if let Some(attempt) = read.get(index)
            && is_misled(bench, attempt)
        {
            let cause = SearchCause::ToldByText;
            found.fail_on(Check::SolverLockstep, attempt.puzzle, failure(attempt, cause));
        }
    }
}

/// Returns `true` if the solver now contradicts both the truth and its earlier answer.
fn is_misled(bench: &Bench<'_>, attempt: &Attempt<'_>) -> bool {
    let puzzle = attempt.puzzle;
    let case = Case::Solve(Solve {
        foreign: true,
        questions: vec![Question::IsSolvable],
        tiles: puzzle.tiles.to_vec(),
        other: Vec::new(),
    });
    let name = case_name(puzzle, true);
    let fuel = bench.budget(&name).fuel;
    let variation = Variation { masked: true, ..Variation::default() };
    let run = bench.run_with_fuel((Work::Instrumented, &name), fuel, &case, variation);
    let answers = judge::read_answers(&run.words, sight(&run, puzzle, true));
    let opposite = judge::Answer::Solvable(puzzle.answer.is_unsolvable());
    answers.is_ok_and(|(answers, _)| answers.contains(&opposite))
}
