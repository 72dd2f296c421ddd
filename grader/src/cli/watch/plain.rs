//! Prints a report after each change, without a full-screen terminal.

use std::io::{self, IsTerminal, Read as _};
use std::sync::mpsc::{Receiver, Sender};
use std::thread;

use grade::view::Audience;
use report::{Layout, human};

use super::super::error::{CliError, print_note};
use super::super::exit::Exit;
use super::super::status_line::StatusLine;
use super::super::{output, subject};
use super::event::WatchEvent;

/// Prints reports until the end event. When standard input ends, pending saves will be graded first.
pub(super) fn print_reports(
    layout: &Layout,
    audience: Audience,
    events: &Receiver<WatchEvent>,
    sender: Sender<WatchEvent>,
    note: Option<&str>,
) -> Result<Exit, CliError> {
    if let Some(note) = note {
        print_note(note);
    }
    let status = StatusLine::new();
    // This output may go to a file, where longer rules look odd.
    let rule = "─".repeat(layout.width.min(80));
    let mut exit = Exit::Failed;
    let mut is_first = true;
    let mut separate = || {
        let is_first = std::mem::replace(&mut is_first, false);
        if is_first { Ok(()) } else { output::print(&format!("\n{rule}\n\n")) }
    };
    // A background process should not read from the terminal.
    let mut sender = Some(sender).filter(|_| !io::stdin().is_terminal());
    while let Ok(event) = events.recv() {
        match event {
            WatchEvent::Stage(stage) => {
                status.show_stage(stage);
                continue;
            }
            WatchEvent::Graded(corrected, code) => {
                status.clear();
                separate()?;
                let mut view = corrected.view(audience);
                report::locate(&mut view, &code.outline);
                output::print(&human(&view, layout))?;
                exit = subject::exit_code(&view);
            }
            WatchEvent::NotGraded(error) => {
                status.clear();
                separate()?;
                error.print_to_stderr();
                exit = error.exit_code();
            }
            WatchEvent::Same => status.clear(),
            WatchEvent::End => break,
            WatchEvent::Begun
            | WatchEvent::Ahead(..)
            | WatchEvent::Wish(_)
            | WatchEvent::Size(..)
            | WatchEvent::Suspend => {
                continue;
            }
        }
        // Start this thread after the first report, to make sure that there is one.
        if let Some(sender) = sender.take() {
            thread::spawn(move || wait_for_end(&sender));
        }
    }
    Ok(exit)
}

fn wait_for_end(events: &Sender<WatchEvent>) {
    let mut input = io::stdin().lock();
    let mut buffer = [0; 1024];
    // Ignore what is typed, and end at the end of input or on an error.
    while let Ok(1..) = input.read(&mut buffer) {}
    let _ = events.send(WatchEvent::End);
}
