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
pub(crate) use cases::of_text;
pub(crate) use collisions::{boards as collision_boards, judge as collisions};
pub(crate) use derived_boards::derived_boards;
pub(crate) use equality::{
    ALIKE, alike, boards as equality_boards, judge as equality, judge_distinct as distinct,
    judge_texts as texts,
};
pub(crate) use facts::{goal, permutation};
pub(crate) use findings::{BoardFindings, FailureRank, check_of, method_of};
pub(crate) use growth::{GROWTH_ALLOWED, LARGE, SMALL, growth, too_steep, unending};
pub(crate) use immutable::{
    ImmutabilityFinding, StoppedCall, judge as immutable, script as immutable_script,
    sizes as immutable_sizes,
};
pub(crate) use missing_end::{MissingEnd, missing_end};
pub(crate) use moved_boards::{
    FEW_MOVED, MOVED, judge as moved, script as moved_script, shortened as moved_shortened,
};
pub(crate) use repeated_questions::{Replies, asked_again, by_chance, differing};
pub(crate) use search::{
    Again, CALLS_ALLOWED, CountedSearch, GoalStatus, KeyOrder, OWN, Orders, PathFault,
    PuzzleSearch, SearchFacts, SearchFault, caching, critical_optimization, cut_off,
    cut_off_unseen, distance_calls, goal_dequeued, is_going_on, is_overfull, key_order,
    least_to_goal, lockstep, moment, never_asks, queued_again, trace, way, worst_queue,
};
pub(crate) use session::{
    Deviation, Fresh, Observed, SessionScript, Symptom, first_symptom, restrict, when,
};
pub(crate) use sizes::BoardSizes;
pub(crate) use solver::{CutOff, SolverResults, evidence, judge as solver};
pub(crate) use stops::{debug_stopped, graders_fault, stopped, stopped_after};
pub(crate) use survey::{judge as survey, nth_board};
pub(crate) use walk::BoardWalk;
