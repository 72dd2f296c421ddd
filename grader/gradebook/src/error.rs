//! Errors that prevent a gradebook from being filled in.

use grade::points::Points;

/// The reason why a gradebook cannot be filled in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GradebookError {
    /// A quote is never closed, or it stands in the middle of a cell.
    #[error("line {line}: the quotes of a cell do not match")]
    Quotes {
        /// The line in the file, starting at 1.
        line: usize,
    },
    /// A row and the header have different numbers of cells.
    #[error("line {line}: there are {found} cells, but the header has {wanted}")]
    Width {
        /// The line in the file, starting at 1.
        line: usize,
        /// The number of cells in the row.
        found: usize,
        /// The number of cells in the header.
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
    /// Several columns match the name.
    #[error("several columns have the name `{wanted}`: {}", there.join(", "))]
    Columns {
        /// The requested name.
        wanted: String,
        /// The matching columns.
        there: Vec<String>,
    },
    /// The file comes from no known platform.
    #[error("this is not a gradebook of {}; it has the columns {}", intake::class::Platform::names(), there.join(", "))]
    Unknown {
        /// The columns in the file.
        there: Vec<String>,
    },
    /// No column was named, and there is not exactly one candidate.
    #[error("no column is named, and {}", match &there[..] {
        [] => "no column looks like an assignment".to_owned(),
        there => format!("it could be one of {}", there.join(", ")),
    })]
    NoChoice {
        /// The candidates.
        there: Vec<String>,
    },
    /// The column does not contain points for an assignment.
    #[error("the column `{column}` is not for an assignment; {}", match &there[..] {
        [] => "none does".to_owned(),
        there => format!("there are {}", there.join(", ")),
    })]
    NoGrades {
        /// The requested column.
        column: String,
        /// The columns with points for assignments.
        there: Vec<String>,
    },
    /// The platform computes the column itself.
    #[error("the column `{0}` is read-only")]
    ReadOnly(String),
    /// The platform would create a new column for this header.
    #[error("the column `{0}` is not from the platform")]
    NoNumber(String),
    /// A section was requested, but the export has no section column.
    #[error("there is no column with sections; the columns are {}", there.join(", "))]
    NoSections {
        /// The columns in the export.
        there: Vec<String>,
    },
    /// No student is in the section.
    #[error("no student is in the section `{wanted}`; the sections are {}", there.join("; "))]
    NoSection {
        /// The requested section.
        wanted: String,
        /// The contents of the section column.
        there: Vec<String>,
    },
    /// No row matches an entry.
    #[error("no student of the gradebook was graded")]
    NoStudents,
    /// The column and the assignment are worth different numbers of points.
    #[error("the column `{column}` is worth {worth} points, but the assignment is worth {of}")]
    OtherWorth {
        /// The column's header.
        column: String,
        /// The column's maximum.
        worth: Points,
        /// The assignment's maximum.
        of: Points,
    },
    /// The export does not contain the column's maximum.
    #[error(
        "the export does not say what the column `{column}` is worth; the assignment is worth {of}"
    )]
    UnknownWorth {
        /// The column's header.
        column: String,
        /// The assignment's maximum.
        of: Points,
    },
    /// The points cannot be scaled, because the column or the assignment is worth nothing.
    #[error("cannot scale the points from {of} to {worth}")]
    NoScale {
        /// The column's maximum.
        worth: Points,
        /// The assignment's maximum.
        of: Points,
    },
}

impl GradebookError {
    /// Returns a hint on how to resolve the error.
    pub fn hint(&self) -> String {
        let hint = match self {
            Self::Quotes { .. } | Self::Width { .. } | Self::Empty => {
                "use the file that the platform exported, as CSV in UTF-8"
            }
            Self::Unknown { .. } => {
                "export the complete gradebook with the columns that identify students; for \
                 Blackboard and Brightspace, in English"
            }
            Self::NoSections { .. } => {
                "leave out `--section`, or export the gradebook with sections"
            }
            Self::NoSection { .. } => "use the name of a section as in the export",
            Self::NoChoice { .. } | Self::NoGrades { .. } => "use `--column` to name it",
            Self::NoColumn { .. } | Self::Columns { .. } => {
                "use the complete header of the column, as in the export"
            }
            Self::ReadOnly(_) | Self::NoNumber(_) => {
                "make a column for the assignment on the platform, and export again"
            }
            Self::NoStudents => {
                "it may be another class's; if not, grade with a roster with the ids or email \
                 addresses of the gradebook, or use `--match` with the column of submission \
                 names"
            }
            Self::OtherWorth { worth, .. } => {
                return format!(
                    "use `--scale` for the same share of {worth}, or `--as-is` for the points as \
                     they are"
                );
            }
            Self::UnknownWorth { of, .. } => {
                return format!(
                    "`--as-is` if it is worth {of}, too, or `--scale=POINTS` with what it is worth"
                );
            }
            Self::NoScale { .. } => "use `--scale=POINTS` with the maximum of the column",
        };
        hint.to_owned()
    }
}
