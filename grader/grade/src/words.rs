//! Texts shared by descriptions of [causes](super::Cause), and descriptions of a [`Moment`](super::Moment).

mod calls;
pub mod moment;
mod plural;

pub use calls::{asked as question_call, method as method_call, whose};
pub use moment::{boards as moment_boards, moment, taken};
pub use plural::{counted, singular_or_plural};

use crate::{PanicKind, Stop, StopPoint};

/// Returns the sentence for a call that did not return.
pub fn stopped(call: &str, stop: &Stop) -> String {
    stopped_at(call, stop, &StopPoint::default())
}

/// Returns the sentence for a call that did not return, with the functions that were running.
pub fn stopped_at(call: &str, stop: &Stop, point: &StopPoint) -> String {
    let within = point.within();
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
