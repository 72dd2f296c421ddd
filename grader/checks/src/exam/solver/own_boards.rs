//! Examines whether a solver also searches by the rules with the submission's own boards.

use std::collections::BTreeSet;

use grade::cause::SearchCause;
use grade::check::Check;
use probe::wire::QueueOrder;
use sandbox::run::Variation;
use sandbox::timing::WorkKind;

use super::attempt::{SolverAttempt, sort_by_size};
use super::failures::{SolverFindings, failure_on};
use super::solve::{case_name, solve_case, solve_once};
use super::{answers_rightly, session, size_and_moves};
use crate::exam::bench::Bench;
use crate::judge::CountedSearch;

/// The number of expansions from which a search in the reversed order cannot be the same by coincidence.
/// With two or three keys to choose from in each step, sixteen equal choices are practically impossible.
const TELLING: u64 = 16;

/// The number of searches to reverse. Two different searches rarely make as many steps by coincidence.
const REVERSED: usize = 2;

/// Adds the rules that a solver breaks only with the submission's own boards. Only searches with the right answers are
/// judged, on puzzles that the solver also searches, with the right answers, with the grader's boards.
pub(super) fn examine(
    bench: &Bench<'_>,
    own: &[SolverAttempt<'_>],
    foreign: &[SolverAttempt<'_>],
    found: &mut SolverFindings,
) {
    let is_right = |attempt: &&SolverAttempt<'_>| {
        attempt.solved.stops.is_empty() && answers_rightly(attempt, true)
    };
    let has_searched = |attempt: &&SolverAttempt<'_>| attempt.counted.calls.neighbors > 0;
    let foreign: Vec<&SolverAttempt<'_>> =
        foreign.iter().filter(is_right).filter(has_searched).collect();
    let of_graders = foreign.iter().flat_map(|attempt| attempt.counted.broken_rules());
    // A rule that the solver breaks with the grader's boards, too, has been reported with a better log.
    let known: BTreeSet<Check> =
        of_graders.map(|(check, _)| check).chain(found.failures.keys().copied()).collect();
    let mut fail = |check: Check, attempt: &SolverAttempt<'_>, cause: SearchCause| {
        if !known.contains(&check) {
            let failure = session::with_own_board(failure_on(attempt, cause));
            found.fail_on(check, attempt.puzzle, failure);
        }
    };
    let is_searched =
        |own: &&SolverAttempt<'_>| foreign.iter().any(|same| same.puzzle.name == own.puzzle.name);
    let ordered = sort_by_size(own).into_iter().filter(is_right).filter(is_searched);
    let own: Vec<&SolverAttempt<'_>> = ordered.collect();
    for attempt in &own {
        for (check, cause) in attempt.counted.broken_rules() {
            // A solver that gives up is right on an unsolvable board, and may give up only there with its own boards,
            // because its twin needs more moves. So the end of such a search proves nothing.
            let proves_nothing =
                check == Check::SolverGoalDequeued && attempt.puzzle.answer.is_unsolvable();
            if !proves_nothing {
                fail(check, attempt, cause);
            }
        }
    }
    let is_telling = |own: &&SolverAttempt<'_>| {
        let CountedSearch { calls, deleted, .. } = &own.counted;
        // With a queue for each priority, all keys of a queue are equal, so the order hardly matters.
        let has_few_queues = own.counted.uses_at_most_two_queues();
        size_and_moves(own.puzzle).0 > 2
            && calls.neighbors >= TELLING
            && *deleted > 0
            && has_few_queues
    };
    let telling: Vec<&SolverAttempt<'_>> =
        own.iter().copied().filter(is_telling).take(REVERSED).collect();
    if let [first, ..] = telling[..]
        && telling.iter().all(|attempt| ignores_its_queues(bench, attempt))
    {
        fail(Check::SolverMinPq, first, SearchCause::QueueForShow);
    }
}

/// Returns `true` if the search makes as many steps even when its queues return the greatest key instead of the least.
fn ignores_its_queues(bench: &Bench<'_>, attempt: &SolverAttempt<'_>) -> bool {
    let name = case_name(attempt.puzzle, false);
    let solve = solve_case(&attempt.puzzle.tiles, false, &[]);
    let variation = Variation { order: QueueOrder::Reversed, ..Variation::default() };
    let (run, _) =
        // Twice the fuel is enough for as many steps, even if each costs somewhat more in this order.
        solve_once(bench, (WorkKind::OwnBoards, &name), attempt.fuel * 2, solve, variation);
    let reversed = CountedSearch::from_log(&run.log);
    let steps =
        |counted: &CountedSearch| (counted.calls.neighbors, counted.inserted, counted.deleted);
    run.stop == grade::Stop::Done && steps(&reversed) == steps(&attempt.counted)
}
