//! Events that occur while watching a submission.

use std::sync::Arc;

use checks::grading::Stage;
use grade::view::Corrected;
use report::formats::Code;

use super::super::error::CliError;

/// An event that occurs while watching a submission.
pub(super) enum WatchEvent {
    /// Grading has started.
    Begun,
    /// Grading has reached a stage.
    Stage(Stage),
    /// A preliminary grade, with the verdicts known so far.
    Ahead(Box<Corrected>, Arc<Code>),
    /// The submission was graded. The event includes the graded code.
    Graded(Box<Corrected>, Arc<Code>),
    /// The submission could not be graded.
    NotGraded(Box<CliError>),
    /// A save did not change the submission.
    Same,
    /// The user pressed a key.
    Wish(Wish),
    /// The terminal was resized to this number of columns and lines.
    Size(u16, u16),
    /// The user pressed Ctrl-Z to return to the shell for a while.
    Suspend,
    /// The program should end: it received a signal, its input ended, or a thread failed.
    End,
}

/// A command from the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// Show the first failed check, both now and after the next grading.
    First,
    /// Toggle the full report.
    All,
    /// Pin or unpin the current check.
    One,
    /// Toggle the explanation of the current check.
    Explain,
    /// Show a hint for the current check. Each time, the hint goes one step further; after the last step, the check is
    /// shown again.
    Hint,
    /// Show the next failed check.
    Next,
    /// Show the previous failed check.
    Previous,
    /// Scroll down by a number of lines, or up if negative.
    Scroll(i32),
    /// Scroll down by a number of pages, or up if negative.
    Page(i32),
}
