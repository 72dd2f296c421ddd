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
mod kind;
mod moodle;
mod rows;
mod sheet;
mod students;
#[cfg(test)]
mod tests;

pub(crate) use blackboard::blackboard;
pub use canvas::canvas;
pub use kind::Kind;
pub use moodle::moodle;

use grade::points::Points;

use rows::{Plan, column, fill};
use sheet::Sheet;
use students::{By, Names};

/// The entry that is to be filled in for a student.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The student's name in messages.
    pub label: String,
    /// The names that the gradebook may have for the student.
    pub known_as: KnownAs,
    /// The points; none if the grader was at fault, which leaves the cell blank.
    pub score: Option<Points>,
    /// The comment for the student, where the platform has a column for that.
    pub comment: Option<String>,
}

/// The names that a gradebook may have for a student.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownAs {
    /// Logins and numbers of the institution.
    pub ids: Vec<String>,
    /// Numbers that only the platform of the gradebook gives.
    pub numbers: Vec<String>,
    /// Addresses.
    pub emails: Vec<String>,
    /// Names, with the family name first or last.
    pub names: Vec<String>,
}

/// The column that is filled in, and the way to do it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fill {
    /// The column of the assignment, by its header or the part of it that is its name; `None` for
    /// the only one that it can be.
    pub column: Option<String>,
    /// The column that names the students; `None` for all of the platform's usual ones, which must
    /// not contradict each other.
    pub students: Option<String>,
    /// Whether a comma separates the decimals.
    pub decimal_comma: bool,
}

/// A gradebook to import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filled {
    /// The text of the file.
    pub text: String,
    /// The header of the column that was filled in.
    pub column: String,
    /// The most that the platform gives for the assignment, as it writes it, if it does.
    pub worth: Option<String>,
    /// Those whose cells were filled in, or left blank for want of a score.
    pub students: Vec<String>,
    /// Those that the gradebook has no row for.
    pub unknown: Vec<String>,
    /// Those whose grade cannot be changed, by the word of the platform; left as they are.
    pub locked: Vec<String>,
    /// The rows that are of nobody who has an entry, as the gradebook calls them; left as they are.
    pub others: Vec<String>,
    /// The rows in which one column names one student and another column another; left as they are.
    pub unclear: Vec<String>,
}

/// The reason why a gradebook cannot be filled in.
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
        /// The number of its cells.
        found: usize,
        /// The number of cells in the header.
        wanted: usize,
    },
    /// There is no header.
    #[error("the file is empty")]
    Empty,
    /// There is no such column.
    #[error("there is no column `{wanted}`; there are {}", there.join(", "))]
    NoColumn {
        /// The name that was looked for.
        wanted: String,
        /// The columns that there are.
        there: Vec<String>,
    },
    /// Several columns could be meant.
    #[error("several columns are called `{wanted}`: {}", there.join(", "))]
    Columns {
        /// The name that was looked for.
        wanted: String,
        /// The columns that could be meant.
        there: Vec<String>,
    },
    /// The file is that of no platform that is known.
    #[error("this is no gradebook of Canvas, Moodle or Blackboard; it has the columns {}", there.join(", "))]
    Unknown {
        /// The columns that there are.
        there: Vec<String>,
    },
    /// No column was named, and not exactly one can be meant.
    #[error("no column is named, and {}", match &there[..] {
        [] => "none looks like that of an assignment".to_owned(),
        there => format!("it may be any of {}", there.join(", ")),
    })]
    NoChoice {
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
    /// A hint on how to go on.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Quotes { .. } | Self::Width { .. } | Self::Empty => {
                "give the file as the platform exported it, as CSV in UTF-8"
            }
            Self::Unknown { .. } => {
                "export the whole gradebook, in English, with the columns that name the students"
            }
            Self::NoChoice { .. } => "name it with `--column`",
            Self::NoColumn { .. } | Self::Columns { .. } => {
                "name the column by its whole header, as it is in the export"
            }
            Self::ReadOnly(_) | Self::NoNumber(_) => {
                "make a column for the assignment on the platform, and export again"
            }
            Self::Twice { .. } => "name a column that tells the students apart with `--match`",
            Self::NoStudents => {
                "grade with a roster that has the ids or addresses of the gradebook, or name the \
                 column that has the names of the submissions with `--match`"
            }
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
