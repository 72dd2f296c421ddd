//! Counts on how many puzzles a check holds, of those by which it could be judged.

use std::collections::{BTreeMap, BTreeSet};

use grade::check::Check;

use super::attempt::Attempt;
use crate::assignment::Answer;
use crate::exam::Tally;

/// The checks that are about an answer to each puzzle.
const COUNTED: [Check; 4] =
    [Check::SolverSolvable, Check::SolverMoves, Check::SolverPath, Check::SolverUnsolvable];

/// Counts puzzles. `shown` has those on which each check fails.
///
/// A puzzle that got no answer because its run was cut off is not among them: that costs time, and
/// is said there.
pub(super) fn of(
    attempts: &[Attempt<'_>],
    shown: &BTreeMap<Check, BTreeSet<String>>,
) -> BTreeMap<Check, Tally> {
    let tally = |check: Check| {
        let mut tally = Tally::default();
        for attempt in attempts {
            let fails = shown.get(&check).is_some_and(|it| it.contains(&attempt.puzzle.name));
            if fails || is_answered(check, attempt) {
                tally.of += 1;
                tally.held += u32::from(!fails);
                tally.missed += u32::from(fails && !has_shortest_way(attempt));
            }
        }
        (check, tally)
    };
    COUNTED.map(tally).into()
}

/// Whether the solution has as many moves as a shortest one.
fn has_shortest_way(attempt: &Attempt<'_>) -> bool {
    match (&attempt.solved.answers.solution, attempt.puzzle.answer) {
        (Some(Some(path)), Answer::Moves(moves)) => {
            !path.is_cut && path.boards.len() as u64 == u64::from(moves) + 1
        }
        _ => false,
    }
}

/// Whether the puzzle has an answer by which the check can be judged.
fn is_answered(check: Check, attempt: &Attempt<'_>) -> bool {
    let answers = &attempt.solved.answers;
    let unsolvable = attempt.puzzle.answer.is_unsolvable();
    // Where a board with a solution is called unsolvable, the rest only follows from that.
    let denied = answers.say_unsolvable();
    match check {
        Check::SolverSolvable => answers.solvable.is_some(),
        Check::SolverMoves => !unsolvable && !denied && answers.moves.is_some(),
        Check::SolverPath => !unsolvable && !denied && answers.solution.is_some(),
        _ => unsolvable && (answers.moves.is_some() || answers.solution.is_some()),
    }
}
