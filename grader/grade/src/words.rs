//! Texts shared by descriptions of [causes](super::Cause), and descriptions of a [`Moment`](super::Moment).

pub mod moment;

pub use moment::{boards_with_captions as moment_boards, describe_dequeued, describe_moment};

use std::fmt::Display;

use probe::wire::{Method, Question, Whose};

use crate::{PanicKind, Stop, StopPoint};

/// Returns the sentence for a call that did not return.
pub fn sentence_about_stop(call: &str, stop: &Stop) -> String {
    sentence_about_stop_at(call, stop, &StopPoint::default())
}

/// Returns the sentence for a call that did not return, with the functions that were running.
pub fn sentence_about_stop_at(call: &str, stop: &Stop, point: &StopPoint) -> String {
    let within = point.describe_functions();
    match stop {
        stop if stop.is_unwritten() => format!("{call} is not written yet"),
        Stop::Panic { kind: PanicKind::Thread, .. } => {
            format!("{call} starts a thread, but threads are not available in the sandbox")
        }
        Stop::Panic { message, .. } => {
            let line = message.lines().next().unwrap_or_default();
            format!("{call} panics{within}: {line}")
        }
        Stop::Exit(_) => format!("{call} exits the process"),
        Stop::Fuel => format!("{call} was stopped{within}{}", point.after_how_much()),
        Stop::Memory => format!("{call} was stopped at the limit of memory{within}"),
        Stop::Stack => format!("{call} overflows the stack{within}"),
        Stop::Output => format!("{call} was stopped while it printed"),
        Stop::Trap(what) => format!("{call} crashes: {what}"),
        Stop::Done | Stop::Grader(_) => format!("{call} was not judged"),
    }
}

/// Formats a call to a board method as code.
pub fn method_call(method: Method) -> &'static str {
    match method {
        Method::New => "Board::new()",
        Method::Dimension => "dimension()",
        Method::Hamming => "hamming()",
        Method::Manhattan => "manhattan()",
        Method::IsGoal => "is_goal()",
        Method::Display => "to_string()",
        Method::Neighbors => "neighbors()",
        Method::Twin => "twin()",
        Method::Eq => "==",
    }
}

/// Formats the call to ask a solver this question, as code. Dropping a solver takes no call.
pub fn question_call(question: Question) -> &'static str {
    match question {
        Question::New | Question::Other => "Solver::new()",
        Question::IsSolvable => "is_solvable()",
        Question::Moves => "moves()",
        Question::Solution | Question::First | Question::Interleaved => "solution()",
        Question::Drop => "dropping the solver",
    }
}

/// Describes a board by its origin.
pub fn whose(whose: Whose) -> &'static str {
    match whose {
        Whose::Own => "the board",
        Whose::Neighbor => "a neighbor",
        Whose::Twin => "the twin",
    }
}

/// Returns a number with a noun in the singular or plural, such as `1 move` or `2 moves`. The plural ends in `s`.
pub fn counted(number: impl Copy + Display + PartialEq + From<u8>, noun: &str) -> String {
    let s = singular_or_plural(number, "", "s");
    format!("{number} {noun}{s}")
}

/// Returns the word that agrees with a number, such as `is` or `are`.
pub fn singular_or_plural<'a>(
    number: impl Copy + PartialEq + From<u8>,
    singular: &'a str,
    plural: &'a str,
) -> &'a str {
    if number == 1.into() { singular } else { plural }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_agree_with_numbers() {
        let texts = [0, 1, 2].map(|number| counted(number, "move"));
        assert_eq!(texts, ["0 moves", "1 move", "2 moves"]);
        assert_eq!(counted(1_u64, "rejected submission"), "1 rejected submission");
        assert_eq!([1, 3].map(|number| singular_or_plural(number, "is", "are")), ["is", "are"]);
    }
}
