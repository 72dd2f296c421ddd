//! Grades only a submission's board.

use grade::Grade;
use intake::Submission;
use sandbox::build::BuildError;
use sandbox::timing::Recorder;

use super::{Graded, Grader, Stage, credit};
use crate::exam::{Exam, Purpose};

impl Grader {
    /// Grades only the board, with the same verdicts and points as in a full grade, but without running the solver. Returns `None` if any part of the submission does not compile, or if points for the board depend on
    /// other checks.
    ///
    /// # Errors
    ///
    /// Returns an error if the grader or the machine fails.
    pub fn grade_board(
        &self,
        submission: &Submission,
        progress: &(dyn Fn(Stage) + Sync),
    ) -> Result<Option<Graded>, BuildError> {
        if !credit::is_board_separate(&self.assignment) {
            return Ok(None);
        }
        progress(Stage::Compiling);
        let recorder = Recorder::default();
        let Some(program) = self.workshop.built_board(submission, &self.machine, &recorder)? else {
            return Ok(None);
        };
        progress(Stage::Running);
        let examiner = self.examiner(submission, Purpose::Judge(&self.costs), None, &recorder);
        let mut exam = base::pool::alone(|| examiner.examine_board(&program))?;
        self.add_what_the_source_says(submission, &mut exam);
        let checks = credit::rate_board(&self.assignment, &exam);
        let new = Grade::new(submission.name(), submission.hash(), self.basis());
        let grade = Grade { checks, remarks: exam.remarks, ..new };
        let Exam { measures, shown, counts, .. } = exam;
        Ok(Some(Graded { grade, measures, shown, counts, timings: recorder.finish() }))
    }
}
