//! Canvas' gradebook.

use super::{Entries, Fill, Filled, GradebookError, Plan, Sheet, column, fill};

/// The columns that name students, the surest first.
const STUDENTS: [&str; 4] = ["SIS Login ID", "SIS User ID", "ID", "Student"];

/// The row that says what each column is worth.
const POINTS_POSSIBLE: &str = "Points Possible";

/// What that row says of a column that the platform works out.
const READ_ONLY: &str = "(read only)";

/// Fills in a column of an export of Canvas' gradebook, to be imported again.
///
/// The column is named by its header, `8-puzzle (1234)`, or by the assignment's name alone if no
/// other has it. Rows of students that were not graded stay as they are.
///
/// # Errors
///
/// If the file is no such export, or the column is not there, not the only one or read-only, or a
/// student is there twice or none at all.
pub fn canvas(export: &str, entries: &Entries, how: &Fill) -> Result<Filled, GradebookError> {
    let sheet = Sheet::read(export)?;
    let grade = column(&sheet, &how.column, |header| name(header) == how.column.trim())?;
    let points = (1..sheet.rows()).find(|row| sheet.cell(*row, 0).trim() == POINTS_POSSIBLE);
    if points.is_some_and(|row| sheet.cell(row, grade).trim() == READ_ONLY) {
        return Err(GradebookError::ReadOnly(sheet.cell(0, grade)));
    }
    let plan = Plan { grade, comment: None, changeable: None };
    fill(sheet, &plan, &STUDENTS, entries, how)
}

/// The name of an assignment in a header that has its number behind it.
fn name(header: &str) -> &str {
    let split = header.strip_suffix(')').and_then(|rest| rest.rsplit_once(" ("));
    match split {
        Some((name, number)) if number.bytes().all(|it| it.is_ascii_digit()) => name,
        _ => header,
    }
}
