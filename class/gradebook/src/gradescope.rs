//! Gradescope's course grades.

use super::plan::{SheetPlan, common_points_in_column, grade_column};
use super::sheet::Sheet;
use super::students::{Names, StudentKey};
use super::{Gradebook, GradebookError};

pub(super) const GRADEBOOK: Gradebook = Gradebook {
    recognizes: is_gradescope,
    plan,
    #[cfg(test)]
    sample: SAMPLE,
};

const STUDENTS: &Names = &[
    (StudentKey::Id, &["SID"]),
    (StudentKey::Email, &["Email"]),
    (StudentKey::Name, &["Name"]),
    (StudentKey::Name, &["First Name", "Last Name"]),
];

/// The header suffix of the maximum column, beside the assignment's column.
const MAXIMUM: &str = " - Max Points";

fn is_gradescope(sheet: &Sheet) -> bool {
    sheet.has_columns(&["Email"]) && sheet.has_header(|header| header.ends_with(MAXIMUM))
}

fn plan(sheet: &Sheet, column: Option<&str>) -> Result<SheetPlan, GradebookError> {
    let headers = sheet.headers();
    let maximum = |header: &str| {
        let wanted = format!("{}{MAXIMUM}", header.trim());
        headers.iter().position(|header| header.trim() == wanted)
    };
    let grade = grade_column(sheet, column, |_, _| false, |_, header| maximum(header).is_some())?;
    let worth = maximum(&headers[grade]).and_then(|column| common_points_in_column(sheet, column));
    Ok(SheetPlan { worth, ..SheetPlan::new(grade, STUDENTS) })
}

#[cfg(test)]
pub(super) const SAMPLE: crate::tests::Sample = crate::tests::Sample {
    export: "\
First Name,Last Name,SID,Email,8-puzzle,8-puzzle - Max Points,8-puzzle - Submission Time,8-puzzle - Lateness (H:M:S),Total Lateness (H:M:S)
Jane,Doe,007,jane@x.org,,100.0,,,00:00:00
Mal,Mal,008,mal@x.org,4.0,100.0,2026-01-01,00:00:00,00:00:00
",
    columns: &[
        ("First Name", |student| student.first.clone()),
        ("Last Name", |student| student.last.clone()),
        ("SID", |student| student.id.clone()),
        ("Email", |student| student.email.clone()),
        ("8-puzzle", |student| student.grade.clone()),
        ("8-puzzle - Max Points", |student| student.worth.clone()),
    ],
    above: &[],
    below: &[],
    key: "SID",
    grade: "8-puzzle",
    comment: None,
};
