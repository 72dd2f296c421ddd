//! Exit codes. Other programs rely on them.

use std::process::ExitCode;

/// The exit code of the grader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// The submission was graded, and all checks passed.
    Passed = 0,
    /// The submission was graded, and some checks failed.
    Failed = 1,
    /// The usage was wrong or the input was invalid. Nothing was graded.
    Usage = 2,
    /// The grader or its machine failed. This never counts against a student.
    GraderFault = 3,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
