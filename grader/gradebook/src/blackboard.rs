//! Blackboard's grade center.

use grade::points::Points;

use super::GradebookError;
use super::amount;
use super::plan::{Plan, grade_column};
use super::sheet::Sheet;
use super::students::{By, Names};

/// The columns that name students.
const STUDENTS: &Names =
    &[(By::Id, &["Username"]), (By::Id, &["Student ID"]), (By::Name, &["First Name", "Last Name"])];

/// What stands before the points in a header.
const POINTS: &str = "[Total Pts: ";

/// What stands before them in the header of a column that the platform works out.
const TOTAL: &str = "[Total Pts: up to ";

/// The word in the cell of somebody who has handed in and has no grade yet.
const UNGRADED: &str = "Needs Grading";

/// The column of an assignment: named by its header, `Puzzle [Total Pts: 100 Score] |123456`, or by
/// its name or its number alone. One without a number is refused, because the platform would make a
/// new column of text of it.
pub(super) fn plan(sheet: &Sheet, column: Option<&str>) -> Result<Plan, GradebookError> {
    let is_named = |header: &str, wanted: &str| {
        name(header) == wanted || (number(header) == Some(wanted) && !wanted.is_empty())
    };
    if let Some(wanted) = column
        && let Ok(column) = super::plan::column(sheet, wanted, |it| is_named(it, wanted.trim()))
    {
        let header = sheet.cell(0, column);
        if header.contains(TOTAL) {
            return Err(GradebookError::ReadOnly(header));
        }
        let names_students = STUDENTS.iter().any(|(_, names)| names.contains(&header.trim()));
        if !names_students && number(header.trim()).is_none() {
            return Err(GradebookError::NoNumber(header));
        }
    }
    let grade = grade_column(sheet, column, is_named, |_, header| {
        number(header).is_some()
            && !header.contains(TOTAL)
            && !["Total", "Weighted Total"].contains(&name(header))
    })?;
    let worth = worth(&sheet.cell(0, grade));
    Ok(Plan { worth, blank: &[UNGRADED], ..Plan::of(grade, STUDENTS) })
}

/// The points that a column is worth, by its header: `[Total Pts: 1,500 Score]`.
fn worth(header: &str) -> Option<Points> {
    let (_, rest) = header.rsplit_once(POINTS)?;
    let (worth, _) = rest.split_once([' ', ']'])?;
    amount::points(&worth.replace(',', ""))
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
