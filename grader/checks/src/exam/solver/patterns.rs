//! Looks for patterns that a fault shows across puzzles.
//!
//! A failure reports the smallest puzzle, which is often ambiguous. For example, if solutions lack the first board, the
//! solution of a solved puzzle is empty. A pattern is shown together with the failure, so it must be derived only from
//! puzzles that the failure's audience may see.

use std::collections::BTreeSet;

use assignment::ExpectedAnswer;
use grade::cause::{Cause, Counted, Decided, Pattern, SolverCause, Worst};
use grade::check::Check;
use grade::{Failure, Visibility};

use super::attempt::{SolverAttempt, sort_by_size};
use super::failures::{SolverFindings, is_cost_representative, ratio_in_tenths};
use crate::judge::{self, GoalStatus, MissingEnd, OWN, SearchFacts};

/// The minimum number of puzzles that must show a pattern.
/// Two may look alike by coincidence.
const TELLING: usize = 3;

pub(super) fn add_patterns(attempts: &[SolverAttempt<'_>], found: &mut SolverFindings) {
    let ordered = sort_by_size(attempts);
    for (check, failure) in &mut found.failures {
        let shown = found.shown.get(check);
        let sight = VisibleAttempts {
            attempts: visible_attempts(&ordered, failure.visibility),
            is_shown: &|attempt| shown.is_some_and(|names| names.contains(&attempt.puzzle.name)),
        };
        let Some(Cause::Solver(cause)) = &failure.cause else { continue };
        let more = match (check, cause) {
            (
                Check::SolverMoves,
                SolverCause::WrongMoves
                | SolverCause::MovesOffByOne { .. }
                | SolverCause::TooLong { .. },
            ) => sight.explain_moves(cause),
            (
                Check::SolverPath,
                SolverCause::EmptySolution
                | SolverCause::WithoutInitial { .. }
                | SolverCause::WrongEnd
                | SolverCause::WrongBegin,
            ) => sight.explain_ends(),
            (Check::SolverSolvable, SolverCause::SolvableDenied { .. }) => {
                sight.explain_denied(failure)
            }
            (Check::SolverSolvable, SolverCause::SolvableClaimed { .. }) => {
                sight.explain_claimed(failure)
            }
            (Check::SolverTime, SolverCause::Work { .. }) => sight.with_worst_puzzle(cause),
            _ => None,
        };
        if let Some(cause) = more {
            failure.replace_cause(cause);
        }
    }
}

fn visible_attempts<'a, 'p>(
    ordered: &[&'a SolverAttempt<'p>],
    visibility: Visibility,
) -> Vec<&'a SolverAttempt<'p>> {
    ordered.iter().copied().filter(|attempt| attempt.puzzle.visibility <= visibility).collect()
}

/// The attempts that a failure may refer to, and those of them that show the fault.
struct VisibleAttempts<'a, 'p> {
    attempts: Vec<&'a SolverAttempt<'p>>,
    is_shown: &'a dyn Fn(&SolverAttempt<'_>) -> bool,
}

struct MoveCount<'a, 'p> {
    attempt: &'a SolverAttempt<'p>,
    optimal: u64,
    moves: u64,
}

