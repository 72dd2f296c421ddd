//! Finds the step where a search went wrong, for the reported failures.

use assignment::Puzzle;
use grade::cause::{Cause, Decided, Flaw, SearchCause, SolverCause};
use grade::check::Check;
use grade::{Departure, Failure, INSTRUCTION, SearchTree, Stop, Tiles, Visibility, WrongOrder};
use sandbox::run::{Run, Variation};
use sandbox::timing::WorkKind;
use slider::Tile;

use super::attempt::{SolverAttempt, sort_by_size};
use super::failures::SolverFindings;
use super::queue::NEVER;
use super::solve::{case_name, solve_case, solve_once};
use crate::exam::bench::Bench;
use crate::exam::costs::CaseName;
use crate::judge::{self, Orders, PathFault, QUESTIONS, SearchFault};

/// The checks of answers that can fail because of the search. If it is wrong only with the submission's own boards, it
/// is examined with those boards.
const ANSWER_CHECKS: [Check; 6] = [
    Check::SolverSolvable,
    Check::SolverMoves,
    Check::SolverPath,
    Check::SolverUnsolvable,
    Check::SolverTime,
    Check::SolverMemory,
];

/// The checks of searches that a log can explain.
const SEARCH_CHECKS: [Check; 3] =
    [Check::SolverLockstep, Check::SolverGoalDequeued, Check::SolverCriticalOptimization];

