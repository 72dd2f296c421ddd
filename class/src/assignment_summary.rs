//! Describes the assignment in `assignment.json`: the title, and settings that affect summaries but not grades.
//!
//! The file is written when a class is graded. It is used to recreate the summary without the rubric.

use assignment::{Assignment, Rejected};
use grade::hand::HandRubric;
use late::Policy;
use serde::{Deserialize, Serialize};

use super::error::ClassError;
use super::output::GradesFolder;
use super::versioned::{self, VersionedContent};

pub(super) const FILE: &str = "assignment.json";

/// An assignment, apart from the checks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct AssignmentSummary {
    /// The title.
    pub title: String,
    /// The course name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<String>,
    /// The due date and the deductions for lateness.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late: Option<Policy>,
    /// How to enter a rejected submission in a gradebook.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rejected: Option<Rejected>,
    /// The criteria that are graded by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<HandRubric>,
    /// Whether the assignment differs from the built-in one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub own: bool,
}

impl VersionedContent for AssignmentSummary {
    const SCHEMA: &str = "assignment-summary/1";
}

impl AssignmentSummary {
    /// Copies the properties of an assignment.
    pub fn from_assignment(assignment: &Assignment) -> Self {
        let built_in = Assignment::embedded();
        let own = assignment.hash() != built_in.hash()
            || assignment.title != built_in.title
            || assignment.course.is_some()
            || assignment.late.is_some()
            || assignment.attempts.is_some()
            || assignment.rejected.is_some()
            || assignment.hand.is_some();
        let Assignment { title, course, late, rejected, hand, .. } = assignment.clone();
        Self { title, course, late, rejected, hand, own }
    }

    /// Returns the course and the title, as in `CS 1: 8-puzzle`.
    pub fn heading(&self) -> String {
        match &self.course {
            Some(course) => format!("{course}: {}", self.title),
            None => self.title.clone(),
        }
    }

    /// Reads the file in a folder. Returns `None` for folders from earlier versions, which do not have it.
    ///
    /// # Errors
    ///
    /// Returns an error if reading fails.
    pub fn read_from(graded: &GradesFolder) -> Result<Option<Self>, ClassError> {
        versioned::read_versioned(graded, FILE)
    }
}
