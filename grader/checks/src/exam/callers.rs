//! Names the line of a method that calls a panicking helper function.

use grade::{Asked, Failure, Method, Place, Question, Target, Verdict, words};
use intake::Submission;

use super::Exam;

/// Adds the line of the call to each failure that is a panic in a function other than the called method.
pub(crate) fn add_callers(submission: &Submission, exam: &mut Exam) {
    for verdict in exam.verdicts.values_mut() {
        let Verdict::Fail(failure) = verdict else { continue };
        let Some((target, call)) = called(failure) else { continue };
        let place = failure.place.as_ref();
        if let Some(caller) = place.and_then(|place| intake::caller(submission, target, place)) {
            failure.add_detail(&line(call, &caller));
        }
    }
}

fn line(call: &str, caller: &Place) -> String {
    format!("the panic is in a function that {call} calls at {caller}\n")
}

/// Returns the method that was called when a case failed, as a target and as code.
pub(super) fn called(failure: &Failure) -> Option<(Target, &'static str)> {
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
