//! The parts of a gradebook that a platform must locate before any cell changes.

use grade::points::Points;

use super::GradebookError;
use super::sheet::Sheet;
use super::students::{By, Names};

/// How a platform treats points above the maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Above {
    /// The extra points count.
    Counts,
    /// The points are silently dropped or reduced to the maximum.
    IsLost,
}

/// The columns and rows that were located in a platform's gradebook.
pub(super) struct Plan {
    /// The grade column.
    pub(super) grade: usize,
    /// The platform's usual columns for identifying students.
    pub(super) names: &'static Names,
    /// The columns that identify students, if they were found by their contents.
    pub(super) students: Vec<(By, Vec<usize>)>,
    /// The comment column, if any.
    pub(super) comment: Option<usize>,
    /// Whether comments are HTML.
    pub(super) comments_are_html: bool,
    /// The column that shows whether a grade can be changed, if any.
    pub(super) changeable: Option<usize>,
    /// The words in that column for grades that cannot be changed, in lower case.
    pub(super) no: &'static [&'static str],
    /// The rows that do not belong to a student.
    pub(super) passed_over: Vec<usize>,
    /// The name of the platform's test student.
    pub(super) test_student: Option<&'static str>,
    /// The rows that belong to the test student, as recognized by something other than the name.
    pub(super) test_rows: Vec<usize>,
    /// The maximum number of points that the platform awards.
    pub(super) worth: Option<Points>,
    /// How the platform treats points above the maximum.
    pub(super) above: Above,
    /// The words that stand for a missing grade.
    pub(super) blank: &'static [&'static str],
    /// The number of decimals to which the platform compares points.
    pub(super) decimals: u32,
}

impl Plan {
    /// Creates a plan that fills in one column.
    pub(super) fn of(grade: usize, names: &'static Names) -> Self {
        Self {
            grade,
            names,
            students: Vec::new(),
            comment: None,
            comments_are_html: false,
            changeable: None,
            no: &["no"],
            passed_over: Vec::new(),
            test_student: None,
            test_rows: Vec::new(),
            worth: None,
            above: Above::Counts,
            blank: &[],
            decimals: 6,
        }
    }
}

/// Finds the grade column. This is the requested column or, if none was requested, the only column that contains
/// points.
///
/// `is_named` returns `true` if a name can refer to a header. `holds_points` returns `true` if a column contains
/// assignment points that can be changed.
pub(super) fn grade_column(
    sheet: &Sheet,
    wanted: Option<&str>,
    is_named: impl Fn(&str, &str) -> bool,
    holds_points: impl Fn(usize, &str) -> bool,
) -> Result<usize, GradebookError> {
    let headers = sheet.headers();
    let holds = |column: &usize| holds_points(*column, headers[*column].trim());
    let fitting = || (0..headers.len()).filter(holds);
    let there = || fitting().map(|column| headers[column].clone()).collect();
    let Some(wanted) = wanted else {
        return match fitting().collect::<Vec<_>>()[..] {
            [column] => Ok(column),
            _ => Err(GradebookError::NoChoice { there: there() }),
        };
    };
    let column = column(sheet, wanted, |header| is_named(header, wanted.trim()))?;
    if holds(&column) {
        Ok(column)
    } else {
        Err(GradebookError::NoGrades { column: headers[column].clone(), there: there() })
    }
}

/// Finds the only column with a matching header. A header equal to `wanted` is preferred.
pub(super) fn column(
    sheet: &Sheet,
    wanted: &str,
    is_meant: impl Fn(&str) -> bool,
) -> Result<usize, GradebookError> {
    let headers = sheet.headers();
    let find = |is: &dyn Fn(&str) -> bool| -> Vec<usize> {
        (0..headers.len()).filter(|column| is(headers[*column].trim())).collect()
    };
    let exact = find(&|header| header == wanted.trim());
    let found = if exact.is_empty() { find(&is_meant) } else { exact };
    let wanted = wanted.to_owned();
    match found[..] {
        [column] => Ok(column),
        [] => Err(GradebookError::NoColumn { wanted, there: headers }),
        _ => {
            let there = found.iter().map(|column| headers[*column].clone()).collect();
            Err(GradebookError::Columns { wanted, there })
        }
    }
}

/// Returns the points that all nonblank cells of a column contain, or `None` if they differ or are not points.
pub(super) fn worth_by_rows(sheet: &Sheet, column: usize) -> Option<Points> {
    let cells = (1..sheet.rows()).map(|row| sheet.cell(row, column));
    let mut worth = cells.filter(|it| !it.trim().is_empty()).map(|it| super::amount::points(&it));
    let first = worth.next().flatten()?;
    (first > Points::ZERO && worth.all(|it| it == Some(first))).then_some(first)
}
