//! Describes the assignment for people, and stores the settings that affect summaries but not grades, in
//! `assignment.json`.
//!
//! The file is written when a class is graded, so that the summary can be recreated without the rubric.

use checks::assignment::{Assignment, Rejected};
use grade::pretty;
use late::Policy;
use serde::{Deserialize, Serialize};

use super::error::ClassError;
use super::output::Graded;
use super::stored::{self, Stored};

/// The file name.
pub(super) const FILE: &str = "assignment.json";

const SCHEMA: &str = "assignment-summary/1";

/// The properties of an assignment, apart from its checks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct About {
    /// The title.
    pub title: String,
    /// The course name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<String>,
    /// The due date and the deductions for lateness.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late: Option<Policy>,
    /// How a rejected submission is entered in a gradebook.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rejected: Option<Rejected>,
    /// Whether the assignment differs from the built-in one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub own: bool,
}

#[derive(Deserialize, Serialize)]
struct Wire {
    schema: String,
    #[serde(flatten)]
    about: About,
}

impl Stored for Wire {
    const SCHEMA: &str = SCHEMA;

    fn schema(&self) -> &str {
        &self.schema
    }
}

impl About {
    /// Copies these properties from the assignment.
    pub fn of(assignment: &Assignment) -> Self {
        let built_in = Assignment::embedded();
        let own = assignment.hash() != built_in.hash()
            || assignment.title != built_in.title
            || assignment.course.is_some()
            || assignment.late.is_some()
            || assignment.attempts.is_some()
            || assignment.rejected.is_some();
        let Assignment { title, course, late, rejected, .. } = assignment.clone();
        Self { title, course, late, rejected, own }
    }

    /// Returns the course and the title, such as `CS 1: 8-puzzle`.
    pub fn heading(&self) -> String {
        match &self.course {
            Some(course) => format!("{course}: {}", self.title),
            None => self.title.clone(),
        }
    }

    /// Formats these properties as the content of the file.
    pub(super) fn text(&self) -> String {
        pretty::file(&Wire { schema: SCHEMA.to_owned(), about: self.clone() })
    }

    /// Reads the file in a folder. Returns `None` if it does not exist, as is the case in folders from earlier
    /// versions.
    ///
    /// # Errors
    ///
    /// Returns an error if the file exists but cannot be read.
    pub fn read(graded: &Graded) -> Result<Option<Self>, ClassError> {
        Ok(stored::read::<Wire>(graded, FILE)?.map(|wire| wire.about))
    }
}
