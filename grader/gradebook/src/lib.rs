//! Gradebooks of learning platforms, filled in.
//!
//! A platform recognises its own columns and students by the names and numbers in its export, and
//! makes new columns of what it does not recognise. So a gradebook is never written from nothing:
//! an export is read, one column is filled in, and every other cell stays as it is, byte for byte,
//! with its quotes. That includes cells that a spreadsheet may take for a formula, because the
//! platform has to recognise them; what is written here is a number, or a comment that is made
//! harmless.
//!
//! A cell of the column changes only where it is clear whose it is, where there is a grade of that
//! student which fits, and where the cell is empty, or holds a number that may be replaced. Every
//! other cell stays as it is, with its [`Reason`]. No cell is ever emptied, because platforms take an empty cell for the
//! wish to remove a grade.

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

/// The entry that is to be filled in for a student.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The student's name in messages.
    pub label: String,
    /// The names that the gradebook may have for the student.
    pub known_as: KnownAs,
    /// What the student gets.
    pub award: Award,
    /// The comment for the student, where the platform has a column for that.
    pub comment: Option<String>,
}

/// What a student gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Award {
    /// Points.
    Points {
        /// Those of the student.
        held: Points,
        /// Those that there were to get.
        of: Points,
    },
    /// Nothing that is known: the grader was at fault. The cell stays as it is.
    Unknown,
    /// No points, for want of a submission. A cell that holds anything stays as it is.
    Missing,
    /// No score, because what was handed in is no submission.
    Rejected {
        /// Whether an empty cell gets a zero. Every other cell stays as it is in any case.
        is_zero: bool,
    },
}

impl Award {
    /// Whether there are no points to fill in, and nobody expects any.
    pub fn is_nothing(self) -> bool {
        matches!(self, Self::Missing | Self::Rejected { .. })
    }
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
    /// The section whose rows are filled in; `None` for all rows.
    pub section: Option<String>,
    /// Whether a comma separates the decimals.
    pub decimal_comma: bool,
    /// The way to points that fit the column.
    pub scale: Scale,
    /// Whether to replace points that are already in a cell. They may have been entered by hand.
    pub overwrite: bool,
}

/// The way from points of the assignment to points of the column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// They are the same, or else nothing is filled in.
    #[default]
    Same,
    /// As they are, whatever the column is worth.
    AsIs,
    /// The same part of what the column is worth, by its own account.
    Column,
    /// The same part of so many points.
    To(Points),
}

/// How the gradebooks of a platform are told from others, and filled in.
struct Gradebook {
    /// Whether an export with these headers is one of them.
    is_it: fn(&Sheet) -> bool,
    /// The columns and rows of an export, whose grades go into the column that is named.
    plan: fn(&Sheet, Option<&str>) -> Result<Plan, GradebookError>,
    /// A gradebook as the platform exports it.
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

/// The platform that an export is from, by its header.
///
/// # Errors
///
/// If the text is no table, or the header that of no platform.
pub fn platform_of(export: &str) -> Result<Platform, GradebookError> {
    let sheet = Sheet::read(export)?;
    let found = Platform::all().find(|it| (gradebook(*it).is_it)(&sheet));
    found.ok_or_else(|| GradebookError::Unknown { there: sheet.headers() })
}

/// Fills in a column of an export of a platform.
///
/// # Errors
///
/// If it is no such export, or the column is not there, not the only one or not one of points that can
/// be changed, or it is worth something else and nothing is said of that, or no student in it is known.
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

/// A text that no spreadsheet takes for a formula: what looks like one gets an apostrophe, which
/// makes it a text (OWASP, "CSV Injection").
pub fn harmless(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}
