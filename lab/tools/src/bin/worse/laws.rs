//! The laws for the grades of a submission and a worse version.

use std::collections::BTreeSet;

use grade::check::{Check, Group, JudgedBy};
use grade::points::Points;
use grade::{Cap, CapCondition, Cause, CheckGrade, Grade, SIZES, ShareUnit, Verdict};

use crate::fault::BoardFault;

/// Lists the violations of the laws.
///
/// The score must not increase, and a failed check must not pass.
///
/// There is one exception. When the board is wrong, the grader cannot attribute a fault that shows only with the
/// submission's board, so only the board loses points. When the worse version has a wrong board, the laws hold for the
/// other checks.
pub(crate) fn violations(better: &Grade, worse: &Grade) -> Vec<String> {
    let mut violations = Vec::new();
    let excepted = excepted_checks(better, worse);
    if let (Some(was), Some(is)) =
        (points_without(better, &excepted), points_without(worse, &excepted))
    {
        if is > was {
            let rises = rising_checks(better, worse).join(", ");
            violations.push(format!("the score rises from {was} to {is} ({rises})"));
        }
    } else {
        violations.push("the grader was at fault".to_owned());
    }
    for check in &worse.checks {
        let was = better.check(check.check);
        let failed = was.is_some_and(|was| matches!(was.verdict, Verdict::Fail(_)));
        if failed && check.verdict == Verdict::Pass && !excepted.contains(&check.check) {
            violations.push(format!("{} failed before, but passes now", check.check));
        }
    }
    violations
}

/// Lists the violations of the law for a solver that passes all its checks, if only the board is worse: when the grader
/// finds a fault in the board, it must not blame the solver, and no cap because of a check may apply.
pub(crate) fn blamed_on_solver(better: &Grade, worse: &Grade) -> Vec<String> {
    let all_pass = |grade: &Grade, group: Group| {
        group
            .checks()
            .all(|check| grade.check(check).is_none_or(|graded| graded.verdict == Verdict::Pass))
    };
    let is_board_wrong = Group::Board.checks().any(|check| {
        let graded = worse.check(check);
        graded.is_some_and(|graded| matches!(graded.verdict, Verdict::Fail(_)))
    });
    if !all_pass(better, Group::Solver) || !is_board_wrong {
        return Vec::new();
    }
    let solver = worse.checks.iter().filter(|graded| graded.check.group() == Group::Solver);
    let blamed = solver.filter(|graded| graded.verdict != Verdict::Pass);
    let mut violations: Vec<String> = blamed
        .map(|graded| format!("{} does not pass, but only the board is wrong", graded.check))
        .collect();
    let sum: Points = worse.checks.iter().filter_map(CheckGrade::score).sum();
    // The complete program is wrong as well, which may limit the total.
    let is_of_check = |cap: &Cap| matches!(cap.unless, CapCondition::Check(_));
    if worse.caps.iter().any(|cap| is_of_check(cap) && cap.score < sum) {
        violations.push("a cap applies, but only the board is wrong".to_owned());
    }
    violations
}

/// Lists the violations of the law that a method that does not return costs as much as one that returns wrong results:
/// at most half a point more, without `board.growth`, and what is correct on smaller boards stays correct.
///
/// If boards cannot be made, this hides the methods that are correct on wrong boards, so only the others are compared.
pub(crate) fn hidden_by(fault: BoardFault, wrong: &Grade, stopped: &Grade) -> Vec<String> {
    let is_of_new = fault.method == "new";
    let is_hidden = |check: Check| {
        let passes = wrong.check(check).is_some_and(|graded| graded.verdict == Verdict::Pass);
        check == Check::BoardGrowth || is_of_new && passes
    };
    let points = |grade: &Grade| -> Points {
        let seen = grade.checks.iter().filter(|graded| !is_hidden(graded.check));
        seen.filter_map(CheckGrade::score).sum()
    };
    let (was, is) = (points(wrong), points(stopped));
    let mut violations = Vec::new();
    if is + Points::from_thousandths(500) < was {
        violations.push(format!("an honest failure has {is} points instead of {was}"));
    }
    let is_smaller = |most: &&usize| u32::try_from(**most).is_ok_and(|most| most < fault.rows);
    let smaller = SIZES.iter().filter(is_smaller).count();
    for graded in &stopped.checks {
        let of_sizes =
            graded.credit.as_ref().filter(|credit| credit.share.of_what == ShareUnit::Sizes);
        let held = of_sizes.map_or(smaller, |credit| credit.share.held() as usize);
        if held < smaller {
            violations.push(format!(
                "{} is correct for {held} of {smaller} smaller ranges",
                graded.check
            ));
        }
    }
    violations
}

/// Returns the total points, or those of the other checks if some are excepted, because a cap may apply due to an
/// excepted check.
fn points_without(grade: &Grade, excepted: &BTreeSet<Check>) -> Option<Points> {
    let total = grade.score()?;
    if excepted.is_empty() {
        return Some(total);
    }
    let others = grade.checks.iter().filter(|graded| !excepted.contains(&graded.check));
    Some(others.filter_map(CheckGrade::score).sum())
}

