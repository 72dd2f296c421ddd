//! Counts the puzzles that a solver answers correctly, for each check.
//!
//! The assignment determines the set of puzzles. Puzzles that were stopped or skipped do not count as correct, so a
//! submission gains nothing from being stopped early.

use std::collections::{BTreeMap, BTreeSet};

use assignment::{ExpectedAnswer, Puzzle};
use grade::check::{Check, Group, JudgedBy, SolverAnswer};
use grade::{ShareUnit, Stop, Tally};
use probe::wire::Question;

use super::attempt::SolverAttempt;
use crate::exam::Cases;

/// How an attempt at a puzzle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AttemptEnd {
    Correct,
    /// The solution is optimal, but `moves()` returns a wrong number or does not return.
    Miscounted,
    Wrong,
    Panicked,
    Stopped,
    Slow,
    Skipped,
}

/// Counts the results for each solver check. `shown` contains the failing puzzles of each check. `attempts` may omit
/// puzzles.
pub(super) fn cases_by_check(
    puzzles: &[&Puzzle],
    attempts: &[SolverAttempt<'_>],
    shown: &BTreeMap<Check, BTreeSet<String>>,
) -> BTreeMap<Check, Cases> {
    let asked = AskedPuzzles::new(puzzles, attempts);
    let fails = |check: Check, attempt: &SolverAttempt<'_>| {
        shown.get(&check).is_some_and(|names| names.contains(&attempt.puzzle.name))
    };
    let ends = asked.tally_search_ends();
    let cases = |check: Check| {
        let answer = |answer: SolverAnswer| {
            move |attempt: &SolverAttempt<'_>| end_by_answer(answer, attempt, fails(check, attempt))
        };
        let cases = match check.spec().judged_by {
            JudgedBy::Answer(kind @ SolverAnswer::Solvable) => {
                // A constant answer is correct for all solvable or all unsolvable boards.
                lesser_cases(
                    asked.tally_outcomes(false, answer(kind)),
                    asked.tally_outcomes(true, answer(kind)),
                )
            }
            JudgedBy::Answer(kind @ (SolverAnswer::Moves | SolverAnswer::Path)) => Cases {
                tally: asked.tally_outcomes(false, answer(kind)),
                of_what: ShareUnit::Puzzles,
            },
            // A solver that reports every board as unsolvable solves nothing.
            JudgedBy::Answer(kind @ SolverAnswer::Unsolvable) => {
                let solvable = asked.tally_outcomes(false, end_by_recognition);
                // A search that did not finish does not claim that no solution exists.
                let correct = solvable.correct + solvable.slow;
                lesser_cases(
                    Tally { correct, slow: 0, ..solvable },
                    asked.tally_outcomes(true, answer(kind)),
                )
            }
            _ => ends,
        };
        (cases.tally.cases() > 0).then_some((check, cases))
    };
    Group::Solver.checks().filter_map(cases).collect()
}

/// Counts the searches that ended with a correct result. The search checks apply only to them.
pub(super) fn cases_by_end(puzzles: &[&Puzzle], attempts: &[SolverAttempt<'_>]) -> Option<Cases> {
    let ends = AskedPuzzles::new(puzzles, attempts).tally_search_ends();
    (ends.tally.cases() > 0).then_some(ends)
}

struct AskedPuzzles<'a> {
    puzzles: &'a [&'a Puzzle],
    attempts: BTreeMap<&'a str, &'a SolverAttempt<'a>>,
    skipped: AttemptEnd,
}

