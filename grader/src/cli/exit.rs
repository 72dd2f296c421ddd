//! Exit codes. Other programs rely on them.

use std::process::ExitCode;

/// The exit code of the grader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// The submission was graded, and all checks passed.
    Passed = 0,
    /// The submission was graded, and some checks failed.
    Failed = 1,
    /// The command line was used incorrectly, or the input was invalid. Nothing was graded.
    Usage = 2,
    /// There was an error in the grader or on the machine. This never costs a student points.
    GraderFault = 3,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
