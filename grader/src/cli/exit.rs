//! The exit codes, which other programs rely on.

use std::process::ExitCode;

/// The exit code of the grader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// Graded, and every check passed.
    Passed = 0,
    /// Graded, and some check failed.
    Failed = 1,
    /// Wrong usage or bad input: nothing was graded.
    Usage = 2,
    /// The grader or its machine is at fault; never counted against a student.
    GraderFault = 3,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
