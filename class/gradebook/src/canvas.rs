//! The Canvas gradebook.
//!
//! The headers are always in English. The marks in the rows and the format of numbers depend on the user's language.
//!
//! This module follows Canvas's importer and exporter: `lib/gradebook_importer.rb` and `lib/gradebook_exporter.rb` in
//! <https://github.com/instructure/canvas-lms>, read at commits 00b222d7 and 0140a2ef.

use intake::class::is_canvas_test_login;

use super::amount;
use super::plan::{SheetPlan, grade_column};
use super::sheet::Sheet;
use super::students::{Names, StudentKey};
use super::{Gradebook, GradebookError};

pub(super) const GRADEBOOK: Gradebook = Gradebook {
    recognizes: is_canvas,
    plan,
    #[cfg(test)]
    sample: SAMPLE,
};

/// The columns that identify students. Some accounts export names in separate columns.
const STUDENTS: &Names = &[
    (StudentKey::Id, &["SIS User ID"]),
    (StudentKey::Id, &["SIS Login ID"]),
    (StudentKey::Id, &["Integration ID"]),
    (StudentKey::Number, &["ID"]),
    (StudentKey::Name, &["Student"]),
    (StudentKey::Name, &["LastName", "FirstName"]),
];

/// The first cell of the row with each column's maximum.
const POINTS_POSSIBLE: &str = "Points Possible";

/// Headers of columns that do not belong to an assignment.
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

/// The test student from Canvas's student view, listed last.
const TEST_STUDENT: &str = "Student, Test";

/// The login column. The test student's login is a hash, in any language.
const LOGIN: &str = "SIS Login ID";

fn is_canvas(sheet: &Sheet) -> bool {
    let has_name = sheet.has_columns(&["Student"]) || sheet.has_columns(&["LastName", "FirstName"]);
    sheet.has_columns(&["ID", "Section"]) && has_name
}

/// Finds an assignment's column by its header, such as `8-puzzle (1234)`, or by the assignment name alone if it is
/// unique.
fn plan(sheet: &Sheet, column: Option<&str>) -> Result<SheetPlan, GradebookError> {
    let rows = 1..sheet.rows();
    // Canvas writes this word with leading spaces, so that it is not a name.
    let points = rows.clone().find(|row| sheet.cell(*row, 0).contains(POINTS_POSSIBLE));
    // For columns that Canvas computes, this row says `(read only)` in the user's language.
    let is_read_only = |column| {
        let is_word = |row| amount::parse_cell(&sheet.cell(row, column)) == amount::CellValue::Word;
        column > 0 && points.is_some_and(is_word)
    };
    let is_total = |header: &str| TOTALS.iter().any(|total| header.contains(total));
    let is_assignment = |header: &str| assignment_name(header) != header && !is_total(header);
    let is_named = |header: &str, wanted: &str| assignment_name(header) == wanted;
    if let Some(wanted) = column
        && let Ok(column) =
            super::plan::find_column(sheet, wanted, |header| is_named(header, wanted.trim()))
    {
        let header = sheet.cell(0, column);
        if is_read_only(column) {
            return Err(GradebookError::ReadOnly(header));
        }
        // When the importer does not know a header, it creates a new assignment.
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
    let test_rows = rows.clone().filter(|row| is_test_login(sheet, *row)).collect();
    let passed_over =
        rows.filter(|row| Some(*row) == points || is_posting_row(sheet, *row)).collect();
    let worth = points.and_then(|row| amount::parse_points(&sheet.cell(row, grade)));
    Ok(SheetPlan {
        passed_over,
        worth,
        test_student: Some(TEST_STUDENT),
        test_rows,
        // Canvas rounds to two decimals before comparing numbers.
        decimals: 2,
        ..SheetPlan::new(grade, STUDENTS)
    })
}

fn is_test_login(sheet: &Sheet, row: usize) -> bool {
    let login = sheet.find_column(LOGIN).map(|column| sheet.cell(row, column));
    login.is_some_and(|login| is_canvas_test_login(login.trim()))
}

/// Returns `true` if the row only marks columns whose grades are hidden: `Manual Posting`, or `Muted` in old files.
fn is_posting_row(sheet: &Sheet, row: usize) -> bool {
    (0..sheet.column_count()).all(|column| {
        let cell = sheet.cell(row, column).trim().to_lowercase();
        cell.is_empty() || cell == "muted" || cell.starts_with("manual posting")
    })
}

/// Returns the assignment name in a header, without the number.
fn assignment_name(header: &str) -> &str {
    let split = header.strip_suffix(')').and_then(|rest| rest.rsplit_once(" ("));
    match split {
        Some((name, number))
            if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) =>
        {
            name
        }
        _ => header,
    }
}

#[cfg(test)]
pub(super) const SAMPLE: crate::tests::Sample = crate::tests::Sample {
    export: "\
\u{feff}Student,ID,SIS User ID,SIS Login ID,Section,8-puzzle (1234),8-puzzle late (77),Final Score\r
,,,,,Manual Posting (scores hidden from instructors),,\r
    Points Possible,,,,,100.00,10,(read only)\r
\"Doe, Jane\",11,u1,jane,\"A \"\"one\"\"\",,,0\r
\"=cmd|x\",12,u2,mal,A,3,,0\r
Ann,13,u3,ann,A,7,,0\r
Bob,14,u4,bob,A,1,,0\r
Eve,15,u5,eve,A,EX,,0\r
Zed,16,u6,zed,A,N/A,,0\r
\"Student, Test\",99,,c0ffee,A,,,0",
    columns: &[
        ("Student", |student| format!("{}, {}", student.last, student.first)),
        ("ID", |student| student.number.clone()),
        ("SIS User ID", |student| student.id.clone()),
        ("SIS Login ID", |student| student.login.clone()),
        ("Section", |_| "A and B".to_owned()),
        ("8-puzzle (9)", |student| student.grade.clone()),
        ("Final Score", |_| "1".to_owned()),
    ],
    above: &[
        &["", "", "", "", "", "Manual Posting", ""],
        &["    Points Possible", "", "", "", "", "WORTH", "(read only)"],
    ],
    below: &[&["Student, Test", "6999", "", "c0ffee", "A", "", ""]],
    key: "ID",
    grade: "8-puzzle (9)",
    comment: None,
};
