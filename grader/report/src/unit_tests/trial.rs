//! The remark on a test by its end on the submission, when the grader tried it.

use grade::{Asked, PanicKind, Stop, TestEnd};

use super::Written;

/// The reason why a test may pass on a student's machine though it fails where it is graded, if it
/// may.
pub(super) fn caveat(end: &TestEnd) -> Option<&'static str> {
    let TestEnd::Failed(stop) = end else { return None };
    match stop {
        Stop::Panic { kind: PanicKind::Above, .. } => Some(
            "On a 64-bit machine this may pass: where it is graded `usize` has 32 bits, and a number \
             does not fit into them.",
        ),
        Stop::Memory => Some(
            "On a machine that lends more memory this may pass: it uses up all that there is where it \
             is graded.",
        ),
        Stop::Output => Some(
            "On your machine this may pass: it prints more than the grader takes, and there nothing \
             counts that.",
        ),
        _ => None,
    }
}

/// The reason why a test passes on a submission that has the fault, by what was asked.
pub(super) fn why_it_passes(written: &Written) -> &'static str {
    if matches!(written.stop, Some(Stop::Fuel)) {
        return "it comes to an end, after more work than the grader allows";
    }
    match written.asked {
        Asked::SolverBeside { .. } => {
            "beside this one other solver it is right: it went wrong after several had been made"
        }
        Asked::BoardAfter { .. } | Asked::SolverAgain { .. } => {
            "after these calls alone the answer stays: it changed after further calls, on a clone, or \
             once others had been made"
        }
        Asked::Solver { .. } | Asked::Path { .. } => {
            "with your own `Board` and by itself this solver is right: it went wrong with the boards \
             of the grader, or beside other solvers"
        }
        Asked::Board { .. }
        | Asked::Walked { .. }
        | Asked::Equal { .. }
        | Asked::Clone
        | Asked::TwinTwice => {
            "by itself this board is right: it went wrong after others had been made and asked, so \
             look for what boards share"
        }
        Asked::Beyond => "the traits do not show it",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_wider_usize_mends_is_told() {
        let ended = |message: &str| {
            caveat(&TestEnd::Failed(Stop::Panic {
                kind: PanicKind::of(message),
                message: message.to_owned(),
                place: None,
            }))
        };
        assert!(ended("attempt to shift left with overflow").unwrap().contains("64-bit"));
        assert_eq!(ended("attempt to subtract with overflow"), None);
        assert_eq!(ended("assertion failed: attempt to add with overflow"), None);
        assert!(caveat(&TestEnd::Failed(Stop::Memory)).unwrap().contains("memory"));
        assert_eq!(caveat(&TestEnd::Failed(Stop::Fuel)), None);
        assert_eq!(caveat(&TestEnd::Passed), None);
    }
}
