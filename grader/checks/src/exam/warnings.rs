//! Shows the compiler's warnings about the code that a failed check has run.

use grade::check::Group;
use grade::{Place, Question, Target, Verdict};
use intake::{CallGraph, Submission};
use sandbox::build::Diagnostic;

use super::Exam;
use super::source::called;

/// The maximum number of warnings for each failure.
const SHOWN: usize = 3;

/// Adds the compiler's warnings to each failure, if they are about the called method or about functions that it may
/// call. All checks of a solver also run `new`.
pub(super) fn add_warnings(submission: &Submission, warnings: &[Diagnostic], exam: &mut Exam) {
    if warnings.is_empty() {
        return;
    }
    let mut placed: Vec<(Place, &str)> = warnings.iter().filter_map(with_place).collect();
    placed.sort();
    placed.dedup();
    let graph = CallGraph::read(submission);
    for (check, verdict) in &mut exam.verdicts {
        let Verdict::Fail(failure) = verdict else { continue };
        let target = called(failure).map(|(target, _)| target);
        let new = (check.group() == Group::Solver).then_some(Target::Solver(Question::New));
        let run = graph.reached(target.into_iter().chain(new));
        let about = placed.iter().filter(|(place, _)| run.contain(place)).take(SHOWN);
        let lines = about.map(|(place, message)| format!("rustc warns at {place}: {message}\n"));
        let lines: String = lines.collect();
        if !lines.is_empty() {
            failure.add_detail(&lines);
        }
    }
}

fn with_place(warning: &Diagnostic) -> Option<(Place, &str)> {
    let (file, line) = warning.place.clone()?;
    Some((Place { file, line, column: warning.column }, &warning.message))
}
