//! Judges whether the search ends as soon as the goal is dequeued.

use assignment::Puzzle;
use grade::budgets::STEPS_AFTER_GOAL;
use grade::cause::SearchCause;
use grade::words::{counted, singular_or_plural};
use grade::{Failure, Value};

use super::facts::{GoalStatus, SearchFacts};
use super::failure;

pub(crate) fn goal_dequeued(puzzle: &Puzzle, search: &SearchFacts) -> Option<Failure> {
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
    Some(failure(puzzle, "Solver::new()", cause, expected, actual))
}
