//! `grader check`: grades one submission and prints the report.

use std::path::{Path, PathBuf};

use super::args::CheckArgs;
use super::error::CliError;
use super::exit::Exit;
use super::folder;
use super::output;
use super::setup::Setup;
use super::status_line::StatusLine;
use crate::assignment::Assignment;
use crate::check::Check;
use crate::grade::Status;
use crate::grading::Graded;
use crate::intake::{self, IntakeError};
use crate::report::formats::{self, Identity};
use crate::report::record::Record;
use crate::report::{self, Context, Format, Layout};

/// The file that a runner of GitHub Actions shows as the summary of the job.
const SUMMARY_VARIABLE: &str = "GITHUB_STEP_SUMMARY";

pub(super) fn run(args: &CheckArgs) -> Result<Exit, CliError> {
    let assignment = match &args.assignment {
        Some(path) => Assignment::load(path)?,
        None => Assignment::embedded(),
    };
    let wanted = wanted(&assignment, &args.only)?;
    let submission = match intake::read(&args.submission) {
        Ok(submission) => submission,
        Err(error) => {
            // People read the error; programs read a report of what was rejected.
            if error.is_rejection() && args.format != Format::Human {
                write_rejected(args, assignment, &error)?;
            }
            return Err(error.into());
        }
    };

    let identity = identity(args.format)?;

    let files = [&args.out, &args.tests, &args.counts, &args.summary];
    for file in files.into_iter().flatten() {
        output::check_writable(file)?;
    }
    let job_summary = job_summary(args.format);
    if let Some(file) = &job_summary {
        output::append(file, "")?;
    }

    let status = StatusLine::new();
    let setup = Setup::new(args.no_install, args.jobs, &status)?;
    let progress = |stage| status.show(stage);
    let grader = setup.grader(assignment, setup.jobs, &status)?;
    let Graded { mut grade, counts, .. } = grader.grade_closely(&submission, &progress)?;
    grade.checks.retain(|it| wanted.contains(&it.check));
    status.clear();

    if let Some(file) = &args.tests {
        output::write(Some(file), &report::unit_tests(&grade, submission.crate_name()))?;
    }
    if let Some(file) = &args.counts {
        output::write(Some(file), &report::counts(&counts))?;
    }
    write(args, &Record::from(&grade), identity, job_summary.as_deref())?;
    Ok(match (grade.status(), grade.all_passed()) {
        (Status::GraderError, _) => Exit::GraderFault,
        (Status::Graded, true) => Exit::Passed,
        (Status::Graded, false) => Exit::Failed,
    })
}

/// Writes the report and the summaries.
fn write(
    args: &CheckArgs,
    record: &Record,
    identity: Option<Identity>,
    job_summary: Option<&Path>,
) -> Result<(), CliError> {
    if let Some(file) = &args.summary {
        output::write(Some(file), &formats::summary(record, formats::SUMMARY_LIMIT))?;
    }
    if let Some(file) = job_summary {
        let limit = formats::SUMMARY_LIMIT.saturating_sub(output::size(file));
        output::append(file, &formats::summary(record, limit))?;
    }
    let layout = Layout {
        folder: folder::named(&args.submission),
        ..output::layout(args.color, args.out.is_some())
    };
    let context = Context { layout, folder: folder::inside(&args.submission), identity };
    output::write(args.out.as_deref(), &args.format.render(record, &context)?)
}

/// Writes the report of what is no submission, so that a platform can tell the student why.
fn write_rejected(
    args: &CheckArgs,
    assignment: Assignment,
    error: &IntakeError,
) -> Result<(), CliError> {
    let identity = identity(args.format)?;
    let status = StatusLine::new();
    let setup = Setup::new(args.no_install, args.jobs, &status)?;
    let grader = setup.grader(assignment, setup.jobs, &status)?;
    status.clear();
    let name = intake::name(&args.submission);
    let reason = error.without_path(&args.submission, &name);
    let record = Record::rejected(&grader, &name, reason);
    write(args, &record, identity, job_summary(args.format).as_deref())
}

/// Which submission it is to Classroom 50, if it is to be told.
fn identity(format: Format) -> Result<Option<Identity>, CliError> {
    if format != Format::Classroom50 {
        return Ok(None);
    }
    let identity = Identity::from_variables(|name| std::env::var(name).ok());
    identity.map(Some).map_err(|error| CliError::Misuse {
        message: format!("the format `{}` needs variables: {error}", format.name()),
        hint: "the runner of Classroom 50 sets them for an autograder".to_owned(),
    })
}

/// The file to which the summary of the job belongs, in a job of GitHub Actions.
fn job_summary(format: Format) -> Option<PathBuf> {
    let variable = || std::env::var_os(SUMMARY_VARIABLE).filter(|value| !value.is_empty());
    (format == Format::Github).then(variable).flatten().map(PathBuf::from)
}

/// The checks that are asked for: all of the assignment's if none is named.
fn wanted(assignment: &Assignment, only: &[String]) -> Result<Vec<Check>, CliError> {
    let graded = |check: &Check| assignment.rated(*check).is_some();
    if only.is_empty() {
        return Ok(Check::ALL.into_iter().filter(graded).collect());
    }
    let mut wanted = Vec::new();
    for id in only {
        let named = Check::named(id);
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
