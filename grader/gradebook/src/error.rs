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
    #[error("this is no gradebook of {}; it has the columns {}", intake::class::Platform::names(), there.join(", "))]
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
    /// The column does not hold points of an assignment.
    #[error("the column `{column}` holds no points of an assignment; {}", match &there[..] {
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
    #[error("the column `{0}` has no number of the platform's")]
    NoNumber(String),
    /// No column tells the students the way that the entries do.
    #[error("no student of the gradebook is one that was graded")]
    NoStudents,
    /// The column is worth more or less than the assignment.
    #[error("the column `{column}` is worth {worth} points and the assignment {of}")]
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
    #[error("the points cannot be scaled from {of} to {worth}")]
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
                "give the file as the platform exported it, as CSV in UTF-8"
            }
            Self::Unknown { .. } => {
                "export the whole gradebook, in English, with the columns that name the students"
            }
            Self::NoChoice { .. } | Self::NoGrades { .. } => "name it with `--column`",
            Self::NoColumn { .. } | Self::Columns { .. } => {
                "name the column by its whole header, as it is in the export"
            }
            Self::ReadOnly(_) | Self::NoNumber(_) => {
                "make a column for the assignment on the platform, and export again"
            }
            Self::NoStudents => {
                "it may be another class's; if not, grade with a roster that has the ids or \
                 addresses of the gradebook, or name the column that has the names of the \
                 submissions with `--match`"
            }
            Self::OtherWorth { worth, .. } => {
                return format!(
                    "`--scale` fills in the same part of {worth}, `--as-is` the points as they are"
                );
            }
            Self::UnknownWorth { of, .. } => {
                return format!(
                    "`--as-is` if it is worth {of}, too, or `--scale=POINTS` with what it is worth"
                );
            }
            Self::NoScale { .. } => "give what the column is worth as `--scale=POINTS`",
        };
        hint.to_owned()
    }
}
