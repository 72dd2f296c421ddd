//! The command line: parses arguments, runs commands and prints results.

mod anonymous;
mod args;
mod assignment;
mod audit;
#[cfg(test)]
mod book;
mod browser;
mod build;
mod check;
mod check_args;
mod check_files;
mod class_args;
mod class_input;
mod compile_model;
mod completions;
mod diff;
mod doctor;
mod environment;
mod error;
mod events;
mod exit;
mod explain;
mod folder;
mod grade;
mod gradescope;
mod help;
mod hint;
mod init;
mod job;
mod last_grade;
mod man;
mod merge;
mod new;
mod one_submission;
mod output;
mod output_place;
mod pack;
mod play;
mod progress;
mod puzzle;
mod report;
mod report_args;
mod setup;
mod shared_args;
mod similar;
mod similar_args;
mod status_line;
mod student_page;
mod subject;
mod timings;
mod trace;
mod watch;

use std::ffi::OsString;
use std::panic::resume_unwind;
use std::path::Path;
use std::process::ExitCode;
use std::thread;

use base::pool::NoThread;
use clap::{CommandFactory as _, FromArgMatches as _};
use embedded::HAS_SOURCES;

use args::{Args, Command};
use error::CliError;
use exit::Exit;

/// Runs the command from the arguments of this process.
pub fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    run_internal_command(&arguments).unwrap_or_else(|| on_enough_stack(arguments))
}

/// The stack size of the thread that runs a command, in bytes: the usual size for a main thread.
// Windows gives the main thread only one megabyte.
const STACK: usize = 8 << 20;

/// Runs a command in a thread with a large stack. The main thread's stack may be too small even to report the problem.
fn on_enough_stack(arguments: Vec<OsString>) -> ExitCode {
    let own = arguments.clone();
    let thread = thread::Builder::new().name("main".to_owned()).stack_size(STACK);
    let Ok(thread) = thread.spawn(|| run(arguments)) else { return run(own) };
    thread.join().unwrap_or_else(|panic| {
        let Some(none) = panic.downcast_ref::<NoThread>() else { resume_unwind(panic) };
        error::print_note(&none.to_string());
        Exit::GraderFault.into()
    })
}

fn parse_arguments(arguments: Vec<OsString>) -> Result<Args, clap::Error> {
    let mut command = help::fit_to_terminal(Args::command());
    let matches = command.try_get_matches_from_mut(arguments)?;
    Args::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// Uses the system's temporary folder if the path of the user's is not UTF-8. The compiler does not accept such paths.
fn use_readable_temporary_folder() {
    if cfg!(unix) && std::env::temp_dir().to_str().is_none() {
        // This fails only if the folder was already chosen.
        let _ = tempfile::env::override_temp_dir(Path::new("/tmp"));
    }
}

/// Runs a command. The first argument is the name of the program.
pub fn run(arguments: Vec<OsString>) -> ExitCode {
    use_readable_temporary_folder();
    let args = match parse_arguments(arguments) {
        Ok(args) => args,
        Err(error) => {
            // Help and version texts are not errors, so they go to standard output.
            let exit = if error.use_stderr() { Exit::Usage } else { Exit::Passed };
            return match error.print() {
                Ok(()) => exit.into(),
                Err(_) => Exit::GraderFault.into(),
            };
        }
    };
    let exit = match run_command(args.command) {
        Ok(exit) => exit,
        Err(CliError::Closed) => Exit::Passed,
        Err(error) => {
            error.print_to_stderr();
            error.exit_code()
        }
    };
    events::ProgressEvent::End { exit: exit as u8 }.report_to_programs();
    exit.into()
}

fn run_command(command: Command) -> Result<Exit, CliError> {
    let without_sources = command.name_if_it_needs_sources().filter(|_| !HAS_SOURCES);
    if let Some(command) = without_sources {
        return Err(CliError::NotForStudents { command });
    }
    match command {
        Command::New(args) => {
            args.color.apply_to_errors();
            new::run(&args)
        }
        Command::Init(args) => {
            args.color.apply_to_errors();
            init::run(&args)
        }
        Command::Check(mut args) => {
            args.output.color.apply_to_errors();
            if args.submission == Path::new(".") && args.is_for_people() {
                args.assignment.use_kit();
            }
            args.progress.apply_to_events();
            if args.watch { watch::run(&args) } else { check::run(&args) }
        }
        Command::Grade(args) => {
            args.color.apply_to_errors();
            args.progress.apply_to_events();
            grade::run(&args)
        }
        Command::Build(args) => {
            args.color.apply_to_errors();
            build::run(&args)
        }
        Command::Merge(args) => {
            args.color.apply_to_errors();
            merge::run(&args)
        }
        Command::Diff(args) => {
            args.color.apply_to_errors();
            diff::run(&args)
        }
        Command::Report(args) => {
            args.color.apply_to_errors();
            report::run(&args)
        }
        Command::Gradescope(args) => {
            args.color.apply_to_errors();
            gradescope::run(&args)
        }
        Command::Similar(args) => {
            args.output.color.apply_to_errors();
            similar::run(&args)
        }
        Command::Audit(args) => {
            args.output.color.apply_to_errors();
            args.progress.apply_to_events();
            audit::run(&args)
        }
        Command::Assignment(args) => {
            args.output.color.apply_to_errors();
            assignment::run(&args)
        }
        Command::Explain(args) => {
            args.color.apply_to_errors();
            explain::run(args)
        }
        Command::Hint(args) => {
            args.color.apply_to_errors();
            hint::run(args)
        }
        Command::Pack(args) => {
            args.color.apply_to_errors();
            pack::run(&args)
        }
        Command::Doctor(args) => {
            args.color.apply_to_errors();
            doctor::run(&args)
        }
        Command::Puzzle(args) => puzzle::run(&args),
        Command::Play(args) => {
            args.color.apply_to_errors();
            play::run(&args)
        }
        Command::CompileModel(args) => {
            args.color.apply_to_errors();
            compile_model::run(&args)
        }
        Command::Completions(args) => completions::run(&args, Args::command()),
        Command::Man(args) => man::run(&args, Args::command()),
    }
}

/// Handles the internal commands, which the grader runs in copies of itself; see [`sandbox::build`].
///
/// Programs that use this library for grading must call this function first, because the copies are started from their
/// executable.
pub fn run_internal_command(arguments: &[OsString]) -> Option<ExitCode> {
    let [_, command, rest @ ..] = arguments else { return None };
    match command.to_str()? {
        jail::child::SANDBOXED => {
            let (message, code) = jail::child::become_sandboxed(rest);
            error::print_note(&message);
            Some(ExitCode::from(code))
        }
        worker::WORK => Some(worker::serve()),
        sandbox::build::COMPILE => Some(match sandbox::build::compile_module(rest) {
            Ok(()) => Exit::Passed.into(),
            Err(error) => {
                error::print_note(&error.to_string());
                ExitCode::from(error.exit_code())
            }
        }),
        _ => None,
    }
}
