//! Fills in gradebooks exported from learning platforms.
//!
//! A platform recognizes columns and students by the names and numbers in its export. When it does not know a header,
//! it creates a new column, so we cannot write a gradebook from scratch. Instead, [`fill()`] reads an export, fills in
//! one column, and preserves all other cells byte for byte, including quotes and text that looks like a formula,
//! because the platform needs to recognize them. We only write numbers, and comments made safe by [`escape_formula`].
//!
//! To be filled in, a cell must clearly belong to one student with a suitable grade, and be empty or contain a number
//! that may be replaced. Every other cell keeps its contents for a [`KeptReason`]. We never empty a cell, because platforms
//! would remove the grade.

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

pub use amount::{CellValue, parse_cell, parse_points};
pub use error::GradebookError;
pub use filled::{CellFate, CommentFate, Filled, GradeCell, KeptReason};

use grade::points::Points;
use intake::class::Platform;
use plan::SheetPlan;
use sheet::Sheet;

/// A grade to fill in for one student.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GradebookEntry {
    /// The student's name, for messages.
    pub label: String,
    /// How the gradebook may list the student.
    pub known_as: KnownAs,
    /// The student's result.
    pub award: Award,
    /// The comment for the student, to be written if the platform has a comment column.
    pub comment: Option<String>,
}

/// A student's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Award {
    /// A score.
    Points {
        /// The points earned.
        held: Points,
        /// The points available.
        of: Points,
    },
    /// A result that the instructor holds back. The cell keeps its contents.
    Held,
    /// No known result, because of a grader error. The cell keeps its contents.
    Unknown,
    /// No final result, because criteria are not graded by hand yet. The cell keeps its contents.
    Incomplete,
    /// No points, because the student did not submit anything. A zero fills an empty cell.
    Missing,
    /// No score for a rejected submission.
    Rejected {
        /// Whether a zero fills an empty cell.
        is_zero: bool,
    },
}

impl Award {
    /// Returns `true` if the student has no points and should not have any.
    pub fn is_nothing(self) -> bool {
        matches!(self, Self::Missing | Self::Rejected { .. })
    }
}

/// The names and keys that a gradebook can list a student under.
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

/// Which column to fill in, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FillOptions {
    /// The assignment's column, by its complete header or the name in that header. `None` selects the only column that
    /// qualifies.
    pub column: Option<String>,
    /// The column that identifies students. `None` selects the platform's usual columns. When they identify different
    /// students, the row will be skipped.
    pub students: Option<String>,
    /// The section to fill in, or `None` for all rows.
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
    /// Keeps the points, and fails if the column and the assignment have different maximums.
    #[default]
    Same,
    /// Keeps the points, whatever the column's maximum.
    AsIs,
    /// Scales to the column's maximum in the export.
    Column,
    /// Scales to this maximum.
    To(Points),
}

/// Recognizes and reads the gradebooks of one platform.
struct Gradebook {
    /// Whether an export with these headers comes from the platform.
    recognizes: fn(&Sheet) -> bool,
    /// Finds the columns and rows, given the name of the grade column.
    plan: fn(&Sheet, Option<&str>) -> Result<SheetPlan, GradebookError>,
    #[cfg(test)]
    sample: tests::Sample,
}

fn gradebook_of(platform: Platform) -> Gradebook {
    match platform {
        Platform::Blackboard => blackboard::GRADEBOOK,
        Platform::Brightspace => brightspace::GRADEBOOK,
        Platform::Canvas => canvas::GRADEBOOK,
        Platform::GithubClassroom => github_classroom::GRADEBOOK,
        Platform::Gradescope => gradescope::GRADEBOOK,
        Platform::Moodle => moodle::GRADEBOOK,
    }
}

/// Identifies the platform from the header of an export.
///
/// # Errors
///
/// Returns an error if the text is not a table, or the platform is unknown.
pub fn platform_of(export: &str) -> Result<Platform, GradebookError> {
    let sheet = Sheet::parse(export)?;
    let found = Platform::all().find(|platform| (gradebook_of(*platform).recognizes)(&sheet));
    found.ok_or_else(|| GradebookError::Unknown { there: sheet.headers() })
}

/// Fills in one column of a platform's export.
///
/// # Errors
///
/// Returns an error if the export is invalid; if the column is missing, ambiguous, read-only or not for an assignment;
/// if the section is missing; if converting the points to the column's scale fails; or if no row matches an entry.
pub fn fill(
    platform: Platform,
    export: &str,
    entries: &[GradebookEntry],
    how: &FillOptions,
) -> Result<Filled, GradebookError> {
    let sheet = Sheet::parse(export)?;
    let plan = (gradebook_of(platform).plan)(&sheet, how.column.as_deref())?;
    fill::fill_planned_column(sheet, &plan, entries, how)
}

/// Makes a text safe for spreadsheets: an apostrophe before a formula turns it into plain text (OWASP, "CSV
/// Injection").
pub fn escape_formula(text: &str) -> String {
    if is_formula(text) { format!("'{text}") } else { text.to_owned() }
}

/// Returns `true` for a text that a spreadsheet program could take for a formula.
pub fn is_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r'])
}