/// Adds the moment and the flaw that the log proves to each failure of a search with the grader's boards.
///
/// Repeats the searches, which are deterministic, because logs are too large to keep.
pub(super) fn add_moments(
    bench: &Bench<'_>,
    foreign: &[SolverAttempt<'_>],
    found: &mut SolverFindings,
) {
    let is_stranger = found.failures.contains_key(&Check::SolverForeignBoard);
    let keys_change = found
        .failures
        .get(&Check::SolverMinPq)
        .is_some_and(|failure| failure.cause == Some(Cause::Search(SearchCause::KeyChanges)));
    // The answers of a solver for one board only are judged with that board, so this log says nothing about them.
    let answers: &[Check] = if is_stranger { &[] } else { &ANSWER_CHECKS };
    for check in answers.iter().chain(&SEARCH_CHECKS) {
        if let Some(failure) = found.failures.get_mut(check) {
            explain_failure(bench, foreign, failure, keys_change);
        }
    }
}

fn explain_failure(
    bench: &Bench<'_>,
    foreign: &[SolverAttempt<'_>],
    failure: &mut Failure,
    keys_change: bool,
) {
    let Some(evidence) = &failure.evidence else { return };
    let name = evidence.puzzle.as_ref();
    let attempt = foreign.iter().find(|attempt| Some(&attempt.puzzle.name) == name);
    let Some(cause) = &failure.cause else { return };
    let (fault, given) = (fault_to_find(cause, attempt), boards_of_wrong_path(cause, attempt));
    if fault.is_none() && given.is_none() {
        return;
    }
    let fuel = match attempt {
        Some(attempt) => bench.budget(&case_name(attempt.puzzle, true)).fuel,
        // Only the board that is one move from the goal is not a puzzle, and its search had this much.
        None if name.is_none() => NEVER,
        None => return,
    };
    let Run { log, boards, .. } = repeat_search(bench, &evidence.tiles, fuel);
    let is_broken = matches!(cause, Cause::Solver(SolverCause::NoMove { .. }));
    let proven =
        match given.and_then(|given| judge::find_path_fault(&log, &boards, &given, is_broken)) {
            Some(PathFault::AllExpanded) => {
                failure.replace_cause(SolverCause::AllExpanded);
                return;
            }
            Some(PathFault::GoalFound { moves, relinked: None }) => Some(Flaw::GoalFound { moves }),
            Some(PathFault::GoalFound { moves, relinked }) => {
                failure.moment = relinked;
                Some(Flaw::Relinked { moves })
            }
            None => {
                let mut moment =
                    fault.and_then(|fault| judge::find_first_wrong_step(fault, &log, &boards));
                if let Some(moment) = &mut moment {
                    let tree = moment.tree;
                    let order = || find_known_order(bench, foreign, failure.visibility, tree);
                    if let Departure::OutOfOrder { by, .. } = &mut moment.what {
                        *by = order().or(keys_change.then_some(WrongOrder::Changing));
                    }
                }
                let flaw = moment.as_ref().and_then(|moment| moment.what.flaw());
                failure.moment = moment.map(Box::new);
                flaw
            }
        };
    if let Some(cause) = failure.cause.as_ref().and_then(|cause| cause.with_flaw(proven)) {
        failure.replace_cause(cause);
    }
}

fn repeat_search(bench: &Bench<'_>, tiles: &Tiles, fuel: u64) -> Run {
    let solve = solve_case(tiles, true, &QUESTIONS);
    let what = (WorkKind::Explaining, &CaseName::RepeatedSearch);
    solve_once(bench, what, fuel, solve, Variation::default()).0
}

/// The fuel for examining only the order of keys, enough for a few hundred steps.
/// A wrong order shows in the first dozens of them.
const SOME_STEPS: u64 = 4_000_000 * INSTRUCTION;

/// The number of puzzles to examine the order of keys for.
/// An order that fits three searches is hardly a coincidence, and each takes another run.
const LOOKED_AT: usize = 3;

/// The minimum number of rows for examining the order of keys. On smaller boards, most orders look alike.
const LEAST_ROWS: usize = 3;

/// The minimum number of moves, for the same reason.
/// A shorter search dequeues fewer keys than are needed to tell orders apart.
const LEAST_MOVES: u32 = 8;

/// Returns the known wrong order that explains every key in a search, if any.
///
/// Also examines other puzzles with the same visibility, because a search on the smallest puzzle has few keys.
fn find_known_order(
    bench: &Bench<'_>,
    foreign: &[SolverAttempt<'_>],
    visibility: Visibility,
    tree: SearchTree,
) -> Option<WrongOrder> {
    let mut orders = Orders::default();
    let is_of_use = |puzzle: &Puzzle| {
        let (rows, moves) = super::size_and_moves(puzzle);
        puzzle.visibility <= visibility && rows >= LEAST_ROWS && moves >= LEAST_MOVES
    };
    let ordered = sort_by_size(foreign).into_iter().filter(|attempt| is_of_use(attempt.puzzle));
    for attempt in ordered.take(LOOKED_AT) {
        let Run { log, boards, .. } = repeat_search(bench, &attempt.puzzle.tiles, SOME_STEPS);
        orders.refute_with(&log, &boards, tree);
    }
    orders.only_fitting_order()
}

/// Returns the boards on a wrong path, if it can be explained without repeating the search.
fn boards_of_wrong_path(
    cause: &Cause,
    attempt: Option<&SolverAttempt<'_>>,
) -> Option<Vec<Vec<Tile>>> {
    let Cause::Solver(
        SolverCause::TooLong { .. } | SolverCause::WrongLength { .. } | SolverCause::NoMove { .. },
    ) = cause
    else {
        return None;
    };
    let path = attempt?.solved.answers.solution.as_ref()?.as_ref()?;
    path.boards().collect()
}

/// Returns the fault to look for in the log.
fn fault_to_find(cause: &Cause, attempt: Option<&SolverAttempt<'_>>) -> Option<SearchFault> {
    let way = || {
        let answers = &attempt?.solved.answers;
        let path = answers.solution.as_ref()?.as_ref()?;
        (path.board_count() as u64).checked_sub(1)
    };
    Some(match cause {
        Cause::Solver(SolverCause::TooLong { .. } | SolverCause::WrongMoves) => {
            SearchFault::TooLong(way()?)
        }
        // Either the search is correct, or it has nothing to do with the failure.
        Cause::Solver(SolverCause::SolvableDenied {
            decided: Some(Decided::OthersAreRight | Decided::GoalFound | Decided::NotSearched),
        }) => return None,
        Cause::Solver(SolverCause::SolvableDenied { .. } | SolverCause::NoMoves) => {
            SearchFault::Denied
        }
        Cause::Solver(SolverCause::Lost { is_of_twin: false, .. }) => SearchFault::Lost,
        Cause::Solver(SolverCause::Lost { is_of_twin: true, .. })
        | Cause::Search(SearchCause::TwinOutOfOrder) => SearchFault::LostTwin,
        Cause::Solver(
            SolverCause::Work { .. } | SolverCause::CutOff { .. } | SolverCause::BytesAtOnce { .. },
        ) => SearchFault::Astray,
        Cause::Solver(SolverCause::Stopped { stop: Stop::Fuel | Stop::Memory, .. }) => {
            SearchFault::Stuck
        }
        Cause::Search(SearchCause::EndsEarly) => SearchFault::EndsEarly,
        Cause::Search(SearchCause::GoesOn) => SearchFault::GoesOn,
        Cause::Search(SearchCause::QueuedAgain { .. }) => SearchFault::QueuedAgain,
        Cause::Search(SearchCause::GivesUp { .. } | SearchCause::GivesUpWithoutTwin { .. }) => {
            SearchFault::GivesUp
        }
        Cause::Search(
            SearchCause::NoTwin
            | SearchCause::TwinOfEach
            | SearchCause::RecognizedByText
            | SearchCause::TwinNotExpanded
            | SearchCause::TwinLast
            | SearchCause::OutOfStep { .. },
        ) => SearchFault::OutOfStep,
        // The other answers are wrong regardless of the search, and the other causes are not about a single step.
        _ => return None,
    })
}
