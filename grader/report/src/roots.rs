//! Failed checks that explain other failed checks.

use grade::Method;
use grade::cause::{After, BoardCause, Cause, SearchCause, SolverCause, WhoseCall};
use grade::check::Check;
use grade::view::{CheckView, Finding};
use grade::{Failure, Stop};

/// Returns the failed check that probably explains why another check fails, so that it is better to fix it first.
///
/// If `neighbors` or `twin` changes the board, the boards that it returns may be wrong as a result. If the twin is not
/// searched, the search on an unsolvable board does not end.
pub(crate) fn root(check: &CheckView, all: &[CheckView]) -> Option<Check> {
    let root = match check.check {
        Check::BoardNeighbors | Check::BoardTwin => Check::BoardImmutable,
        Check::SolverUnsolvable => Check::SolverLockstep,
        _ => return None,
    };
    let cause = cause(check)?;
    let of_root = all.iter().find(|it| it.check == root).and_then(self::cause)?;
    explains(of_root, cause).then_some(root)
}

fn cause(check: &CheckView) -> Option<&Cause> {
    match &check.finding {
        Finding::Fail(Failure { cause, .. }) => cause.as_ref(),
        _ => None,
    }
}

fn explains(root: &Cause, cause: &Cause) -> bool {
    match (root, cause) {
        (Cause::Board(BoardCause::Changes { after, .. }), Cause::Board(_)) => {
            cause.stop().is_none() && is_derivation(*after)
        }
        (Cause::Search(SearchCause::NoTwin), Cause::Solver(of_solver)) => {
            matches!(cause.stop(), Some(Stop::Fuel | Stop::Memory))
                || matches!(of_solver, SolverCause::CutOff { .. })
        }
        _ => false,
    }
}

/// Returns `true` for calls of `neighbors` or `twin` on the board itself.
fn is_derivation(after: After) -> bool {
    match after {
        After::NeighborTaken | After::TwinTaken => true,
        After::Called { method, of: WhoseCall::Itself } => {
            matches!(method, Method::Neighbors | Method::Twin)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use grade::Question;

    use super::*;

    #[test]
    fn a_board_that_neighbors_changes_explains_wrong_neighbors() {
        let changes = |after| Cause::from(BoardCause::Changes { method: Method::Hamming, after });
        let far = BoardCause::NeighborFar.into();
        assert!(explains(&changes(After::NeighborTaken), &far));
        assert!(explains(&changes(After::TwinTaken), &BoardCause::TwinMovesBlank.into()));
        assert!(!explains(&changes(After::Same), &far));
        let stop = Stop::Fuel;
        let stopped = BoardCause::Stopped { method: Method::Neighbors, stop }.into();
        assert!(!explains(&changes(After::NeighborTaken), &stopped), "that is a different fault");
    }

    #[test]
    fn a_twin_that_is_not_searched_explains_a_search_without_end() {
        let root = SearchCause::NoTwin.into();
        let stopped = |stop| SolverCause::Stopped { question: Question::New, stop }.into();
        assert!(explains(&root, &stopped(Stop::Fuel)) && explains(&root, &stopped(Stop::Memory)));
        assert!(!explains(&root, &stopped(Stop::Stack)));
        assert!(!explains(&root, &SolverCause::MovesClaimed.into()));
        assert!(!explains(&SearchCause::TwinLast.into(), &stopped(Stop::Fuel)));
    }
}
