//! Judges how a solver searches, based on the calls to the grader's boards.
//!
//! The number of steps is not compared with the model's, because it depends on tie-breaking, which submissions may
//! choose freely. All rules in this module hold regardless of tie-breaking.

mod caching;
mod counted;
mod critical;
mod cut_off;
mod dequeued;
mod facts;
mod forest;
mod holders;
mod keys;
mod lockstep;
mod moment;
mod trace;
#[cfg(test)]
mod worst;

pub(crate) use caching::{CALLS_ALLOWED, caching, calls as distance_calls};
pub(crate) use counted::CountedSearch;
pub(crate) use critical::{critical_optimization, is_overfull, worst as worst_queue};
pub(crate) use cut_off::{cut_off, cut_off_unseen, is_going_on};
pub(crate) use dequeued::goal_dequeued;
pub(crate) use facts::{GoalStatus, OWN, SearchFacts, least_to_goal};
pub(crate) use lockstep::{PuzzleSearch, lockstep, never_asks};
pub(crate) use moment::{
    Again, KeyOrder, Orders, PathFault, SearchFault, key_order, moment, queued_again, way,
};
pub(crate) use trace::trace;

use assignment::Puzzle;
use grade::cause::SearchCause;
use grade::{Evidence, Failure, Value};

use super::solver::evidence;

fn failure(
    puzzle: &Puzzle,
    call: &str,
    cause: SearchCause,
    expected: Value,
    actual: Value,
) -> Failure {
    let evidence = Evidence { expected, actual, ..evidence(puzzle, call) };
    Failure::from_cause(cause).with_evidence(evidence)
}
