//! Judges whether search nodes cache distances.

use assignment::Puzzle;
use grade::budgets::CALLED_BOARDS;
use grade::cause::SearchCause;
use grade::words::{counted, method_call};
use grade::{Failure, Value};
use probe::wire::Method;

use super::facts::SearchFacts;
use super::failure;

/// The allowed average number of distance calls per board: one call each for the priority, tie-breaking, and the goal
/// test. Boards without calls do not count, so creating extra boards does not lower the average.
pub(crate) const CALLS_ALLOWED: u64 = grade::budgets::CALLS;

/// Returns the number of calls of the most frequently called method, the method, and the number of boards with calls.
/// Returns `None` if the search is too small to judge.
pub(crate) fn calls(search: &SearchFacts) -> Option<(u64, Method, u64)> {
    let calls = search.calls;
    let calls = [(calls.manhattan, Method::Manhattan), (calls.hamming, Method::Hamming)];
    let (most, method) = calls.into_iter().max_by_key(|(calls, _)| *calls)?;
    (search.measured >= CALLED_BOARDS).then_some((most, method, search.measured))
}

pub(crate) fn caching(puzzle: &Puzzle, search: &SearchFacts) -> Option<Failure> {
    let (calls, method, boards) = calls(search)?;
    if calls <= CALLS_ALLOWED * boards {
        return None;
    }
    let cause = SearchCause::Uncached { method, calls, boards };
    let expected = Value::Text(format!("at most {}", counted(CALLS_ALLOWED * boards, "call")));
    let actual = Value::Text(counted(calls, "call"));
    Some(failure(puzzle, method_call(method), cause, expected, actual))
}
