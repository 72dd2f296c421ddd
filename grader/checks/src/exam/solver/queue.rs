//! Examines how a solver uses `MinPq`.

use assignment::Puzzle;
use base::seed::next_random;
use grade::cause::SearchCause;
use grade::check::Check;
use grade::{Evidence, Failure, Stop, Tiles, Value, Visibility};
use probe::wire::{Question, QueueOrder};
use sandbox::run::{Disorder, Run, Variation};
use sandbox::timing::Work;

use super::attempt::{Attempt, by_size, trace};
use super::failures::{Found, failure};
use super::size;
use super::solve::{case_name, solve, solve_once};
use crate::exam::bench::Bench;
use crate::exam::costs::CaseName;
use crate::judge::{self, Search};

/// The number of identical expansions that rules out coincidence.
const TELLING: usize = 16;

const WATCHED: usize = 3;

/// The maximum number of moves of a watched puzzle. The time for watching is quadratic in the number of keys.
const WATCHED_MOVES: u32 = 14;

/// Determines whether the search uses the queue as the frontier, and whether the keys stay in order.
pub(super) fn examine(bench: &Bench<'_>, attempts: &[Attempt<'_>], found: &mut Found) {
    let ordered = by_size(attempts);
    // A solver that was not queried, after too many stops, has not necessarily searched.
    let has_searched = |attempt: &&Attempt<'_>| {
        attempt.solved.stops.is_empty() && !attempt.solved.answers.is_empty()
    };
    let searched: Vec<_> =
        ordered.into_iter().filter(has_searched).filter(|it| is_due(it.puzzle)).collect();
    for attempt in &searched {
        let cause = if attempt.deleted == 0 {
            SearchCause::NoQueue
        } else if attempt.search.expands_unqueued {
            SearchCause::Unqueued
        } else {
            continue;
        };
        found.fail_on(Check::SolverMinPq, attempt.puzzle, failure(attempt, cause));
    }
    if found.failures.contains_key(&Check::SolverMinPq) {
        found.is_unqueued = true;
        return;
    }
    // On a 2-by-2 board, a search has hardly any choice.
    let mut real = searched.iter().filter(|it| it.puzzle.tiles.len() > 2);
    let is_open = |it: &Attempt<'_>| it.puzzle.visibility == Visibility::Visible;
    let first = real.clone().find(|it| it.trace.len() >= TELLING);
    if first.is_some_and(|attempt| goes_the_same_way(bench, attempt)) {
        let first_open = real.find(|it| it.trace.len() >= TELLING && is_open(it));
        for attempt in first.into_iter().chain(first_open) {
            if !found.failures.contains_key(&Check::SolverMinPq)
                || found.hides(Check::SolverMinPq) && goes_the_same_way(bench, attempt)
            {
                let cause = SearchCause::QueueForShow;
                found.fail_on(Check::SolverMinPq, attempt.puzzle, failure(attempt, cause));
            }
        }
        found.is_unqueued = true;
        return;
    }
    if let Some(stopped) = ends_without_the_goal(bench) {
        found.fail(Check::SolverGoalDequeued, stopped);
    }
    // Among the small puzzles, the largest generate the most nodes.
    let small: Vec<_> = real.filter(|it| size(it.puzzle).1 <= WATCHED_MOVES).copied().collect();
    watch(bench, small.iter().copied(), found);
    if found.hides(Check::SolverMinPq) {
        watch(bench, small.iter().copied().filter(|it| is_open(it)), found);
    }
}

/// Returns `true` if a puzzle requires a search. A solver may recognize unsolvable boards without one, which the
/// lockstep check judges.
fn is_due(puzzle: &Puzzle) -> bool {
    size(puzzle).1 > 1 && !puzzle.answer.is_unsolvable()
}

/// Checks whether keys keep their order in the searches on the largest of these puzzles.
fn watch<'a, 'p: 'a>(
    bench: &Bench<'_>,
    small: impl DoubleEndedIterator<Item = &'a Attempt<'p>>,
    found: &mut Found,
) {
    for attempt in small.rev().take(WATCHED) {
        if let Some(disorder) = disorder(bench, attempt) {
            let cause = match disorder {
                Disorder::Changed => SearchCause::KeyChanges,
                Disorder::Two => SearchCause::TwoOrders,
            };
            found.fail_on(Check::SolverMinPq, attempt.puzzle, failure(attempt, cause));
        }
    }
}

/// Repeats a search without asking the solver anything.
fn run(bench: &Bench<'_>, attempt: &Attempt<'_>, fuel: u64, variation: Variation) -> Run {
    let name = case_name(attempt.puzzle, true);
    let solve = solve(&attempt.puzzle.tiles, true, &[]);
    solve_once(bench, (Work::Instrumented, &name), fuel, solve, variation).0
}

/// Returns `true` if the search expands the same boards even when a frontier queue returns the greatest key instead of
/// the least. If there are several such queues, the seed selects one.
fn goes_the_same_way(bench: &Bench<'_>, attempt: &Attempt<'_>) -> bool {
    let mut random = !bench.examiner.seed_of_choices();
    let below = u64::try_from(attempt.carriers.len()).unwrap_or(0).max(1);
    let index = usize::try_from(next_random(&mut random) % below).unwrap_or(0);
    let only = attempt.carriers.get(index).copied();
    let variation = Variation { order: QueueOrder::Reversed, only, ..Variation::default() };
    // The search would not finish in the reversed order, but the first steps are enough.
    let reversed = trace(&run(bench, attempt, attempt.fuel, variation));
    let common = reversed.len().min(attempt.trace.len());
    common >= TELLING && reversed[..common] == attempt.trace[..common]
}

const ONE_MOVE: [[u16; 3]; 3] = [[1, 2, 3], [4, 5, 6], [7, 0, 8]];

/// The fuel for a search that never dequeues the goal.
pub(super) const NEVER: u64 = 4_000_000;

/// Returns a failure if a search ends although the queue never returns the goal. The goal has the least key, so it is
/// never dequeued in reversed order.
fn ends_without_the_goal(bench: &Bench<'_>) -> Option<Failure> {
    let tiles: Tiles = ONE_MOVE.iter().map(|row| row.to_vec()).collect();
    let solve = solve(&tiles, true, &[Question::IsSolvable]);
    let variation = Variation { order: QueueOrder::Reversed, ..Variation::default() };
    let what = (Work::Instrumented, &CaseName::OneMove);
    let (run, answers) = solve_once(bench, what, NEVER, solve, variation);
    let search = Search::new(&run.log, &run.boards);
    let gives_up = answers.contains(&judge::Answer::Solvable(false));
    // If a search runs out of keys, it ends in any order. If keys are equal, as in a search that orders them only by
    // moves, the goal may be dequeued first.
    let ends = run.stop == Stop::Done && !gives_up;
    (ends && !search.ran_dry && !search.is_goal_out).then(|| {
        Failure::of(SearchCause::EndsEarly).with_evidence(Evidence {
            tiles,
            call: "Solver::new()".to_owned(),
            expected: Value::Text("the end when the goal leaves the queue".to_owned()),
            actual: Value::Text("the end while the goal was in the queue".to_owned()),
            ..Evidence::default()
        })
    })
}

fn disorder(bench: &Bench<'_>, attempt: &Attempt<'_>) -> Option<Disorder> {
    let variation = Variation { order: QueueOrder::Watched, ..Variation::default() };
    let run = run(bench, attempt, attempt.budget.fuel, variation);
    run.log.disorder.filter(|_| !run.stop.is_graders_fault() && run.stop != Stop::Memory)
}
