//! The verdicts on a solver.

use std::collections::BTreeMap;

use super::CHECKS;
use super::attempt::Attempt;
use crate::check::Check;
use crate::grade::{Failure, Verdict};
use crate::judge::Answers;

/// The verdicts from what failed: a check of which nothing could be seen waits for the one that
/// kept it from being seen. What is seen only on the grader's boards is looked for on `foreign`.
pub(super) fn verdicts(
    attempts: &[Attempt<'_>],
    foreign: &[Attempt<'_>],
    mut failures: BTreeMap<Check, Failure>,
) -> BTreeMap<Check, Verdict> {
    let answers = || attempts.iter().map(|attempt| &attempt.solved.answers);
    if answers().all(Answers::is_empty)
        && let Some(cause) = [Check::SolverMoves, Check::SolverTime, Check::SolverUnsolvable]
            .into_iter()
            .find(|check| failures.contains_key(check))
    {
        // Nothing came of anything, so there is one thing to say.
        failures.retain(|check, _| *check == cause || *check == Check::SolverForeignBoard);
    }
    let cause = [
        Check::SolverMoves,
        Check::SolverTime,
        Check::SolverMemory,
        Check::SolverUnsolvable,
        Check::SolverSolvable,
        Check::SolverForeignBoard,
    ];
    let cause = cause.into_iter().find(|check| failures.contains_key(check));
    let verdict = |check: Check| {
        if let Some(failure) = failures.get(&check) {
            return Verdict::Fail(failure.clone());
        }
        if is_seen(check, attempts, foreign) {
            return Verdict::Pass;
        }
        // What happens at a queue cannot be seen without one.
        let at_queue =
            matches!(check, Check::SolverGoalDequeued | Check::SolverCriticalOptimization);
        let because = if at_queue && failures.contains_key(&Check::SolverMinPq) {
            Check::SolverMinPq
        } else {
            cause.unwrap_or(Check::BoardDisplay)
        };
        Verdict::Skipped { because }
    };
    CHECKS.into_iter().map(|check| (check, verdict(check))).collect()
}

/// Whether there was anything by which the check could have failed.
fn is_seen(check: Check, attempts: &[Attempt<'_>], foreign: &[Attempt<'_>]) -> bool {
    let unsolvable = |attempt: &Attempt<'_>| attempt.puzzle.answer.is_unsolvable();
    let answered = |attempt: &Attempt<'_>| !attempt.solved.answers.is_empty();
    let answers = |attempt: &Attempt<'_>| attempt.solved.answers.clone();
    match check {
        Check::SolverSolvable => attempts.iter().any(|it| answers(it).solvable.is_some()),
        Check::SolverMoves => {
            attempts.iter().any(|it| !unsolvable(it) && answers(it).moves.is_some())
        }
        Check::SolverPath => {
            attempts.iter().any(|it| !unsolvable(it) && answers(it).solution.is_some())
        }
        Check::SolverUnsolvable => attempts.iter().any(|it| unsolvable(it) && answered(it)),
        Check::SolverImmutable | Check::SolverDeterministic => {
            attempts.iter().any(|it| it.solved.stops.is_empty() && answered(it))
        }
        Check::SolverMinPq | Check::SolverForeignBoard | Check::SolverLockstep => {
            foreign.iter().any(answered)
        }
        Check::SolverCaching => foreign.iter().any(|it| it.search.boards > 0 && answered(it)),
        Check::SolverGoalDequeued | Check::SolverCriticalOptimization => {
            foreign.iter().any(|it| it.deleted > 0 && answered(it))
        }
        _ => attempts.iter().any(Attempt::has_searched),
    }
}
