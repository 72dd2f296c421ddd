//! Finds the moment in which a search went wrong, for the failures that are reported.

use grade::cause::{Cause, SearchCause, SolverCause};
use grade::check::Check;
use grade::{Evidence, Failure, Moment};
use probe::{Case, Solve};
use sandbox::run::Variation;

use super::attempt::{Attempt, QUESTIONS, case_name};
use super::failures::Found;
use super::queue::NEVER;
use crate::exam::bench::Bench;
use crate::judge::{self, SearchFault};

/// The checks that can fail because of the way of a search.
const CHECKS: [Check; 6] = [
    Check::SolverSolvable,
    Check::SolverMoves,
    Check::SolverTime,
    Check::SolverLockstep,
    Check::SolverGoalDequeued,
    Check::SolverCriticalOptimization,
];

/// The checks of these that are judged on the submission's own boards if it is wrong on others
/// only.
const ANSWERS: [Check; 3] = [Check::SolverSolvable, Check::SolverMoves, Check::SolverTime];

/// Adds the moment to each failure of a search on the grader's boards.
///
/// A log is large and there are many, so none is kept: the puzzle that shows a fault is searched
/// again, and goes the same way.
pub(super) fn add(bench: &Bench<'_>, foreign: &[Attempt<'_>], found: &mut Found) {
    let is_stranger = found.failures.contains_key(&Check::SolverForeignBoard);
    for check in CHECKS.into_iter().filter(|check| !is_stranger || !ANSWERS.contains(check)) {
        if let Some(failure) = found.failures.get_mut(&check) {
            failure.moment = moment(bench, foreign, failure).map(Box::new);
        }
    }
}

fn moment(bench: &Bench<'_>, foreign: &[Attempt<'_>], failure: &Failure) -> Option<Moment> {
    let evidence = failure.evidence.as_ref()?;
    let name = evidence.puzzle.as_ref();
    let attempt = foreign.iter().find(|attempt| Some(&attempt.puzzle.name) == name);
    let fault = fault(failure.cause.as_ref()?, attempt)?;
    let fuel = match attempt {
        Some(attempt) => bench.budget(&case_name(attempt.puzzle, true)).fuel,
        None if name.is_none() => NEVER,
        None => return None,
    };
    let Evidence { tiles, .. } = evidence;
    let (questions, other) = (QUESTIONS.to_vec(), Vec::new());
    let case = Case::Solve(Solve { foreign: true, questions, tiles: tiles.to_vec(), other });
    let run = bench.run_with_fuel(fuel, &case, Variation::default());
    judge::moment(fault, &run.log, &run.boards)
}

/// The fault whose moment is looked for, by the cause of a failure.
fn fault(cause: &Cause, attempt: Option<&Attempt<'_>>) -> Option<SearchFault> {
    let way = || {
        let answers = &attempt?.solved.answers;
        let path = answers.solution.as_ref()?.as_ref()?;
        (path.len() as u64).checked_sub(1)
    };
    Some(match cause {
        Cause::Solver(SolverCause::TooLong { .. } | SolverCause::WrongMoves) => {
            SearchFault::TooLong(way()?)
        }
        Cause::Solver(SolverCause::SolvableDenied | SolverCause::NoMoves) => SearchFault::Denied,
        Cause::Solver(SolverCause::Lost { is_of_twin: false, .. }) => SearchFault::Lost,
        Cause::Solver(SolverCause::Work { .. } | SolverCause::CutOff { .. }) => SearchFault::Astray,
        Cause::Search(cause) => return of_search(cause),
        // An answer that is wrong whatever the way, and what no search does.
        Cause::Solver(_) | Cause::Compile(_) | Cause::Board(_) | Cause::Tests(_) => return None,
    })
}

fn of_search(cause: &SearchCause) -> Option<SearchFault> {
    match cause {
        SearchCause::EndsEarly => Some(SearchFault::EndsEarly),
        SearchCause::GoesOn => Some(SearchFault::GoesOn),
        SearchCause::QueuedAgain { .. } => Some(SearchFault::QueuedAgain),
        SearchCause::GivesUp { .. } | SearchCause::GivesUpWithoutTwin { .. } => {
            Some(SearchFault::GivesUp)
        }
        SearchCause::NoTwin
        | SearchCause::TwinOfEach
        | SearchCause::ToldByText
        | SearchCause::TwinNotExpanded
        | SearchCause::TwinLast
        | SearchCause::OutOfStep { .. } => Some(SearchFault::OutOfStep),
        // These are of the whole search, and not of one step.
        SearchCause::NeverAsks
        | SearchCause::TwinTooShort
        | SearchCause::NoQueue
        | SearchCause::Unqueued
        | SearchCause::QueueForShow
        | SearchCause::KeyChanges
        | SearchCause::TwoOrders
        | SearchCause::Uncached { .. } => None,
    }
}
