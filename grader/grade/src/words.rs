//! The sentences that people read, made from [causes](super::Cause). Every report takes them from
//! here, through [`Failure::summary`](super::Failure::summary).
//!
//! A sentence has no period, and names code as a student writes it.

mod board;
mod calls;
mod compile;
pub mod moment;
mod search;
mod solver;

pub use calls::{asked as question_call, method as method_call, whose};
pub use moment::{boards as moment_boards, moment, taken};

use super::cause::{BoardCause, Cause, SolverCause, TestsCause};
use crate::Stop;

/// The fault, in one sentence without a period.
pub fn sentence(cause: &Cause) -> String {
    match cause {
        Cause::Compile(cause) => compile::sentence(cause),
        Cause::Board(cause) => board::sentence(cause),
        Cause::Solver(cause) => solver::sentence(cause),
        Cause::Search(cause) => search::sentence(cause),
        Cause::Tests(cause) => tests(cause),
    }
}

/// The call that did not come back, as code, if that is what is wrong.
pub fn stopped_call(cause: &Cause) -> Option<&'static str> {
    match cause {
        Cause::Board(
            BoardCause::Stopped { method, .. } | BoardCause::StopsAfter { method, .. },
        ) => Some(method_call(*method)),
        Cause::Solver(
            SolverCause::Stopped { question, .. }
            | SolverCause::StopsAgain { question, .. }
            | SolverCause::StopsBeside { question, .. }
            | SolverCause::StopsByChance { question, .. },
        ) => Some(question_call(*question)),
        Cause::Solver(
            SolverCause::OnForeignBoards { cause } | SolverCause::WithOwnBoard { cause },
        ) => stopped_call(cause),
        _ => None,
    }
}

fn tests(cause: &TestsCause) -> String {
    match *cause {
        TestsCause::None => "there are no tests that could be run".to_owned(),
        TestsCause::TemplatesAlone { all: 1 } => {
            "the only test is the template's (you added none)".to_owned()
        }
        TestsCause::TemplatesAlone { all } => {
            format!("all {all} tests are the template's (you added none)")
        }
        TestsCause::FailOnModel { failing: 1, all: 1 } => {
            "the only test fails on the model answer".to_owned()
        }
        TestsCause::FailOnModel { failing: 1, all } => {
            format!("1 of {all} tests fails on the model answer")
        }
        TestsCause::FailOnModel { failing, all } => {
            format!("{failing} of {all} tests fail on the model answer")
        }
        TestsCause::CatchTooFew { caught, faults, wanted } => {
            let s = if faults == 1 { "" } else { "s" };
            format!(
                "your own tests catch {caught} of {faults} fault{s}, and {wanted} are asked for"
            )
        }
    }
}

/// The sentence for a call that should have come back and did not.
fn stopped(call: &str, stop: &Stop) -> String {
    match stop {
        stop if stop.is_unwritten() => format!("{call} is not written yet"),
        Stop::Panic { message, .. } => {
            let line = message.lines().next().unwrap_or_default();
            format!("{call} panics: {line}")
        }
        Stop::Exit(_) => format!("{call} ends the program"),
        Stop::Fuel => format!("{call} does not come to an end"),
        Stop::Memory => format!("{call} uses up all memory"),
        Stop::Stack => format!("{call} overflows the stack; does it call itself without end?"),
        Stop::Output => format!("{call} prints without end"),
        Stop::Trap(what) => format!("{call} breaks down: {what}"),
        Stop::Done | Stop::Wall | Stop::Grader(_) => format!("{call} was not judged"),
    }
}
