//! The sheet for graders: a CSV file with a row for each submission, and a column for each criterion.
//!
//! The columns with names and automatic points are for orientation, and are ignored when the sheet is read. A
//! spreadsheet program may have written it with another separator, decimal commas, and other line ends.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use base::UserError;
use base::input::most_like;
use grade::hand::{Criterion, HandMarks, HandRubric, InvalidPoints};
use grade::points::Points;
use gradebook::{CellValue, is_formula, parse_cell};
use intake::class::{CsvTable, quote_cell};

use crate::error::ClassError;
use crate::summary::{BYTE_ORDER_MARK, SummaryRow, csv_cell, points_cell};

/// The column with the name of the submission, which identifies the row.
const SUBMISSION: &str = "submission";

/// The column with the comment for the student.
const COMMENT: &str = "comment";

/// The maximum number of invalid cells in a message.
/// With more, a column was probably shifted, and the first ones show it.
const MOST_FAULTS: usize = 20;

/// Why a sheet cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum HandSheetError {
    /// The assignment has no criteria.
    #[error("the assignment has no criteria that are graded by hand")]
    NoCriteria,
    /// A column is missing.
    #[error("`{}`: the column `{column}` is missing", path.display())]
    NoColumn {
        /// The file.
        path: PathBuf,
        /// The column.
        column: String,
    },
    /// A column appears twice.
    #[error("`{}`: the column `{column}` appears twice", path.display())]
    SecondColumn {
        /// The file.
        path: PathBuf,
        /// The column.
        column: String,
    },
    /// Cells are invalid.
    #[error("{}", list_faults(path, faults))]
    Cells {
        /// The file.
        path: PathBuf,
        /// The invalid cells, in the order of the file.
        faults: Vec<CellFault>,
    },
}

/// An invalid cell.
#[derive(Debug)]
pub struct CellFault {
    /// The line number, starting at 1.
    line: u64,
    column: String,
    problem: CellProblem,
}

#[derive(Debug, thiserror::Error)]
enum CellProblem {
    #[error("unknown submission `{0}`")]
    Unknown(String, Option<String>),
    #[error("several submissions match `{0}`")]
    Several(String),
    #[error("`{name}` already appears on line {first}")]
    Twice { name: String, first: u64 },
    #[error("{0} is below 0")]
    Negative(String),
    #[error(transparent)]
    Points(#[from] InvalidPoints),
}

fn list_faults(path: &Path, faults: &[CellFault]) -> String {
    let line = |CellFault { line, column, problem }: &CellFault| {
        format!("`{}`, line {line}, column `{column}`: {problem}", path.display())
    };
    let mut lines: Vec<String> = faults.iter().take(MOST_FAULTS).map(line).collect();
    if faults.len() > MOST_FAULTS {
        lines.push(format!("and {} more invalid cells", faults.len() - MOST_FAULTS));
    }
    lines.join("\n")
}

impl UserError for HandSheetError {
    fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::NoCriteria => "add the table `[hand]` to the rubric, and grade the class again",
            Self::NoColumn { .. } | Self::SecondColumn { .. } => {
                "fill in a sheet that `grader report` wrote with `--hand-sheet`"
            }
            Self::Cells { faults, .. } => match &faults.first()?.problem {
                CellProblem::Unknown(_, Some(like)) => {
                    return Some(format!("did you mean `{like}`?"));
                }
                CellProblem::Unknown(..) => {
                    "spreadsheet programs may change names that look like numbers or dates; import \
                     the column as text"
                }
                CellProblem::Several(_) => return None,
                CellProblem::Twice { .. } => "merge the two rows",
                CellProblem::Negative(_) | CellProblem::Points(_) => {
                    "leave the cell empty if the criterion is not graded yet; nothing was changed"
                }
            },
        };
        Some(hint.to_owned())
    }
}

/// Writes the sheet with the points and comments so far. It starts with a byte order mark, because Excel would read
/// other files as Windows-1252.
///
/// Each row comes with what was entered for the submission, which is also on the sheet if the grade is held back.
pub fn write_sheet(rows: &[(SummaryRow, HandMarks)], rubric: &HandRubric) -> String {
    let ids = rubric.criteria.iter().map(|criterion| criterion.id.as_str());
    let mut header = vec![SUBMISSION, "name", "automatic_score", "automatic_max"];
    header.extend(ids.chain([COMMENT]));
    let mut text = format!("{BYTE_ORDER_MARK}{}\n", header.join(","));
    for (row, marks) in rows {
        let mut cells = vec![
            name_cell(&row.name),
            csv_cell(&row.names().join("; ")),
            points_cell(row.automatic_score),
            row.max_score.without(rubric.max_score()).to_string(),
        ];
        let points = |criterion: &Criterion| points_cell(marks.points.get(&criterion.id).copied());
        cells.extend(rubric.criteria.iter().map(points));
        cells.push(quote_cell(&escape_formula_text(marks.comment.as_deref().unwrap_or_default())));
        text.push_str(&(cells.join(",") + "\n"));
    }
    text
}

