//! Verdicts and failures of code that ended where it should have gone on.

use grade::cause::{BoardCause, Cause};
use grade::words::method_call;
use grade::{Asked, Evidence, Failure, PanicKind, Stop, Tiles, Verdict};
use probe::wire::{Method, Whose};

/// The verdict on a method of `Board` that did not come back.
pub(crate) fn stopped(method: Method, tiles: Tiles, stop: &Stop) -> Verdict {
    if stop.is_graders_fault() {
        return graders_fault(stop);
    }
    let cause = BoardCause::Stopped { method, stop: stop.clone() };
    Verdict::Fail(failure(cause, stop).with_evidence(Evidence {
        tiles,
        call: method_call(method).to_owned(),
        asked: Asked::Board { whose: Whose::Own, method },
        stop: Some(stop.clone()),
        ..Evidence::default()
    }))
}

/// `Debug` of a board did not come back.
pub(crate) fn debug_stopped(tiles: Tiles, stop: &Stop) -> Failure {
    failure(BoardCause::DebugStopped { stop: stop.clone() }, stop).with_evidence(Evidence {
        tiles,
        call: "format!(\"{:?}\", board)".to_owned(),
        stop: Some(stop.clone()),
        ..Evidence::default()
    })
}

/// The verdict on a run that came to nothing through no fault of the submission.
pub(crate) fn graders_fault(stop: &Stop) -> Verdict {
    Verdict::GraderError(match stop {
        Stop::Grader(what) => format!("the sandbox broke down: {what}"),
        _ => "the machine was too slow to find out".to_owned(),
    })
}

/// The failure for a cause of which this end of the code is a part: it names the place of a panic.
pub(crate) fn failure(cause: impl Into<Cause>, stop: &Stop) -> Failure {
    let mut failure = Failure::of(cause);
    if let Stop::Panic { kind, place, .. } = stop {
        failure.place.clone_from(place);
        failure.detail = hint(*kind).map(str::to_owned);
    }
    failure
}

/// A hint on the likely reason for a panic of this kind.
fn hint(kind: PanicKind) -> Option<&'static str> {
    match kind {
        PanicKind::Above => Some(
            "here `usize` has 32 bits; use `u64` for numbers that may exceed 4,294,967,295\n\
             (on a 64-bit machine an overflow of `usize` does not show)\n",
        ),
        PanicKind::Below => {
            Some("the result is below 0; `saturating_sub` or `abs_diff` may be meant\n")
        }
        PanicKind::Thread => Some("do the work on the thread that calls\n"),
        PanicKind::Unwritten | PanicKind::Other => None,
    }
}