impl<'a> AskedPuzzles<'a> {
    fn new(puzzles: &'a [&'a Puzzle], attempts: &'a [SolverAttempt<'a>]) -> Self {
        // If every stopped search was still making progress, assume the same for searches on skipped puzzles.
        let mut stops = attempts.iter().filter(|attempt| attempt.is_exhausted());
        let skipped = if stops.clone().next().is_some() && stops.all(SolverAttempt::is_searching) {
            AttemptEnd::Slow
        } else {
            AttemptEnd::Skipped
        };
        let attempts =
            attempts.iter().map(|attempt| (attempt.puzzle.name.as_str(), attempt)).collect();
        Self { puzzles, attempts, skipped }
    }

    fn tally_outcomes(
        &self,
        unsolvable: bool,
        outcome: impl Fn(&SolverAttempt<'_>) -> AttemptEnd,
    ) -> Tally {
        let is_of_kind = |puzzle: &&&Puzzle| puzzle.answer.is_unsolvable() == unsolvable;
        let of_kind = self.puzzles.iter().filter(is_of_kind);
        of_kind.fold(Tally::default(), |tally, puzzle| {
            let attempt = self.attempts.get(puzzle.name.as_str());
            count_end(tally, attempt.map_or(self.skipped, |attempt| outcome(attempt)))
        })
    }

    fn tally_search_ends(&self) -> Cases {
        let tally = sum_of_tallies(
            self.tally_outcomes(false, end_of_search),
            self.tally_outcomes(true, end_of_search),
        );
        Cases { tally, of_what: ShareUnit::Puzzles }
    }
}

/// Returns the results with the smaller credit: for solvable boards or for unsolvable boards.
fn lesser_cases(solvable: Tally, unsolvable: Tally) -> Cases {
    let share = |tally: Tally| (u64::from(tally.credit_in_twentieths()), u64::from(tally.cases()));
    let ((a, of_a), (b, of_b)) = (share(solvable), share(unsolvable));
    // Compares the fractions without rounding them.
    if of_b == 0 || of_a > 0 && a * of_b < b * of_a {
        Cases { tally: solvable, of_what: ShareUnit::Solvable }
    } else {
        Cases { tally: unsolvable, of_what: ShareUnit::Unsolvable }
    }
}

/// Adds an outcome to a tally.
pub(super) fn count_end(mut tally: Tally, outcome: AttemptEnd) -> Tally {
    let count = match outcome {
        AttemptEnd::Correct => &mut tally.correct,
        AttemptEnd::Miscounted => &mut tally.half,
        AttemptEnd::Wrong => &mut tally.wrong,
        AttemptEnd::Panicked => &mut tally.panicked,
        AttemptEnd::Stopped => &mut tally.stopped,
        AttemptEnd::Slow => &mut tally.slow,
        AttemptEnd::Skipped => &mut tally.skipped,
    };
    *count += 1;
    tally
}

fn sum_of_tallies(a: Tally, b: Tally) -> Tally {
    Tally {
        correct: a.correct + b.correct,
        half: a.half + b.half,
        wrong: a.wrong + b.wrong,
        panicked: a.panicked + b.panicked,
        stopped: a.stopped + b.stopped,
        slow: a.slow + b.slow,
        skipped: a.skipped + b.skipped,
    }
}

/// Returns the outcome of an attempt with this answer. `fails` says whether the check fails on the puzzle.
fn end_by_answer(kind: SolverAnswer, attempt: &SolverAttempt<'_>, fails: bool) -> AttemptEnd {
    let answers = &attempt.solved.answers;
    let is_there = match kind {
        SolverAnswer::Solvable => answers.solvable.is_some(),
        SolverAnswer::Moves => answers.moves.is_some(),
        SolverAnswer::Path => answers.solution.is_some(),
        SolverAnswer::Unsolvable => match (&answers.moves, &answers.solution) {
            (Some(Some(_)), _) | (_, Some(Some(_))) => return AttemptEnd::Wrong,
            (moves, solution) => moves.is_some() && solution.is_some(),
        },
    };
    // If a solvable board is reported as unsolvable, the remaining wrong answers follow.
    let is_denied = !attempt.puzzle.answer.is_unsolvable()
        && kind != SolverAnswer::Solvable
        && answers.say_unsolvable();
    let is_miscounted =
        kind == SolverAnswer::Moves && !is_right_count(attempt) && has_shortest_path(attempt);
    if is_miscounted {
        AttemptEnd::Miscounted
    } else if !is_there {
        end_of_stop(attempt)
    } else if is_denied || fails {
        AttemptEnd::Wrong
    } else {
        AttemptEnd::Correct
    }
}

