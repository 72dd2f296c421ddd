//! What a page says of the assignment and of the people, beside their grades.

use grade::points::Points;
use grade::view::{CheckView, View};
use report::plain;

use super::help::Help;

/// The assignment, for the head of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// The title of the assignment.
    pub title: Option<String>,
    /// The course.
    pub course: Option<String>,
    /// When it was due, and what is taken off later, in one line.
    pub due: Option<String>,
    /// Whether it is an instructor's own, of which students have a kit in the folder `assignment`.
    pub own: bool,
}

/// The people who handed in a submission, and when.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Submitter {
    /// Their names; empty where nobody knows them.
    pub names: Vec<String>,
    /// Their addresses.
    pub addresses: Vec<String>,
    /// How late it was, such as `2 days, -20 %`; none if it was not, or if that is not known. The points
    /// that this costs are in the view, which knows who reads it.
    pub late: Option<String>,
    /// Which of several attempts it is, such as `attempt 2 of 3`.
    pub attempt: Option<String>,
}

impl Submitter {
    /// All names in one line; none if there are none, or none but that of the submission.
    pub(crate) fn name_beside(&self, submission: &str) -> Option<String> {
        let names = self.names.join(", ");
        (!names.is_empty() && names != submission).then_some(names)
    }
}

/// A submission on a page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown<'a> {
    /// The view of the page's reader.
    pub(super) view: &'a View,
    /// Whose it is.
    pub(super) submitter: &'a Submitter,
    /// Whether the page is the student's own. That of the class tells what the grader found and what
    /// corrections change of it; the student's tells what came of that, and what to try at home.
    pub(super) is_handout: bool,
    /// Whether the student has a kit of the assignment, in the folder that `grader new` makes.
    pub(super) has_kit: bool,
    /// Help for the student; none on pages for other machines.
    pub(super) help: Option<Help<'a>>,
}

impl Shown<'_> {
    /// The person, or else the name of the submission.
    pub(super) fn name(self) -> String {
        let name = self.submitter.name_beside(&self.view.submission);
        plain::clean(name.as_deref().unwrap_or(&self.view.submission))
    }

    /// The points of a check, as the page counts them.
    pub(super) fn points(self, check: &CheckView) -> Option<Points> {
        if self.is_handout { check.score } else { check.found }
    }
}
