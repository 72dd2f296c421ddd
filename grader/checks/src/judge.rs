//! Compares observations with the correct values and reports faults.

mod answers;
mod cases;
mod collisions;
mod completed_path;
mod derived_boards;
mod equality;
mod facts;
mod findings;
mod goal_mistakes;
mod growth;
mod immutable;
mod miscount;
mod missing_end;
mod moved_boards;
mod neighbors;
mod path;
#[cfg(test)]
mod property;
mod repeated_questions;
mod search;
mod session;
mod sizes;
mod solver;
mod stops;
mod survey;
mod walk;

pub(crate) use answers::{Answer, Answers, BoardReading, Bytes, QUESTIONS, read_answers};
pub(crate) use cases::add_first_non_number;
pub(crate) use collisions::{collision_boards, judge as collisions};
pub(crate) use derived_boards::derived_boards;
pub(crate) use equality::{
    ALIKE, equality_boards, judge as equality, judge_distinct as distinct, judge_texts as texts,
    similar_boards,
};
pub(crate) use facts::{goal_tiles, permutation_with_rank};
pub(crate) use findings::{BoardFindings, FailureRank, check_of_method, method_of_check};
pub(crate) use growth::{
    GROWTH_ALLOWED, LARGE, SMALL, failure_for_unending, growth_per_tile, steep_failure,
};
pub(crate) use immutable::{
    ImmutabilityFinding, StoppedCall, immutable_script, immutable_sizes, judge as immutable,
};
pub(crate) use missing_end::{MissingEnd, missing_end};
pub(crate) use moved_boards::{
    FEW_MOVED, MOVED, judge as moved, moved_script, shorten_moved_script,
};
pub(crate) use repeated_questions::{
    Replies, differing_values, find_randomness, judge_repeated_answers,
};
pub(crate) use search::{
    Again, CALLS_ALLOWED, CountedSearch, GoalStatus, KeyOrder, OWN, Orders, PathFault,
    PuzzleSearch, SearchFacts, SearchFault, TWIN, classify_cut_off, classify_unseen_cut_off,
    critical_optimization, distance_calls, find_first_wrong_step, find_path_fault, is_going_on,
    is_overfull, judge_caching, judge_end_at_goal, judge_lockstep, judge_queued_again, key_order,
    least_to_goal, trace_to_text, uses_private_boards, worst_queue,
};
pub(crate) use session::{
    Deviation, Fresh, Observed, SessionScript, Symptom, circumstances_of, first_symptom,
    restrict_to_seats,
};
pub(crate) use sizes::BoardSizes;
pub(crate) use solver::{CutOff, SolverResults, evidence_of_call, judge as solver};
pub(crate) use stops::{
    failure_after_calls, failure_of_debug, grader_error_verdict, verdict_on_stop,
};
pub(crate) use survey::{judge as survey, nth_board};
pub(crate) use walk::BoardWalk;
