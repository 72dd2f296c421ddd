//! Grades only a submission's board.

use grade::Grade;
use grade::check::{Check, JudgedBy};
use intake::Submission;
use sandbox::build::{BoardBuild, BuildError};
use sandbox::timing::Recorder;
use wasmtime::Module;

use super::{Graded, Grader, Stage, credit};
use crate::exam::{self, BoardAlone, BoardScope, Exam, Examiner, Purpose};

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
        let examiner =
            self.examiner(submission, Purpose::Judge(&self.measured.costs), None, &recorder);
        let scope = BoardScope::for_checks(wanted, submission);
        let is_of_costs = wanted.iter().any(|check| check.spec().judged_by == JudgedBy::Cost);
        let alone = Some(scope).filter(|_| !is_of_costs);
        let Some(mut exam) = board_exam(&examiner, &build, alone, progress)? else {
            return Ok(None);
        };
        exam::add_source(submission, &self.assignment, build.warnings(), &mut exam);
        let checks = credit::rate_board(&self.assignment, &exam);
        let new = self.empty_grade(submission.name(), &submission.hash());
        let remarks = super::unused_file_remarks(submission).chain(exam.remarks).collect();
        let grade = Grade { checks, remarks, ..new };
        let Exam { measures, shown, counts, .. } = exam;
        Ok(Some(Graded { grade, measures, shown, counts, timings: recorder.finish() }))
    }
}

/// Examines the program that contains only the board, if a scope is given, and otherwise the complete program. The costs
/// of the programs can differ slightly, so if the board comes near a limit, this examines the complete program as well,
/// and returns its results.
fn board_exam(
    examiner: &Examiner<'_>,
    build: &BoardBuild<'_>,
    alone: Option<BoardScope>,
    progress: &(dyn Fn(Stage) + Sync),
) -> Result<Option<Exam>, BuildError> {
    let examine = |program: &Module, scope| {
        progress(Stage::Running);
        base::pool::run_alone(|| examiner.examine_board(program, scope))
    };
    if let Some(scope) = alone
        && let Some(program) = build.program_of_board_alone()?
    {
        let BoardAlone { exam, is_near_limits } = examine(&program, scope)?;
        if !is_near_limits {
            return Ok(Some(exam));
        }
    }
    let Some(program) = build.complete_program()? else { return Ok(None) };
    Ok(Some(examine(&program, BoardScope::All)?.exam))
}
