//! Canvas' gradebook.

use super::rows::only_column;
use super::{By, Entry, Fill, Filled, GradebookError, Names, Plan, Sheet, column, fill};

/// The columns that name students.
const STUDENTS: &Names = &[
    (By::Id, &["SIS User ID"]),
    (By::Id, &["SIS Login ID"]),
    (By::Id, &["Integration ID"]),
    (By::Number, &["ID"]),
    (By::Name, &["Student"]),
];

/// The row that says what each column is worth.
const POINTS_POSSIBLE: &str = "Points Possible";

/// The mark in that row of a column that the platform works out.
const READ_ONLY: &str = "(read only)";

/// Fills in a column of an export of Canvas' gradebook, to be imported again.
///
/// The column is named by its header, `8-puzzle (1234)`, or by the assignment's name alone if no
/// other has it. Where none is named, it is the only one of an assignment. Rows of students that
/// were not graded stay as they are.
///
/// # Errors
///
/// If the file is no such export, or the column is not there, not the only one or read-only, or a
/// student is there twice or none at all.
pub fn canvas(export: &str, entries: &[Entry], how: &Fill) -> Result<Filled, GradebookError> {
    let sheet = Sheet::read(export)?;
    let points = (1..sheet.rows()).find(|row| sheet.cell(*row, 0).trim() == POINTS_POSSIBLE);
    let is_read_only =
        |column| points.is_some_and(|row| sheet.cell(row, column).trim() == READ_ONLY);
    let grade = match &how.column {
        Some(wanted) => column(&sheet, wanted, |header| name(header) == wanted.trim())?,
        None => {
            only_column(&sheet, |column, header| name(header) != header && !is_read_only(column))?
        }
    };
    if is_read_only(grade) {
        return Err(GradebookError::ReadOnly(sheet.cell(0, grade)));
    }
    let worth = points.map(|row| sheet.cell(row, grade).trim().to_owned());
    let plan = Plan { passed_over: points, worth, ..Plan::of(grade) };
    fill(sheet, plan, STUDENTS, entries, how)
}

/// The name of an assignment in a header that has its number behind it.
fn name(header: &str) -> &str {
    let split = header.strip_suffix(')').and_then(|rest| rest.rsplit_once(" ("));
    match split {
        Some((name, number)) if number.bytes().all(|it| it.is_ascii_digit()) => name,
        _ => header,
    }
}
