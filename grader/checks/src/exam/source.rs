//! Adds what the source code says about the findings: hidden state, questions to the environment, and the lines of calls.
//! Then summarizes the main fault.

use std::cell::LazyCell;
use std::collections::BTreeSet;

use assignment::Assignment;
use grade::cause::{BoardCause, Cause, SolverCause};
use grade::check::{Check, Group};
use grade::{
    Asked, Failure, Method, PanicKind, Question, Remark, SourcePosition, Stop, Tally, Target,
    Verdict, Visibility, words,
};
use intake::{CallGraph, HiddenState, Impurity, Submission};
use sandbox::build::Diagnostic;

use super::Exam;
use super::solver::{ProgramFault, ProgramResults};

/// Adds what the source code of a submission says about the findings.
pub(crate) fn add_source(
    submission: &Submission,
    assignment: &Assignment,
    warnings: &[Diagnostic],
    exam: &mut Exam,
) {
    add_hidden_state(submission, assignment, exam);
    add_impurities(submission, exam);
    // Most submissions need no call graph.
    let calls = LazyCell::new(|| CallGraph::from_submission(submission));
    add_callers(&calls, exam);
    add_warnings(&calls, warnings, exam);
    add_headline(exam);
}

/// The maximum number of places to list for each type.
/// A few examples show the pattern, and the student can find the others.
const NAMED: usize = 4;

/// Adds findings about the source code to the immutability checks. If a board was seen to change, the finding names a
/// possible origin.
fn add_hidden_state(submission: &Submission, assignment: &Assignment, exam: &mut Exam) {
    let [board, solver] = intake::hidden_state(submission);
    let owner = |(owner, _): &(&str, _)| (*owner).to_owned();
    let causes = [
        (Check::BoardImmutable, Cause::from(BoardCause::HiddenState { owner: owner(&board) })),
        (Check::SolverImmutable, SolverCause::HiddenState { owner: owner(&solver) }.into()),
    ];
    for ((check, cause), (_, states)) in causes.into_iter().zip([board, solver]) {
        let forbidden = assignment.is_strict(check);
        match exam.verdicts.get_mut(&check) {
            _ if states.is_empty() => {}
            Some(Verdict::Fail(failure))
                if !forbidden || failure.visibility == Visibility::Visible =>
            {
                failure.detail = Some(list_states(&states));
            }
            Some(verdict @ (Verdict::Pass | Verdict::Fail(_))) if forbidden => {
                let mut failure = Failure::from_cause(cause);
                failure.detail = Some(list_states(&states));
                *verdict = Verdict::Fail(failure);
            }
            Some(Verdict::Pass) => {
                let shown_by = find_check_explained_by_state(check, exam);
                let named = states.iter().take(NAMED);
                exam.remarks
                    .extend(named.map(|state| remark_on_hidden_state(check, state, shown_by)));
            }
            _ => {}
        }
    }
}

/// Returns a failed check that hidden state may explain: one that fails only with the submission's board or, for the
/// state of a board, only for boards that other boards return, because these may be copies.
fn find_check_explained_by_state(check_with_state: Check, exam: &Exam) -> Option<Check> {
    let may_explain = |cause: &Cause| {
        cause.is_with_own_board() || check_with_state == Check::BoardImmutable && cause.is_of_copy()
    };
    exam.verdicts.iter().find_map(|(check, verdict)| match verdict {
        Verdict::Fail(Failure { cause: Some(cause), visibility: Visibility::Visible, .. })
            if may_explain(cause) =>
        {
            Some(*check)
        }
        _ => None,
    })
}

fn remark_on_hidden_state(
    check: Check,
    HiddenState { what, place }: &HiddenState,
    shown_by: Option<Check>,
) -> Remark {
    let seen = shown_by.map_or_else(
        || ", but no call reveals it".to_owned(),
        |check| format!("; is this why `{check}` fails?"),
    );
    let text = format!("{what} ({place}): this can change through `&self`{seen}");
    Remark::new(Some(check), text)
}

fn list_states(states: &[HiddenState]) -> String {
    let mut lines: Vec<String> =
        states.iter().take(NAMED).map(|state| format!("{}: {}", state.place, state.what)).collect();
    if states.len() > NAMED {
        lines.push(format!("and {} more", states.len() - NAMED));
    }
    lines.join("\n")
}

