//! Brightspace's export of grades.

use grade::points::Points;

use super::GradebookError;
use super::amount;
use super::plan::{Above, Plan, grade_column};
use super::sheet::Sheet;
use super::students::{By, Names};

/// The columns that name students. Ids and user names have a `#` before them, which keeps
/// spreadsheets from cutting off zeros.
const STUDENTS: &Names = &[
    (By::Id, &["OrgDefinedId"]),
    (By::Id, &["Org Defined ID"]),
    (By::Id, &["Username"]),
    (By::Email, &["Email"]),
    (By::Name, &["Last Name", "First Name"]),
];

/// What stands in the header of a column of points behind the name of the item.
const POINTS: &str = " Points Grade";

/// What stands before the points there.
const MAXIMUM: &str = "MaxPoints:";

/// The column of an item of points: named by its header,
/// `8-puzzle Points Grade <Numeric MaxPoints:10 Weight:5>`, or by the item's name alone. Points above
/// the maximum are cut, unless the item is set to take them.
pub(super) fn plan(sheet: &Sheet, column: Option<&str>) -> Result<Plan, GradebookError> {
    let is_named = |header: &str, wanted: &str| name(header) == Some(wanted);
    let grade = grade_column(sheet, column, is_named, |_, header| name(header).is_some())?;
    let worth = worth(&sheet.cell(0, grade));
    Ok(Plan { worth, above: Above::IsLost, ..Plan::of(grade, STUDENTS) })
}

/// Whether an export has a column of points.
pub(super) fn has_points(headers: &[String]) -> bool {
    headers.iter().any(|it| name(it.trim()).is_some())
}

/// The name of the item of points in a header.
fn name(header: &str) -> Option<&str> {
    let (name, rest) = header.rsplit_once(POINTS)?;
    let rest = rest.trim();
    (rest.is_empty() || (rest.starts_with('<') && rest.ends_with('>'))).then_some(name)
}

/// The points that the item is worth.
fn worth(header: &str) -> Option<Points> {
    let (_, rest) = header.rsplit_once(MAXIMUM)?;
    amount::points(rest.split([' ', '>']).next()?)
}
