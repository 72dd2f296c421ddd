//! `grade.json`: a [`Grade`] as text.
//!
//! The text is the same byte for byte wherever and whenever it is made. It has all checks, whoever may
//! see them. A fault of the grader has no score, neither of the check nor of the submission, so that no
//! program can take it for a zero.

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

/// The schema, and its version. New optional fields keep the version; anything else changes it.
const SCHEMA: &str = "grade/1";

/// The command that runs one check again.
pub fn reproduce(check: Check) -> String {
    format!("grader check --only {check}")
}

/// A grade and the text of its `grade.json`, which says the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GradeFile {
    text: String,
    grade: Grade,
}

impl GradeFile {
    /// Reads the text of a `grade.json`: see [`Grade::read`].
    ///
    /// # Errors
    ///
    /// If it is no such text.
    pub fn read(text: String) -> Result<Self, GradeError> {
        Ok(Self { grade: read::grade(&text)?, text })
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The grade.
    pub fn grade(&self) -> &Grade {
        &self.grade
    }

    /// The grade, without its text.
    pub fn into_grade(self) -> Grade {
        self.grade
    }

    /// The same grade of a submission of this name.
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
    /// The text of `grade.json`.
    pub fn json(&self) -> String {
        pretty::file(&WireGrade::from(self))
    }

    /// Reads the text of a `grade.json`.
    ///
    /// The text has to be one that would be written: [`json`](Self::json) gives the same fields
    /// again. Fields that are not in the schema are passed over, because a later version of the
    /// grader may add optional ones without a new version of the schema; anything else that is not
    /// known, or that contradicts the rest of the file, is an error.
    ///
    /// # Errors
    ///
    /// If it is no such text.
    pub fn read(text: &str) -> Result<Self, GradeError> {
        read::grade(text)
    }
}
