//! Failed checks that explain other failed checks.

use std::mem::discriminant;

use crate::check::Check;
use crate::{Cause, Departure, Failure};

/// Returns the failed check that probably explains why `check` failed, and that students should fix first. `failure_of`
/// should return the failure of a check, or `None` if it did not fail or the failure is unknown.
///
/// The cause of a failure says what it explains. Also, if a search breaks the same rule in two failures, they have the
/// same cause.
pub fn find_root_cause<'a>(
    check: Check,
    failure: &Failure,
    failure_of: impl Fn(Check) -> Option<&'a Failure>,
) -> Option<Check> {
    let is_root =
        |root: &Check| failure_of(*root).is_some_and(|cause| does_root_explain(cause, failure));
    possible_root_causes(check).iter().copied().find(is_root)
}

fn possible_root_causes(check: Check) -> &'static [Check] {
    match check {
        Check::BoardNeighbors | Check::BoardTwin => &[Check::BoardImmutable, Check::BoardDisplay],
        Check::BoardHamming | Check::BoardManhattan => &[Check::BoardDisplay],
        Check::BoardEquality => &[
            Check::BoardDisplay,
            Check::BoardNeighbors,
            Check::BoardTwin,
            Check::BoardHamming,
            Check::BoardManhattan,
        ],
        Check::BoardIsGoal => &[Check::BoardDisplay, Check::BoardHamming, Check::BoardManhattan],
        Check::SolverSolvable => &[Check::SolverUnsolvable],
        Check::SolverUnsolvable => &[Check::SolverLockstep, Check::SolverMoves],
        Check::SolverLockstep => &[Check::SolverSolvable],
        Check::SolverMoves | Check::SolverPath => &[Check::SolverGoalDequeued, Check::SolverMinPq],
        Check::SolverTime => &[
            Check::SolverMinPq,
            Check::SolverMoves,
            Check::SolverCriticalOptimization,
            Check::SolverGoalDequeued,
        ],
        Check::SolverMemory => &[
            Check::SolverPath,
            Check::SolverMoves,
            Check::SolverCriticalOptimization,
            Check::SolverTime,
        ],
        _ => &[],
    }
}

fn does_root_explain(root: &Failure, failure: &Failure) -> bool {
    let of_solver = |failure: &Failure| matches!(failure.cause, Some(Cause::Solver(_)));
    root.cause.as_ref().is_some_and(|cause| cause.explains(failure))
        || of_solver(root) && of_solver(failure) && is_same_departure(root, failure)
}

