//! Grades only a submission's board.

use grade::Grade;
use grade::check::{Check, JudgedBy};
use intake::Submission;
use sandbox::build::BuildError;
use sandbox::timing::Recorder;

use super::{Graded, Grader, Stage, credit};
use crate::exam::{BoardScope, Exam, Purpose};

impl Grader {
    /// Grades only these checks of the board, with the same verdicts and points as in a full grade, but without running
    /// the solver. Returns `None` if any part of the submission does not compile, or if points for the board depend on
    /// other checks.
    ///
    /// # Errors
    ///
    /// Returns an error if the grader or the machine fails.
    pub fn grade_board(
        &self,
        submission: &Submission,
        wanted: &[Check],
        progress: &(dyn Fn(Stage) + Sync),
    ) -> Result<Option<Graded>, BuildError> {
        if !credit::is_board_separate(&self.assignment) {
            return Ok(None);
        }
        progress(Stage::Compiling);
        let recorder = Recorder::default();
        let Some(build) = self.workshop.board_build(submission, &self.machine, &recorder)? else {
            return Ok(None);
        };
        let scope = BoardScope::of(wanted, submission);
        let examiner = self.examiner(submission, Purpose::Judge(&self.costs), None, &recorder);
        let mut found = None;
        if wanted.iter().all(|check| check.spec().judged_by != JudgedBy::Cost)
            && let Some(program) = build.alone()?
        {
            progress(Stage::Running);
            let examined = base::pool::alone(|| examiner.examine_board(&program, scope))?;
            found = Some(examined.exam).filter(|_| !examined.is_near_limits);
        }
        if found.is_none() {
            let Some(program) = build.complete()? else { return Ok(None) };
            progress(Stage::Running);
            let all = BoardScope::All;
            found = Some(base::pool::alone(|| examiner.examine_board(&program, all))?.exam);
        }
        let Some(mut exam) = found else { return Ok(None) };
        self.add_what_the_source_says(submission, &mut exam);
        let checks = credit::rate_board(&self.assignment, &exam);
        let new = Grade::new(submission.name(), submission.hash(), self.basis());
        let grade = Grade { checks, remarks: exam.remarks, ..new };
        let Exam { measures, shown, counts, .. } = exam;
        Ok(Some(Graded { grade, measures, shown, counts, timings: recorder.finish() }))
    }
}
