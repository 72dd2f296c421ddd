//! Examines how a solver uses `MinPq`.

use std::ops::RangeInclusive;

use assignment::Puzzle;
use base::seed::{choose, random_within};
use grade::cause::SearchCause;
use grade::check::Check;
use grade::{Evidence, Failure, Stop, Tiles, Value, Visibility};
use probe::wire::{Question, QueueOrder};
use sandbox::run::{Event, QueueDisorder, Run, Variation};
use sandbox::timing::WorkKind;
use slider::Tile;

use super::attempt::{SolverAttempt, first_expanded, sort_by_size};
use super::failures::{SolverFindings, failure_on};
use super::size_and_moves;
use super::solve::{case_name, solve_case, solve_once};
use crate::exam::bench::Bench;
use crate::exam::costs::CaseName;
use crate::judge::{self, SearchFacts};

/// The number of identical expansions that rules out coincidence.
/// See the same number in `own_boards.rs`.
const TELLING: usize = 16;

/// The number of expansions that the fuel for a search in the reversed order allows, on average.
/// Only the first [`first_expanded`] is compared, but a step may cost more than on average.
const STEPS: u64 = 256;

/// The number of searches to watch.
/// A queue that loses its order does so in any search with enough keys.
const WATCHED: usize = 3;

/// The maximum number of moves of a watched puzzle. The time for watching is quadratic in the number of keys.
/// A puzzle with 14 moves has some dozens of keys.
const WATCHED_MOVES: u32 = 14;

/// Determines whether the search uses the queue as the frontier, and whether the keys stay in order.
pub(super) fn examine(
    bench: &Bench<'_>,
    attempts: &[SolverAttempt<'_>],
    found: &mut SolverFindings,
) {
    let ordered = sort_by_size(attempts);
    // A solver that was not queried, after too many stops, has not necessarily searched.
    let has_searched = |attempt: &&SolverAttempt<'_>| {
        attempt.solved.stops.is_empty() && !attempt.solved.answers.is_empty()
    };
    let searched: Vec<_> = ordered
        .into_iter()
        .filter(has_searched)
        .filter(|attempt| requires_search(attempt.puzzle))
        .collect();
    for attempt in &searched {
        let cause = if attempt.deleted == 0 {
            SearchCause::NoQueue
        } else if attempt.search.expands_unqueued {
            SearchCause::Unqueued
        } else {
            continue;
        };
        found.fail_on(Check::SolverMinPq, attempt.puzzle, failure_on(attempt, cause));
    }
    // Without a queue that decides, there is no order to judge.
    if found.failures.contains_key(&Check::SolverMinPq) {
        found.is_unqueued = true;
        return;
    }
    // On a 2-by-2 board, a search has hardly any choice.
    let real = searched.iter().filter(|attempt| attempt.puzzle.tiles.len() > 2);
    let is_open = |attempt: &SolverAttempt<'_>| attempt.puzzle.visibility == Visibility::Visible;
    // The order matters if a queue has a choice. In the smallest search, queues with few keys are judged, too, unless there
    // are many queues.
    let has_choice = |attempt: &SolverAttempt<'_>| attempt.chosen >= TELLING;
    let mut long = real.clone().copied().filter(|attempt| attempt.trace.len() >= TELLING);
    let telling: Vec<_> = long.clone().filter(|attempt| has_choice(attempt)).collect();
    let smallest =
        long.find(|attempt| has_choice(attempt) || attempt.counted.uses_at_most_two_queues());
    let first_open = telling.iter().copied().find(|attempt| is_open(attempt));
    let drawn = some_of_each_size(&telling, bench.examiner.seed_of_choices());
    // The smallest search makes the simplest report, a program cannot prepare for a drawn one, and students may see a
    // visible one.
    for attempt in smallest.into_iter().chain(drawn).chain(first_open) {
        let is_of_use = !found.failures.contains_key(&Check::SolverMinPq)
            || found.has_only_hidden_failure(Check::SolverMinPq) && is_open(attempt);
        if is_of_use && ignores_reversed_queue(bench, attempt) {
            let cause = SearchCause::QueueForShow;
            found.fail_on(Check::SolverMinPq, attempt.puzzle, failure_on(attempt, cause));
            found.is_unqueued = true;
        }
    }
    if found.is_unqueued {
        return;
    }
    let listed = [3, 4].map(|n| (n, Visibility::Visible)).into_iter();
    let drawn = bench.examiner.draws.iter();
    // One board is drawn for each submission, so a program cannot recognize all of them.
    // Rotated, because the same seed draws the sizes of boards.
    let drawn =
        drawn.map(|draw| (random_within(&mut draw.seed.rotate_left(16), LARGE), draw.visibility));
    let ended = |(n, visibility)| {
        ends_without_the_goal(bench, n).map(|failure| Failure { visibility, ..failure })
    };
    if let Some(ended) = listed.chain(drawn).find_map(ended) {
        found.fail(Check::SolverGoalDequeued, ended);
    }
    let small: Vec<_> =
        real.filter(|attempt| size_and_moves(attempt.puzzle).1 <= WATCHED_MOVES).copied().collect();
    check_key_order(bench, small.iter().copied(), found);
    if found.has_only_hidden_failure(Check::SolverMinPq) {
        check_key_order(bench, small.iter().copied().filter(|attempt| is_open(attempt)), found);
    }
}

/// The number of rows of the largest board one move from the goal. The number is drawn.
/// A solver made for small boards may behave differently from five rows on. More than ten only take longer.
const LARGE: RangeInclusive<usize> = 5..=10;

