//! Shows the compiler's warnings about the code that a failed check has run.

use std::cell::LazyCell;
use std::collections::BTreeSet;

use grade::check::Group;
use grade::{Question, Target, Verdict};
use intake::CallGraph;
use sandbox::build::Diagnostic;

use super::Exam;
use super::source::called;

/// The maximum number of warnings for each failure.
const SHOWN: usize = 3;

/// Adds the compiler's warnings to each failure, if they are about the called method or about functions that it may
/// call. All checks of a solver also run `new`.
pub(super) fn add_warnings(
    calls: &LazyCell<CallGraph, impl FnOnce() -> CallGraph>,
    warnings: &[Diagnostic],
    exam: &mut Exam,
) {
    let placed = warnings.iter().filter_map(|told| Some((told.place.as_ref()?, &told.message)));
    let placed: BTreeSet<_> = placed.collect();
    if placed.is_empty() {
        return;
    }
    for (check, verdict) in &mut exam.verdicts {
        let Verdict::Fail(failure) = verdict else { continue };
        let target = called(failure).map(|(target, _)| target);
        let new = (check.group() == Group::Solver).then_some(Target::Solver(Question::New));
        let run = calls.reached(target.into_iter().chain(new));
        let about = placed.iter().filter(|(place, _)| run.contain(place)).take(SHOWN);
        let lines = about.map(|(place, message)| format!("rustc warns at {place}: {message}\n"));
        let lines: String = lines.collect();
        if !lines.is_empty() {
            failure.add_detail(&lines);
        }
    }
}
