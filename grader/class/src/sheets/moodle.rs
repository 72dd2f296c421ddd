//! Moodle's grading worksheet, and its export of grades.

use super::rows::only_column;
use super::{By, Entry, Fill, Filled, GradebookError, Names, Plan, Sheet, column, fill};

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

/// The prefix of the column in it that the platform works out.
const TOTAL: &str = "Course total";

/// The column of comments in a worksheet.
const COMMENTS: &str = "Feedback comments";

/// The column that says whether a grade can be changed.
const CHANGEABLE: &str = "Grade can be changed";

/// Fills in a grading worksheet or an export of grades of Moodle, to be uploaded or imported.
///
/// In a worksheet the column of the grade is `Grade`, and comments go into `Feedback comments`.
/// In an export of grades it has to be named, if there are several. Where the worksheet says that a
/// grade cannot be changed, the row stays as it is, and the student is among [`Filled::locked`].
/// Whether decimals are separated by a comma is up to the language of the site.
///
/// # Errors
///
/// If the file is no such export, or the column is not there or not the only one, or a student is
/// there twice or none at all.
pub fn moodle(export: &str, entries: &[Entry], how: &Fill) -> Result<Filled, GradebookError> {
    let sheet = Sheet::read(export)?;
    let find = |name: &str| (0..sheet.width()).find(|it| sheet.cell(0, *it).trim() == name);
    let grade = match (&how.column, find(GRADE)) {
        (Some(wanted), _) => column(&sheet, wanted, |header| name(header) == wanted.trim())?,
        (None, Some(grade)) => grade,
        (None, None) => {
            only_column(&sheet, |_, header| header.ends_with(POINTS) && !header.starts_with(TOTAL))?
        }
    };
    let mut rows = 1..sheet.rows();
    let worth = find(MAXIMUM).and_then(|column| rows.find_map(|row| filled(&sheet, row, column)));
    let (comment, changeable) = (find(COMMENTS), find(CHANGEABLE));
    let plan = Plan { comment, changeable, worth, ..Plan::of(grade) };
    fill(sheet, plan, STUDENTS, entries, how)
}

fn filled(sheet: &Sheet, row: usize, column: usize) -> Option<String> {
    Some(sheet.cell(row, column).trim().to_owned()).filter(|cell| !cell.is_empty())
}

/// The name of an assignment in a header such as `Assignment: 8-puzzle (Real)`.
fn name(header: &str) -> &str {
    let header = header.split_once(": ").map_or(header, |(_, name)| name);
    header.strip_suffix(POINTS).unwrap_or(header).trim()
}
