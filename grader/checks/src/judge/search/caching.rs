//! Whether distances are kept with the node, or worked out at each comparison.

use grade::cause::SearchCause;
use grade::words::method_call;
use grade::{Failure, Value};
use probe::wire::Method;

use super::facts::Search;
use super::failure;
use crate::assignment::Puzzle;

/// The number of times that a board may be asked for a distance, on average: for its priority, for
/// breaking ties, and for whether it is the goal. The same goes for its text, from which distances
/// can be read, too. The average is that of boards that are asked at all: to make more boards is no
/// excuse.
pub(crate) const CALLS_ALLOWED: u64 = grade::budgets::CALLS;

/// On fewer boards a call more or less tells nothing.
const LEAST_BOARDS: u64 = 40;

/// The calls of what is asked for most often, what that is, and the number of boards that are asked;
/// `None` if the search is too small to tell.
pub(crate) fn calls(search: &Search) -> Option<(u64, Method, u64)> {
    let calls = search.calls;
    let calls = [
        (calls.manhattan, Method::Manhattan),
        (calls.hamming, Method::Hamming),
        (calls.text, Method::Display),
    ];
    let (most, method) = calls.into_iter().max_by_key(|(calls, _)| *calls)?;
    (search.asked >= LEAST_BOARDS).then_some((most, method, search.asked))
}

/// The failure of a search that asks for distances too often, if it does.
pub(crate) fn caching(puzzle: &Puzzle, search: &Search) -> Option<Failure> {
    let (calls, method, boards) = calls(search)?;
    if calls <= CALLS_ALLOWED * boards {
        return None;
    }
    let cause = SearchCause::Uncached { method, calls, boards };
    let expected = Value::Text(format!("{} at most", CALLS_ALLOWED * boards));
    Some(failure(puzzle, method_call(method), cause, expected, Value::Number(calls)))
}
