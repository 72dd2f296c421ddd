//! Blackboard's grade center.

use grade::points::Points;

use super::amount;
use super::plan::{SheetPlan, grade_column};
use super::sheet::Sheet;
use super::students::{Names, StudentKey};
use super::{Gradebook, GradebookError};

pub(super) const GRADEBOOK: Gradebook = Gradebook {
    recognizes: is_blackboard,
    plan,
    #[cfg(test)]
    sample: SAMPLE,
};

const STUDENTS: &Names = &[
    (StudentKey::Id, &["Username"]),
    (StudentKey::Id, &["Student ID"]),
    (StudentKey::Name, &["First Name", "Last Name"]),
];

/// The text before the points in a header.
const POINTS: &str = "[Total Pts: ";

/// The same for a column that Blackboard computes.
const TOTAL: &str = "[Total Pts: up to ";

/// The cell of a student without a grade yet.
const UNGRADED: &str = "Needs Grading";

fn is_blackboard(sheet: &Sheet) -> bool {
    sheet.has_columns(&["Username", "Last Name"])
        && sheet.has_header(|header| column_number(header).is_some())
}

/// Finds an assignment's column by its header, such as `Puzzle [Total Pts: 100 Score] |123456`, or by its name or
/// number alone. A column without a number cannot be used, since Blackboard would import it as a new text column.
fn plan(sheet: &Sheet, column: Option<&str>) -> Result<SheetPlan, GradebookError> {
    let is_named = |header: &str, wanted: &str| {
        assignment_name(header) == wanted
            || (column_number(header) == Some(wanted) && !wanted.is_empty())
    };
    if let Some(wanted) = column
        && let Ok(column) =
            super::plan::find_column(sheet, wanted, |header| is_named(header, wanted.trim()))
    {
        let header = sheet.cell(0, column);
        if header.contains(TOTAL) {
            return Err(GradebookError::ReadOnly(header));
        }
        let names_students = STUDENTS.iter().any(|(_, names)| names.contains(&header.trim()));
        if !names_students && column_number(header.trim()).is_none() {
            return Err(GradebookError::NoNumber(header));
        }
    }
    let grade = grade_column(sheet, column, is_named, |_, header| {
        column_number(header).is_some()
            && !header.contains(TOTAL)
            && !["Total", "Weighted Total"].contains(&assignment_name(header))
    })?;
    let worth = maximum_in(&sheet.cell(0, grade));
    Ok(SheetPlan { worth, blank: &[UNGRADED], ..SheetPlan::new(grade, STUDENTS) })
}

/// Parses a column's maximum from its header, such as `[Total Pts: 1,500 Score]`.
fn maximum_in(header: &str) -> Option<Points> {
    let (_, rest) = header.rsplit_once(POINTS)?;
    let (worth, _) = rest.split_once([' ', ']'])?;
    // A comma groups thousands here, and never marks decimals.
    amount::parse_points(&worth.replace(',', ""))
}

fn assignment_name(header: &str) -> &str {
    header.rsplit_once(" [").map_or(header, |(name, _)| name)
}

fn column_number(header: &str) -> Option<&str> {
    let (_, number) = header.rsplit_once('|')?;
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(number)
}

#[cfg(test)]
pub(super) const SAMPLE: crate::tests::Sample = crate::tests::Sample {
    export: "\
\"Last Name\"\t\"Username\"\t\"Puzzle [Total Pts: 100 Score] |123456\"\t\"Total [Total Pts: up to 1,500 Score] |9\"\t\"Note\"
\"Doe\"\t\"jane\"\t\"\"\t\"\"\t\"\"
\"Mal\"\t\"mal\"\t\"5\"\t\"\"\t\"a\"\"b\"
\"Ann\"\t\"ann\"\t\"Needs Grading\"\t\"\"\t\"\"
\"Bob\"\t\"bob\"\t\"In Progress\"\t\"\"\t\"\"
",
    columns: &[
        ("Last Name", |student| student.last.clone()),
        ("First Name", |student| student.first.clone()),
        ("Username", |student| student.id.clone()),
        ("Student ID", |student| student.number.clone()),
        ("8-puzzle [Total Pts: WORTH Score] |9", |student| student.grade.clone()),
        ("Total [Total Pts: up to 500 Score] |10", |_| "=x".to_owned()),
    ],
    above: &[],
    below: &[],
    key: "Username",
    grade: "8-puzzle [Total Pts: WORTH Score] |9",
    comment: None,
};
