//! `grader check`: grades one submission and prints the report.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::thread;

use super::args::{CheckArgs, Color};
use super::error::CliError;
use super::exit::Exit;
use super::status_line::StatusLine;
use crate::assignment::Assignment;
use crate::build::{self, Toolchain};
use crate::check::Check;
use crate::grade::Status;
use crate::grading::{Grader, write_whole};
use crate::intake;
use crate::report::Layout;

/// The width of a report that goes to no terminal.
const WIDTH: usize = 80;

pub(super) fn run(args: &CheckArgs) -> Result<Exit, CliError> {
    let assignment = match &args.assignment {
        Some(path) => Assignment::load(path)?,
        None => Assignment::embedded(),
    };
    let wanted = wanted(&assignment, &args.only)?;
    let submission = intake::read_folder(&args.submission)?;

    if let Some(out) = &args.out {
        check_writable(out)?;
    }

    let status = StatusLine::new();
    let tell = |text: &str| status.say(text, true);
    let install: Option<&dyn Fn(&str)> = if args.no_install { None } else { Some(&tell) };
    let toolchain = Toolchain::find(install)?;
    let cache =
        build::cache_folder().map_err(|(folder, source)| CliError::Cache { folder, source })?;
    let jobs = args.jobs.map_or_else(cores, usize::from);
    let progress = |stage| status.show(stage);
    let grader = Grader::new(toolchain, assignment, &cache, jobs, &progress)?;
    let mut grade = grader.grade(&submission, &progress)?;
    grade.checks.retain(|it| wanted.contains(&it.check));
    status.clear();

    write(args.out.as_deref(), args.color, |layout| args.format.render(&grade, layout))?;
    Ok(match (grade.status(), grade.all_passed()) {
        (Status::GraderError, _) => Exit::GraderFault,
        (Status::Graded, true) => Exit::Passed,
        (Status::Graded, false) => Exit::Failed,
    })
}

pub(super) fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The checks that are asked for: all of the assignment's if none is named.
fn wanted(assignment: &Assignment, only: &[String]) -> Result<Vec<Check>, CliError> {
    let graded = |check: &Check| assignment.rated(*check).is_some();
    if only.is_empty() {
        return Ok(Check::ALL.into_iter().filter(graded).collect());
    }
    let mut wanted = Vec::new();
    for id in only {
        let is_named = |check: &Check| check.id() == id || check.group().id() == id;
        let named: Vec<Check> = Check::ALL.into_iter().filter(is_named).collect();
        if named.is_empty() {
            return Err(CliError::UnknownCheck { id: id.clone() });
        }
        if !named.iter().any(graded) {
            return Err(CliError::UngradedCheck { id: id.clone() });
        }
        wanted.extend(named);
    }
    Ok(wanted)
}

/// Finds out before anything is graded whether the report can be written.
pub(super) fn check_writable(out: &Path) -> Result<(), CliError> {
    let unwritable = |source| CliError::Unwritable { path: out.to_owned(), source };
    if out.is_dir() {
        return Err(unwritable(io::ErrorKind::IsADirectory.into()));
    }
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_some_and(|folder| !folder.is_dir()) {
        let missing = io::Error::new(io::ErrorKind::NotFound, "its folder does not exist");
        return Err(unwritable(missing));
    }
    let probe = tempfile::NamedTempFile::new_in(folder.unwrap_or(Path::new(".")));
    probe.map(drop).map_err(|error| unwritable(error.kind().into()))
}

/// Writes a report to where it is wanted.
pub(super) fn write(
    out: Option<&Path>,
    color: Color,
    render: impl FnOnce(&Layout) -> String,
) -> Result<(), CliError> {
    let to_terminal = out.is_none() && io::stdout().is_terminal();
    let width = terminal_size::terminal_size().filter(|_| to_terminal);
    let width = width.map_or(WIDTH, |(width, _)| usize::from(width.0));
    let layout = Layout { width, colour: colour(color, to_terminal) };
    let report = render(&layout);
    match out {
        Some(path) => write_whole(path, &report).map_err(|error| CliError::Unwritable {
            path: path.to_owned(),
            source: error.kind().into(),
        }),
        None => {
            io::stdout().lock().write_all(report.as_bytes()).map_err(|source| match source.kind() {
                io::ErrorKind::BrokenPipe => CliError::Closed,
                _ => CliError::Print { source },
            })
        }
    }
}

fn colour(choice: Color, to_terminal: bool) -> bool {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    match choice {
        Color::Always => true,
        Color::Never => false,
        Color::Auto if set("NO_COLOR").is_some() => false,
        Color::Auto => to_terminal || set("CLICOLOR_FORCE").is_some_and(|value| value != "0"),
    }
}
