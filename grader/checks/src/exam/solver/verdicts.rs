//! The verdicts on a solver.

use std::collections::BTreeMap;

use grade::Verdict;
use grade::check::Check;

use super::CHECKS;
use super::attempt::Attempt;
use super::failures::Found;
use crate::judge::Answers;

/// The verdicts from what failed: a check of which nothing could be seen waits for the one that
/// kept it from being seen. What is seen only on the grader's boards is looked for on `foreign`.
pub(super) fn verdicts(
    attempts: &[Attempt<'_>],
    foreign: &[Attempt<'_>],
    found: &Found,
) -> BTreeMap<Check, Verdict> {
    let Found { is_unqueued, .. } = *found;
    let mut failures = found.failures.clone();
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
        if found.is_unseen && IN_SEARCH.contains(&check) {
            return Verdict::Skipped { because: Check::SolverLockstep };
        }
        // The events at a queue tell nothing where it does not carry the search.
        if is_unqueued && AT_QUEUE.contains(&check) {
            return Verdict::Skipped { because: Check::SolverMinPq };
        }
        if is_seen(check, attempts, foreign) {
            return Verdict::Pass;
        }
        Verdict::Skipped { because: cause.unwrap_or(Check::BoardDisplay) }
    };
    CHECKS.into_iter().map(|check| (check, verdict(check))).collect()
}

/// The checks of what happens at the queue, beside that of the queue itself.
const AT_QUEUE: [Check; 2] = [Check::SolverGoalDequeued, Check::SolverCriticalOptimization];

/// The checks of how a search goes, beside that of the lockstep.
const IN_SEARCH: [Check; 4] = [
    Check::SolverGoalDequeued,
    Check::SolverMinPq,
    Check::SolverCriticalOptimization,
    Check::SolverCaching,
];

/// Whether there was anything by which the check could have failed.
fn is_seen(check: Check, attempts: &[Attempt<'_>], foreign: &[Attempt<'_>]) -> bool {
    let unsolvable = |attempt: &Attempt<'_>| attempt.puzzle.answer.is_unsolvable();
    let answered = |attempt: &Attempt<'_>| !attempt.solved.answers.is_empty();
    // A solver that says of a solvable board that it has no solution has told nothing about the
    // way.
    let told_way = |it: &&Attempt<'_>| !unsolvable(it) && !it.solved.answers.say_unsolvable();
    match check {
        Check::SolverSolvable => attempts.iter().any(|it| it.solved.answers.solvable.is_some()),
        Check::SolverMoves => {
            attempts.iter().filter(told_way).any(|it| it.solved.answers.moves.is_some())
        }
        Check::SolverPath => {
            attempts.iter().filter(told_way).any(|it| it.solved.answers.solution.is_some())
        }
        Check::SolverUnsolvable => attempts.iter().any(|it| unsolvable(it) && answered(it)),
        Check::SolverImmutable | Check::SolverDeterministic => {
            attempts.iter().any(|it| super::again::can_be_asked(it) && answered(it))
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
