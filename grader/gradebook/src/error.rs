//! The reasons why a gradebook is not filled in.

use grade::points::Points;

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
    #[error("line {line}: there are {found} cells, but the header has {wanted}")]
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
    #[error("the column `{wanted}` is missing; the columns are {}", there.join(", "))]
    NoColumn {
        /// The name that was looked for.
        wanted: String,
        /// The columns that there are.
        there: Vec<String>,
    },
    /// Several columns could be meant.
    #[error("several columns have the name `{wanted}`: {}", there.join(", "))]
    Columns {
        /// The name that was looked for.
        wanted: String,
        /// The columns that could be meant.
        there: Vec<String>,
    },
    /// The file is that of no platform that is known.
    #[error("this is not a gradebook of {}; it has the columns {}", intake::class::Platform::names(), there.join(", "))]
    Unknown {
        /// The columns that there are.
        there: Vec<String>,
    },
    /// No column was named, and not exactly one can be meant.
    #[error("no column is named, and {}", match &there[..] {
        [] => "no column looks like an assignment".to_owned(),
        there => format!("it could be one of {}", there.join(", ")),
    })]
    NoChoice {
        /// The columns that could be meant.
        there: Vec<String>,
    },
    /// The column does not hold points of an assignment.
    #[error("the column `{column}` is not for an assignment; {}", match &there[..] {
        [] => "none does".to_owned(),
        there => format!("there are {}", there.join(", ")),
    })]
    NoGrades {
        /// The column that was named.
        column: String,
        /// The columns that hold points of assignments.
        there: Vec<String>,
    },
    /// The platform works the column out itself.
    #[error("the column `{0}` is read-only")]
    ReadOnly(String),
    /// The platform would make a new column of it.
    #[error("the column `{0}` is not from the platform")]
    NoNumber(String),
    /// A section was named, and the export has no column for sections.
    #[error("there is no column with sections; the columns are {}", there.join(", "))]
    NoSections {
        /// The columns that there are.
        there: Vec<String>,
    },
    /// No student is in the section.
    #[error("no student is in the section `{wanted}`; the sections are {}", there.join("; "))]
    NoSection {
        /// The name of the section.
        wanted: String,
        /// The cells of the column with sections.
        there: Vec<String>,
    },
    /// No column tells the students the way that the entries do.
    #[error("no student of the gradebook was graded")]
    NoStudents,
    /// The column is worth more or less than the assignment.
    #[error("the column `{column}` is worth {worth} points, but the assignment is worth {of}")]
    OtherWorth {
        /// The column.
        column: String,
        /// What it is worth.
        worth: Points,
        /// What the assignment is worth.
        of: Points,
    },
    /// The export does not say what the column is worth.
    #[error(
        "the export does not say what the column `{column}` is worth; the assignment is worth {of}"
    )]
    UnknownWorth {
        /// The column.
        column: String,
        /// What the assignment is worth.
        of: Points,
    },
    /// The column is worth nothing, so no part of it can be had.
    #[error("cannot scale the points from {of} to {worth}")]
    NoScale {
        /// What the column is worth.
        worth: Points,
        /// What the assignment is worth.
        of: Points,
    },
}

impl GradebookError {
    /// A hint on how to go on.
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
