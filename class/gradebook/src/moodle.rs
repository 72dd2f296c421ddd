//! Moodle's grading worksheet and grade export.
//!
//! To import worksheets, Moodle uses `mod/assign/feedback/offline/locallib.php` and `importgradeslib.php` beside it; to
//! import exports, `grade/import/csv/classes/load_data.php` (<https://github.com/moodle/moodle>, read at commits
//! 04975560, 452e36fc and 0289d8c7).

mod structure;

use structure::{ExportColumns, WorksheetColumns};

use super::plan::{AboveMaximum, SheetPlan, common_points_in_column, grade_column};
use super::sheet::Sheet;
use super::students::{Names, StudentKey};
use super::{Gradebook, GradebookError};

pub(super) const GRADEBOOK: Gradebook = Gradebook {
    recognizes: is_moodle,
    plan,
    #[cfg(test)]
    sample: SAMPLE,
};

const STUDENTS: &Names = &[
    (StudentKey::Number, &["Identifier"]),
    (StudentKey::Id, &["Username"]),
    (StudentKey::Id, &["ID number"]),
    (StudentKey::Email, &["Email address"]),
    (StudentKey::Name, &["Full name"]),
    (StudentKey::Name, &["First name", "Last name"]),
    (StudentKey::Name, &["First name", "Surname"]),
];

const GRADE: &str = "Grade";

const MAXIMUM: &str = "Maximum Grade";

/// The suffix of points columns in an export.
const POINTS: &str = "(Real)";

/// The suffix of computed columns in an export.
const TOTAL: &str = " total";

const COMMENTS: &str = "Feedback comments";

const CHANGEABLE: &str = "Grade can be changed";

/// The words for `No` in that column, in various languages.
const NO: &[&str] = &[
    "no",
    "nein",
    "non",
    "não",
    "nao",
    "nee",
    "nej",
    "nei",
    "nie",
    "ne",
    "nem",
    "nu",
    "ei",
    "нет",
    "ні",
    "όχι",
    "hayır",
    "いいえ",
    "否",
    "아니요",
];

fn is_moodle(sheet: &Sheet) -> bool {
    is_worksheet(sheet)
        || sheet.has_columns(&["Email address"])
        || WorksheetColumns::find_columns(sheet).is_some()
        || ExportColumns::find_columns(sheet).is_some()
}

fn is_worksheet(sheet: &Sheet) -> bool {
    sheet.has_columns(&["Identifier", GRADE])
}

/// Finds the grade column: `Grade` in a worksheet, and a points column in an export. When there is more than one points
/// column, you need to name one.
///
/// When Moodle imports a worksheet, it silently skips grades that are above the maximum or cannot be changed.
fn plan(sheet: &Sheet, column: Option<&str>) -> Result<SheetPlan, GradebookError> {
    let is_worksheet = is_worksheet(sheet);
    if !is_worksheet && let Some(worksheet) = WorksheetColumns::find_columns(sheet) {
        return plan_by_structure(sheet, column, worksheet);
    }
    let is_named = |header: &str, wanted: &str| activity_name(header) == wanted;
    let is_english = is_worksheet || sheet.has_columns(&["Email address"]);
    if !is_english
        && let Some(ExportColumns { points, students }) = ExportColumns::find_columns(sheet)
    {
        let holds_points = |column, _: &str| points.contains(&column);
        let grade = grade_column(sheet, column, is_named, holds_points)?;
        return Ok(SheetPlan {
            students,
            above: AboveMaximum::IsLost,
            ..SheetPlan::new(grade, &[])
        });
    }
    let holds_points = |_, header: &str| {
        if is_worksheet {
            return header == GRADE;
        }
        // The header starts with the name of the activity's module. An activity can have any name, even one that looks
        // like a total.
        header.ends_with(POINTS)
            && (header.contains(": ") || !activity_name(header).ends_with(TOTAL))
    };
    let grade = grade_column(sheet, column, is_named, holds_points)?;
    Ok(SheetPlan {
        comment: sheet.find_column(COMMENTS).filter(|_| is_worksheet),
        comments_are_html: true,
        changeable: sheet.find_column(CHANGEABLE),
        no: NO,
        worth: sheet.find_column(MAXIMUM).and_then(|column| common_points_in_column(sheet, column)),
        above: AboveMaximum::IsLost,
        ..SheetPlan::new(grade, STUDENTS)
    })
}

/// Plans a worksheet in a language other than English.
fn plan_by_structure(
    sheet: &Sheet,
    column: Option<&str>,
    worksheet: WorksheetColumns,
) -> Result<SheetPlan, GradebookError> {
    let WorksheetColumns { grade, maximum, changeable, comments, students } = worksheet;
    let grade = grade_column(
        sheet,
        column,
        |header, wanted| header == wanted,
        |column, _| column == grade,
    )?;
    Ok(SheetPlan {
        students,
        comment: comments,
        comments_are_html: true,
        changeable: Some(changeable),
        no: NO,
        worth: common_points_in_column(sheet, maximum),
        above: AboveMaximum::IsLost,
        ..SheetPlan::new(grade, &[])
    })
}

/// Returns the assignment name in a header such as `Assignment: 8-puzzle (Real)`, with the word for points in any
/// language.
fn activity_name(header: &str) -> &str {
    let Some((_, name)) = header.split_once(": ") else {
        // A header without a kind of activity is only a name.
        return header.strip_suffix(POINTS).unwrap_or(header).trim();
    };
    let points = name.ends_with(')').then(|| name.rfind(" (")).flatten();
    points.map_or(name, |at| &name[..at]).trim()
}

#[cfg(test)]
pub(super) const SAMPLE: crate::tests::Sample = crate::tests::Sample {
    export: "\
Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,Last modified (grade),Feedback comments
Participant 1,Jane,jane@x.org,-,,100.00,Yes,-,
Participant 2,Mal,mal@x.org,-,3.00,100.00,No,-,
Participant 3,Ann,ann@x.org,-,-,100.00,Yes,-,well done
",
    columns: &[
        ("Identifier", |student| format!("Participant {}", student.number)),
        ("Full name", |student| format!("{} {}", student.first, student.last)),
        ("Username", |student| student.id.clone()),
        ("Email address", |student| student.email.clone()),
        ("Status", |_| "Submitted".to_owned()),
        ("Grade", |student| student.grade.clone()),
        ("Maximum Grade", |student| student.worth.clone()),
        ("Grade can be changed", |_| "Yes".to_owned()),
        ("Last modified (grade)", |_| "-".to_owned()),
        ("Feedback comments", |student| student.comment.clone()),
    ],
    above: &[],
    below: &[],
    key: "Identifier",
    grade: "Grade",
    comment: Some("Feedback comments"),
};
