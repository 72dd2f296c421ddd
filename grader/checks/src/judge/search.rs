//! Judges how a solver searches, based on the calls to the grader's boards.
//!
//! The number of steps is not compared with the model's, because it depends on tie-breaking, which submissions may
//! choose freely. All rules in this module hold regardless of tie-breaking.

mod counted_search;
mod critical;
mod cut_off;
mod facts;
mod forest;
mod holders;
mod keys;
mod lockstep;
mod moment;
mod trace;
#[cfg(test)]
mod worst;

pub(crate) use counted_search::CountedSearch;
pub(crate) use critical::{critical_optimization, is_overfull, worst_queue};
pub(crate) use cut_off::{classify_cut_off, classify_unseen_cut_off, is_going_on};
pub(crate) use facts::{GoalStatus, OWN, SearchFacts, TWIN, least_to_goal};
pub(crate) use lockstep::{PuzzleSearch, judge_lockstep, uses_private_boards};
pub(crate) use moment::{
    Again, KeyOrder, Orders, PathFault, SearchFault, find_first_wrong_step, find_path_fault,
    judge_queued_again, key_order,
};
pub(crate) use trace::trace_to_text;

use assignment::Puzzle;
use grade::budgets::{CALLED_BOARDS, STEPS_AFTER_GOAL};
use grade::cause::SearchCause;
use grade::words::{counted, method_call, singular_or_plural};
use grade::{Evidence, Failure, Value};
use probe::wire::Method;

use super::solver::evidence_of_call;

fn search_failure(
    puzzle: &Puzzle,
    call: &str,
    cause: SearchCause,
    expected: Value,
    actual: Value,
) -> Failure {
    let evidence = Evidence { expected, actual, ..evidence_of_call(puzzle, call) };
    Failure::from_cause(cause).with_evidence(evidence)
}

/// The allowed average number of distance calls per board: one call each for the priority, tie-breaking, and the goal
/// test. Boards without calls do not count, so creating extra boards does not lower the average.
pub(crate) const CALLS_ALLOWED: u64 = grade::budgets::CALLS;

/// Returns the number of calls of the most frequently called method, the method, and the number of boards with calls.
/// Returns `None` if the search is too small to judge.
pub(crate) fn distance_calls(search: &SearchFacts) -> Option<(u64, Method, u64)> {
    let calls = search.calls;
    let calls = [(calls.manhattan, Method::Manhattan), (calls.hamming, Method::Hamming)];
    let (most, method) = calls.into_iter().max_by_key(|(calls, _)| *calls)?;
    (search.measured >= CALLED_BOARDS).then_some((most, method, search.measured))
}

pub(crate) fn judge_caching(puzzle: &Puzzle, search: &SearchFacts) -> Option<Failure> {
    let (calls, method, boards) = distance_calls(search)?;
    if calls <= CALLS_ALLOWED * boards {
        return None;
    }
    let cause = SearchCause::Uncached { method, calls, boards };
    let expected = Value::Text(format!("at most {}", counted(CALLS_ALLOWED * boards, "call")));
    let actual = Value::Text(counted(calls, "call"));
    Some(search_failure(puzzle, method_call(method), cause, expected, actual))
}

pub(crate) fn judge_end_at_goal(puzzle: &Puzzle, search: &SearchFacts) -> Option<Failure> {
    let expected = "the end when the goal leaves the queue".to_owned();
    let (cause, actual) = match search.goal {
        // A search that runs out of keys ends, whether or not it has reached the goal.
        GoalStatus::Queued if !search.ran_dry => {
            (SearchCause::EndsEarly, "the end when the goal was generated as a neighbor".to_owned())
        }
        GoalStatus::Left { expanded_after } if expanded_after > STEPS_AFTER_GOAL => (
            SearchCause::GoesOn,
            format!(
                "{} {} expanded",
                counted(expanded_after, "more board"),
                singular_or_plural(expanded_after, "is", "are")
            ),
        ),
        _ => return None,
    };
    let (expected, actual) = (Value::Text(expected), Value::Text(actual));
    Some(search_failure(puzzle, "Solver::new()", cause, expected, actual))
}
