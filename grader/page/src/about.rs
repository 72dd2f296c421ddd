//! What the page of a class says of the assignment and of the people, beside their grades.

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
