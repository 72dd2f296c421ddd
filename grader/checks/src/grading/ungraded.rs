//! Creates grades for submissions that could not be graded.

use grade::{Basis, CheckGrade, Grade, NO_SOURCES, Rejection, Verdict};
use sandbox::build::BuildError;

use super::{Grader, engine_and_cost_table};

impl Grader {
    /// Returns a grade that reports a grader error and has no score. `sources` is the hash of the submission.
    pub fn grade_with_grader_error(&self, name: &str, sources: &str, message: &str) -> Grade {
        let checks = self.assignment.checks.iter().map(|rated| CheckGrade {
            check: rated.check,
            max_score: rated.points,
            visibility: rated.visibility,
            verdict: Verdict::GraderError(message.to_owned()),
            measure: None,
            credit: None,
            withheld: None,
            note: None,
        });
        Grade { checks: checks.collect(), ..self.empty_grade(name, sources) }
    }

    /// Returns a grade for a rejected input. `reason` is a sentence without a period.
    pub fn grade_of_rejected(&self, name: &str, reason: String) -> Grade {
        let max_score = self.assignment.checks.iter().map(|rated| rated.points).sum();
        let rejection = Some(Rejection { reason, max_score });
        Grade { rejection, ..self.empty_grade(name, NO_SOURCES) }
    }

    /// Returns a grade without checks. `sources` is the hash of the submission.
    pub(super) fn empty_grade(&self, name: &str, sources: &str) -> Grade {
        let omitted = self.assignment.omitted;
        Grade { omitted, ..Grade::new(name, sources, self.basis()) }
    }

    /// Checks whether this machine can still compile programs for the sandbox.
    ///
    /// # Errors
    ///
    /// Returns an error with the reason if it cannot.
    pub fn check_machine(&self) -> Result<(), BuildError> {
        self.workshop.check_machine()
    }

    /// Returns the basis of grades: the assignment and the tools used for grading.
    pub fn basis(&self) -> Basis {
        Basis {
            assignment: self.assignment.hash(),
            toolchain: self.workshop.compiler_name_and_version().to_owned(),
            engine: engine_and_cost_table(),
        }
    }
}
