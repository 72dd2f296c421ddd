//! GitHub Classroom's table of the grades of an assignment, as its dashboard and the extension of
//! the command line write it (`cmd/gh-classroom/assignment-grades` of
//! <https://github.com/github/gh-classroom>).

use super::GradebookError;
use super::plan::{Plan, grade_column, worth_by_rows};
use super::sheet::Sheet;
use super::students::{By, Names};

/// The columns that name students. The identifier is what the classroom's roster has: an id, an
/// address or a name.
const STUDENTS: &Names = &[(By::Id, &["github_username"]), (By::Any, &["roster_identifier"])];

/// The column of the points.
pub(super) const POINTS: &str = "points_awarded";

/// The column of what there is to get.
const MAXIMUM: &str = "points_available";

/// The only column of points.
pub(super) fn plan(sheet: &Sheet, column: Option<&str>) -> Result<Plan, GradebookError> {
    let grade = grade_column(sheet, column, |_, _| false, |_, header| header == POINTS)?;
    let maximum = (0..sheet.width()).find(|it| sheet.cell(0, *it).trim() == MAXIMUM);
    let worth = maximum.and_then(|column| worth_by_rows(sheet, column));
    Ok(Plan { worth, ..Plan::of(grade, STUDENTS) })
}
