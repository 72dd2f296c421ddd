//! Counts on how many puzzles a check holds, of those by which it could be judged.

use std::collections::{BTreeMap, BTreeSet};

use grade::check::{Check, JudgedBy, SolverAnswer};

use super::attempt::Attempt;
use crate::assignment::Answer;
use crate::exam::Tally;

/// Counts puzzles. `shown` has those on which each check fails.
///
/// A puzzle that got no answer because its run was cut off is not among them: that costs time, and
/// is said there.
pub(super) fn of(
    attempts: &[Attempt<'_>],
    shown: &BTreeMap<Check, BTreeSet<String>>,
) -> BTreeMap<Check, Tally> {
    let tally = |check: Check| {
        let JudgedBy::Answer(told) = check.spec().judged_by else { return None };
        let mut tally = Tally::default();
        for attempt in attempts {
            let fails = shown.get(&check).is_some_and(|it| it.contains(&attempt.puzzle.name));
            if fails || is_answered(told, attempt) {
                tally.of += 1;
                tally.held += u32::from(!fails);
                tally.missed += u32::from(fails && !has_shortest_way(attempt));
            }
        }
        Some((check, tally))
    };
    Check::ALL.into_iter().filter_map(tally).collect()
}

/// Whether the solution has as many moves as a shortest one.
fn has_shortest_way(attempt: &Attempt<'_>) -> bool {
    match (&attempt.solved.answers.solution, attempt.puzzle.answer) {
        (Some(Some(path)), Answer::Moves(moves)) => {
            !path.is_cut && path.len() as u64 == u64::from(moves) + 1
        }
        _ => false,
    }
}

/// Whether the puzzle has an answer in which this can be judged.
fn is_answered(told: SolverAnswer, attempt: &Attempt<'_>) -> bool {
    let answers = &attempt.solved.answers;
    let unsolvable = attempt.puzzle.answer.is_unsolvable();
    // Where a board with a solution is called unsolvable, the rest only follows from that.
    let denied = answers.say_unsolvable();
    match told {
        SolverAnswer::Solvable => answers.solvable.is_some(),
        SolverAnswer::Moves => !unsolvable && !denied && answers.moves.is_some(),
        SolverAnswer::Path => !unsolvable && !denied && answers.solution.is_some(),
        SolverAnswer::Unsolvable => {
            unsolvable && (answers.moves.is_some() || answers.solution.is_some())
        }
    }
}
