//! Whether the search ends when the goal leaves the queue.

use grade::cause::SearchCause;
use grade::{Failure, Value};

use super::facts::{Goal, Search};
use super::failure;
use crate::assignment::Puzzle;

/// The number of boards that may be expanded after the goal has left the queue: a step that was
/// begun is brought to its end.
const STEPS_AFTER: u64 = 2;

/// The failure of a search that ends too early or too late, if it does.
pub(crate) fn goal_dequeued(puzzle: &Puzzle, search: &Search) -> Option<Failure> {
    let expected = "to end when the goal leaves the queue".to_owned();
    let (cause, actual) = match search.goal {
        // Without keys a search ends, whether the goal is met or not.
        Goal::Queued if !search.ran_dry => {
            (SearchCause::EndsEarly, "ended when the goal was generated as a neighbor".to_owned())
        }
        Goal::Left { expanded_after } if expanded_after > STEPS_AFTER => {
            (SearchCause::GoesOn, format!("{expanded_after} more boards are expanded"))
        }
        _ => return None,
    };
    let (expected, actual) = (Value::Text(expected), Value::Text(actual));
    Some(failure(puzzle, "Solver::new()", cause, expected, actual))
}
