//! The verdicts on a solver.

use std::collections::BTreeMap;

use grade::Verdict;
use grade::check::{Check, Group, JudgedBy, SolverAnswer};

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
    // What happens at a queue tells nothing where it does not carry the search.
    let in_the_way =
        [(Check::SolverLockstep, found.is_unseen), (Check::SolverMinPq, found.is_unqueued)];
    let verdict = |check: Check| {
        if let Some(failure) = failures.get(&check) {
            return Verdict::Fail(failure.clone());
        }
        if let Some(because) = check.waits_for_one_of(in_the_way) {
            return Verdict::Skipped { because };
        }
        if is_seen(check, attempts, foreign) {
            return Verdict::Pass;
        }
        Verdict::Skipped { because: cause.unwrap_or(Check::BoardDisplay) }
    };
    Group::Solver.checks().map(|check| (check, verdict(check))).collect()
}

/// Whether there was anything by which the check could have failed.
fn is_seen(check: Check, attempts: &[Attempt<'_>], foreign: &[Attempt<'_>]) -> bool {
    let unsolvable = |attempt: &Attempt<'_>| attempt.puzzle.answer.is_unsolvable();
    let answered = |attempt: &Attempt<'_>| !attempt.solved.answers.is_empty();
    // A solver that says of a solvable board that it has no solution has told nothing about the
    // way.
    let told_way = |it: &&Attempt<'_>| !unsolvable(it) && !it.solved.answers.say_unsolvable();
    match check.spec().judged_by {
        JudgedBy::Answer(SolverAnswer::Solvable) => {
            attempts.iter().any(|it| it.solved.answers.solvable.is_some())
        }
        JudgedBy::Answer(SolverAnswer::Moves) => {
            attempts.iter().filter(told_way).any(|it| it.solved.answers.moves.is_some())
        }
        JudgedBy::Answer(SolverAnswer::Path) => {
            attempts.iter().filter(told_way).any(|it| it.solved.answers.solution.is_some())
        }
        JudgedBy::Answer(SolverAnswer::Unsolvable) => {
            attempts.iter().any(|it| unsolvable(it) && answered(it))
        }
        JudgedBy::Immutability | JudgedBy::Chance => {
            attempts.iter().any(|it| super::again::can_be_asked(it) && answered(it))
        }
        JudgedBy::Search => foreign.iter().any(answered),
        JudgedBy::Distances => foreign.iter().any(|it| it.search.boards > 0 && answered(it)),
        JudgedBy::Queue => foreign.iter().any(|it| it.deleted > 0 && answered(it)),
        JudgedBy::Cost => attempts.iter().any(Attempt::has_searched),
        // Nothing that a solver does.
        JudgedBy::Compiler | JudgedBy::Values | JudgedBy::Tests => false,
    }
}
