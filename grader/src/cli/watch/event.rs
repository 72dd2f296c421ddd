//! What happens while a submission is watched.

use std::sync::Arc;

use checks::grading::Stage;
use grade::view::Corrected;
use report::formats::Code;

use super::super::error::CliError;

/// Something that happens.
pub(super) enum WatchEvent {
    /// A grading begins.
    Begun,
    /// It is at this stage.
    Stage(Stage),
    /// This much shows before all is graded: the checks whose verdict is known.
    Ahead(Box<Corrected>, Arc<Code>),
    /// The submission with this code is graded.
    Graded(Box<Corrected>, Arc<Code>),
    /// It cannot be.
    NotGraded(Box<CliError>),
    /// Something was saved, and the submission is the one that was graded last.
    Same,
    /// The user wants something.
    Wish(Wish),
    /// The terminal has so many columns and lines.
    Size(u16, u16),
    /// The user wants the shell back for a while: Ctrl-Z.
    Suspend,
    /// It is to end: a signal, the end of the input, or a thread that broke down.
    End,
}

/// What the user may want of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// The first check to mend, and after each grading the first one again.
    First,
    /// The whole report.
    All,
    /// The check that is shown, whatever becomes of the others; again to let it go.
    One,
    /// The explanation of the check that is shown; again to go back.
    Explain,
    /// A hint for the check that is shown; again for its next step, and at last to go back.
    Hint,
    /// The next check to mend.
    Next,
    /// The one before.
    Previous,
    /// So many lines down; up if it is negative.
    Scroll(i32),
    /// So many pages down; up if it is negative.
    Page(i32),
}
