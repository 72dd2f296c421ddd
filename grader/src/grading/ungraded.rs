//! What there is to say where a submission could not be graded.

use super::{Grader, engine};
use crate::build::BuildError;
use crate::grade::{CheckGrade, Grade, Verdict};

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
        Grade {
            submission: name.to_owned(),
            sources: sources.to_owned(),
            assignment: self.assignment.hash(),
            toolchain: self.workshop.release().to_owned(),
            engine: engine(),
            checks: checks.collect(),
            caps: Vec::new(),
            remarks: Vec::new(),
        }
    }

    /// Finds out whether this machine can still make programs for the sandbox.
    ///
    /// # Errors
    ///
    /// Why it cannot.
    pub fn still_works(&self) -> Result<(), BuildError> {
        self.workshop.still_works()
    }

    /// The compiler, such as `rustc 1.95.0`.
    pub fn toolchain(&self) -> &str {
        self.workshop.release()
    }

    /// The engine and its cost table.
    pub fn engine(&self) -> String {
        engine()
    }
}
