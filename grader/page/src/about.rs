//! What the page of a class says of the assignment and of the people, beside their grades.

use grade::view::View;

/// The assignment, for the head of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// The title of the assignment.
    pub title: Option<String>,
    /// The course.
    pub course: Option<String>,
    /// When it was due, and what is taken off later, in one line.
    pub due: Option<String>,
}

/// The people who handed in a submission, and when.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Submitter {
    /// Their names; empty where nobody knows them.
    pub names: Vec<String>,
    /// Their addresses.
    pub addresses: Vec<String>,
    /// That it was late, such as `2 days`, where no policy takes anything off; none if it was not, or
    /// if that is not known. What a policy takes off is in the view, which knows who reads it.
    pub late: Option<String>,
}

impl Submitter {
    /// How late it was, in a line: what is taken off of what is shown, or else what is known.
    pub(crate) fn late<'a>(&'a self, view: &'a View) -> Option<&'a str> {
        view.late.as_ref().map(|late| late.line.as_str()).or(self.late.as_deref())
    }

    /// All names in one line; none if there are none, or none but that of the submission.
    pub(crate) fn name_beside(&self, submission: &str) -> Option<String> {
        let names = self.names.join(", ");
        (!names.is_empty() && names != submission).then_some(names)
    }
}
