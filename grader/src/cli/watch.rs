//! `grader check --watch`: grades again after each save.
//!
//! A thread grades ([`desk`]), a thread notices what is saved ([`folder`]), and this one shows what
//! comes of it: on a [`screen`], or [plainly](plain) where there is no terminal. What is shown is a
//! [`state`] that events change, and [`draw`] is a function of it.

mod desk;
mod draw;
mod event;
mod folder;
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
use super::hint::last_step;
use super::setup::{self, Setup};
use super::status_line::StatusLine;
use super::{events, subject};
use desk::{Control, Desk};
use event::WatchEvent;
use state::State;

/// What is said where the system does not tell of changes.
const LOOKED_FOR: &str = "changes are looked for twice a second";

pub(super) fn run(args: &CheckArgs) -> Result<Exit, CliError> {
    refuse_misuse(args)?;
    let assignment = args.assignment.load()?;
    setup::refuse_low_limits(&assignment, args.machine.jobs.count())?;
    let audience = args.audience.unwrap_or_default();
    let wanted = subject::wanted(&assignment, &args.only, audience)?;
    subject::refuse_class(&args.submission)?;
    let last_hint = last_step(&assignment);
    let title = subject::title(&class::About::of(&assignment));
    let layout = args.layout(title);

    let status = StatusLine::new();
    let setup = Setup::new(&args.machine, &status)?;
    let grader = setup.grader(assignment, setup.jobs, &status)?;
    let workers = setup::workers(&grader, &args.assignment, args.sandbox.require_sandbox)?;
    workers.probe().map_err(CliError::Worker)?;
    status.clear();

    let (sender, events) = channel();
    let (waker, wake) = channel();
    let control = Control::default();
    let desk = Desk {
        grader,
        workers,
        submission: args.submission.clone(),
        wanted,
        events: sender.clone(),
        control: control.clone(),
    };
    let saved = {
        let (control, waker) = (control.clone(), waker.clone());
        move || {
            control.saved();
            // It has ended if it does not hear.
            let _ = waker.send(());
        }
    };
    let is_told = folder::watch(&args.submission, saved).map_err(|error| CliError::Misuse {
        message: format!("cannot watch `{}`: {error}", args.submission.display()),
        hint: "use `grader check` without `--watch` to grade it once".to_owned(),
    })?;
    let note = (!is_told).then_some(LOOKED_FOR);
    let _ = waker.send(());
    let farewell = Farewell(sender.clone());
    let grading = thread::spawn(move || {
        let _farewell = farewell;
        desk.work(&wake);
    });
    let is_screen = io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb();
    end_on_signals(&sender, is_screen)?;

    drop(status);
    let exit = if is_screen {
        let state = State::new(intake::name(&args.submission), audience, last_hint, note);
        screen::show(state, &layout, &events, sender)
    } else {
        plain::print(&layout, audience, &events, sender, note)
    };
    // Its worker goes with it, and what that has written.
    control.end();
    let _ = waker.send(());
    drop(events);
    if let Err(panicked) = grading.join() {
        panic::resume_unwind(panicked);
    }
    exit
}

/// Refuses what cannot be watched, or reported again and again.
fn refuse_misuse(args: &CheckArgs) -> Result<(), CliError> {
    let misuse =
        |message: String, hint: &str| Err(CliError::Misuse { message, hint: hint.to_owned() });
    if args.format != Format::Human {
        let name = args.format.name();
        return misuse(
            format!("you cannot combine `--watch` with `--format {name}`"),
            "leave one out; `--watch` prints the report for people",
        );
    }
    if events::are_for_programs() {
        return misuse(
            "you cannot combine `--watch` with `--progress json`".to_owned(),
            "leave one out; `--watch` is for people",
        );
    }
    let path = &args.submission;
    if archive_at(path).is_some() {
        return misuse(
            format!("cannot watch `{}`: it must be a folder of sources", path.display()),
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

/// Whether the terminal has no screen, only lines.
fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Says that it is the end when the thread that grades ends, which it does by itself only if it breaks
/// down.
struct Farewell(Sender<WatchEvent>);

impl Drop for Farewell {
    fn drop(&mut self) {
        let _ = self.0.send(WatchEvent::End);
    }
}

/// Has the signals that end a program end this one in order, so that nothing stays behind.
///
/// A signal that was ignored from the start stays ignored, as `nohup` and a shell that starts programs in
/// the background expect. Only a screen ends with its terminal in any case: nobody can see or end it then.
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

/// What is started dies with this process, and keys are read as they are: nothing else is told of.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it may fail")]
fn end_on_signals(_: &Sender<WatchEvent>, _: bool) -> Result<(), CliError> {
    Ok(())
}