impl<'a, 'p> VisibleAttempts<'a, 'p> {
    fn failing_attempts(&self) -> impl Iterator<Item = &'a SolverAttempt<'p>> + '_ {
        self.attempts.iter().copied().filter(|attempt| (self.is_shown)(attempt))
    }

    fn attempt_on_puzzle(&self, puzzle: Option<&str>) -> Option<&'a SolverAttempt<'p>> {
        self.attempts.iter().copied().find(|attempt| Some(attempt.puzzle.name.as_str()) == puzzle)
    }

    fn pattern_if_telling(shown: usize, of: usize) -> Option<Pattern> {
        let number = |count: usize| u32::try_from(count).ok();
        (shown >= TELLING).then_some(Pattern { shown: number(shown)?, of: number(of)? })
    }

    /// Determines what `moves()` counts, or the constant difference from the correct number.
    fn explain_moves(&self, cause: &SolverCause) -> Option<SolverCause> {
        let counts: Vec<MoveCount<'a, 'p>> =
            self.attempts.iter().filter_map(|attempt| move_count(attempt)).collect();
        let wrong: Vec<&MoveCount<'_, '_>> =
            counts.iter().filter(|count| count.moves != count.optimal).collect();
        if wrong.len() != self.failing_attempts().count() {
            return None;
        }
        let puzzles = Self::pattern_if_telling(wrong.len(), counts.len())?;
        let counted =
            || what_is_counted(&counts).map(|counted| SolverCause::MovesCount { counted, puzzles });
        if matches!(cause, SolverCause::TooLong { .. }) {
            return counted();
        }
        if let Some(by) =
            common_value(wrong.iter().map(|count| signed_difference(count.moves, count.optimal)))
        {
            return Some(match cause {
                SolverCause::MovesOffByOne { .. } => {
                    SolverCause::MovesOffByOne { puzzles: Some(puzzles) }
                }
                _ => SolverCause::MovesOff { by: by.unsigned_abs(), is_more: by > 0, puzzles },
            });
        }
        // Two constants always differ by a constant, which proves nothing about counting.
        if let Some(moves) = common_value(counts.iter().map(|count| count.moves)) {
            return Some(SolverCause::MovesConstant { moves, puzzles });
        }
        counted()
    }

    /// Determines whether every wrong solution missing the board at the same end.
    fn explain_ends(&self) -> Option<SolverCause> {
        let missing: Option<Vec<MissingEnd>> = self
            .failing_attempts()
            .map(|attempt| judge::missing_end(attempt.puzzle, &attempt.solved.answers))
            .collect();
        let missing = missing?;
        let answered = |attempt: &&&SolverAttempt<'_>| {
            matches!(attempt.puzzle.answer, ExpectedAnswer::Moves(_))
                && matches!(attempt.solved.answers.solution, Some(Some(_)))
        };
        let puzzles =
            Self::pattern_if_telling(missing.len(), self.attempts.iter().filter(answered).count())?;
        let is_all = |of: MissingEnd| {
            missing.contains(&of)
                && missing.iter().all(|end| *end == of || *end == MissingEnd::OnlyBoard)
        };
        if is_all(MissingEnd::Initial) {
            Some(SolverCause::WithoutInitial { puzzles: Some(puzzles) })
        } else {
            is_all(MissingEnd::Goal).then_some(SolverCause::WithoutGoal { puzzles })
        }
    }

    fn explain_denied(&self, failure: &Failure) -> Option<SolverCause> {
        let gives_up = || {
            let denied = || {
                let shown = self.failing_attempts();
                shown.filter(|attempt| matches!(attempt.puzzle.answer, ExpectedAnswer::Moves(_)))
            };
            let is_given_up = |attempt: &SolverAttempt<'_>| {
                let SearchFacts { goal, ran_dry, .. } = &attempt.search;
                *goal == GoalStatus::NotMet && !ran_dry && attempt.solved.answers.say_unsolvable()
            };
            let steps = common_value(denied().map(|attempt| attempt.search.expanded[OWN]))?;
            let count = denied().count();
            (count > 1 && steps > 0 && denied().all(is_given_up))
                .then_some(Decided::GivesUp { steps, puzzles: u32::try_from(count).ok()? })
        };
        let attempt = self.attempt_on_puzzle(puzzle_of_evidence(failure))?;
        let decided = how_decided(attempt).or_else(gives_up)?;
        Some(SolverCause::SolvableDenied { decided: Some(decided) })
    }

    fn explain_claimed(&self, failure: &Failure) -> Option<SolverCause> {
        let attempt = self.attempt_on_puzzle(puzzle_of_evidence(failure))?;
        let answers = &attempt.solved.answers;
        let are_right = answers.moves == Some(None) && answers.solution == Some(None);
        let decided = if are_right {
            Decided::OthersAreRight
        } else {
            Some(Decided::NotSearched).filter(|_| has_not_searched(attempt))?
        };
        Some(SolverCause::SolvableClaimed { decided: Some(decided) })
    }

    /// Adds the most expensive puzzle to the cause, unless it is also the smallest. A stopped puzzle counts as more
    /// expensive than all others, because its full cost is unknown.
    fn with_worst_puzzle(&self, cause: &SolverCause) -> Option<SolverCause> {
        let SolverCause::Work { tenths: least, limit, flaw, .. } = *cause else { return None };
        let work = |attempt: &&SolverAttempt<'_>| {
            let is_stopped = attempt.is_exhausted();
            let is_judged =
                is_stopped || attempt.has_searched() && is_cost_representative(attempt.puzzle);
            let model = attempt.budget.model.filter(|_| is_judged)?;
            let (puzzle, tenths) =
                (attempt.puzzle.name.clone(), ratio_in_tenths(attempt.fuel, model));
            Some(Worst { puzzle, tenths, is_stopped })
        };
        let worst = self.attempts.iter().filter_map(work);
        let worst = worst.max_by_key(|worst| (worst.is_stopped, worst.tenths))?;
        let worst = Some(worst).filter(|worst| worst.is_stopped || worst.tenths > least)?;
        Some(SolverCause::Work { tenths: least, limit, worst: Some(worst), flaw })
    }
}

