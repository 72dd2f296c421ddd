//! Collects failures and measurements from attempts. Each failure reports the smallest puzzle that exposes it.

mod other_failures;

use std::collections::{BTreeMap, BTreeSet};

use assignment::Puzzle;
use grade::budgets;
use grade::cause::{Cause, SearchCause, SolverCause};
use grade::check::Check;
use grade::{Failure, Measure, Measures, Remark, Verdict, Visibility};

use sandbox::run::Run;

use super::attempt::{SolverAttempt, sort_by_size};
use super::solve;
use crate::exam::bench::Bench;
use crate::exam::costs::{CaseName, CostKey};
use crate::exam::keep_worst;
use crate::judge::{self, Again, Bytes, PuzzleSearch};
pub(super) use other_failures::{list_other_failures, refine_path_failure};

#[derive(Default)]
pub(super) struct SolverFindings {
    pub(super) failures: BTreeMap<Check, Failure>,
    pub(super) remarks: Vec<Remark>,
    pub(super) measures: Measures,
    /// The other kinds of failures of each check, each with the smallest puzzle that exposes it.
    pub(super) beside: BTreeMap<Check, Vec<Failure>>,
    pub(super) shown: BTreeMap<Check, BTreeSet<String>>,
    pub(super) graders_fault: Option<Verdict>,
    /// Whether the search does not use the queue as a frontier. If so, queue observations are not evidence.
    pub(super) is_unqueued: bool,
    pub(super) is_unseen: bool,
    /// The checks that lack observations because a run was stopped.
    pub(super) cut_short: BTreeSet<Check>,
    /// Whether dropping a solver was stopped. Sessions then keep their solvers.
    pub(super) is_drop_stopped: bool,
}

impl SolverFindings {
    /// Records a failure. Keeps the first failure, unless a later one has a wider audience.
    pub(super) fn fail(&mut self, check: Check, failure: Failure) {
        let kept = self.failures.get(&check);
        if kept.is_none_or(|kept| failure.visibility < kept.visibility) {
            self.failures.insert(check, failure);
        }
    }

    /// Records a failure on a puzzle, and limits its audience to that of the puzzle.
    pub(super) fn fail_on(&mut self, check: Check, puzzle: &Puzzle, mut failure: Failure) {
        self.shown.entry(check).or_default().insert(puzzle.name.clone());
        failure.visibility = failure.visibility.max(puzzle.visibility);
        self.fail(check, failure);
    }

    /// Returns `true` if a check has only a hidden failure, so it is worth looking for a visible one.
    pub(super) fn has_only_hidden_failure(&self, check: Check) -> bool {
        let failure = self.failures.get(&check);
        failure.is_some_and(|failure| failure.visibility != Visibility::Visible)
    }
}

pub(super) fn find_failures(bench: &Bench<'_>, attempts: &[SolverAttempt<'_>]) -> SolverFindings {
    let mut found = SolverFindings::default();
    let mut endless: Vec<Check> = Vec::new();
    for attempt in sort_by_size(attempts) {
        for (check, failure) in judge::solver(attempt.puzzle, &attempt.solved) {
            // If the search does not terminate on an unsolvable board, do not also report larger ones as expensive.
            let unsolvable = attempt.puzzle.answer.is_unsolvable();
            let cause = if unsolvable { Check::SolverUnsolvable } else { Check::SolverMoves };
            if check == Check::SolverTime && endless.contains(&cause) {
                continue;
            }
            if attempt.is_endless() && !found.failures.contains_key(&check) {
                endless.push(check);
            }
            other_failures::add_other(&mut found, check, attempt.puzzle, &failure);
            found.fail_on(check, attempt.puzzle, failure);
        }
        judge_time(bench, attempt, &mut found);
        judge_memory(bench, attempt, &mut found);
    }
    other_failures::drop_what_is_said_elsewhere(&mut found);
    found
}

pub(super) fn failure_on(attempt: &SolverAttempt<'_>, cause: impl Into<Cause>) -> Failure {
    Failure::from_cause(cause)
        .with_evidence(judge::evidence_of_call(attempt.puzzle, "Solver::new()"))
}

