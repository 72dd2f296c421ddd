//! Implements `grader assignment --student-kit`, which writes an assignment for students.

use std::fs;
use std::path::Path;

use assignment::{Assignment, Loosened};
use base::whole_file;
use grade::view::Audience;

use super::super::error::{CliError, print_note};
use super::super::exit::Exit;
use super::super::output;

pub(super) fn write_kit(
    assignment: &Assignment,
    folder: &Path,
    after_due_date: bool,
) -> Result<Exit, CliError> {
    let audience = if after_due_date { Audience::AfterDueDate } else { Audience::Student };
    let (seen, loosened) = part_seen_by(assignment, audience)?;
    output::refuse_full(folder, "--student-kit")?;
    for (path, text) in seen.texts() {
        let path = folder.join(path);
        let unwritable = |source| CliError::Unwritable { path: path.clone(), source };
        // A path below a folder always has a parent.
        fs::create_dir_all(path.parent().unwrap_or(folder)).map_err(unwritable)?;
        whole_file::write(&path, &text).map_err(unwritable)?;
    }
    // Validate the result like any other assignment.
    let read = Assignment::load(folder)?;
    print_differences(&loosened);
    let (checks, all) = (read.checks.len(), assignment.checks.len());
    let puzzles = |assignment: &Assignment| assignment.boards.len() + assignment.solve.len();
    output::print(&format!(
        "{}: {checks} of {all} checks, {} of {} puzzles\nstudents can use it with `grader check \
         --assignment {0}`\n",
        folder.display(),
        puzzles(&read),
        puzzles(assignment),
    ))?;
    Ok(Exit::Passed)
}

/// Returns the parts of an assignment that an audience may see, and how grading differs without the others.
pub(in super::super) fn part_seen_by(
    assignment: &Assignment,
    audience: Audience,
) -> Result<(Assignment, Vec<Loosened>), CliError> {
    let (seen, loosened) = assignment.part_for_audience(audience);
    if seen.checks.is_empty() {
        return Err(CliError::Misuse {
            message: "students cannot see any checks of this assignment".to_owned(),
            hint: "a check is visible unless you set its `visibility`".to_owned(),
        });
    }
    Ok((seen, loosened))
}

pub(in super::super) fn print_differences(loosened: &[Loosened]) {
    for difference in loosened {
        print_note(&format!("differs: {difference}"));
    }
}
