//! Gradebooks of learning platforms, filled in.
//!
//! A platform recognises its own columns and students by the names and numbers in its export, and
//! makes new columns of what it does not recognise. So a gradebook is never written from nothing:
//! an export is read, one column is filled in, and every other cell stays as it is, byte for byte,
//! with its quotes. That includes cells that a spreadsheet may take for a formula, because the
//! platform has to recognise them; what is written here is a number, or a comment that is made
//! harmless.

mod blackboard;
mod canvas;
mod moodle;
mod sheet;
#[cfg(test)]
mod tests;

pub use blackboard::blackboard;
pub use canvas::canvas;
pub use moodle::moodle;

use std::collections::{BTreeMap, BTreeSet};

use crate::points::Points;
use sheet::Sheet;

/// What is to be filled in for a student.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The points; none if the grader was at fault, which leaves the cell blank.
    pub score: Option<Points>,
    /// What the student is told beside, where the platform has a column for that.
    pub comment: Option<String>,
}

/// Which column is filled in, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fill {
    /// The column of the assignment, by its header or the part of it that is its name.
    pub column: String,
    /// The column that names the students as the entries do; `None` for the one of the platform's
    /// usual ones in which most of them are found.
    pub students: Option<String>,
    /// Whether a comma separates the decimals.
    pub decimal_comma: bool,
}

/// A gradebook to import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filled {
    /// The text of the file.
    pub text: String,
    /// The students whose cells were filled in or left blank for want of a score.
    pub students: BTreeSet<String>,
    /// The entries that the gradebook has no student for.
    pub unknown: BTreeSet<String>,
    /// The students whose grade cannot be changed, by the word of the platform; left as they are.
    pub locked: BTreeSet<String>,
}

/// Why a gradebook cannot be filled in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GradebookError {
    /// A quote is opened and never closed, or closed within a cell.
    #[error("line {line}: the quotes of a cell do not match")]
    Quotes {
        /// The line in the file, from 1.
        line: usize,
    },
    /// A row has not as many cells as the header.
    #[error("line {line}: there are {found} cells, and the header has {wanted}")]
    Width {
        /// The line in the file, from 1.
        line: usize,
        /// How many cells it has.
        found: usize,
        /// How many the header has.
        wanted: usize,
    },
    /// There is no header.
    #[error("the file is empty")]
    Empty,
    /// There is no such column.
    #[error("there is no column `{wanted}`; there are {}", there.join(", "))]
    NoColumn {
        /// What was looked for.
        wanted: String,
        /// The columns that there are.
        there: Vec<String>,
    },
    /// Several columns could be meant.
    #[error("several columns are called `{wanted}`: {}", there.join(", "))]
    Columns {
        /// What was looked for.
        wanted: String,
        /// The columns that could be meant.
        there: Vec<String>,
    },
    /// The platform works the column out itself.
    #[error("the column `{0}` is read-only")]
    ReadOnly(String),
    /// The platform would make a new column of text of it.
    #[error("the column `{0}` has no number of the platform's")]
    NoNumber(String),
    /// Two rows are of the same student.
    #[error("line {line}: `{student}` is there twice")]
    Twice {
        /// The line in the file, from 1.
        line: usize,
        /// The student, as the column of students has it.
        student: String,
    },
    /// No column tells the students the way that the entries do.
    #[error("no student of the gradebook is one that was graded")]
    NoStudents,
}

impl GradebookError {
    /// What helps.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Quotes { .. } | Self::Width { .. } | Self::Empty => {
                "give the file as the platform exported it, as CSV in UTF-8"
            }
            Self::NoColumn { .. } | Self::Columns { .. } => {
                "name the column by its whole header, as it is in the export"
            }
            Self::ReadOnly(_) | Self::NoNumber(_) => {
                "make a column for the assignment on the platform, and export again"
            }
            Self::Twice { .. } => "choose a column that tells the students apart",
            Self::NoStudents => "name the column that has the names of the submissions",
        }
    }
}

/// The entries, by what names a student.
pub type Entries = BTreeMap<String, Entry>;

/// What is filled in, once a platform has found its columns.
struct Plan {
    /// The column of the grade.
    grade: usize,
    /// The column of the comment, if there is one.
    comment: Option<usize>,
    /// The column that says `No` if a grade cannot be changed, if there is one.
    changeable: Option<usize>,
}

/// Fills in what a plan says.
fn fill(
    mut sheet: Sheet,
    plan: &Plan,
    usual: &[&str],
    entries: &Entries,
    how: &Fill,
) -> Result<Filled, GradebookError> {
    let students = students(&sheet, usual, entries, how)?;
    let mut filled = Filled {
        text: String::new(),
        students: BTreeSet::new(),
        unknown: BTreeSet::new(),
        locked: BTreeSet::new(),
    };
    let mut seen = BTreeSet::new();
    for row in 1..sheet.rows() {
        let student = sheet.cell(row, students);
        let Some(entry) = entries.get(&student) else { continue };
        if !seen.insert(student.clone()) {
            return Err(GradebookError::Twice { line: sheet.line(row), student });
        }
        let is_locked = |column| sheet.cell(row, column).trim().eq_ignore_ascii_case("no");
        if plan.changeable.is_some_and(is_locked) {
            filled.locked.insert(student);
            continue;
        }
        let score = entry.score.map_or(String::new(), |score| score.to_string());
        let score = if how.decimal_comma { score.replace('.', ",") } else { score };
        sheet.set(row, plan.grade, &score);
        if let (Some(column), Some(comment)) = (plan.comment, &entry.comment) {
            sheet.set(row, column, &harmless(comment));
        }
        filled.students.insert(student);
    }
    filled.unknown = entries.keys().filter(|key| !seen.contains(*key)).cloned().collect();
    filled.text = sheet.text();
    Ok(filled)
}

/// The column that names the students.
fn students(
    sheet: &Sheet,
    usual: &[&str],
    entries: &Entries,
    how: &Fill,
) -> Result<usize, GradebookError> {
    if let Some(name) = &how.students {
        return column(sheet, name, |header| header == name);
    }
    let matches = |column: usize| {
        (1..sheet.rows()).filter(|row| entries.contains_key(&sheet.cell(*row, column))).count()
    };
    let columns = usual.iter().filter_map(|name| {
        (0..sheet.width()).find(|column| sheet.cell(0, *column).trim() == *name)
    });
    // Of columns in which as many are found, the first is the surest.
    let best = columns
        .map(|column| (matches(column), column))
        .reduce(|best, it| if it.0 > best.0 { it } else { best });
    match best {
        Some((found, column)) if found > 0 || entries.is_empty() => Ok(column),
        _ => Err(GradebookError::NoStudents),
    }
}

/// The one column with a header that is meant; a header that is exactly this comes first.
fn column(
    sheet: &Sheet,
    wanted: &str,
    is_meant: impl Fn(&str) -> bool,
) -> Result<usize, GradebookError> {
    let headers: Vec<String> = (0..sheet.width()).map(|column| sheet.cell(0, column)).collect();
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

/// A text that no spreadsheet takes for a formula: what looks like one gets an apostrophe, which
/// makes it a text (OWASP, "CSV Injection").
pub(crate) fn harmless(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}
