//! `grader assignment --student-kit`: an assignment for students.

use std::fs;
use std::path::Path;

use base::whole_file;
use checks::assignment::{Assignment, Loosened};
use grade::view::Audience;

use super::super::error::{CliError, show_plain};
use super::super::exit::Exit;
use super::super::output;

/// Writes what students see of an assignment into a folder.
pub(super) fn write(
    assignment: &Assignment,
    folder: &Path,
    after_due_date: bool,
) -> Result<Exit, CliError> {
    let audience = if after_due_date { Audience::AfterDueDate } else { Audience::Student };
    let (seen, loosened) = seen_by(assignment, audience)?;
    output::refuse_full(folder, "--student-kit")?;
    for (path, text) in seen.texts() {
        let path = folder.join(path);
        let unwritable = |source| CliError::Unwritable { path: path.clone(), source };
        fs::create_dir_all(path.parent().unwrap_or(folder)).map_err(unwritable)?;
        whole_file::write(&path, &text).map_err(unwritable)?;
    }
    // What was written is read as any other assignment is.
    let read = Assignment::load(folder)?;
    tell(&loosened);
    let (checks, all) = (read.checks.len(), assignment.checks.len());
    let puzzles = |it: &Assignment| it.boards.len() + it.solve.len();
    output::print(&format!(
        "{}: {checks} of {all} checks, {} of {} puzzles\nstudents can use it with `grader check \
         --assignment {0}`\n",
        folder.display(),
        puzzles(&read),
        puzzles(assignment),
    ))?;
    Ok(Exit::Passed)
}

/// The part of an assignment that an audience sees, and what else differs by that.
pub(in super::super) fn seen_by(
    assignment: &Assignment,
    audience: Audience,
) -> Result<(Assignment, Vec<Loosened>), CliError> {
    let (seen, loosened) = assignment.seen_by(audience);
    if seen.checks.is_empty() {
        return Err(CliError::Misuse {
            message: "students cannot see any check of this assignment".to_owned(),
            hint: "a check is visible unless you set its `visibility`".to_owned(),
        });
    }
    Ok((seen, loosened))
}

/// Says how what students grade by differs from the assignment, beside what is not there.
pub(in super::super) fn tell(loosened: &[Loosened]) {
    for it in loosened {
        show_plain(&format!("differs: {it}"));
    }
}
