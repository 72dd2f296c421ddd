//! Canvas' gradebook.
//!
//! What its importer and exporter do is in `lib/gradebook_importer.rb` and
//! `lib/gradebook_exporter.rb` of <https://github.com/instructure/canvas-lms> (read at commits
//! 00b222d7 and 0140a2ef).

use super::GradebookError;
use super::amount;
use super::plan::{Plan, grade_column};
use super::sheet::Sheet;
use super::students::{By, Names};

/// The columns that name students. An account can have names in two columns.
const STUDENTS: &Names = &[
    (By::Id, &["SIS User ID"]),
    (By::Id, &["SIS Login ID"]),
    (By::Id, &["Integration ID"]),
    (By::Number, &["ID"]),
    (By::Name, &["Student"]),
    (By::Name, &["LastName", "FirstName"]),
];

/// The row that says what each column is worth: its first cell has this in it.
const POINTS_POSSIBLE: &str = "Points Possible";

/// The mark in that row of a column that the platform works out.
const READ_ONLY: &str = "(read only)";

/// The names of columns that are of no assignment, wherever they stand in a header.
const TOTALS: [&str; 9] = [
    "Current Score",
    "Current Points",
    "Current Grade",
    "Final Score",
    "Final Points",
    "Final Grade",
    "Override Score",
    "Override Grade",
    "Override Status",
];

/// The student of the student view, whom the exporter puts last.
const TEST_STUDENT: &str = "Student, Test";

/// The column of an assignment: named by its header, `8-puzzle (1234)`, or by the assignment's name
/// alone if no other has it.
pub(super) fn plan(sheet: &Sheet, column: Option<&str>) -> Result<Plan, GradebookError> {
    let rows = 1..sheet.rows();
    let points = rows.clone().find(|row| sheet.cell(*row, 0).contains(POINTS_POSSIBLE));
    let is_read_only =
        |column| points.is_some_and(|row| sheet.cell(row, column).contains(READ_ONLY));
    let is_total = |header: &str| TOTALS.iter().any(|it| header.contains(it));
    let is_assignment = |header: &str| name(header) != header && !is_total(header);
    let is_named = |header: &str, wanted: &str| name(header) == wanted;
    if let Some(wanted) = column
        && let Ok(column) = super::plan::column(sheet, wanted, |it| is_named(it, wanted.trim()))
    {
        let header = sheet.cell(0, column);
        if is_read_only(column) {
            return Err(GradebookError::ReadOnly(header));
        }
        // The importer makes a new assignment of a header that it does not know.
        if !STUDENTS.iter().any(|(_, names)| names.contains(&header.trim()))
            && !is_total(&header)
            && !["Section", "Root Account"].contains(&header.trim())
            && !is_assignment(header.trim())
        {
            return Err(GradebookError::NoNumber(header));
        }
    }
    let grade = grade_column(sheet, column, is_named, |column, header| {
        is_assignment(header) && !is_read_only(column)
    })?;
    let passed_over =
        rows.filter(|row| Some(*row) == points || is_posting_row(sheet, *row)).collect();
    let worth = points.and_then(|row| amount::points(&sheet.cell(row, grade)));
    Ok(Plan {
        passed_over,
        worth,
        test_student: Some(TEST_STUDENT),
        // Both are rounded so before they are compared.
        decimals: 2,
        ..Plan::of(grade, STUDENTS)
    })
}

/// Whether a row says which grades are hidden, and nothing else.
fn is_posting_row(sheet: &Sheet, row: usize) -> bool {
    (0..sheet.width()).all(|column| {
        let cell = sheet.cell(row, column).trim().to_lowercase();
        cell.is_empty() || cell == "muted" || cell.starts_with("manual posting")
    })
}

/// The name of an assignment in a header that has its number behind it.
fn name(header: &str) -> &str {
    let split = header.strip_suffix(')').and_then(|rest| rest.rsplit_once(" ("));
    match split {
        Some((name, number))
            if !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit()) =>
        {
            name
        }
        _ => header,
    }
}
