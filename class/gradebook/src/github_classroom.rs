//! GitHub Classroom's assignment grades, as exported by the dashboard and the command-line extension
//! (`cmd/gh-classroom/assignment-grades` in <https://github.com/github/gh-classroom>).

use super::plan::{SheetPlan, common_points_in_column, grade_column};
use super::sheet::Sheet;
use super::students::{Names, StudentKey};
use super::{Gradebook, GradebookError};

pub(super) const GRADEBOOK: Gradebook = Gradebook {
    recognizes: is_github_classroom,
    plan,
    #[cfg(test)]
    sample: SAMPLE,
};

/// The columns that identify students. The roster identifier can be an id, an address or a name.
const STUDENTS: &Names =
    &[(StudentKey::Id, &["github_username"]), (StudentKey::Any, &["roster_identifier"])];

const POINTS: &str = "points_awarded";

const MAXIMUM: &str = "points_available";

fn is_github_classroom(sheet: &Sheet) -> bool {
    sheet.has_columns(&[POINTS, "github_username"])
}

fn plan(sheet: &Sheet, column: Option<&str>) -> Result<SheetPlan, GradebookError> {
    let grade = grade_column(sheet, column, |_, _| false, |_, header| header == POINTS)?;
    let worth =
        sheet.find_column(MAXIMUM).and_then(|column| common_points_in_column(sheet, column));
    Ok(SheetPlan { worth, ..SheetPlan::new(grade, STUDENTS) })
}

#[cfg(test)]
pub(super) const SAMPLE: crate::tests::Sample = crate::tests::Sample {
    export: "\
assignment_name,assignment_url,starter_code_url,github_username,roster_identifier,student_repository_name,student_repository_url,submission_timestamp,points_awarded,points_available
p,u,s,jane,jane@x.org,p-jane,https://x/p-jane,,0,100
p,u,s,mal,\"Mal, M.\",p-mal,https://x/p-mal,,40,100
",
    columns: &[
        ("assignment_name", |_| "\"p\"".to_owned()),
        ("github_username", |student| student.login.clone()),
        ("roster_identifier", |student| student.id.clone()),
        ("points_awarded", |student| student.grade.clone()),
        ("points_available", |student| student.worth.clone()),
    ],
    above: &[],
    below: &[],
    key: "roster_identifier",
    grade: "points_awarded",
    comment: None,
};
