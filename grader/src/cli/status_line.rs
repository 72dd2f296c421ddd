//! Shows what the grader is doing, in a status line.

use std::io::{self, IsTerminal, Write};

use checks::grading::Stage;

use super::events::{self, ProgressEvent};
use super::output;

/// A status line on standard error. Without a terminal, only stages that may take minutes will be printed. Programs
/// receive every stage as an event.
pub(super) struct StatusLine {
    is_terminal: bool,
}

const CLEAR: &str = "\r\x1b[2K";

impl StatusLine {
    pub(super) fn new() -> Self {
        let is_terminal = io::stderr().is_terminal()
            && !output::is_dumb_terminal()
            && !events::are_for_programs();
        Self { is_terminal }
    }

    pub(super) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    pub(super) fn show_stage(&self, stage: Stage) {
        let (name, text) = events::describe_stage(stage);
        ProgressEvent::Stage { name: Some(name), text }.report_to_programs();
        self.show_text(text, matches!(stage, Stage::Preparing | Stage::Measuring));
    }

    /// Shows a step. If `everywhere` is true, prints the step even without a terminal.
    pub(super) fn show_step(&self, text: &str, everywhere: bool) {
        ProgressEvent::Stage { name: None, text }.report_to_programs();
        self.show_text(text, everywhere);
    }

    /// Shows a text until another text replaces it.
    pub(super) fn show_text(&self, text: &str, everywhere: bool) {
        if events::are_for_programs() {
            return;
        }
        let mut stderr = io::stderr().lock();
        // Ignore errors, since the status line is not essential.
        let _ = if self.is_terminal {
            write!(stderr, "{CLEAR}{text} ...").and_then(|()| stderr.flush())
        } else if everywhere {
            writeln!(stderr, "{text}")
        } else {
            Ok(())
        };
    }

    pub(super) fn clear(&self) {
        if self.is_terminal {
            let mut stderr = io::stderr().lock();
            // Without a terminal, there is nothing left to clear.
            let _ = write!(stderr, "{CLEAR}").and_then(|()| stderr.flush());
        }
    }
}

impl Drop for StatusLine {
    fn drop(&mut self) {
        self.clear();
    }
}