fn puzzle_of_evidence(failure: &Failure) -> Option<&str> {
    failure.evidence.as_ref()?.puzzle.as_deref()
}

/// Explains how the solver determined that a puzzle is unsolvable.
fn how_decided(attempt: &SolverAttempt<'_>) -> Option<Decided> {
    let answers = &attempt.solved.answers;
    let has_moves = matches!(answers.moves, Some(Some(_)));
    if has_moves && matches!(answers.solution, Some(Some(_))) {
        Some(Decided::OthersAreRight)
    } else if attempt.search.is_goal_out {
        Some(Decided::GoalFound)
    } else {
        has_not_searched(attempt).then_some(Decided::NotSearched)
    }
}

fn has_not_searched(attempt: &SolverAttempt<'_>) -> bool {
    attempt.is_foreign && attempt.deleted == 0 && attempt.search.expanded == [0, 0]
}

fn move_count<'a, 'p>(attempt: &'a SolverAttempt<'p>) -> Option<MoveCount<'a, 'p>> {
    let (ExpectedAnswer::Moves(optimal), Some(Some(moves))) =
        (attempt.puzzle.answer, attempt.solved.answers.moves)
    else {
        return None;
    };
    Some(MoveCount { attempt, optimal: optimal.into(), moves })
}

/// Returns the counts in a search that a solver may confuse with the number of moves.
fn candidate_counts(count: &MoveCount<'_, '_>) -> [(Counted, Option<u64>); 8] {
    let SolverAttempt { search, deleted, .. } = count.attempt;
    let queue = |number: usize| search.queues.get(number);
    [
        (Counted::EachTwice, Some(2 * count.optimal)),
        (Counted::Expanded, Some(search.expanded[OWN])),
        (Counted::Expanded, Some(search.expanded.iter().sum())),
        (Counted::Dequeued, queue(0).map(|queue| queue.deleted)),
        (Counted::Dequeued, queue(1).map(|queue| queue.deleted)),
        (Counted::Dequeued, Some(*deleted)),
        (Counted::Queued, queue(0).map(|queue| queue.inserted)),
        (Counted::Queued, queue(1).map(|queue| queue.inserted)),
    ]
}

/// Returns the only count that equals `moves()` on all puzzles, up to an offset of 1. A search that expands each board
/// that it dequeues has the same number of both: its steps.
fn what_is_counted(counts: &[MoveCount<'_, '_>]) -> Option<Counted> {
    let all: Vec<_> = counts.iter().map(|count| (count.moves, candidate_counts(count))).collect();
    let (_, kinds) = all.first()?;
    let fits = |index: usize| {
        let by = common_value(all.iter().map(|(moves, numbers)| {
            let (_, number) = numbers[index];
            Some(signed_difference(*moves, number?))
        }));
        by.flatten().is_some_and(|by| by.abs() <= 1)
    };
    let fitting = kinds.iter().zip(0..).filter(|(_, index)| fits(*index));
    let fitting: BTreeSet<Counted> = fitting.map(|((counted, _), _)| *counted).collect();
    match Vec::from_iter(fitting)[..] {
        [Counted::Expanded, Counted::Dequeued] => Some(Counted::Steps),
        [counted] => Some(counted),
        _ => None,
    }
}

fn signed_difference(a: u64, b: u64) -> i64 {
    let number = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    number(a).saturating_sub(number(b))
}

fn common_value<T: PartialEq>(mut values: impl Iterator<Item = T>) -> Option<T> {
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}
