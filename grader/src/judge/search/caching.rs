//! Whether distances are kept with the node, or worked out at each comparison.

use super::facts::Search;
use super::failure;
use crate::assignment::Puzzle;
use crate::grade::{Failure, Value};

/// How often a board may be asked for a distance, on average: for its priority, for breaking ties,
/// and for whether it is the goal. The same goes for its text, from which distances can be read, too.
/// The average is that of boards that are asked at all: to make more boards is no excuse.
pub(crate) const CALLS_ALLOWED: u64 = 3;

/// On fewer boards a call more or less tells nothing.
const LEAST_BOARDS: u64 = 40;

/// The calls of what is asked for most often, its name, and the number of boards that are asked;
/// `None` if the search is too small to tell.
pub(crate) fn calls(search: &Search) -> Option<(u64, &'static str, u64)> {
    let calls = search.calls;
    let calls = [
        (calls.manhattan, "manhattan()"),
        (calls.hamming, "hamming()"),
        (calls.text, "to_string()"),
    ];
    let (most, name) = calls.into_iter().max()?;
    (search.asked >= LEAST_BOARDS).then_some((most, name, search.asked))
}

/// What is wrong with how often distances are asked for.
pub(crate) fn caching(puzzle: &Puzzle, search: &Search) -> Option<Failure> {
    let (calls, name, boards) = calls(search)?;
    if calls <= CALLS_ALLOWED * boards {
        return None;
    }
    let summary = format!(
        "{name} is called {calls} times for {boards} boards; \
         is it called whenever two nodes are compared?"
    );
    let expected = Value::Text(format!("{} at most", CALLS_ALLOWED * boards));
    Some(failure(puzzle, name, summary, expected, Value::Number(calls)))
}
