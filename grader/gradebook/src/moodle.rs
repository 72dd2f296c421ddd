//! Moodle's grading worksheet, and its export of grades.
//!
//! What becomes of a worksheet is in `mod/assign/feedback/offline/locallib.php` and
//! `importgradeslib.php` beside it, what becomes of an export in
//! `grade/import/csv/classes/load_data.php` of <https://github.com/moodle/moodle> (read at commits
//! 04975560, 452e36fc and 0289d8c7).

use super::GradebookError;
use super::plan::{Above, Plan, grade_column, worth_by_rows};
use super::sheet::Sheet;
use super::students::{By, Names};

/// The columns that name students.
const STUDENTS: &Names = &[
    (By::Number, &["Identifier"]),
    (By::Id, &["Username"]),
    (By::Id, &["ID number"]),
    (By::Email, &["Email address"]),
    (By::Name, &["Full name"]),
    (By::Name, &["First name", "Last name"]),
    (By::Name, &["First name", "Surname"]),
];

/// The column of the grade in a worksheet.
const GRADE: &str = "Grade";

/// The column of what can be had at most in a worksheet.
const MAXIMUM: &str = "Maximum Grade";

/// The suffix of the columns of points in an export of grades.
const POINTS: &str = "(Real)";

/// The end of the names of columns in it that the platform works out.
const TOTAL: &str = " total";

/// The column of comments in a worksheet.
const COMMENTS: &str = "Feedback comments";

/// The column that says whether a grade can be changed.
const CHANGEABLE: &str = "Grade can be changed";

/// The column of a grade: `Grade` of a worksheet; in an export of grades one of points, which has
/// to be named if there are several.
///
/// A worksheet's grades above the maximum are passed over without a word. So are the worksheet's
/// grades that cannot be changed.
pub(super) fn plan(sheet: &Sheet, column: Option<&str>) -> Result<Plan, GradebookError> {
    let find = |name: &str| {
        (0..sheet.width()).find(|it| sheet.cell(0, *it).trim().eq_ignore_ascii_case(name))
    };
    let is_worksheet = find("Identifier").is_some() && find(GRADE).is_some();
    let holds_points = |_, header: &str| {
        if is_worksheet {
            return header == GRADE;
        }
        // An activity has the name of its module before it, and may be called anything.
        header.ends_with(POINTS) && (header.contains(": ") || !name(header).ends_with(TOTAL))
    };
    let grade = grade_column(sheet, column, |header, wanted| name(header) == wanted, holds_points)?;
    Ok(Plan {
        comment: find(COMMENTS).filter(|_| is_worksheet),
        comments_are_html: true,
        changeable: find(CHANGEABLE),
        worth: find(MAXIMUM).and_then(|column| worth_by_rows(sheet, column)),
        above: Above::IsLost,
        ..Plan::of(grade, STUDENTS)
    })
}

/// The name of an assignment in a header such as `Assignment: 8-puzzle (Real)`.
fn name(header: &str) -> &str {
    let header = header.split_once(": ").map_or(header, |(_, name)| name);
    header.strip_suffix(POINTS).unwrap_or(header).trim()
}