/// Reads a sheet. `names` maps the name of each submission on the sheet to its real name. A row may be missing, and a
/// cell may be empty.
///
/// # Errors
///
/// Returns an error if the file is not a table, a column is missing, or a cell is invalid. Lists all invalid cells.
pub fn read_sheet(
    path: &Path,
    names: &BTreeMap<String, String>,
    rubric: &HandRubric,
) -> Result<BTreeMap<String, HandMarks>, ClassError> {
    let CsvTable { header, rows } = CsvTable::read_file(path)?;
    let column = |name: &str| {
        let mut found = (0..header.len()).filter(|at| header.get(*at) == Some(name));
        let (path, column) = (path.to_owned(), name.to_owned());
        match (found.next(), found.next()) {
            (Some(at), None) => Ok(at),
            (None, _) => Err(HandSheetError::NoColumn { path, column }),
            (Some(_), Some(_)) => Err(HandSheetError::SecondColumn { path, column }),
        }
    };
    let (submission, comment) = (column(SUBMISSION)?, column(COMMENT)?);
    let criteria = rubric.criteria.iter().map(|criterion| Ok((criterion, column(&criterion.id)?)));
    let criteria: Vec<(&Criterion, usize)> = criteria.collect::<Result<_, HandSheetError>>()?;
    let mut known: BTreeMap<&str, Vec<&String>> = BTreeMap::new();
    for (shown, name) in names {
        known.entry(shown.trim()).or_default().push(name);
    }
    let mut marks = BTreeMap::new();
    let mut lines: BTreeMap<&String, u64> = BTreeMap::new();
    let mut faults = Vec::new();
    for (line, record) in rows {
        let cell = |at: usize| record.get(at).unwrap_or_default();
        let mut report = |column: &str, problem| {
            faults.push(CellFault { line, column: column.to_owned(), problem });
        };
        let mut points = BTreeMap::new();
        for (criterion, at) in &criteria {
            match read_points(cell(*at), criterion) {
                Ok(found) => points.extend(found.map(|found| (criterion.id.clone(), found))),
                Err(problem) => report(&criterion.id, problem),
            }
        }
        let name = match find_name(cell(submission), &known) {
            Ok(name) => name,
            Err(problem) => {
                report(SUBMISSION, problem);
                continue;
            }
        };
        if let Some(first) = lines.insert(name, line) {
            report(SUBMISSION, CellProblem::Twice { name: cell(submission).to_owned(), first });
        }
        let comment = unescape_formula_text(cell(comment)).replace('\r', "\n");
        let comment = Some(comment).filter(|comment| !comment.is_empty());
        marks.insert(name.clone(), HandMarks { points, comment, ..HandMarks::default() });
    }
    if faults.is_empty() {
        return Ok(marks);
    }
    Err(HandSheetError::Cells { path: path.to_owned(), faults }.into())
}

fn find_name<'a>(
    cell: &str,
    known: &BTreeMap<&str, Vec<&'a String>>,
) -> Result<&'a String, CellProblem> {
    let name = unescape_formula_text(cell);
    match known.get(name).map(Vec::as_slice) {
        Some([name]) => Ok(name),
        Some(_) => Err(CellProblem::Several(name.to_owned())),
        None => {
            let like = most_like(name, known.keys().copied()).map(str::to_owned);
            Err(CellProblem::Unknown(name.to_owned(), like))
        }
    }
}

/// Reads a number of points, or `None` from an empty cell.
fn read_points(cell: &str, criterion: &Criterion) -> Result<Option<Points>, CellProblem> {
    let invalid = || InvalidPoints::NotPoints(cell.to_owned());
    let points = match parse_cell(cell) {
        CellValue::Nothing => return Ok(None),
        CellValue::Number(Some(..0)) => return Err(CellProblem::Negative(cell.to_owned())),
        CellValue::Number(_) | CellValue::Word => {
            gradebook::parse_points(cell).ok_or_else(invalid)?
        }
    };
    criterion.validate(points)?;
    Ok(Some(points))
}

/// Formats a submission's name. Spreadsheet programs would drop zeros at the beginning of a number, and round long
/// numbers, so these are formulas for the same text.
fn name_cell(name: &str) -> String {
    let is_number = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    // Spreadsheet programs store numbers as floats, which have 15 exact decimal digits.
    if is_number && (name.starts_with('0') || name.len() > 15) {
        return quote_cell(&format!("=\"{name}\""));
    }
    quote_cell(&escape_formula_text(name))
}

/// Adds an apostrophe to a text that a spreadsheet program could take for a formula, or that starts with apostrophes
/// before such a text. This way, [`unescape_formula_text`] can restore every text.
fn escape_formula_text(text: &str) -> String {
    if is_formula(text.trim_start_matches('\'')) { format!("'{text}") } else { text.to_owned() }
}

fn unescape_formula_text(text: &str) -> &str {
    let rest = text.strip_prefix('\'');
    // Only an apostrophe that `escape_formula_text` added is removed.
    rest.filter(|rest| is_formula(rest.trim_start_matches('\''))).unwrap_or(text)
}

#[cfg(test)]
mod tests;
