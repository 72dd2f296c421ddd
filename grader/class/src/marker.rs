//! Whoever grades the submissions of a class.

use checks::grading::Grader;
use grade::{Basis, Grade};
use intake::Submission;
use sandbox::build::BuildError;

/// Whoever grades: the grader or, in tests of all that is around it, a stand-in.
pub trait Marker: Sync {
    /// A hash of all that decides a grade beside the submission.
    fn plan(&self) -> String;

    /// The assignment and the tools that grades rest on.
    fn basis(&self) -> Basis;

    /// Grades a submission.
    ///
    /// # Errors
    ///
    /// If this machine lets the grader down.
    fn grade(&self, submission: &Submission) -> Result<Grade, BuildError>;

    /// The grade of something that is no submission.
    fn rejected(&self, name: &str, reason: String) -> Grade;

    /// The grade of a submission at which the grader was at fault.
    fn faulty(&self, name: &str, sources: &str, message: &str) -> Grade;

    /// Finds out whether this machine can still grade.
    ///
    /// # Errors
    ///
    /// If it cannot.
    fn still_works(&self) -> Result<(), BuildError>;
}

impl Marker for Grader {
    fn plan(&self) -> String {
        Self::plan(self)
    }

    fn basis(&self) -> Basis {
        Self::basis(self)
    }

    fn grade(&self, submission: &Submission) -> Result<Grade, BuildError> {
        Self::grade(self, submission, &|_| {})
    }

    fn rejected(&self, name: &str, reason: String) -> Grade {
        Self::rejected(self, name, reason)
    }

    fn faulty(&self, name: &str, sources: &str, message: &str) -> Grade {
        Self::faulty(self, name, sources, message)
    }

    fn still_works(&self) -> Result<(), BuildError> {
        Self::still_works(self)
    }
}
