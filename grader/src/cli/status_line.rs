//! A line on the terminal that says what the grader is busy with.

use std::io::{self, IsTerminal, Write};

use checks::grading::Stage;

use super::events::{self, ProgressEvent};

/// Shows stages on standard error, one over the other, if that is a terminal. Elsewhere only those
/// are said that may take minutes. Programs are told of all of them.
pub(super) struct StatusLine {
    is_terminal: bool,
}

/// Back to the start of the line, and clear it.
const CLEAR: &str = "\r\x1b[2K";

impl StatusLine {
    pub(super) fn new() -> Self {
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let is_terminal = io::stderr().is_terminal() && !dumb && !events::are_for_programs();
        Self { is_terminal }
    }

    /// Whether there is a terminal to show it on.
    pub(super) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    pub(super) fn show(&self, stage: Stage) {
        let (name, text) = events::stage(stage);
        ProgressEvent::Stage { name: Some(name), text }.tell_programs();
        self.show_text(text, matches!(stage, Stage::Preparing | Stage::Measuring));
    }

    /// Says something that takes time and is said even where there is no terminal.
    pub(super) fn say(&self, text: &str, everywhere: bool) {
        ProgressEvent::Stage { name: None, text }.tell_programs();
        self.show_text(text, everywhere);
    }

    /// Shows people a line that goes with the next one.
    pub(super) fn show_text(&self, text: &str, everywhere: bool) {
        if events::are_for_programs() {
            return;
        }
        let mut stderr = io::stderr().lock();
        // A status that cannot be shown is no reason to fail.
        let _ = if self.is_terminal {
            write!(stderr, "{CLEAR}{text} ...").and_then(|()| stderr.flush())
        } else if everywhere {
            writeln!(stderr, "{text}")
        } else {
            Ok(())
        };
    }

    /// Removes the line.
    pub(super) fn clear(&self) {
        if self.is_terminal {
            let mut stderr = io::stderr().lock();
            let _ = write!(stderr, "{CLEAR}").and_then(|()| stderr.flush());
        }
    }
}

impl Drop for StatusLine {
    fn drop(&mut self) {
        self.clear();
    }
}
