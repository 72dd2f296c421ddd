//! Says how a piece of code ended that should have gone on.

use probe::wire::{Method, Whose};

use super::words;
use crate::grade::{Asked, Evidence, Failure, Tiles, Verdict};
use crate::run::{PanicKind, Stop};

/// The verdict on a method of `Board` that did not come back.
pub(crate) fn stopped(method: Method, tiles: Tiles, stop: &Stop) -> Verdict {
    if stop.is_graders_fault() {
        return graders_fault(stop);
    }
    let call = words::call(method);
    Verdict::Fail(failure(call, stop).with_evidence(Evidence {
        tiles,
        call: call.to_owned(),
        asked: Asked::Board(Whose::Own, method),
        stop: Some(stop.clone()),
        ..Evidence::default()
    }))
}

/// The verdict on a run that came to nothing through no fault of the submission.
pub(crate) fn graders_fault(stop: &Stop) -> Verdict {
    Verdict::GraderError(match stop {
        Stop::Grader(what) => format!("the sandbox broke down: {what}"),
        _ => "the machine was too slow to find out".to_owned(),
    })
}

/// The failure of a call, named by `call`, that did not come back.
pub(crate) fn failure(call: &str, stop: &Stop) -> Failure {
    let mut failure = Failure::new(sentence(call, stop));
    if let Stop::Panic { kind, place, .. } = stop {
        failure.place.clone_from(place);
        failure.detail = hint(*kind).map(str::to_owned);
    }
    failure
}

/// What may be behind a panic of this kind, and what to do about it.
fn hint(kind: PanicKind) -> Option<&'static str> {
    match kind {
        PanicKind::Above => Some(
            "here `usize` has 32 bits; use `u64` for numbers that may exceed 4,294,967,295\n\
             (on a 64-bit machine an overflow of `usize` does not show)\n",
        ),
        PanicKind::Below => {
            Some("the result is below 0; `saturating_sub` or `abs_diff` may be meant\n")
        }
        PanicKind::Unwritten | PanicKind::Other => None,
    }
}

fn sentence(call: &str, stop: &Stop) -> String {
    match stop {
        Stop::Panic { kind: PanicKind::Unwritten, .. } => {
            format!("{call} is not written yet")
        }
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
