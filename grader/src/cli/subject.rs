//! Determines the checks, title and exit code for a report on one submission.

use std::path::Path;

use assignment::{Assignment, RubricEntry};
use class::AssignmentSummary;
use grade::Status;
use grade::check::Check;
use grade::view::{Audience, View};
use intake::class::{archive_at, submissions_if_several, submissions_if_several_in};

use super::error::CliError;
use super::exit::Exit;
use super::folder;
use super::one_submission;

/// Returns an error if a folder contains a class, because we should not choose a submission arbitrarily. For archives,
/// only a worker can tell: see [`refuse_class_in_archive`].
pub(super) fn refuse_class(path: &Path) -> Result<(), CliError> {
    if archive_at(path).is_some() {
        return Ok(());
    }
    submissions_if_several(path).map_or(Ok(()), |names| refuse_these_submissions(path, &names))
}

/// Returns an error if an archive contains a class. `error` should be the error from reading the archive as a
/// submission.
pub(super) fn refuse_class_in_archive(path: &Path, error: &CliError) -> Result<(), CliError> {
    let is_read = !matches!(error, CliError::NotRead(_) | CliError::Rejected { .. });
    let Some(archive) = archive_at(path).filter(|_| !is_read) else { return Ok(()) };
    let listed = one_submission::list_class_archive(&archive).ok().flatten();
    let names = listed.and_then(|archive| submissions_if_several_in(&archive).ok());
    names.map_or(Ok(()), |names| refuse_these_submissions(path, &names))
}

fn refuse_these_submissions(path: &Path, names: &[String]) -> Result<(), CliError> {
    if names.is_empty() {
        return Ok(());
    }
    // Three names show that this is a class.
    let some: Vec<_> = names.iter().take(3).map(|name| format!("`{name}`")).collect();
    let (count, more) = (names.len(), if names.len() > some.len() { ", ..." } else { "" });
    let (shown, folder) = (path.display(), folder::quote_for_shell(&path.to_string_lossy()));
    Err(CliError::Misuse {
        message: format!("`{shown}` contains {count} submissions: {}{more}", some.join(", ")),
        hint: format!(
            "use a single submission, or grade all of them: `grader grade {folder} --out grades`"
        ),
    })
}

/// Returns the checks to report: by default, all graded checks.
pub(super) fn wanted_checks(
    assignment: &Assignment,
    only: &[String],
    readers: Audience,
) -> Result<Vec<Check>, CliError> {
    let graded = |check: &Check| assignment.find_rubric_entry(*check).is_some();
    let is_hidden = |rated: &RubricEntry| !readers.sees(rated.visibility);
    let seen = |check: &Check| {
        assignment.find_rubric_entry(*check).is_some_and(|rated| !is_hidden(&rated))
    };
    if only.is_empty() {
        return Ok(Check::ALL.into_iter().filter(graded).collect());
    }
    let mut wanted = Vec::new();
    for id in only {
        let named = Check::named(id);
        if named.is_empty() {
            return Err(CliError::UnknownCheck { id: id.clone() });
        }
        // If tests are not graded, there are remarks on them.
        let has_remarks =
            assignment.tests.is_some() && assignment.find_rubric_entry(Check::TestsOwn).is_none();
        let is_about_remarks = has_remarks && named == [Check::TestsOwn];
        if !is_about_remarks && !named.iter().any(seen) {
            let id = id.clone();
            // Do not reveal whether a check is hidden or not graded.
            return Err(if assignment.checks.iter().any(is_hidden) {
                CliError::UnseenCheck { id }
            } else {
                CliError::UngradedCheck { id }
            });
        }
        wanted.extend(named);
    }
    Ok(wanted)
}

pub(super) fn report_title(about: &AssignmentSummary) -> Option<String> {
    let is_other = |heading: &String| {
        *heading != AssignmentSummary::from_assignment(&Assignment::embedded()).heading()
    };
    about.own.then(|| about.heading()).filter(is_other)
}

/// Returns the exit code, which depends only on what the audience may see.
pub(super) fn exit_code(view: &View) -> Exit {
    match view.status {
        Status::GraderError => Exit::GraderFault,
        Status::Graded if view.all_passed() => Exit::Passed,
        Status::Graded | Status::Rejected | Status::Held => Exit::Failed,
    }
}
