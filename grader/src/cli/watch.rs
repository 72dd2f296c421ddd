//! Implements `grader check --watch`, which grades again after each save.
//!
//! One thread grades ([`grading`]), another detects saves ([`folder`]), and the main thread displays the results, on a
//! full [`screen`] or, without a terminal, as [`plain`] text. Events update the [`state`], from which [`draw`] renders
//! the screen.

mod draw;
mod event;
mod folder;
mod grading;
mod line;
mod plain;
mod screen;
mod state;
#[cfg(test)]
mod tests;

use std::io::{self, IsTerminal};
use std::sync::mpsc::{Sender, channel};
use std::{panic, thread};

use intake::class::archive_at;
use report::Format;

use super::check_args::CheckArgs;
use super::error::CliError;
use super::exit::Exit;
use super::hint::last_allowed_step;
use super::last_grade::LastGrade;
use super::setup::{self, GradingSetup};
use super::status_line::StatusLine;
use super::{events, output, subject};
use event::WatchEvent;
use grading::{Control, GradingThread};
use state::ScreenState;

/// The note for systems without change notifications.
const LOOKED_FOR: &str = "checking for changes twice a second";

pub(super) fn run(args: &CheckArgs) -> Result<Exit, CliError> {
    refuse_misuse(args)?;
    let assignment = args.assignment.load_or_embedded()?;
    let threads = args.machine.threads(&assignment);
    setup::refuse_low_limits(&assignment, threads)?;
    let audience = args.audience.unwrap_or_default();
    let wanted = subject::wanted_checks(&assignment, &args.only, audience)?;
    subject::refuse_class(&args.submission)?;
    let last_hint = last_allowed_step(&assignment);
    let title = subject::report_title(&class::AssignmentSummary::from_assignment(&assignment));
    let layout = args.layout(title);

    let status = StatusLine::new();
    let setup = GradingSetup::new(&args.machine, &status)?;
    let grader = setup.create_grader(args.assignment.path(), assignment, threads, &status)?;
    let workers = setup::create_workers(&grader, args.sandbox.require_sandbox)?;
    workers.probe_sandbox_layers().map_err(CliError::from)?;
    status.clear();

    let last = LastGrade::find(&args.submission, grader.assignment());
    let (sender, events) = channel();
    let (waker, wake) = channel();
    let control = Control::default();
    let desk = GradingThread {
        grader,
        workers,
        submission: args.submission.clone(),
        wanted,
        events: sender.clone(),
        control: control.clone(),
        last,
    };
    let saved = {
        let (control, waker) = (control.clone(), waker.clone());
        move || {
            control.report_save();
            // If there is no receiver, the grading thread has ended.
            let _ = waker.send(());
        }
    };
    let is_notified =
        folder::watch_folder(&args.submission, saved).map_err(|error| CliError::Misuse {
            message: format!("cannot watch `{}`: {error}", args.submission.display()),
            hint: "use `grader check` without `--watch` to grade it once".to_owned(),
        })?;
    let note = (!is_notified).then_some(LOOKED_FOR);
    let _ = waker.send(());
    let farewell = Farewell(sender.clone());
    let grading = thread::spawn(move || {
        let _farewell = farewell;
        desk.run(&wake);
    });
    let is_screen =
        io::stdin().is_terminal() && io::stdout().is_terminal() && !output::is_dumb_terminal();
    end_on_signals(&sender, is_screen)?;

    drop(status);
    let exit = if is_screen {
        let state =
            ScreenState::new(intake::submission_name(&args.submission), audience, last_hint, note);
        screen::show_screen(state, &layout, &events, sender)
    } else {
        plain::print_reports(&layout, audience, &events, sender, note)
    };
    // This also ends the worker, and removes its files.
    control.end_grading();
    let _ = waker.send(());
    drop(events);
    if let Err(panicked) = grading.join() {
        panic::resume_unwind(panicked);
    }
    exit
}

/// Returns an error if the input cannot be watched, or an option cannot be combined with `--watch`.
fn refuse_misuse(args: &CheckArgs) -> Result<(), CliError> {
    let misuse =
        |message: String, hint: &str| Err(CliError::Misuse { message, hint: hint.to_owned() });
    if args.format != Format::Human {
        let name = args.format.name();
        return misuse(
            format!("`--watch` cannot be used with `--format {name}`"),
            "leave one of them out; `--watch` prints reports for people",
        );
    }
    if events::are_for_programs() {
        return misuse(
            "`--watch` cannot be used with `--progress json`".to_owned(),
            "leave one of them out; `--watch` is for people",
        );
    }
    let path = &args.submission;
    if archive_at(path).is_some() {
        return misuse(
            format!("cannot watch `{}`: it must be a folder with source files", path.display()),
            "use the folder that you work in",
        );
    }
    if !path.is_dir() {
        return misuse(
            format!("the folder `{}` does not exist", path.display()),
            "use the folder that you work in",
        );
    }
    Ok(())
}

/// Sends the end event on drop, to end the program even if the grading thread panics.
struct Farewell(Sender<WatchEvent>);

impl Drop for Farewell {
    fn drop(&mut self) {
        let _ = self.0.send(WatchEvent::End);
    }
}

/// Ends the program gracefully on signals, to leave no processes or files behind.
///
/// Ignored signals stay ignored, because this is how `nohup` and shells run background processes. However, a program
/// that fills the screen should always end with the terminal, because nobody could see or end it afterward.
#[cfg(unix)]
fn end_on_signals(events: &Sender<WatchEvent>, is_screen: bool) -> Result<(), CliError> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let failed = |source| CliError::Print { source };
    let mut ending = Vec::new();
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        let is_end_of_screen = is_screen && signal == SIGHUP;
        if is_end_of_screen || !jail::is_ignored(signal).map_err(failed)? {
            ending.push(signal);
        }
    }
    let mut signals = signal_hook::iterator::Signals::new(ending).map_err(failed)?;
    let events = events.clone();
    thread::spawn(move || {
        for _ in signals.forever() {
            if events.send(WatchEvent::End).is_err() {
                return;
            }
        }
    });
    Ok(())
}

/// Does nothing: child processes end with this process, and Ctrl-C is read as a key.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "the Unix version can fail")]
fn end_on_signals(_: &Sender<WatchEvent>, _: bool) -> Result<(), CliError> {
    Ok(())
}
