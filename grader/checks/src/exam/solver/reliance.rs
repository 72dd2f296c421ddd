//! Determines whether a solver depends on the wrong parts of the submission's board.
//!
//! A solver is not to blame for the answers of a wrong board. If it never calls the wrong methods, its answers cannot
//! depend on them. The calls are counted on the grader's boards.

use std::collections::BTreeSet;

use grade::BoardCalls;
use grade::check::{Check, Group};
use probe::wire::Method;

use super::attempt::SolverAttempt;
use crate::judge;

/// Returns `true` if the solver's answers may depend on one of these board checks, which do not pass.
pub(super) fn may_affect_answers(wrong: &BTreeSet<Check>, foreign: &[SolverAttempt<'_>]) -> bool {
    let calls: Vec<BoardCalls> = foreign.iter().map(|attempt| attempt.search.calls).collect();
    // Without a search on the grader's boards, nobody knows which methods the solver calls.
    wrong.iter().any(|check| calls.is_empty() || relies_on(*check, &calls))
}

fn relies_on(check: Check, calls: &[BoardCalls]) -> bool {
    debug_assert_eq!(check.group(), Group::Board, "solver checks are not wrong parts of a board");
    // A check of no single method is about all of them: a board that changes is wrong in every method.
    let Some(method) = judge::method_of_check(check) else { return true };
    calls.iter().any(|calls| may_call(method, calls))
}

fn may_call(method: Method, calls: &BoardCalls) -> bool {
    match method {
        // The grader creates the boards, and reads solutions with `Display`.
        Method::New | Method::Display => true,
        Method::Dimension => calls.dimension > 0,
        Method::Hamming => calls.hamming > 0,
        Method::Manhattan => calls.manhattan > 0,
        Method::IsGoal => calls.is_goal > 0,
        Method::Eq => calls.eq > 0,
        Method::Neighbors => calls.neighbors > 0,
        Method::Twin => calls.twin > 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solver_relies_on_the_methods_it_calls() {
        let calls = [
            BoardCalls { manhattan: 3, ..BoardCalls::default() },
            BoardCalls { neighbors: 1, ..BoardCalls::default() },
        ];
        assert!(relies_on(Check::BoardManhattan, &calls));
        assert!(relies_on(Check::BoardNeighbors, &calls));
        assert!(!relies_on(Check::BoardHamming, &calls));
        assert!(!relies_on(Check::BoardTwin, &calls));
    }

    /// If this test fails for a new check, decide whether every solver relies on it.
    #[test]
    fn every_solver_relies_on_display_and_on_checks_of_no_single_method() {
        let none = [BoardCalls::default()];
        let relied_on = Group::Board.checks().filter(|check| relies_on(*check, &none));
        let expected =
            [Check::BoardDisplay, Check::BoardImmutable, Check::BoardGrowth, Check::BoardMemory];
        assert_eq!(relied_on.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn without_calls_any_wrong_method_may_matter() {
        assert!(may_affect_answers(&BTreeSet::from([Check::BoardTwin]), &[]));
        assert!(!may_affect_answers(&BTreeSet::new(), &[]));
    }
}
