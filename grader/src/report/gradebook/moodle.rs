//! Moodle's grading worksheet, and its export of grades.

use super::{Entries, Fill, Filled, GradebookError, Plan, Sheet, column, fill};

/// The columns that name students, the surest first.
const STUDENTS: [&str; 5] = ["Identifier", "Username", "Email address", "ID number", "Full name"];

/// The column of comments in a worksheet.
const COMMENTS: &str = "Feedback comments";

/// The column that says whether a grade can be changed.
const CHANGEABLE: &str = "Grade can be changed";

/// Fills in a grading worksheet or an export of grades of Moodle, to be uploaded or imported.
///
/// In a worksheet the column of the grade is `Grade`, and comments go into `Feedback comments`.
/// Where the worksheet says that a grade cannot be changed, the row stays as it is, and the
/// student is among [`Filled::locked`]. Whether decimals are separated by a comma is up to the
/// language of the site.
///
/// # Errors
///
/// If the file is no such export, or the column is not there or not the only one, or a student is
/// there twice or none at all.
pub fn moodle(export: &str, entries: &Entries, how: &Fill) -> Result<Filled, GradebookError> {
    let sheet = Sheet::read(export)?;
    let grade = column(&sheet, &how.column, |_| false)?;
    let find = |name: &str| (0..sheet.width()).find(|it| sheet.cell(0, *it).trim() == name);
    let plan = Plan { grade, comment: find(COMMENTS), changeable: find(CHANGEABLE) };
    fill(sheet, &plan, &STUDENTS, entries, how)
}