/// Adds a finding for each place in the source that queries the environment. If a query provably affects the answers, a
/// check fails. Otherwise, the finding is a remark.
fn add_impurities(submission: &Submission, exam: &mut Exam) {
    let impurities = intake::impurities(submission);
    let prints = impurities.iter().find(|(impurity, ..)| *impurity == Impurity::Prints);
    for (what, visibility) in std::mem::take(&mut exam.prints) {
        let place = prints.map_or_else(String::new, |(_, place, _)| format!(" (`{place}`)"));
        let text =
            format!("the {what} prints text while it runs{place}; a library should not print");
        exam.remarks.push(Remark { visibility, ..Remark::new(None, text) });
    }
    for (impurity, place, more) in impurities {
        let (check, what) = match impurity {
            Impurity::Target => (
                Check::SolverDeterministic,
                "checks the target machine; the result can be different on your machine",
            ),
            Impurity::Width => (
                Check::SolverDeterministic,
                "depends on the size of a type; a `usize` has 32 bits in the sandbox, and 64 bits \
                 on most computers",
            ),
            Impurity::Profile => (
                Check::SolverDeterministic,
                "checks for a debug build; the result can be different on your machine",
            ),
            Impurity::TypeName => (
                Check::SolverForeignBoard,
                "reads the name of a type; do not identify boards by it",
            ),
            Impurity::Environment => {
                (Check::SolverDeterministic, "reads environment variables; the grader sets none")
            }
            Impurity::Thread => {
                add_spawning_position(exam, &place);
                let text = format!(
                    "`{place}` starts a thread, but threads are not available in the sandbox"
                );
                exam.remarks.push(Remark::new(None, text));
                continue;
            }
            // If output is examined, it was reported above.
            Impurity::Prints => continue,
        };
        let more = match more {
            0 => String::new(),
            more => format!(" (and {more} more)"),
        };
        exam.remarks.push(Remark::new(Some(check), format!("`{place}`{more} {what}")));
    }
}

/// Adds the place in the source that spawns the panicking thread, because the panic occurs in the standard library.
fn add_spawning_position(exam: &mut Exam, place: &SourcePosition) {
    for verdict in exam.verdicts.values_mut() {
        let Verdict::Fail(failure) = verdict else { continue };
        let stop = failure.evidence.as_ref().and_then(|evidence| evidence.stop.as_ref());
        if let Some(Stop::Panic { kind: PanicKind::Thread, place: None, .. }) = stop {
            failure.place.get_or_insert_with(|| place.clone());
        }
    }
}

/// The maximum number of calls to list. With more, the reader has to look at the whole method anyway.
const CALL_SITES: usize = 3;

/// Adds the lines of the calls to each failure that is a panic in a function other than the called method.
fn add_callers(calls: &LazyCell<CallGraph, impl FnOnce() -> CallGraph>, exam: &mut Exam) {
    for verdict in exam.verdicts.values_mut() {
        let Verdict::Fail(failure) = verdict else { continue };
        let Some((target, call)) = called_method(failure) else { continue };
        let place = failure.place.as_ref();
        let sites = place.map(|place| calls.find_call_sites(target, place)).unwrap_or_default();
        if !sites.is_empty() && sites.len() <= CALL_SITES {
            let sites: Vec<String> = sites.iter().map(ToString::to_string).collect();
            let sites = sites.join(" or ");
            failure
                .add_detail(&format!("the panic is in a function that {call} calls at {sites}\n"));
        }
    }
}

/// Returns the method that was called when a case failed, as a target and as code.
pub(super) fn called_method(failure: &Failure) -> Option<(Target, &'static str)> {
    let of_board = |method: Method| (Target::Board(method), words::method_call(method));
    let of_solver = |question: Question| {
        let target = Target::Solver(question);
        let is_method =
            !matches!(question, Question::First | Question::Interleaved | Question::Other);
        is_method.then(|| (target, words::question_call(question)))
    };
    match failure.evidence.as_ref()?.asked {
        Asked::Board { method, .. } | Asked::BoardAfter { method, .. } => Some(of_board(method)),
        Asked::Solver { question } | Asked::SolverAgain { question, .. } => of_solver(question),
        _ => None,
    }
}

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

