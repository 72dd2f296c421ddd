//! The grades of submissions that could not be graded.

use grade::{Basis, CheckGrade, Grade, NO_SOURCES, Rejection, Verdict};
use sandbox::build::BuildError;

use super::{Grader, engine};

impl Grader {
    /// The grade of a submission at which the grader was at fault as a whole; it has no score.
    /// `sources` is a hash of them.
    pub fn faulty(&self, name: &str, sources: &str, message: &str) -> Grade {
        let checks = self.assignment.checks.iter().map(|rated| CheckGrade {
            check: rated.check,
            max_score: rated.points,
            visibility: rated.visibility,
            verdict: Verdict::GraderError(message.to_owned()),
            measure: None,
            credit: None,
            withheld: None,
        });
        Grade { checks: checks.collect(), ..Grade::new(name, sources, self.basis()) }
    }

    /// The grade of what is no submission. The reason is one sentence without a period.
    pub fn rejected(&self, name: &str, reason: String) -> Grade {
        let max_score = self.assignment.checks.iter().map(|rated| rated.points).sum();
        let rejection = Some(Rejection { reason, max_score });
        Grade { rejection, ..Grade::new(name, NO_SOURCES, self.basis()) }
    }

    /// Finds out whether this machine can still make programs for the sandbox.
    ///
    /// # Errors
    ///
    /// The reason why it cannot.
    pub fn still_works(&self) -> Result<(), BuildError> {
        self.workshop.still_works()
    }

    /// The assignment and the tools that submissions are graded with.
    pub fn basis(&self) -> Basis {
        Basis {
            assignment: self.assignment.hash(),
            toolchain: self.workshop.release().to_owned(),
            engine: engine(),
        }
    }
}
