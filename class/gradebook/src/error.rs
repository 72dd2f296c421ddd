//! Errors that prevent filling in a gradebook.

use grade::points::Points;

/// Why a gradebook cannot be filled in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GradebookError {
    /// A quote is unclosed or in the middle of a cell.
    #[error("line {line}: a cell has unbalanced quotes")]
    Quotes {
        /// The line in the file, starting at 1.
        line: usize,
    },
    /// A row and the header have different numbers of cells.
    #[error("line {line}: expected {wanted} cells as in the header, found {found}")]
    Width {
        /// The line in the file, starting at 1.
        line: usize,
        /// The cells in the row.
        found: usize,
        /// The cells in the header.
        wanted: usize,
    },
    /// The file has no header.
    #[error("the file is empty")]
    Empty,
    /// No column has this name.
    #[error("the column `{wanted}` is missing; the columns are {}", there.join(", "))]
    NoColumn {
        /// The requested name.
        wanted: String,
        /// The columns in the export.
        there: Vec<String>,
    },
    /// More than one column matches the name.
    #[error("several columns have the name `{wanted}`: {}", there.join(", "))]
    Columns {
        /// The requested name.
        wanted: String,
        /// The matching columns.
        there: Vec<String>,
    },
    /// The file does not come from a known platform.
    #[error("this is not a gradebook from {}; its columns are {}", intake::class::Platform::names(), there.join(", "))]
    Unknown {
        /// The columns in the file.
        there: Vec<String>,
    },
    /// No column was given, and there are no candidates or more than one.
    #[error("`--column` is missing, and {}", match &there[..] {
        [] => "no column looks like an assignment".to_owned(),
        there => format!("several columns are possible: {}", there.join(", ")),
    })]
    NoChoice {
        /// The candidates.
        there: Vec<String>,
    },
    /// The column does not contain points for an assignment.
    #[error("the column `{column}` does not contain assignment points; {}", match &there[..] {
        [] => "no column does".to_owned(),
        there => format!("use one of {}", there.join(", ")),
    })]
    NoGrades {
        /// The requested column.
        column: String,
        /// The columns with points for assignments.
        there: Vec<String>,
    },
    /// The platform computes the column.
    #[error("the column `{0}` is read-only")]
    ReadOnly(String),
    /// The column has no number, so importing the file would create a new column.
    #[error("the column `{0}` is not from the platform")]
    NoNumber(String),
    /// A section was requested, but the export has no section column.
    #[error("there is no section column; the columns are {}", there.join(", "))]
    NoSections {
        /// The columns in the export.
        there: Vec<String>,
    },
    /// No students are in the section.
    #[error("no students are in section `{wanted}`; the sections are {}", there.join("; "))]
    NoSection {
        /// The requested section.
        wanted: String,
        /// The sections named in the section column.
        there: Vec<String>,
    },
    /// No row matches an entry.
    #[error("no student in the gradebook was graded")]
    NoStudents,
    /// The column and the assignment have different maximums.
    #[error("the column `{column}` is worth {worth} points, but the assignment is worth {of}")]
    OtherWorth {
        /// The column's header.
        column: String,
        /// The column's maximum.
        worth: Points,
        /// The assignment's maximum.
        of: Points,
    },
    /// The export does not contain the maximum of the column.
    #[error(
        "the export does not say how many points the column `{column}` is worth; the assignment is \
         worth {of}"
    )]
    UnknownWorth {
        /// The column's header.
        column: String,
        /// The assignment's maximum.
        of: Points,
    },
    /// Scaling is impossible, because the column or the assignment is worth zero points.
    #[error("cannot scale the points from {of} to {worth}")]
    NoScale {
        /// The column's maximum.
        worth: Points,
        /// The assignment's maximum.
        of: Points,
    },
}

impl GradebookError {
    /// Returns a hint to resolve the error.
    pub fn hint(&self) -> String {
        let hint = match self {
            Self::Quotes { .. } | Self::Width { .. } | Self::Empty => {
                "use the file that the platform exported, as CSV in UTF-8"
            }
            Self::Unknown { .. } => {
                "export the complete gradebook with the columns that identify students; from \
                 Blackboard and Brightspace, export it in English"
            }
            Self::NoSections { .. } => {
                "leave out `--section`, or export the gradebook with sections"
            }
            Self::NoSection { .. } => "use a section name from the export",
            Self::NoChoice { .. } | Self::NoGrades { .. } => "select the column with `--column`",
            Self::NoColumn { .. } | Self::Columns { .. } => {
                "use the complete column header from the export"
            }
            Self::ReadOnly(_) | Self::NoNumber(_) => {
                "create a column for the assignment on the platform, and export the gradebook again"
            }
            Self::NoStudents => {
                "the gradebook may be from another class; if not, grade with a roster that \
                 contains its ids or email addresses, or select the column with the submission \
                 names with `--match`"
            }
            Self::OtherWorth { worth, .. } => {
                return format!(
                    "use `--scale` to scale the points to {worth}, or `--as-is` to keep them"
                );
            }
            Self::UnknownWorth { of, .. } => {
                return format!(
                    "if the column is also worth {of} points, use `--as-is`; otherwise, use \
                     `--scale=POINTS` with its maximum"
                );
            }
            Self::NoScale { .. } => "use `--scale=POINTS` with the column's maximum",
        };
        hint.to_owned()
    }
}
