//! Explains tests, based on how they ended on the submission.

use grade::{Asked, PanicKind, Stop, TestEnd};

use super::Written;

/// Returns the reason why a test may pass on a student's machine, even though it failed here.
pub(super) fn reason_it_may_pass(end: &TestEnd) -> Option<&'static str> {
    let TestEnd::Failed(stop) = end else { return None };
    match stop {
        Stop::Panic { kind: PanicKind::Above, .. } => Some(
            "On a 64-bit machine this may pass. The grader has 32-bit `usize`, and a number is \
             too large for it.",
        ),
        Stop::Memory => {
            Some("On a machine with more memory this may pass. It uses all memory of the sandbox.")
        }
        Stop::Output => Some(
            "On your machine this may pass. It prints more than the grader allows, and your \
             machine has no such limit.",
        ),
        _ => None,
    }
}

/// Returns the likely reason for a test to pass although the check failed.
pub(super) fn why_it_passes(written: &Written) -> &'static str {
    if matches!(written.stop, Some(Stop::Fuel)) {
        return "it ends, but needs more work than the grader allows";
    }
    match written.asked {
        Asked::SolverBeside { .. } => {
            "it is correct with one other solver, but it was wrong after several solvers were created"
        }
        Asked::BoardAfter { .. } | Asked::SolverAgain { .. } => {
            "the result is the same after only these calls; it changed after more calls, on a \
             clone, or after other objects were made"
        }
        Asked::Solver { .. } | Asked::Path { .. } => {
            "this solver is correct on its own and with your `Board`; it was wrong with the grader's \
             boards or together with other solvers"
        }
        Asked::Board { .. }
        | Asked::Walked { .. }
        | Asked::Equal { .. }
        | Asked::Clone
        | Asked::TwinTwice => {
            "this board is correct on its own; it was wrong after calls on other boards, so look for \
             state that boards share"
        }
        Asked::Beyond => "the traits do not expose it",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_prevented_by_a_wider_usize_have_a_caveat() {
        let ended = |message: &str| {
            reason_it_may_pass(&TestEnd::Failed(Stop::Panic {
                kind: PanicKind::from_message(message),
                message: message.to_owned(),
                place: None,
            }))
        };
        assert!(ended("attempt to shift left with overflow").unwrap().contains("64-bit"));
        assert_eq!(ended("attempt to subtract with overflow"), None);
        assert_eq!(ended("assertion failed: attempt to add with overflow"), None);
        assert!(reason_it_may_pass(&TestEnd::Failed(Stop::Memory)).unwrap().contains("memory"));
        assert_eq!(reason_it_may_pass(&TestEnd::Failed(Stop::Fuel)), None);
        assert_eq!(reason_it_may_pass(&TestEnd::Passed), None);
    }
}
