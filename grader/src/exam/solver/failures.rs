//! Gathers what attempts show: the failures, each with its smallest puzzle, and the figures.

use std::collections::{BTreeMap, BTreeSet};

use super::attempt::{self, Attempt, by_size};
use crate::assignment::{Puzzle, RunLimits};
use crate::check::Check;
use crate::exam::bench::Bench;
use crate::exam::measure::{Measure, Measures, keep_worst};
use crate::grade::{Failure, Remark, Verdict};
use crate::judge::{self, Bytes, Ran};

/// What was found so far.
#[derive(Default)]
pub(super) struct Found {
    pub(super) failures: BTreeMap<Check, Failure>,
    pub(super) remarks: Vec<Remark>,
    pub(super) measures: Measures,
    /// The puzzles that show each failure.
    pub(super) shown: BTreeMap<Check, BTreeSet<String>>,
    pub(super) graders_fault: Option<Verdict>,
    /// Whether the queue does not carry the search, so that what happens there tells nothing.
    pub(super) is_unqueued: bool,
}

impl Found {
    /// A check fails for a reason that is in no puzzle.
    pub(super) fn fail(&mut self, check: Check, failure: Failure) {
        self.failures.entry(check).or_insert(failure);
    }

    /// A check fails on a puzzle. The first puzzle is the one that is shown.
    pub(super) fn fail_on(&mut self, check: Check, puzzle: &Puzzle, failure: Failure) {
        self.shown.entry(check).or_default().insert(puzzle.name.clone());
        self.fail(check, failure);
    }
}

/// What fails on these attempts by the answers and by the cost.
pub(super) fn of(bench: &Bench<'_>, limits: RunLimits, attempts: &[Attempt<'_>]) -> Found {
    let mut found = Found::default();
    // The checks that fail because the code went on for ever.
    let mut endless: Vec<Check> = Vec::new();
    for attempt in by_size(attempts) {
        for (check, failure) in judge::solver(attempt.puzzle, &attempt.solved) {
            // Where unsolvable boards are searched without end, the larger ones are no matter of
            // cost either.
            let unsolvable = attempt.puzzle.answer.is_unsolvable();
            let cause = if unsolvable { Check::SolverUnsolvable } else { Check::SolverMoves };
            if check == Check::SolverTime && endless.contains(&cause) {
                continue;
            }
            if attempt.is_endless() && !found.failures.contains_key(&check) {
                endless.push(check);
            }
            found.fail_on(check, attempt.puzzle, failure);
        }
        time(attempt, limits.time, &mut found);
        memory(bench, attempt, limits.solver_memory, &mut found);
    }
    drop_what_is_said_elsewhere(&mut found);
    found
}

/// A question that is not answered on any board is no matter of unsolvable ones.
fn drop_what_is_said_elsewhere(found: &mut Found) {
    let elsewhere = [Check::SolverSolvable, Check::SolverMoves, Check::SolverPath];
    let said = |check| found.failures.get(check).map(|failure| failure.summary.as_str());
    if let Some(summary) = said(&Check::SolverUnsolvable)
        && elsewhere.iter().any(|check| said(check) == Some(summary))
    {
        found.failures.remove(&Check::SolverUnsolvable);
        found.shown.remove(&Check::SolverUnsolvable);
    }
}

/// What a search for a puzzle does wrong, in words.
pub(super) fn failure(attempt: &Attempt<'_>, summary: impl Into<String>) -> Failure {
    Failure::new(summary).with_evidence(judge::evidence(attempt.puzzle, "Solver::new()"))
}

/// A multiple of the model's, in tenths, rounded up so that it never looks like what is allowed.
fn times(value: u64, model: u64) -> String {
    let tenths = value.saturating_mul(10).div_ceil(model.max(1));
    format!("{}.{}", tenths / 10, tenths % 10)
}

fn time(attempt: &Attempt<'_>, limit: u32, found: &mut Found) {
    let Some(model) = attempt.budget.model else { return };
    let measure = Measure::of(attempt.fuel, model, 100 * u64::from(limit)).on(&attempt.puzzle.name);
    let holds = measure.holds();
    if attempt.has_searched() || attempt.is_exhausted() {
        keep_worst(&mut found.measures, Check::SolverTime, measure);
    }
    // What exhausts its budget has failed already.
    if attempt.has_searched() && !holds {
        let ratio = times(attempt.fuel, model);
        let summary =
            format!("the solver takes {ratio} times the model's work; {limit} are allowed");
        found.fail_on(Check::SolverTime, attempt.puzzle, failure(attempt, summary));
    }
}

