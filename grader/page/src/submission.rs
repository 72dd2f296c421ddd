//! Information about the assignment and the students.

use grade::points::Points;
use grade::view::{CheckView, View};
use report::plain;

use super::help::Help;

/// The assignment details for the page header.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageHead {
    /// The title of the assignment.
    pub title: Option<String>,
    /// The name of the course.
    pub course: Option<String>,
    /// The due date and the late policy, on one line.
    pub due: Option<String>,
    /// Whether the assignment is customized. If so, students have a copy in the `assignment` folder.
    pub own: bool,
}

/// The authors and the submission time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Submitter {
    /// The students' names, or an empty list if unknown.
    pub names: Vec<String>,
    /// The students' email addresses.
    pub addresses: Vec<String>,
    /// The lateness with the resulting deduction, such as `2 days, -20 %`. `None` if on time or unknown. The deducted
    /// points are in the view, because they depend on the audience.
    pub late: Option<String>,
    /// The number of this attempt, such as `attempt 2 of 3`.
    pub attempt: Option<String>,
}

impl Submitter {
    /// Returns the names on one line, or `None` if there are none or they equal the submission's name.
    pub(crate) fn names_besides(&self, submission: &str) -> Option<String> {
        let names = self.names.join(", ");
        (!names.is_empty() && names != submission).then_some(names)
    }
}

/// A submission to render.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShownSubmission<'a> {
    /// The grade that the reader may see.
    pub(super) view: &'a View,
    pub(super) submitter: &'a Submitter,
    /// Whether the page is for the student. Class pages show points before and after corrections, and student pages
    /// show final points and commands to run.
    pub(super) is_handout: bool,
    /// Whether the student has the files of `grader new`, including the `assignment` folder.
    pub(super) has_kit: bool,
    /// Help, if the page is for the student's machine.
    pub(super) help: Option<Help<'a>>,
}

impl ShownSubmission<'_> {
    /// Returns the students' names, or the submission's name if there are none.
    pub(super) fn name(self) -> String {
        let name = self.submitter.names_besides(&self.view.submission);
        plain::to_clean_line(name.as_deref().unwrap_or(&self.view.submission))
    }

    /// Returns the final points on a student's page, and the points before corrections on a class page.
    pub(super) fn points(self, check: &CheckView) -> Option<Points> {
        if self.is_handout { check.score } else { check.found }
    }
}
