//! Determines whether a solver depends on the wrong parts of the submission's board.
//!
//! A solver is not to blame for the answers of a wrong board. If it never calls the wrong methods, its answers cannot
//! depend on them. The calls are counted on the grader's boards.

use std::collections::BTreeSet;

use grade::BoardCalls;
use grade::check::Check;

use super::attempt::Attempt;

pub(super) fn affects(wrong: &BTreeSet<Check>, foreign: &[Attempt<'_>]) -> bool {
    let calls: Vec<BoardCalls> = foreign.iter().map(|attempt| attempt.search.calls).collect();
    wrong.iter().any(|check| calls.is_empty() || relies_on(*check, &calls))
}

fn relies_on(check: Check, calls: &[BoardCalls]) -> bool {
    let has_called = |method: fn(&BoardCalls) -> u64| calls.iter().any(|it| method(it) > 0);
    match check {
        Check::BoardDimension => has_called(|it| it.dimension),
        Check::BoardHamming => has_called(|it| it.hamming),
        Check::BoardManhattan => has_called(|it| it.manhattan),
        Check::BoardIsGoal => has_called(|it| it.is_goal),
        Check::BoardEquality => has_called(|it| it.eq),
        Check::BoardNeighbors => has_called(|it| it.neighbors),
        Check::BoardTwin => has_called(|it| it.twin),
        // The grader reads solutions with `Display`. A board that changes is wrong in every method.
        _ => true,
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

    #[test]
    fn every_solver_relies_on_display_and_immutability() {
        let none = [BoardCalls::default()];
        assert!(relies_on(Check::BoardDisplay, &none));
        assert!(relies_on(Check::BoardImmutable, &none));
    }

    #[test]
    fn without_calls_any_wrong_method_may_matter() {
        assert!(affects(&BTreeSet::from([Check::BoardTwin]), &[]));
        assert!(!affects(&BTreeSet::new(), &[]));
    }
}