fn is_same_departure(one: &Failure, other: &Failure) -> bool {
    let (Some(one), Some(other)) = (&one.moment, &other.moment) else { return false };
    match (&one.what, &other.what) {
        (Departure::OutOfOrder { by: one, .. }, Departure::OutOfOrder { by: other, .. }) => {
            one == other
        }
        (one, other) => discriminant(one) == discriminant(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cause::{
        After, BoardCause, Decided, Flaw, QueueOf, SearchCause, SolverCause, TextCause,
    };
    use crate::{
        Evidence, Method, Moment, Question, SearchNode, SearchTree, Stop, StopPoint, Tiles, Whose,
        WrongOrder,
    };

    fn of(root: impl Into<Cause>, cause: impl Into<Cause>) -> bool {
        does_root_explain(&Failure::from_cause(root), &Failure::from_cause(cause))
    }

    #[test]
    fn a_board_changed_by_neighbors_explains_wrong_neighbors() {
        let changes = |after| BoardCause::Changes { method: Method::Hamming, after };
        assert!(of(changes(After::NeighborTaken), BoardCause::NeighborFar));
        assert!(of(changes(After::TwinTaken), BoardCause::TwinMovesBlank));
        assert!(!of(changes(After::Same), BoardCause::NeighborFar));
        let stopped = BoardCause::Stopped { method: Method::Neighbors, stop: Stop::Fuel };
        assert!(!of(changes(After::NeighborTaken), stopped), "that is a different fault");
    }

    #[test]
    fn a_missing_twin_search_explains_an_endless_search() {
        let stopped = |stop| SolverCause::Stopped {
            question: Question::New,
            stop,
            point: StopPoint::default(),
        };
        assert!(of(SearchCause::NoTwin, stopped(Stop::Fuel)));
        assert!(of(SearchCause::NoTwin, stopped(Stop::Memory)));
        assert!(!of(SearchCause::NoTwin, stopped(Stop::Stack)));
        assert!(!of(SearchCause::NoTwin, SolverCause::MovesClaimed));
        assert!(!of(SearchCause::TwinLast, stopped(Stop::Fuel)));
    }

    #[test]
    fn truncated_tiles_explain_only_faults_on_large_boards() {
        let root = TextCause::Truncated { tile: 267, shown: 11 };
        let root = Failure::from_cause(BoardCause::Text { text: root });
        let wrong = |n: usize| {
            let tiles: Tiles = vec![vec![0; n]; n].into_iter().collect();
            Failure::from_cause(BoardCause::TilesEqual)
                .with_evidence(Evidence { tiles, ..Evidence::default() })
        };
        let root_at = |n| root_of(Check::BoardEquality, &wrong(n), (Check::BoardDisplay, &root));
        assert_eq!([16, 17].map(root_at), [None, Some(Check::BoardDisplay)]);
    }

    #[test]
    fn a_wrong_goal_distance_explains_a_denied_goal() {
        let hamming = Failure::from_cause(BoardCause::CountsBlank { method: Method::Hamming });
        let root_of_goal = |cause: BoardCause| {
            root_of(
                Check::BoardIsGoal,
                &Failure::from_cause(cause),
                (Check::BoardHamming, &hamming),
            )
        };
        assert_eq!(root_of_goal(BoardCause::GoalDenied), Some(Check::BoardHamming));
        assert_eq!(root_of_goal(BoardCause::GoalBlankFirst), Some(Check::BoardHamming));
        assert_eq!(root_of_goal(BoardCause::GoalClaimed), None);
        assert!(of(
            BoardCause::GoalsTransposed { method: Method::Hamming },
            BoardCause::GoalDenied
        ));
    }

    #[test]
    fn a_wrong_derived_board_explains_that_it_is_unequal_to_a_new_one() {
        let unequal = |whose| BoardCause::DerivedUnequal { whose };
        let stale = |method| BoardCause::DerivedStale { whose: Whose::Neighbor, method };
        assert!(of(stale(Method::Neighbors), unequal(Whose::Neighbor)));
        assert!(of(stale(Method::Hamming), unequal(Whose::Neighbor)));
        assert!(!of(stale(Method::Eq), unequal(Whose::Neighbor)), "that is the same fault");
        assert!(!of(stale(Method::Neighbors), unequal(Whose::Twin)));
        assert!(of(BoardCause::TwinMovesBlank, unequal(Whose::Twin)));
        assert!(!of(BoardCause::NeighborTwice, unequal(Whose::Neighbor)));
        let walked = |method| BoardCause::WalkedWrong { moves: 2, method };
        assert!(of(walked(Method::Manhattan), walked(Method::Eq)));
        assert!(!of(walked(Method::Eq), unequal(Whose::Neighbor)));
        let root = Failure::from_cause(stale(Method::Neighbors));
        let failure = Failure::from_cause(unequal(Whose::Neighbor));
        let root = (Check::BoardNeighbors, &root);
        assert_eq!(root_of(Check::BoardEquality, &failure, root), Some(root.0));
    }

    #[test]
    fn a_search_that_gives_up_is_reported_once() {
        let solvable = |steps| {
            let decided = Some(Decided::GivesUp { steps, puzzles: 12 });
            Failure::from_cause(SolverCause::SolvableDenied { decided })
        };
        let lockstep = Failure::from_cause(SearchCause::GivesUp { steps: 1000 });
        let root_of_lockstep = |root: &Failure| {
            root_of(Check::SolverLockstep, &lockstep, (Check::SolverSolvable, root))
        };
        assert_eq!(root_of_lockstep(&solvable(1000)), Some(Check::SolverSolvable));
        assert_eq!(root_of_lockstep(&solvable(999)), None);
    }

    #[test]
    fn a_rule_of_the_queue_or_the_goal_explains_wrong_solutions() {
        let too_long = |flaw| SolverCause::TooLong { more: 12, flaw: Some(flaw) };
        let by_moves = Flaw::OutOfOrder { by: Some(WrongOrder::Moves) };
        assert!(of(SearchCause::TwoOrders, too_long(by_moves)));
        assert!(!of(SearchCause::GoesOn, too_long(by_moves)));
        assert!(of(SearchCause::GoesOn, too_long(Flaw::GoalFound { moves: 0 })));
        let goes_on = Failure::from_cause(SearchCause::GoesOn);
        let failure = Failure::from_cause(too_long(Flaw::GoalFound { moves: 0 }));
        for check in [Check::SolverMoves, Check::SolverPath] {
            let root = root_of(check, &failure, (Check::SolverGoalDequeued, &goes_on));
            assert_eq!(root, Some(Check::SolverGoalDequeued));
        }
    }

    #[test]
    fn failures_from_one_broken_rule_share_a_root() {
        let broken = |by: Option<WrongOrder>| {
            let node = SearchNode { tiles: Tiles::default(), moves: 1, manhattan: 1 };
            let what = Departure::OutOfOrder { taken: node.clone(), waiting: node, by };
            let moment = Moment { step: 3, tree: SearchTree::Own, what, around: Vec::new() };
            let work = SolverCause::Work { tenths: 400, limit: 30, worst: None, flaw: None };
            Failure { moment: Some(Box::new(moment)), ..Failure::from_cause(work) }
        };
        let moves = broken(Some(WrongOrder::Manhattan));
        let root_of_time =
            |failure: &Failure| root_of(Check::SolverTime, failure, (Check::SolverMoves, &moves));
        assert_eq!(root_of_time(&broken(Some(WrongOrder::Manhattan))), Some(Check::SolverMoves));
        assert_eq!(root_of_time(&broken(None)), None);
        let kept = SolverCause::BytesKept { bytes: 9, tenths: 99, allowed: None };
        assert!(of(SolverCause::NoMove { board: 3 }, kept.clone()));
        assert!(of(SolverCause::AllExpanded, kept));
        assert!(of(SolverCause::TwinsSolution, SolverCause::SolvableClaimed { decided: None }));
        let again = SearchCause::QueuedAgain { queued: 9, queue: QueueOf::Own };
        let again = Failure::from_cause(again);
        let root = (Check::SolverCriticalOptimization, &again);
        assert_eq!(root_of(Check::SolverMemory, &broken(None), root), Some(root.0));
    }

    /// Calls [`find_root_cause`] as if only one other check had failed.
    fn root_of(check: Check, failure: &Failure, other: (Check, &Failure)) -> Option<Check> {
        find_root_cause(check, failure, |check| (check == other.0).then_some(other.1))
    }
}
