//! Derives the verdicts of the solver checks.

use std::collections::{BTreeMap, BTreeSet};

use grade::Verdict;
use grade::check::{Check, Group, JudgedBy};

use super::attempt::SolverAttempt;
use super::failures::SolverFindings;
use crate::exam::{Cases, unexamined_verdict};
use crate::judge::Answers;

pub(super) struct Grounds<'a> {
    pub(super) attempts: &'a [SolverAttempt<'a>],
    pub(super) foreign: &'a [SolverAttempt<'a>],
    pub(super) cases: &'a BTreeMap<Check, Cases>,
    pub(super) ends: Option<Cases>,
    /// The board checks that do not pass, so that some runs are left out.
    pub(super) wrong_of_board: &'a BTreeSet<Check>,
}

/// Derives the verdicts from failures and correct results. A check that lacks observations is skipped, and the verdict
/// names the check that prevented them. If no failed check can have prevented them, the grader is at fault.
pub(super) fn verdicts(grounds: &Grounds<'_>, found: &SolverFindings) -> BTreeMap<Check, Verdict> {
    let mut failures = found.failures.clone();
    let answers = || grounds.attempts.iter().map(|attempt| &attempt.solved.answers);
    if answers().all(Answers::is_empty)
        && let Some(cause) = [Check::SolverMoves, Check::SolverTime, Check::SolverUnsolvable]
            .into_iter()
            .find(|check| failures.contains_key(check))
    {
        // All attempts failed for one reason. Report only that reason.
        failures.retain(|check, _| *check == cause || *check == Check::SolverForeignBoard);
    }
    let cause = [
        Check::SolverMoves,
        Check::SolverTime,
        Check::SolverMemory,
        Check::SolverUnsolvable,
        Check::SolverSolvable,
        Check::SolverPath,
        Check::SolverForeignBoard,
    ];
    let cause = cause.into_iter().find(|check| failures.contains_key(check));
    // Without its text, a board cannot be recognized, so this explains the most.
    let others = failures.keys().next().copied().or_else(|| {
        let of_texts = grounds.wrong_of_board.get(&Check::BoardDisplay);
        of_texts.or(grounds.wrong_of_board.first()).copied()
    });
    // If the search does not use the queue as the frontier, observations of the queue are not evidence.
    let in_the_way =
        [(Check::SolverLockstep, found.is_unseen), (Check::SolverMinPq, found.is_unqueued)];
    let verdict = |check: Check| {
        if let Some(failure) = failures.get(&check) {
            return Verdict::Fail(failure.clone());
        }
        if let Some(because) = check.first_failed_of(in_the_way) {
            return Verdict::Skipped { because };
        }
        // If a run was cut short and no check is responsible, do not count this against the solver.
        let is_cut_short =
            cause.is_some() && found.cut_short.contains(&check) && !grounds.is_only_slow();
        if grounds.has_shown(check) && !is_cut_short {
            return Verdict::Pass;
        }
        match cause.or(others) {
            Some(because) => Verdict::Skipped { because },
            None => unexamined_verdict(check),
        }
    };
    Group::Solver.checks().map(|check| (check, verdict(check))).collect()
}

impl Grounds<'_> {
    /// Returns `true` if every stopped search was still making progress. If so, answers are judged on the remaining
    /// puzzles, and the unsolved puzzles cost points.
    fn is_only_slow(&self) -> bool {
        let mut stopped =
            self.attempts.iter().filter(|attempt| !attempt.solved.stops.is_empty()).peekable();
        stopped.peek().is_some() && stopped.all(SolverAttempt::is_searching)
    }

    /// Returns `true` if there is enough evidence that a check without failures passes.
    ///
    /// Answers must be correct on every puzzle. The same applies to the checks of a search's cost, because an expensive
    /// search could otherwise pass by giving up. For the other search checks, half of the puzzles is enough.
    fn has_shown(&self, check: Check) -> bool {
        let cases = self.cases.get(&check);
        let is_whole = cases.is_some_and(|cases| cases.tally.is_whole());
        let is_enough = cases.is_some_and(|cases| cases.tally.is_enough());
        let sees_enough = self.ends.is_some_and(|ends| ends.tally.is_enough());
        let answered = |attempt: &SolverAttempt<'_>| !attempt.solved.answers.is_empty();
        let foreign = |has: &dyn Fn(&SolverAttempt<'_>) -> bool| {
            sees_enough && self.foreign.iter().any(|attempt| has(attempt) && answered(attempt))
        };
        match check.spec().judged_by {
            JudgedBy::Answer(_) | JudgedBy::Cost => is_whole,
            JudgedBy::Immutability | JudgedBy::Chance => {
                let can_be_asked = super::repeated_questions::can_be_asked;
                is_enough
                    && self
                        .attempts
                        .iter()
                        .any(|attempt| can_be_asked(attempt) && answered(attempt))
            }
            JudgedBy::Search => foreign(&|_| true),
            JudgedBy::Distances => foreign(&|attempt| attempt.search.boards > 0),
            JudgedBy::Queue => foreign(&|attempt| attempt.deleted > 0),
            JudgedBy::Compiler | JudgedBy::Values | JudgedBy::Tests => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_without_observations_does_not_pass() {
        let (cases, wrong) = (BTreeMap::new(), BTreeSet::from([Check::BoardTwin]));
        let none = BTreeSet::new();
        let derive = |wrong_of_board| {
            let grounds =
                Grounds { attempts: &[], foreign: &[], cases: &cases, ends: None, wrong_of_board };
            verdicts(&grounds, &SolverFindings::default())
        };
        for (check, verdict) in derive(&none) {
            assert_eq!(verdict, Verdict::GraderError(format!("`{check}` was not examined")));
        }
        for (check, verdict) in derive(&wrong) {
            assert_eq!(verdict, Verdict::Skipped { because: Check::BoardTwin }, "{check}");
        }
    }
}
