//! The parts of a gradebook to locate before changing any cell.

use grade::points::Points;

use super::GradebookError;
use super::sheet::Sheet;
use super::students::{Names, StudentKey};

/// How a platform treats points above the maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AboveMaximum {
    Counts,
    /// The points are silently dropped or reduced.
    IsLost,
}

/// The columns and rows of a platform's gradebook.
pub(super) struct SheetPlan {
    pub(super) grade: usize,
    pub(super) names: &'static Names,
    /// The columns that identify students, if found by their contents.
    pub(super) students: Vec<(StudentKey, Vec<usize>)>,
    pub(super) comment: Option<usize>,
    pub(super) comments_are_html: bool,
    /// Shows whether a grade can be changed.
    pub(super) changeable: Option<usize>,
    /// The words in that column for grades that cannot, in lower case.
    pub(super) no: &'static [&'static str],
    pub(super) passed_over: Vec<usize>,
    pub(super) test_student: Option<&'static str>,
    /// The test student's rows, as recognized without the name.
    pub(super) test_rows: Vec<usize>,
    pub(super) worth: Option<Points>,
    pub(super) above: AboveMaximum,
    pub(super) blank: &'static [&'static str],
    /// How many decimals to compare.
    pub(super) decimals: u32,
}

impl SheetPlan {
    pub(super) fn new(grade: usize, names: &'static Names) -> Self {
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
            above: AboveMaximum::Counts,
            blank: &[],
            // Six is the most that a cell is read with.
            decimals: 6,
        }
    }
}

/// Finds the requested grade column or, if none was requested, the only column with points.
///
/// `is_named` tells whether a name can refer to a header, and `holds_points` whether a column contains assignment
/// points that can be changed.
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
    let column = find_column(sheet, wanted, |header| is_named(header, wanted.trim()))?;
    if holds(&column) {
        Ok(column)
    } else {
        Err(GradebookError::NoGrades { column: headers[column].clone(), there: there() })
    }
}

/// Finds the only matching column, preferring a header equal to `wanted`.
pub(super) fn find_column(
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

/// Returns the points in all nonblank cells of a column, or `None` if they differ or are not points.
pub(super) fn common_points_in_column(sheet: &Sheet, column: usize) -> Option<Points> {
    let cells = (1..sheet.rows()).map(|row| sheet.cell(row, column));
    let mut worth =
        cells.filter(|cell| !cell.trim().is_empty()).map(|cell| super::amount::parse_points(&cell));
    let first = worth.next().flatten()?;
    (first > Points::ZERO && worth.all(|points| points == Some(first))).then_some(first)
}