/// So many bytes at once are no sign of a search that takes too many. A closed set of texts has that
/// on a large and easy board, of which the model holds only numbers.
const BYTES_AT_ONCE: u64 = 256 << 10;

/// So many bytes kept are no sign that the search is.
const BYTES_KEPT: u64 = 16 << 10;

fn memory(bench: &Bench<'_>, attempt: &Attempt<'_>, limit: u32, found: &mut Found) {
    let Some(Bytes { peak, kept }) = attempt.bytes else { return };
    let case = attempt::case_name(attempt.puzzle, attempt.is_foreign);
    let model = |name: &str| bench.model.and_then(|costs| costs.get(name).copied());
    let (Some(model_peak), Some(model_kept)) =
        (model(&attempt::peak_name(&case)), model(&attempt::kept_name(&case)))
    else {
        return;
    };
    for (bytes, free, model, is_kept) in
        [(peak, BYTES_AT_ONCE, model_peak, false), (kept, BYTES_KEPT, model_kept, true)]
    {
        let measure = Measure::of(bytes.saturating_sub(free), model, 100 * u64::from(limit));
        let holds = measure.holds();
        keep_worst(&mut found.measures, Check::SolverMemory, measure.on(&attempt.puzzle.name));
        if holds {
            continue;
        }
        let ratio = times(bytes, model);
        let summary = if is_kept {
            format!(
                "the solver keeps {bytes} bytes, {ratio} times the model's; \
                 does it keep the search, and not only the solution?"
            )
        } else {
            format!(
                "the search has {bytes} bytes at once, {ratio} times the model's; {limit} are \
                 allowed"
            )
        };
        found.fail_on(Check::SolverMemory, attempt.puzzle, failure(attempt, summary));
    }
}

/// What fails by the way that the search goes, on the grader's boards; and, if the queue carries
/// it, by what happens there.
pub(super) fn search(attempts: &[Attempt<'_>], found: &mut Found) {
    let ordered = by_size(attempts);
    let ran: Vec<Ran<'_>> = ordered
        .iter()
        .map(|attempt| Ran {
            puzzle: attempt.puzzle,
            search: &attempt.search,
            has_ended: attempt.solved.stops.is_empty(),
            gives_up: attempt.solved.answers.solvable == Some(false),
        })
        .collect();
    let lockstep = judge::lockstep(&ran);
    for puzzle in lockstep.wrong {
        found.shown.entry(Check::SolverLockstep).or_default().insert(puzzle.name.clone());
    }
    if let Some(failure) = lockstep.failure {
        found.fail(Check::SolverLockstep, failure);
    } else if lockstep.is_shared {
        let text = "one queue holds both searches; that is allowed".to_owned();
        found.remarks.push(Remark { check: Some(Check::SolverLockstep), text });
    }
    for attempt in ordered {
        let (puzzle, search) = (attempt.puzzle, &attempt.search);
        if !found.is_unqueued {
            at_queue(attempt, found);
        }
        if let Some((calls, _, boards)) = judge::distance_calls(search) {
            let measure = Measure::of(calls, boards, 100 * judge::CALLS_ALLOWED).on(&puzzle.name);
            keep_worst(&mut found.measures, Check::SolverCaching, measure);
        }
        if let Some(failure) = judge::caching(puzzle, search) {
            found.fail_on(Check::SolverCaching, puzzle, failure);
        }
    }
}

fn at_queue(attempt: &Attempt<'_>, found: &mut Found) {
    let (puzzle, search) = (attempt.puzzle, &attempt.search);
    // A solver that gives up ends before the goal has left the queue, too, but not because of it.
    let is_right = attempt.solved.answers.solvable == Some(!puzzle.answer.is_unsolvable());
    if attempt.solved.stops.is_empty()
        && is_right
        && let Some(failure) = judge::goal_dequeued(puzzle, search)
    {
        found.fail_on(Check::SolverGoalDequeued, puzzle, failure);
    }
    if let Some((queued, most)) = judge::worst_queue(search) {
        let measure = Measure::of(queued, most, 100).on(&puzzle.name);
        keep_worst(&mut found.measures, Check::SolverCriticalOptimization, measure);
    }
    if let Some(failure) = judge::critical_optimization(puzzle, search) {
        found.fail_on(Check::SolverCriticalOptimization, puzzle, failure);
    }
}