/// If the worse version has more wrong answers of the board, returns the checks that fail only with the submission's
/// board, and those that wait for them.
fn excepted_checks(better: &Grade, worse: &Grade) -> BTreeSet<Check> {
    let is_new = |check: Check| {
        let passes = |grade: &Grade| {
            grade.check(check).is_some_and(|graded| graded.verdict == Verdict::Pass)
        };
        passes(better) && !passes(worse) && check.spec().judged_by != JudgedBy::Cost
    };
    let mut excepted = BTreeSet::new();
    if !Group::Board.checks().any(is_new) {
        return excepted;
    }
    let with_own = |graded: &&CheckGrade| {
        let Verdict::Fail(failure) = &graded.verdict else { return false };
        failure.cause.as_ref().is_some_and(Cause::is_with_own_board)
    };
    excepted.extend(better.checks.iter().filter(with_own).map(|graded| graded.check));
    let waiting = better.checks.iter().filter(
        |graded| matches!(graded.verdict, Verdict::Skipped { because } if excepted.contains(&because)),
    );
    let waiting: Vec<Check> = waiting.map(|graded| graded.check).collect();
    excepted.extend(waiting);
    excepted
}

/// Lists the checks with more points for the worse version.
fn rising_checks(better: &Grade, worse: &Grade) -> Vec<String> {
    let mut rises = Vec::new();
    for check in &worse.checks {
        let was = better.check(check.check).and_then(CheckGrade::score);
        if let (Some(was), Some(is)) = (was, check.score())
            && is > was
        {
            rises.push(format!("{} {was} -> {is}", check.check));
        }
    }
    rises
}

#[cfg(test)]
mod tests {
    use grade::Failure;
    use grade::cause::{BoardCause, SolverCause};
    use samples::grade;

    use super::*;
    use crate::fault::Misbehavior;

    /// Returns a grade with a wrong board text, a `moves()` that is wrong in this way, or both.
    fn graded(is_board_wrong: bool, moves: Option<SolverCause>) -> Grade {
        let board = is_board_wrong.then(|| Failure::from_cause(BoardCause::TwinsUnequal));
        let moves = moves.map(Failure::from_cause);
        let verdict = |failure: Option<Failure>| failure.map_or(Verdict::Pass, Verdict::Fail);
        grade([
            ((Check::BoardDisplay, verdict(board)), 5.0),
            ((Check::SolverMoves, verdict(moves)), 20.0),
        ])
    }

    fn with_own_board() -> SolverCause {
        SolverCause::WithOwnBoard { cause: Box::new(SolverCause::WrongMoves.into()) }
    }

    #[test]
    fn a_wrong_board_is_not_blamed_on_the_solver() {
        let right = graded(false, None);
        assert_eq!(blamed_on_solver(&right, &graded(true, None)), Vec::<String>::new());
        let blamed = blamed_on_solver(&right, &graded(true, Some(SolverCause::WrongMoves)));
        assert_eq!(
            blamed.first().map(String::as_str),
            Some("solver.moves does not pass, but only the board is wrong")
        );
        // If the grader finds no fault in the board, the program is wrong for an unknown reason.
        let unknown = graded(false, Some(SolverCause::WrongMoves));
        assert_eq!(blamed_on_solver(&right, &unknown), Vec::<String>::new());
        let wrong = graded(true, Some(SolverCause::WrongMoves));
        assert_eq!(blamed_on_solver(&unknown, &wrong), Vec::<String>::new());
    }

    #[test]
    fn a_stop_costs_as_much_as_a_wrong_result() {
        let fault = |method| BoardFault { method, rows: 3, kind: Misbehavior::Wrong };
        let graded = |immutable: Verdict| {
            let wrong = Verdict::Fail(Failure::from_cause(BoardCause::TwinsUnequal));
            grade([((Check::BoardHamming, wrong), 4.0), ((Check::BoardImmutable, immutable), 2.0)])
        };
        let wrong = graded(Verdict::Pass);
        assert_eq!(hidden_by(fault("hamming"), &wrong, &wrong), Vec::<String>::new());
        let hiding = graded(Verdict::Skipped { because: Check::BoardHamming });
        assert_eq!(
            hidden_by(fault("hamming"), &wrong, &hiding),
            ["an honest failure has 0 points instead of 2"]
        );
        assert_eq!(hidden_by(fault("new"), &wrong, &hiding), Vec::<String>::new());
    }

    #[test]
    fn a_disappearing_fault_violates_two_laws() {
        let worse = graded(false, None);
        for moves in [with_own_board(), SolverCause::WrongMoves] {
            assert_eq!(violations(&graded(false, Some(moves)), &worse).len(), 2);
        }
        assert_eq!(violations(&worse, &worse), Vec::<String>::new());
    }

    #[test]
    fn wrong_boards_hide_only_faults_that_need_them() {
        let worse = graded(true, None);
        let better = graded(false, Some(with_own_board()));
        assert_eq!(violations(&better, &worse), Vec::<String>::new());
        let better = graded(false, Some(SolverCause::WrongMoves));
        assert_eq!(violations(&better, &worse).len(), 2);
        // The board was wrong before, so the fault has not become harder to attribute.
        let better = graded(true, Some(with_own_board()));
        assert_eq!(violations(&better, &worse).len(), 2);
    }
}
