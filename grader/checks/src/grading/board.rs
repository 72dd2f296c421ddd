//! Grades only the board of a submission.

use grade::Grade;
use intake::Submission;
use sandbox::build::BuildError;

use super::{Grader, Stage, credit};
use crate::exam::Purpose;

impl Grader {
    /// Grades only the board, with the verdicts and points of the full grade, and without linking or running the solver.
    /// Returns `None` if this is not possible: the submission does not compile completely, or points of the board
    /// depend on other checks.
    ///
    /// # Errors
    ///
    /// If this machine fails.
    pub fn grade_board(
        &self,
        submission: &Submission,
        progress: &(dyn Fn(Stage) + Sync),
    ) -> Result<Option<Grade>, BuildError> {
        if !credit::is_board_separate(&self.assignment) {
            return Ok(None);
        }
        progress(Stage::Compiling);
        let Some(program) = self.workshop.built_board(submission, &self.machine)? else {
            return Ok(None);
        };
        progress(Stage::Running);
        let examiner = self.examiner(submission, Purpose::Judge(&self.costs), None);
        let mut exam = base::pool::alone(|| examiner.examine_board(&program))?;
        self.add_what_the_source_says(submission, &mut exam);
        let checks = credit::rate_board(&self.assignment, &exam);
        let new = Grade::new(submission.name(), submission.hash(), self.basis());
        Ok(Some(Grade { checks, remarks: exam.remarks, ..new }))
    }
}
