//! Summarizes the main fault in a submission's program.

use grade::Remark;
use grade::check::Check;

use super::Exam;
use super::solver::ProgramFault;

/// The checks of the board methods that searches call. The most likely causes come first.
const SEARCHED_WITH: [Check; 7] = [
    Check::BoardNeighbors,
    Check::BoardIsGoal,
    Check::BoardManhattan,
    Check::BoardEquality,
    Check::BoardTwin,
    Check::BoardHamming,
    Check::BoardImmutable,
];

/// The checks of the solver's results with the grader's boards.
const RESULTS: [Check; 4] =
    [Check::SolverSolvable, Check::SolverMoves, Check::SolverPath, Check::SolverUnsolvable];

pub(crate) fn add_headline(exam: &mut Exam) {
    let Some(fault) = exam.program.take() else { return };
    // A solution is read from the texts of its boards. If they are wrong, a correct solution may look wrong.
    if exam.fails(Check::BoardDisplay) {
        return;
    }
    let ProgramFault { what, is_right_elsewhere, moves_elsewhere } = fault;
    // A fault that also occurs on the grader's boards, if only on other puzzles, may be the solver's.
    let is_of_board = is_right_elsewhere && !RESULTS.into_iter().any(|it| exam.fails(it));
    let culprit = SEARCHED_WITH.into_iter().find(|it| exam.fails(*it)).filter(|_| is_of_board);
    let culprit = culprit.map(|check| exam.root(check).unwrap_or(check));
    let elsewhere = if is_of_board {
        "; with the grader's boards, your `Solver` is correct".to_owned()
    } else if let Some(moves) = moves_elsewhere {
        format!("; with the grader's boards, it returns {moves}")
    } else {
        String::new()
    };
    let first = culprit.map_or_else(String::new, |check| format!(", so fix {check} first"));
    let text = format!("your program is wrong: with your own `Board`, {what}{elsewhere}{first}");
    let remark = Remark { is_headline: true, ..Remark::new(culprit, text) };
    exam.remarks.insert(0, remark);
}
