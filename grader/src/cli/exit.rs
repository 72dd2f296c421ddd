//! Exit codes, which other programs rely on.

use std::process::ExitCode;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// The submission was graded, and all checks passed.
    Passed = 0,
    /// The submission was graded, and some checks failed.
    Failed = 1,
    /// The command line or the input was invalid, so nothing was graded.
    Usage = 2,
    /// An error in the grader or on the machine. This will never cost a student points.
    GraderFault = 3,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