fn is_right_count(attempt: &SolverAttempt<'_>) -> bool {
    let ExpectedAnswer::Moves(moves) = attempt.puzzle.answer else { return false };
    attempt.solved.answers.moves == Some(Some(u64::from(moves)))
}

/// Returns whether a solvable board is reported as solvable.
fn end_by_recognition(attempt: &SolverAttempt<'_>) -> AttemptEnd {
    let answers = &attempt.solved.answers;
    if answers.solvable == Some(true) || matches!(answers.moves, Some(Some(_))) {
        AttemptEnd::Correct
    } else if answers.is_empty() {
        end_of_stop(attempt)
    } else {
        AttemptEnd::Wrong
    }
}

/// Returns the outcome of a search: whether any answer shows that it ended with a correct result.
pub(super) fn end_of_search(attempt: &SolverAttempt<'_>) -> AttemptEnd {
    let answers = &attempt.solved.answers;
    let is_right = match attempt.puzzle.answer {
        ExpectedAnswer::Moves(_) => is_right_count(attempt) || has_shortest_path(attempt),
        ExpectedAnswer::Unsolvable { .. } => {
            answers.solvable == Some(false) || answers.say_unsolvable()
        }
        ExpectedAnswer::BoardOnly => false,
    };
    if is_right {
        AttemptEnd::Correct
    } else if answers.is_empty() {
        end_of_stop(attempt)
    } else {
        AttemptEnd::Wrong
    }
}

fn end_of_stop(attempt: &SolverAttempt<'_>) -> AttemptEnd {
    let stops = &attempt.solved.stops;
    if stops.is_empty() {
        // The question was not asked after repeated stops.
        AttemptEnd::Skipped
    } else if attempt.is_searching() && stops.contains(&(Question::New, Stop::Fuel)) {
        AttemptEnd::Slow
    } else if stops.iter().all(|(_, stop)| matches!(stop, Stop::Panic { .. })) {
        AttemptEnd::Panicked
    } else {
        AttemptEnd::Stopped
    }
}

fn has_shortest_path(attempt: &SolverAttempt<'_>) -> bool {
    match (&attempt.solved.answers.solution, attempt.puzzle.answer) {
        (Some(Some(path)), ExpectedAnswer::Moves(moves)) => {
            !path.is_cut && path.board_count() as u64 == u64::from(moves) + 1
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(correct: u32, wrong: u32) -> Tally {
        Tally { correct, wrong, ..Tally::default() }
    }

    #[test]
    fn constant_answers_earn_no_credit() {
        let lesser_of = |solvable, unsolvable| {
            let Cases { tally, of_what } = lesser_cases(solvable, unsolvable);
            (tally.correct, tally.cases(), of_what)
        };
        assert_eq!(lesser_of(tally(86, 0), tally(0, 29)), (0, 29, ShareUnit::Unsolvable));
        assert_eq!(lesser_of(tally(0, 86), tally(29, 0)), (0, 86, ShareUnit::Solvable));
        assert_eq!(lesser_of(tally(43, 43), tally(29, 0)), (43, 86, ShareUnit::Solvable));
        assert_eq!(lesser_of(tally(86, 0), tally(29, 0)), (29, 29, ShareUnit::Unsolvable));
        // Some assignments contain only one kind of puzzle.
        assert_eq!(lesser_of(tally(5, 1), Tally::default()), (5, 6, ShareUnit::Solvable));
        assert_eq!(lesser_of(Tally::default(), tally(2, 1)), (2, 3, ShareUnit::Unsolvable));
    }
}