/// Returns `value` as a multiple of the model's value, in tenths. Rounds up to make a value above the limit look higher
/// than it.
pub(super) fn ratio_in_tenths(value: u64, model: u64) -> u64 {
    // A cost of zero would divide by zero. Any value is then far above it.
    value.saturating_mul(10).div_ceil(model.max(1))
}

/// Returns `true` if the cost on a puzzle is representative of the search.
pub(super) fn is_cost_representative(puzzle: &Puzzle) -> bool {
    puzzle.tiles.len() <= budgets::MEASURED_ROWS
}

fn judge_time(bench: &Bench<'_>, attempt: &SolverAttempt<'_>, found: &mut SolverFindings) {
    let limit = bench.limits().time;
    let Some(model) = attempt.budget.model else { return };
    let measure = Measure::in_units(attempt.fuel, model, 100 * u64::from(limit))
        .on_puzzle(&attempt.puzzle.name);
    let holds = measure.holds();
    let is_measured = is_cost_representative(attempt.puzzle);
    // An exhausted attempt fails on every size, so the report must show its measure.
    if attempt.has_searched() && is_measured || attempt.is_exhausted() {
        keep_worst(&mut found.measures, Check::SolverTime, measure);
    }
    // An attempt that exhausted its budget has already failed.
    let has_finished = attempt.has_searched() && attempt.solved.stop_of_drop.is_none();
    if has_finished && is_measured && !holds {
        let without_drop = attempt.fuel - attempt.fuel_of_drop;
        let tenths_of = |fuel| ratio_in_tenths(fuel, model);
        let cause = if Measure::in_units(without_drop, model, 100 * u64::from(limit)).holds() {
            let without = tenths_of(without_drop);
            SolverCause::WorkOfDrop { tenths: tenths_of(attempt.fuel), without, limit }
        } else {
            SolverCause::Work { tenths: tenths_of(attempt.fuel), limit, worst: None, flaw: None }
        };
        found.fail_on(Check::SolverTime, attempt.puzzle, failure_on(attempt, cause));
    }
}

fn judge_memory(bench: &Bench<'_>, attempt: &SolverAttempt<'_>, found: &mut SolverFindings) {
    let limit = bench.limits().solver_memory;
    let Some(Bytes { peak, kept }) =
        attempt.bytes.filter(|_| is_cost_representative(attempt.puzzle))
    else {
        return;
    };
    let case = solve::case_name(attempt.puzzle, attempt.is_foreign);
    let model = |key: CostKey| bench.model_cost(&key);
    let (Some(model_peak), Some(model_kept)) =
        (model(CostKey::BytesAtOnce(case.clone())), model(CostKey::BytesKept(case)))
    else {
        return;
    };
    for (bytes, free, model, is_kept) in [
        (peak, budgets::SEARCH_BYTES, model_peak, false),
        (kept, budgets::SOLUTION_BYTES, model_kept, true),
    ] {
        let measure = Measure::in_units(bytes.saturating_sub(free), model, 100 * u64::from(limit));
        let holds = measure.holds();
        keep_worst(
            &mut found.measures,
            Check::SolverMemory,
            measure.on_puzzle(&attempt.puzzle.name),
        );
        if holds {
            continue;
        }
        let tenths = ratio_in_tenths(bytes, model);
        let allowed = Some(model.saturating_mul(u64::from(limit)).saturating_add(free));
        let failure = if is_kept {
            failure_on(attempt, SolverCause::BytesKept { bytes, tenths, allowed })
        } else {
            failure_on(attempt, SolverCause::BytesAtOnce { bytes, tenths, limit, allowed })
        };
        found.fail_on(Check::SolverMemory, attempt.puzzle, failure);
    }
}

/// Adds the memory that the solver's heap does not include, and records the result.
pub(super) fn note_memory(
    bench: &Bench<'_>,
    case: &CaseName,
    run: &Run,
    bytes: Option<&mut Bytes>,
) {
    bench.record_cost(&CostKey::Statics, run.statics as u64);
    let Some(bytes) = bytes else { return };
    if let Some(model) = bench.model_cost(&CostKey::Statics) {
        // Memory for statics counts as much as allocated memory.
        let statics = (run.statics as u64).saturating_sub(model + FREE_STATICS);
        bytes.peak += statics;
        bytes.kept += statics;
    }
    bytes.peak = bytes.peak.max(bytes_grown(run.memory, run.statics));
    bench.record_cost(&CostKey::BytesAtOnce(case.clone()), bytes.peak);
    bench.record_cost(&CostKey::BytesKept(case.clone()), bytes.kept);
}

