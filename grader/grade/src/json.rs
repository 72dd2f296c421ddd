//! Reads and writes a [`Grade`] as `grade.json`.
//!
//! The text does not depend on the machine or the time. It contains all checks, of any visibility. After a grader
//! error, neither the check nor the submission has a score, to keep anybody from taking the error for zero points.

mod credit;
#[cfg(test)]
mod examples;
mod read;
#[cfg(test)]
mod tests;
mod wire;

pub use read::GradeError;
pub use wire::{WireCheck, WireGrade};

use super::{Grade, pretty};
use crate::check::Check;

/// The schema and its version. This must be changed for any change except adding an optional field.
const SCHEMA: &str = "grade/1";

/// Returns the command to run a check again.
pub fn reproduce(check: Check) -> String {
    format!("grader check --only {check}")
}

/// A grade and its serialized form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GradeFile {
    text: String,
    grade: Grade,
}

impl GradeFile {
    /// Parses a `grade.json`; see [`Grade::from_json`].
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not valid.
    pub fn parse(text: String) -> Result<Self, GradeError> {
        Ok(Self { grade: read::read_grade(&text)?, text })
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the grade.
    pub fn grade(&self) -> &Grade {
        &self.grade
    }

    /// Returns the grade without its text.
    pub fn into_grade(self) -> Grade {
        self.grade
    }

    /// Renames the submission.
    #[must_use]
    pub fn renamed(self, name: &str) -> Self {
        if self.grade.submission == name {
            return self;
        }
        Self::from(Grade { submission: name.to_owned(), ..self.grade })
    }
}

impl From<Grade> for GradeFile {
    fn from(grade: Grade) -> Self {
        Self { text: grade.json(), grade }
    }
}

impl Grade {
    /// Serializes the grade as `grade.json`.
    pub fn json(&self) -> String {
        pretty::to_json_file(&WireGrade::from(self))
    }

    /// Parses a `grade.json`.
    ///
    /// Serializing the result with [`json`](Self::json) will give the same fields. Unknown fields are ignored, to let
    /// later versions add optional fields without a new schema. Any other unknown or inconsistent value is an error.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not valid.
    pub fn from_json(text: &str) -> Result<Self, GradeError> {
        read::read_grade(text)
    }
}
