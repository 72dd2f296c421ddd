//! Verdicts and failures for code that stops unexpectedly.

use grade::cause::{After, BoardCause};
use grade::words::method_call;
use grade::{Asked, Evidence, Failure, Stop, Tiles, Verdict};
use probe::wire::{Method, Whose};

/// Returns the verdict on a `Board` method that did not return. `other` is the other operand of a comparison.
pub(crate) fn verdict_on_stop(
    method: Method,
    tiles: Tiles,
    other: Option<Tiles>,
    stop: &Stop,
) -> Verdict {
    if stop.is_graders_fault() {
        return grader_error_verdict(stop);
    }
    let cause = BoardCause::Stopped { method, stop: stop.clone() };
    let (call, asked) = match other {
        Some(_) => ("a == b", Asked::Equal { negated: false }),
        None => (method_call(method), Asked::Board { whose: Whose::Own, method }),
    };
    Verdict::Fail(Failure::from_cause(cause).with_evidence(Evidence {
        tiles,
        other,
        call: call.to_owned(),
        asked,
        stop: Some(stop.clone()),
        ..Evidence::default()
    }))
}

/// Returns the failure of a method that returns, unless there were these calls before.
pub(crate) fn failure_after_calls(
    method: Method,
    tiles: Tiles,
    stop: Stop,
    after: After,
) -> Failure {
    let call = method_call(method).to_owned();
    let evidence = Evidence { tiles, call, ..Evidence::default() };
    Failure::from_cause(BoardCause::StopsAfter { method, stop, after }).with_evidence(evidence)
}

pub(crate) fn failure_of_debug(tiles: Tiles, stop: &Stop) -> Failure {
    Failure::from_cause(BoardCause::DebugStopped { stop: stop.clone() }).with_evidence(Evidence {
        tiles,
        call: "format!(\"{:?}\", board)".to_owned(),
        stop: Some(stop.clone()),
        ..Evidence::default()
    })
}

/// Returns the verdict on a run that failed for reasons unrelated to the submission.
pub(crate) fn grader_error_verdict(stop: &Stop) -> Verdict {
    Verdict::GraderError(match stop {
        Stop::Grader(what) => format!("the sandbox failed: {what}"),
        _ => "the machine was too slow to determine the result".to_owned(),
    })
}