/// Returns a drawn one of these searches for each number of rows, because a solver may follow its queue only on some boards.
fn some_of_each_size<'a, 'p>(
    ordered: &[&'a SolverAttempt<'p>],
    mut random: u64,
) -> Vec<&'a SolverAttempt<'p>> {
    let rows = |attempt: &&&SolverAttempt<'_>| attempt.puzzle.tiles.len();
    let groups = ordered.chunk_by(|one, other| rows(&one) == rows(&other));
    let drawn = groups.filter_map(|group| choose(&mut random, group));
    drawn.copied().collect()
}

/// Returns `true` if a puzzle requires a search. A solver may recognize unsolvable boards without one, which the
/// lockstep check judges.
fn requires_search(puzzle: &Puzzle) -> bool {
    size_and_moves(puzzle).1 > 1 && !puzzle.answer.is_unsolvable()
}

/// Checks whether keys keep their order in the searches on the largest of these puzzles.
fn check_key_order<'a, 'p: 'a>(
    bench: &Bench<'_>,
    small: impl DoubleEndedIterator<Item = &'a SolverAttempt<'p>>,
    found: &mut SolverFindings,
) {
    // The largest of these puzzles put the most keys into the queue.
    for attempt in small.rev().take(WATCHED) {
        if let Some(disorder) = find_disorder(bench, attempt) {
            let cause = match disorder {
                QueueDisorder::Changed => SearchCause::KeyChanges,
                QueueDisorder::Two => SearchCause::TwoOrders,
            };
            found.fail_on(Check::SolverMinPq, attempt.puzzle, failure_on(attempt, cause));
        }
    }
}

/// Repeats a search without asking the solver anything.
fn run_variation(
    bench: &Bench<'_>,
    attempt: &SolverAttempt<'_>,
    fuel: u64,
    variation: Variation,
) -> Run {
    let name = case_name(attempt.puzzle, true);
    let solve = solve_case(&attempt.puzzle.tiles, true, &[]);
    solve_once(bench, (WorkKind::Instrumented, &name), fuel, solve, variation).0
}

/// Returns `true` if the search expands the same boards even when a frontier queue returns the greatest key instead of
/// the least. If there are several such queues, the seed selects one.
fn ignores_reversed_queue(bench: &Bench<'_>, attempt: &SolverAttempt<'_>) -> bool {
    // Inverted, because the same seed draws the searches.
    let mut random = !bench.examiner.seed_of_choices();
    // Only one queue is reversed. If all were, a program could tell by using a queue of two numbers.
    let only = choose(&mut random, &attempt.carriers).copied();
    let variation = Variation { order: QueueOrder::Reversed, only, ..Variation::default() };
    // The search would not finish in the reversed order, but the first steps are enough.
    // A search that expanded nothing has no cost per step.
    let of_step = attempt.fuel / attempt.counted.calls.neighbors.max(1);
    let fuel = attempt.fuel.min(of_step.saturating_mul(STEPS));
    let reversed = first_expanded(&run_variation(bench, attempt, fuel, variation));
    let common = reversed.len().min(attempt.trace.len());
    common >= TELLING && reversed[..common] == attempt.trace[..common]
}

/// Returns the board with this number of rows in which only the last tile is to the right of the blank.
fn board_one_move_away(n: usize) -> Tiles {
    let mut cells: Vec<Tile> = (1..).take(n * n - 1).collect();
    cells.insert(n * n - 2, 0);
    Tiles::from_cells(n, &cells)
}

/// The fuel for a search that never dequeues the goal.
/// A correct search always burns all of it.
/// So it is a tiny part of the minimum budget.
pub(super) const NEVER: u64 = 4_000_000;

/// Returns a failure if a search ends although the queue never returns the goal. The goal has the least key, so it is
/// never dequeued in reversed order.
///
/// A solver may look at the least key instead of dequeuing it, but in this order, it cannot see the goal there, either.
fn ends_without_the_goal(bench: &Bench<'_>, n: usize) -> Option<Failure> {
    let tiles = board_one_move_away(n);
    let solve = solve_case(&tiles, true, &[Question::IsSolvable]);
    let variation = Variation { order: QueueOrder::Reversed, ..Variation::default() };
    let what = (WorkKind::Instrumented, &CaseName::OneMove);
    let (mut run, answers) = solve_once(bench, what, NEVER, solve, variation);
    run.log.events.retain(|event| !matches!(event, Event::Looked { .. }));
    let search = SearchFacts::new(&run.log, &run.boards);
    let gives_up = answers.contains(&judge::Answer::Solvable(false));
    // If a search runs out of keys, it ends in any order. If keys are equal, as in a search that orders them only by
    // moves, the goal may be dequeued first.
    let ends = run.stop == Stop::Done && !gives_up;
    (ends && !search.ran_dry && !search.is_goal_out).then(|| {
        Failure::from_cause(SearchCause::EndsEarly).with_evidence(Evidence {
            tiles,
            call: "Solver::new()".to_owned(),
            expected: Value::Text("the end when the goal leaves the queue".to_owned()),
            actual: Value::Text("the end while the goal was in the queue".to_owned()),
            ..Evidence::default()
        })
    })
}

fn find_disorder(bench: &Bench<'_>, attempt: &SolverAttempt<'_>) -> Option<QueueDisorder> {
    let variation = Variation { order: QueueOrder::Watched, ..Variation::default() };
    let run = run_variation(bench, attempt, attempt.budget.fuel, variation);
    run.log.disorder.filter(|_| !run.stop.is_graders_fault() && run.stop != Stop::Memory)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_tile_is_out_of_place() {
        assert_eq!(board_one_move_away(3).to_vec(), [vec![1, 2, 3], vec![4, 5, 6], vec![7, 0, 8]]);
        assert_eq!(board_one_move_away(4).to_vec()[3], [13, 14, 0, 15]);
    }
}
