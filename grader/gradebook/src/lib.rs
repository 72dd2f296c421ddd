//! Fills in gradebooks exported from learning platforms.
//!
//! A platform recognizes its own columns and students by the names and numbers in its export. For a header that it does
//! not recognize, it creates a new column. We therefore never write a gradebook from scratch. Instead, [`fill()`] reads
//! an export, fills in one column, and preserves all other cells byte for byte, including their quotes. This includes
//! cells that a spreadsheet could read as formulas, because the platform has to recognize them. The only text that we
//! write is a number, or a comment made safe by [`harmless`].
//!
//! A cell in the column changes only if it clearly belongs to one student, that student has a suitable grade, and the
//! cell is empty or contains a number that may be replaced. Every other cell keeps its contents for a [`Reason`]. We
//! never empty a cell, because platforms would then remove the grade.

mod amount;
mod blackboard;
mod brightspace;
mod canvas;
mod error;
mod fill;
mod filled;
mod github_classroom;
mod gradescope;
mod moodle;
mod plan;
mod section;
mod sheet;
mod students;
#[cfg(test)]
mod tests;

pub use error::GradebookError;
pub use filled::{Cell, CommentFate, Fate, Filled, Reason};

use grade::points::Points;
use intake::class::Platform;
use plan::Plan;
use sheet::Sheet;

/// A grade to fill in for one student.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The student's name, as shown in messages.
    pub label: String,
    /// The names under which the gradebook may list the student.
    pub known_as: KnownAs,
    /// The student's result.
    pub award: Award,
    /// The comment for the student, written if the platform has a comment column.
    pub comment: Option<String>,
}

/// A student's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Award {
    /// A score.
    Points {
        /// The points that the student earned.
        held: Points,
        /// The points available.
        of: Points,
    },
    /// An unknown result, because there was a grader error. The cell keeps its contents.
    Unknown,
    /// No points, because nothing was submitted. A zero is written if the cell is empty. Otherwise, the cell keeps its
    /// contents.
    Missing,
    /// No score, because the submission was rejected.
    Rejected {
        /// Whether to write a zero if the cell is empty. Otherwise, the cell keeps its contents.
        is_zero: bool,
    },
}

impl Award {
    /// Returns `true` if the student has no points and is not expected to have any.
    pub fn is_nothing(self) -> bool {
        matches!(self, Self::Missing | Self::Rejected { .. })
    }
}

/// The names and keys under which a gradebook may list a student.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownAs {
    /// Logins and institutional id numbers.
    pub ids: Vec<String>,
    /// Numbers assigned by the gradebook's platform.
    pub numbers: Vec<String>,
    /// Email addresses.
    pub emails: Vec<String>,
    /// Names, with the family name first or last.
    pub names: Vec<String>,
}

/// Specifies which column to fill in, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fill {
    /// The assignment's column, given by its complete header or by the name in that header. `None`
    /// selects the only column that qualifies.
    pub column: Option<String>,
    /// The column that identifies students. `None` selects all of the platform's usual columns. If they identify
    /// different students, the row is not filled in.
    pub students: Option<String>,
    /// The section whose rows are filled in, or `None` for all rows.
    pub section: Option<String>,
    /// Whether to write a comma as the decimal separator.
    pub decimal_comma: bool,
    /// How to convert points to the column's scale.
    pub scale: Scale,
    /// Whether to replace points already in a cell, which may have been entered manually.
    pub overwrite: bool,
}

/// How to convert assignment points to column points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Keeps the points. If the column and the assignment have different maximums, nothing is filled in.
    #[default]
    Same,
    /// Keeps the points, whatever the column's maximum is.
    AsIs,
    /// Scales the points to the column's maximum in the export.
    Column,
    /// Scales the points to this maximum.
    To(Points),
}

/// The functions that recognize and read the gradebooks of one platform.
struct Gradebook {
    /// Returns `true` if an export with these headers comes from the platform.
    is_it: fn(&Sheet) -> bool,
    /// Finds the columns and rows of an export. The second argument names the grade column.
    plan: fn(&Sheet, Option<&str>) -> Result<Plan, GradebookError>,
    /// A sample of the platform's exports.
    #[cfg(test)]
    sample: tests::Sample,
}

fn gradebook(platform: Platform) -> Gradebook {
    match platform {
        Platform::Blackboard => blackboard::GRADEBOOK,
        Platform::Brightspace => brightspace::GRADEBOOK,
        Platform::Canvas => canvas::GRADEBOOK,
        Platform::GithubClassroom => github_classroom::GRADEBOOK,
        Platform::Gradescope => gradescope::GRADEBOOK,
        Platform::Moodle => moodle::GRADEBOOK,
    }
}

/// Identifies the platform of an export by the header.
///
/// # Errors
///
/// Returns an error if the text is not a table, or if its header matches no platform.
pub fn platform_of(export: &str) -> Result<Platform, GradebookError> {
    let sheet = Sheet::read(export)?;
    let found = Platform::all().find(|it| (gradebook(*it).is_it)(&sheet));
    found.ok_or_else(|| GradebookError::Unknown { there: sheet.headers() })
}

/// Fills in one column of a platform's export.
///
/// # Errors
///
/// Returns an error if the export cannot be read; if the column is missing, ambiguous, read-only or not for an
/// assignment; if the section is missing; if the points cannot be converted to the column's scale; or if no row matches
/// an entry.
pub fn fill(
    platform: Platform,
    export: &str,
    entries: &[Entry],
    how: &Fill,
) -> Result<Filled, GradebookError> {
    let sheet = Sheet::read(export)?;
    let plan = (gradebook(platform).plan)(&sheet, how.column.as_deref())?;
    fill::fill(sheet, &plan, entries, how)
}

/// Makes a text safe for spreadsheets. If it looks like a formula, a leading apostrophe turns it into plain text
/// (OWASP, "CSV Injection").
pub fn harmless(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}
