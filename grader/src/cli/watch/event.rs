//! Events while watching a submission.

use std::sync::Arc;

use checks::grading::Stage;
use grade::view::Corrected;
use report::formats::SubmissionCode;

use super::super::error::CliError;

pub(super) enum WatchEvent {
    Begun,
    Stage(Stage),
    /// A preliminary grade, with the verdicts known so far.
    Ahead(Box<Corrected>, Arc<SubmissionCode>),
    /// The grade of the submission, with the graded code.
    Graded(Box<Corrected>, Arc<SubmissionCode>),
    NotGraded(Box<CliError>),
    /// A save did not change the submission.
    Same,
    Wish(Wish),
    /// The new number of columns and lines of the terminal.
    Size(u16, u16),
    /// The user pressed Ctrl-Z to return to the shell for a while.
    Suspend,
    /// The program should end, because of a signal, the end of the input, or a failed thread.
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// Show the first failed check, now and after the next grading.
    First,
    /// Toggle the full report.
    All,
    /// Pin or unpin the current check.
    One,
    /// Toggle the explanation of the current check.
    Explain,
    /// Show a hint for the current check, one step further each time, and then the check.
    Hint,
    /// Show the next failed check.
    Next,
    /// Show the previous failed check.
    Previous,
    /// Scroll by a number of lines, up if negative.
    Scroll(i32),
    /// Scroll by a number of pages, up if negative.
    Page(i32),
}
