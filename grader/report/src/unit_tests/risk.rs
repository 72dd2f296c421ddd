//! Finds tests that may not terminate or may end the test program. These should be marked `#[ignore]`, with the reason.

use grade::{PanicKind, Stop, TestEnd};

use super::Written;
use super::helpers::Helper;

/// Returns the reason to run a test alone, if any. `end` should be how the trial on the submission ended.
///
/// The tests use the submission's boards, but the solver was graded with other boards. A search that terminated during
/// grading may not terminate in the test, for example because `is_goal` always returns `false`.
pub(super) fn reason_to_run_alone(
    written: &Written,
    end: Option<&TestEnd>,
) -> Option<&'static str> {
    if let Some(reason) = written.stop.as_ref().and_then(risk_of_stop) {
        return Some(reason);
    }
    let is_search = written.case.helpers.contains(&Helper::Solver);
    match end {
        Some(TestEnd::Failed(Stop::Panic { kind: PanicKind::Above, .. })) if is_search => {
            Some("with 64-bit `usize`, the search continues and may never end: run it alone")
        }
        Some(TestEnd::Failed(stop)) => risk_of_stop(stop),
        None if is_search => Some("it was not run, and a search may never end: run it alone"),
        Some(TestEnd::Passed) | None => None,
    }
}

fn risk_of_stop(stop: &Stop) -> Option<&'static str> {
    match stop {
        Stop::Fuel => Some("it takes too long and may use all memory: run it alone"),
        Stop::Memory => Some("it uses all memory of the machine: run it alone"),
        Stop::Stack => Some("it overflows the stack, which ends all tests: run it alone"),
        Stop::Exit(_) => Some("it ends the program, and all tests with it: run it alone"),
        Stop::Output => Some("it prints too much: run it alone"),
        Stop::Done | Stop::Panic { .. } | Stop::Trap(_) | Stop::Grader(_) => None,
    }
}

/// Returns `true` if the code may not terminate, so the test needs a time limit.
pub(super) fn is_endless(written: &Written, end: Option<&TestEnd>) -> bool {
    let is_endless = |stop: &Stop| matches!(stop, Stop::Fuel | Stop::Memory | Stop::Output);
    match end {
        _ if matches!(written.stop, Some(Stop::Fuel)) => true,
        Some(TestEnd::Failed(stop)) => is_endless(stop),
        Some(TestEnd::Passed) | None => false,
    }
}