/// The bytes of statics to allow beyond the model's, because tables of constants belong to the program.
/// For example, the distances of all solvable 3-by-3 boards take 181,440 bytes.
const FREE_STATICS: u64 = 1 << 20;

/// Returns the minimum number of bytes that a program must have used at once for its memory to grow to this size.
///
/// The guest's allocator counts exactly, but unsound code can change its counters. The size of the memory cannot be
/// changed, but it also includes what the allocator wastes: the rest of its last request, blocks that are up to twice as
/// large as needed, and the blocks that a growing list has left.
fn bytes_grown(memory: usize, statics: usize) -> u64 {
    // The allocator grows by at least sixteen pages of 64 KiB.
    const LAST_REQUEST: usize = 1 << 20;
    // A block wastes up to half, and the old blocks of a list that doubles are as large as its new one.
    const WASTE: usize = 4;
    (memory.saturating_sub(statics).saturating_sub(LAST_REQUEST) / WASTE) as u64
}

/// Adds failures of the searches with the grader's boards. Failures of the queue need a search that uses it as the
/// frontier.
pub(super) fn examine_searches(
    bench: &Bench<'_>,
    attempts: &[SolverAttempt<'_>],
    found: &mut SolverFindings,
) {
    let forbids_one_queue = bench.examiner.assignment.is_strict(Check::SolverLockstep);
    let ordered = sort_by_size(attempts);
    let ran: Vec<PuzzleSearch<'_>> = ordered
        .iter()
        .map(|attempt| PuzzleSearch {
            puzzle: attempt.puzzle,
            search: &attempt.search,
            has_ended: attempt.solved.stops.is_empty(),
            gives_up: attempt.solved.answers.solvable == Some(false),
        })
        .collect();
    found.is_unseen = judge::uses_private_boards(&ran);
    let lockstep = judge::judge_lockstep(&ran, forbids_one_queue);
    for puzzle in lockstep.wrong {
        found.shown.entry(Check::SolverLockstep).or_default().insert(puzzle.name.clone());
    }
    if let Some(failure) = lockstep.failure {
        found.fail(Check::SolverLockstep, failure);
    } else if let Some(visibility) = lockstep.shared {
        let text = "both searches share one queue; this is allowed";
        let remark = Remark::new(Some(Check::SolverLockstep), text);
        found.remarks.push(Remark { visibility, ..remark });
    }
    judge_twin_order(&ordered, found);
    for attempt in ordered {
        let (puzzle, search) = (attempt.puzzle, &attempt.search);
        if !found.is_unqueued && !found.is_unseen {
            judge_queue_use(attempt, found);
        }
        if let Some((calls, _, boards)) = judge::distance_calls(search) {
            let measure = Measure::in_units(calls, boards, 100 * judge::CALLS_ALLOWED)
                .on_puzzle(&puzzle.name);
            keep_worst(&mut found.measures, Check::SolverCaching, measure);
        }
        if let Some(failure) = judge::judge_caching(puzzle, search) {
            found.fail_on(Check::SolverCaching, puzzle, failure);
        }
    }
}

/// The number of keys in the right order that show that the board's search is ordered by moves and Manhattan distance.
/// In a wrong order, one of the first keys is usually wrong, so this many right ones are no coincidence.
const ORDERED: u64 = 16;

/// Adds the failure of a twin's search whose order differs from that of the board's search.
fn judge_twin_order(ordered: &[&SolverAttempt<'_>], found: &mut SolverFindings) {
    let read = || ordered.iter().filter_map(|attempt| Some((*attempt, attempt.key_order?)));
    let compared: u64 = read().map(|(_, order)| order.compared).sum();
    if compared < ORDERED || read().any(|(_, order)| order.is_wrong[judge::OWN]) {
        return;
    }
    for (attempt, _) in read().filter(|(_, order)| order.is_wrong[judge::TWIN]) {
        let cause = SearchCause::TwinOutOfOrder;
        found.fail_on(Check::SolverLockstep, attempt.puzzle, failure_on(attempt, cause));
    }
}

fn judge_queue_use(attempt: &SolverAttempt<'_>, found: &mut SolverFindings) {
    let (puzzle, search) = (attempt.puzzle, &attempt.search);
    // A solver that gives up also ends before it dequeues the goal, but for a different reason. If it gives up on
    // solvable boards, it may also give up on unsolvable ones.
    let may_give_up =
        puzzle.answer.is_unsolvable() && found.failures.contains_key(&Check::SolverSolvable);
    let is_right = attempt.solved.answers.solvable == Some(!puzzle.answer.is_unsolvable());
    if attempt.solved.stops.is_empty() && is_right && !may_give_up {
        let later = attempt.later.iter().map(|(search, _)| search);
        let mut searches = std::iter::once(search).chain(later);
        if let Some(failure) = searches.find_map(|search| judge::judge_end_at_goal(puzzle, search))
        {
            found.fail_on(Check::SolverGoalDequeued, puzzle, failure);
        }
    }
    // Only a known key counts against a later search, because it may have kept boards of an earlier one.
    let later = attempt.later.iter().map(|(search, again)| (search, *again));
    let later = later.filter(|(_, again)| *again == Again::Once);
    for (search, again) in [(search, attempt.again)].into_iter().chain(later) {
        // If another reason for enqueuing too many keys is proven, their number does not count against the search.
        if let Some((queued, most)) = judge::worst_queue(search)
            && again != Again::Never
        {
            let measure = Measure::in_units(queued, most, 100).on_puzzle(&puzzle.name);
            keep_worst(&mut found.measures, Check::SolverCriticalOptimization, measure);
        }
        if let Some(failure) = judge::critical_optimization(puzzle, search, again) {
            found.fail_on(Check::SolverCriticalOptimization, puzzle, failure);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use assignment::ExpectedAnswer;

    fn puzzle(name: &str, visibility: Visibility) -> Puzzle {
        let tiles = vec![vec![1, 0], vec![3, 2]];
        Puzzle {
            name: name.to_owned(),
            tiles: tiles.into(),
            answer: ExpectedAnswer::Moves(1),
            visibility,
        }
    }

    #[test]
    fn a_visible_failure_replaces_a_hidden_one() {
        let mut found = SolverFindings::default();
        let mut fail = |name: &str, visibility| {
            let failure = Failure::from_summary(name);
            found.fail_on(Check::SolverMoves, &puzzle(name, visibility), failure);
            let kept = &found.failures[&Check::SolverMoves];
            (kept.summary.clone(), found.has_only_hidden_failure(Check::SolverMoves))
        };
        let kept = |name: &str, is_hidden| (name.to_owned(), is_hidden);
        assert_eq!(fail("hidden", Visibility::Hidden), kept("hidden", true));
        assert_eq!(fail("late", Visibility::AfterDueDate), kept("late", true));
        assert_eq!(fail("open", Visibility::Visible), kept("open", false));
        assert_eq!(fail("larger", Visibility::Visible), kept("open", false));
        assert_eq!(fail("hidden again", Visibility::Hidden), kept("open", false));
        assert_eq!(found.shown[&Check::SolverMoves].len(), 5, "each of them shows it");
        let failure = Failure { visibility: Visibility::Hidden, ..Failure::from_summary("beside") };
        found.fail_on(Check::SolverImmutable, &puzzle("open", Visibility::Visible), failure);
        assert!(
            found.has_only_hidden_failure(Check::SolverImmutable)
                && !found.has_only_hidden_failure(Check::SolverPath)
        );
    }

    #[test]
    fn hidden_memory_is_seen_in_the_size_of_the_memory() {
        let statics = 17 << 16;
        // The allocator requests a mebibyte at a time, so small programs look alike.
        assert_eq!(bytes_grown(statics, statics), 0);
        assert_eq!(bytes_grown(statics + (1 << 20), statics), 0);
        // More than the limit for small puzzles, on which the model uses a few kilobytes.
        let hidden = bytes_grown(statics + (6 << 20), statics);
        assert_eq!(hidden, 5 << 18);
        assert!(hidden > (4 * 256) << 10);
        // A list that grows to 32 MiB one item at a time has left lists of 1, 2, 4, ..., 16 MiB, and then requests a block
        // of 64 MiB, although only 33 MiB are used.
        assert!(bytes_grown(statics + (128 << 20), statics) <= 33 << 20);
    }
}
