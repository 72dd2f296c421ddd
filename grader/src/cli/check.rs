//! `grader check`: grades one submission and prints the report.

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
use crate::intake;
use crate::report::{self, Layout};

pub(super) fn run(args: &CheckArgs) -> Result<Exit, CliError> {
    let assignment = match &args.assignment {
        Some(path) => Assignment::load(path)?,
        None => Assignment::embedded(),
    };
    let wanted = wanted(&assignment, &args.only)?;
    let submission = intake::read(&args.submission)?;

    for file in [&args.out, &args.tests, &args.counts].into_iter().flatten() {
        output::check_writable(file)?;
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
    let layout = Layout {
        folder: folder::named(&args.submission),
        ..output::layout(args.color, args.out.is_some())
    };
    output::write(args.out.as_deref(), &args.format.render(&grade, &layout))?;
    Ok(match (grade.status(), grade.all_passed()) {
        (Status::GraderError, _) => Exit::GraderFault,
        (Status::Graded, true) => Exit::Passed,
        (Status::Graded, false) => Exit::Failed,
    })
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
