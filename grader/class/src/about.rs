//! What people want to know of the assignment, and what decides summaries but no grade:
//! `assignment.json`.
//!
//! It is written by whoever grades, so that a summary can be made again without the rubric.

use checks::assignment::{Assignment, Rejected};
use grade::pretty;
use late::Policy;
use serde::{Deserialize, Serialize};

use super::error::ClassError;
use super::output::Graded;
use super::stored::{self, Stored};

/// The file.
pub(super) const FILE: &str = "assignment.json";

const SCHEMA: &str = "assignment-summary/1";

/// What is known of the assignment beside its checks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct About {
    /// Its title.
    pub title: String,
    /// The course that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<String>,
    /// When it is due, and what is taken off later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late: Option<Policy>,
    /// What a gradebook gets for a rejected submission.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rejected: Option<Rejected>,
    /// Whether it is an instructor's own, and not the one in the grader.
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
    /// What there is to say of an assignment.
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

    /// The course and the title, such as `CS 1: 8-puzzle`.
    pub fn heading(&self) -> String {
        match &self.course {
            Some(course) => format!("{course}: {}", self.title),
            None => self.title.clone(),
        }
    }

    /// The text of the file.
    pub(super) fn text(&self) -> String {
        pretty::file(&Wire { schema: SCHEMA.to_owned(), about: self.clone() })
    }

    /// Reads the file of a folder; none if there is none, as in those of earlier versions.
    ///
    /// # Errors
    ///
    /// If it is there and cannot be read.
    pub fn read(graded: &Graded) -> Result<Option<Self>, ClassError> {
        Ok(stored::read::<Wire>(graded, FILE)?.map(|wire| wire.about))
    }
}
