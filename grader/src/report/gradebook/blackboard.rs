//! Blackboard's grade center.

use super::{Entries, Fill, Filled, GradebookError, Plan, Sheet, column, fill};

/// The columns that name students, the surest first.
const STUDENTS: [&str; 2] = ["Username", "Student ID"];

/// Fills in a column of an export of Blackboard's grade center, to be uploaded again: as CSV or
/// with tabs, in UTF-8.
///
/// The column is named by its header, `Puzzle [Total Pts: 100 Score] |123456`, or by its name or
/// its number alone. A header without a number is refused, because the platform would make a new
/// column of text of it.
///
/// # Errors
///
/// If the file is no such export, or the column is not there, not the only one or without a
/// number, or a student is there twice or none at all.
pub fn blackboard(export: &str, entries: &Entries, how: &Fill) -> Result<Filled, GradebookError> {
    let sheet = Sheet::read(export)?;
    let wanted = how.column.trim();
    let is_meant = |header: &str| name(header) == wanted || number(header) == Some(wanted);
    let grade = column(&sheet, wanted, is_meant)?;
    let header = sheet.cell(0, grade);
    if number(header.trim()).is_none() {
        return Err(GradebookError::NoNumber(header));
    }
    let plan = Plan { grade, comment: None, changeable: None };
    fill(sheet, &plan, &STUDENTS, entries, how)
}

/// The name of a column in its header.
fn name(header: &str) -> &str {
    header.rsplit_once(" [").map_or(header, |(name, _)| name)
}

/// The platform's number of a column.
fn number(header: &str) -> Option<&str> {
    let (_, number) = header.rsplit_once('|')?;
    (!number.is_empty() && number.bytes().all(|it| it.is_ascii_digit())).then_some(number)
}
