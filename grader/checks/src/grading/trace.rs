//! Records a submission's search.

use grade::Tiles;
use intake::Submission;
use sandbox::build::BuildError;
use sandbox::timing::Recorder;

use super::{Grader, Stage};
use crate::exam::Purpose;

impl Grader {
    /// Records the search of a submission's solver from this board, for `grader play --trace`, with the grader's
    /// boards. Returns `None` if there is no such solver, or if the log does not show which boards its queue returns.
    /// Does not affect grades.
    ///
    /// # Errors
    ///
    /// Returns an error if the grader or the machine fails.
    pub fn trace_search(
        &self,
        submission: &Submission,
        tiles: &Tiles,
        progress: &(dyn Fn(Stage) + Sync),
    ) -> Result<Option<String>, BuildError> {
        progress(Stage::Compiling);
        let recorder = &Recorder::default();
        let built = self.workshop.load_submission(submission, &self.machine, recorder)?;
        let Some(program) = built.solver.as_ref().filter(|_| built.foreign) else {
            return Ok(None);
        };
        progress(Stage::Running);
        let examiner =
            self.examiner(submission, Purpose::Judge(&self.measured.costs), None, recorder);
        base::pool::run_alone(|| examiner.trace_search(program, tiles, submission.name()))
    }
}
