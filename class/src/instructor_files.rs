//! Copies the instructor's files into the output folder.

use std::path::Path;

use base::input::{self, InputText};
use intake::class::LateDayTable;
use late::{Extensions, Policy};

use super::assignment_summary::AssignmentSummary;
use super::error::ClassError;
use super::hand::HandGrades;
use super::late_days::{LATE_DAYS, read_late_days};
use super::members::ClassMembers;
use super::output::{EXTENSIONS, GradesFolder, OVERRIDES, Output, TIMES};
use super::overrides::{Overrides, Scope};
use super::rules::ClassRules;

/// The instructor's files. Each one defaults to the copy in the output folder.
#[derive(Clone, Copy, Debug, Default)]
pub struct InstructorFiles<'a> {
    /// The corrections.
    pub overrides: Option<&'a Path>,
    /// The extensions.
    pub extensions: Option<&'a Path>,
    /// The submission times. They were applied while listing the class, so the file is only copied.
    pub times: Option<&'a Path>,
    /// The late days that students have left.
    pub late_days: Option<&'a Path>,
}

/// Copies the given files to the folder, if they are not there yet, and creates the rules from the files in the folder.
///
/// # Errors
///
/// Returns an error if the folder contains different files, or a file is invalid.
pub fn adopt_files(
    output: &Output,
    given: InstructorFiles<'_>,
    scope: Scope<'_>,
    about: Option<AssignmentSummary>,
    people: ClassMembers,
) -> Result<ClassRules, ClassError> {
    let students = people.students_for_corrections();
    let scope = Scope { students: Some(&students), ..scope };
    let overrides = adopt_file(output, OVERRIDES, given.overrides, |source| {
        Ok(Overrides::parse(source, scope)?)
    })?;
    let policy = about.as_ref().and_then(|about| about.late.as_ref());
    let extensions =
        adopt_file(output, EXTENSIONS, given.extensions, |source| read_extensions(source, policy))?;
    adopt_file(output, TIMES, given.times, |_| Ok(()))?;
    let late_days =
        adopt_file(output, LATE_DAYS, given.late_days, |source| read_late_days(source, policy))?;
    let rubric = about.as_ref().and_then(|about| about.hand.as_ref());
    let hand = HandGrades::read_from(output.graded(), rubric)?;
    let (overrides, extensions) = (overrides.unwrap_or_default(), extensions.unwrap_or_default());
    let rules = ClassRules::new(overrides, extensions, about, people);
    Ok(rules.with_late_days(late_days).with_hand(hand))
}

pub(super) fn stored_extensions(
    graded: &GradesFolder,
    about: Option<&AssignmentSummary>,
) -> Result<Extensions, ClassError> {
    let Some(text) = graded.read_file(EXTENSIONS)? else { return Ok(Extensions::default()) };
    let file = input::display_path(&graded.path(EXTENSIONS));
    read_extensions(
        InputText { file: &file, text: &text },
        about.and_then(|about| about.late.as_ref()),
    )
}

pub(super) fn stored_late_days(
    graded: &GradesFolder,
    about: Option<&AssignmentSummary>,
) -> Result<Option<LateDayTable>, ClassError> {
    let Some(text) = graded.read_file(LATE_DAYS)? else { return Ok(None) };
    let file = input::display_path(&graded.path(LATE_DAYS));
    let policy = about.and_then(|about| about.late.as_ref());
    read_late_days(InputText { file: &file, text: &text }, policy).map(Some)
}

fn read_extensions(
    source: InputText<'_>,
    policy: Option<&Policy>,
) -> Result<Extensions, ClassError> {
    Ok(Extensions::parse(source, policy)?)
}

/// Validates the given file and copies it to the folder, or reads the copy in the folder.
fn adopt_file<T>(
    output: &Output,
    file: &'static str,
    given: Option<&Path>,
    read: impl FnOnce(InputText<'_>) -> Result<T, ClassError>,
) -> Result<Option<T>, ClassError> {
    let place = output.graded().path(file);
    let there = output.graded().read_file(file)?;
    let Some(given) = given else {
        let shown = input::display_path(&place);
        return there.map(|text| read(InputText { file: &shown, text: &text })).transpose();
    };
    let text = input::read_text(given)?;
    let found = read(InputText { file: &input::display_path(given), text: &text })?;
    match there {
        Some(there) if there != text => {
            return Err(ClassError::OtherOverrides { path: place, file });
        }
        Some(_) => {}
        None => output.write_file(file, &text)?,
    }
    Ok(Some(found))
}