/// Summarizes the main fault in a submission's program.
fn add_headline(exam: &mut Exam) {
    let Some(ProgramResults { tally, is_unwritten, fault }) = exam.program.clone() else { return };
    if tally.is_whole() || is_unwritten && fault.is_none() {
        return;
    }
    let Tally { correct, slow, .. } = tally;
    let is_slow = slow > 0 && correct + slow == tally.cases();
    let rest = if is_slow { ", and too slow on the others" } else { "" };
    let share = format!("your program is right on {correct} of {} puzzles{rest}", tally.cases());
    let headline = |check, text| Remark { is_headline: true, ..Remark::new(check, text) };
    // This is shown beside wrong answers, but not to those who may not see whether puzzles are solved.
    exam.remarks.insert(0, headline(Some(Check::SolverMoves), share));
    let Some(ProgramFault { what, is_right_elsewhere, moves_elsewhere }) = fault else { return };
    // A fault that also occurs on the grader's boards, if only on other puzzles, may be the solver's.
    let is_of_board = is_right_elsewhere && !RESULTS.into_iter().any(|check| exam.fails(check));
    let culprit =
        SEARCHED_WITH.into_iter().find(|check| exam.fails(*check)).filter(|_| is_of_board);
    let culprit = culprit.map(|check| exam.root_cause_of(check).unwrap_or(check));
    let elsewhere = if is_of_board {
        "; with the grader's boards, your `Solver` is correct".to_owned()
    } else if let Some(moves) = moves_elsewhere {
        format!("; with the grader's boards, it returns {moves}")
    } else {
        String::new()
    };
    let first = culprit.map_or_else(String::new, |check| format!(", so fix {check} first"));
    let text = format!("with your own `Board`, {what}{elsewhere}{first}");
    exam.remarks.insert(1, headline(culprit, text));
}

/// The maximum number of warnings for each failure.
/// The failure itself should remain the most visible part of the report.
const WARNINGS: usize = 3;

/// Adds the compiler's warnings to each failure, if they are about the called method or about functions that it may
/// call. All checks of a solver also run `new`.
fn add_warnings(
    calls: &LazyCell<CallGraph, impl FnOnce() -> CallGraph>,
    warnings: &[Diagnostic],
    exam: &mut Exam,
) {
    let placed = warnings.iter().filter_map(|told| Some((told.place.as_ref()?, &told.message)));
    let placed: BTreeSet<_> = placed.collect();
    if placed.is_empty() {
        return;
    }
    for (check, verdict) in &mut exam.verdicts {
        let Verdict::Fail(failure) = verdict else { continue };
        let target = called_method(failure).map(|(target, _)| target);
        let new = (check.group() == Group::Solver).then_some(Target::Solver(Question::New));
        let run = calls.reachable_functions(target.into_iter().chain(new));
        let about = placed.iter().filter(|(place, _)| run.contain_place(place)).take(WARNINGS);
        let lines = about.map(|(place, message)| format!("rustc warns at {place}: {message}\n"));
        let lines: String = lines.collect();
        if !lines.is_empty() {
            failure.add_detail(&lines);
        }
    }
}

#[cfg(test)]
mod tests {
    use grade::SourcePosition;
    use probe::wire::{Method, Whose};

    use super::*;

    #[test]
    fn a_remark_mentions_the_failure_that_reveals_the_state() {
        let place = SourcePosition { file: "src/board.rs".to_owned(), line: 3, column: 5 };
        let state = HiddenState { what: "the field `a` of `Board` is a `Cell`".to_owned(), place };
        let mut exam = Exam::default();
        let said_of = |check, exam: &Exam| {
            remark_on_hidden_state(check, &state, find_check_explained_by_state(check, exam)).text
        };
        let said = |exam: &Exam| said_of(Check::BoardImmutable, exam);
        assert!(said(&exam).ends_with("through `&self`, but no call reveals it"));
        let cause = Box::new(SolverCause::WrongMoves.into());
        let failure = Failure::from_cause(SolverCause::WithOwnBoard { cause });
        exam.verdicts.insert(Check::SolverMoves, Verdict::Fail(failure));
        assert!(said(&exam).ends_with("through `&self`; is this why `solver.moves` fails?"));
        // A copy keeps the state of the original.
        let (whose, method) = (Whose::Neighbor, Method::Manhattan);
        let failure = Failure::from_cause(BoardCause::DerivedStale { whose, method });
        exam.verdicts = [(Check::BoardNeighbors, Verdict::Fail(failure))].into();
        assert!(said(&exam).ends_with("through `&self`; is this why `board.neighbors` fails?"));
        let of_solver = said_of(Check::SolverImmutable, &exam);
        assert!(of_solver.ends_with("through `&self`, but no call reveals it"));
    }
}
