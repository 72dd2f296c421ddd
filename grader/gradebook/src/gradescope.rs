//! Gradescope's table of the grades of a course.

use super::GradebookError;
use super::plan::{Plan, grade_column, worth_by_rows};
use super::sheet::Sheet;
use super::students::{By, Names};

/// The columns that name students.
const STUDENTS: &Names = &[
    (By::Id, &["SID"]),
    (By::Email, &["Email"]),
    (By::Name, &["Name"]),
    (By::Name, &["First Name", "Last Name"]),
];

/// The end of the header beside that of an assignment, of what it is worth.
const MAXIMUM: &str = " - Max Points";

/// The column of an assignment: one that has a column of its maximum beside it.
pub(super) fn plan(sheet: &Sheet, column: Option<&str>) -> Result<Plan, GradebookError> {
    let headers = sheet.headers();
    let maximum = |header: &str| {
        let wanted = format!("{}{MAXIMUM}", header.trim());
        headers.iter().position(|it| it.trim() == wanted)
    };
    let grade = grade_column(sheet, column, |_, _| false, |_, header| maximum(header).is_some())?;
    let worth = maximum(&headers[grade]).and_then(|column| worth_by_rows(sheet, column));
    Ok(Plan { worth, ..Plan::of(grade, STUDENTS) })
}

/// Whether an export has a column of a maximum.
pub(super) fn has_points(headers: &[String]) -> bool {
    headers.iter().any(|it| it.trim().ends_with(MAXIMUM))
}
