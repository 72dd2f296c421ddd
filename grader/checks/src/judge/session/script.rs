//! The script for a session.

use std::collections::BTreeSet;

use assignment::Puzzle;
use grade::Tiles;
use grade::cause::When;
use probe::Act;
use probe::wire::Question;

use super::Symptom;

#[derive(Clone, Debug, Default)]
pub(crate) struct SessionScript {
    pub(crate) boards: Vec<Tiles>,
    /// The steps. Every solver has its own slot.
    pub(crate) acts: Vec<Act>,
    /// For each slot, the puzzle that its solver solves.
    pub(crate) puzzles: Vec<Puzzle>,
}

/// Returns the slot of the solver that a step involves or, if the step creates a board, of the solver that is later
/// created for it.
pub(super) fn seat_of(script: &SessionScript, act: usize) -> Option<usize> {
    script.acts.get(act..)?.iter().find_map(|act| match *act {
        Act::Solve { solver, .. }
        | Act::Ask { solver, .. }
        | Act::Around { solver, .. }
        | Act::Forget { solver } => Some(solver),
        _ => None,
    })
}

pub(super) fn question_of(script: &SessionScript, act: usize) -> Question {
    match script.acts.get(act) {
        Some(Act::Ask { question, .. }) => *question,
        Some(Act::Around { .. }) => Question::Solution,
        Some(Act::Forget { .. }) => Question::Drop,
        _ => Question::New,
    }
}

/// Returns what happened between a solver's last correct answer and a symptom.
pub(crate) fn circumstances_of(script: &SessionScript, symptom: &Symptom) -> When {
    let Symptom { act, seat, question, .. } = *symptom;
    // The symptom may come after the last act, when the session ends.
    let before = &script.acts[..act.min(script.acts.len())];
    let was_asked = |act: &Act| match *act {
        Act::Ask { solver, question: asked } => solver == seat && asked == question,
        Act::Around { solver, other } => {
            (solver == seat || other == seat) && question == Question::Solution
        }
        _ => false,
    };
    let last = before.iter().rposition(was_asked).filter(|_| !symptom.is_from_the_first());
    let since = last.map_or(0, |last| last + 1);
    let between = &before[since..];
    let of_another = |solver: usize| solver != seat;
    let is = |what: fn(&Act) -> Option<usize>| between.iter().filter_map(what).any(of_another);
    let asked = between.iter().rev().find_map(|act| match *act {
        Act::Ask { solver, question } if of_another(solver) => Some(question),
        _ => None,
    });
    let made = |act: &Act| match *act {
        Act::Solve { solver, .. } => Some(solver),
        _ => None,
    };
    let dropped = |act: &Act| match *act {
        Act::Forget { solver } => Some(solver),
        _ => None,
    };
    let is_around = |act: &Act| matches!(act, Act::Around { .. });
    match asked {
        _ if is(made) => When::SecondSolver,
        _ if is(dropped) => When::OtherDropped,
        _ if script.acts.get(act).is_some_and(is_around) => When::OtherHalfTaken,
        Some(question) => When::OtherAsked { question },
        None if between.iter().any(is_around) => When::OtherHalfTaken,
        None => When::Again,
    }
}

/// Returns the steps up to `end` that involve these solvers. Solvers and boards keep their slots.
pub(crate) fn restrict_to_seats(
    script: &SessionScript,
    seats: &[usize],
    end: usize,
) -> SessionScript {
    let mut acts = Vec::new();
    let mut places = BTreeSet::new();
    // Backward, because an act shows which boards must have been made before.
    for (number, act) in script.acts.iter().enumerate().take(end + 1).rev() {
        let is_needed = match *act {
            Act::Solve { board, solver } => {
                seats.contains(&solver) && {
                    places.insert(board);
                    true
                }
            }
            Act::Ask { solver, .. } | Act::Forget { solver } => seats.contains(&solver),
            Act::Around { solver, other } => seats.contains(&solver) && seats.contains(&other),
            Act::Make { place, .. } => places.contains(&place),
            Act::Clone { of, place } | Act::Twin { of, place } => {
                places.contains(&place) && {
                    places.insert(of);
                    true
                }
            }
            Act::Neighbor { of, like, place } => {
                places.contains(&place) && {
                    places.extend([of, like]);
                    true
                }
            }
            // If the board comes from another solver's solution, create it directly instead.
            Act::Keep { place, .. } => {
                let last = number.checked_sub(1).and_then(|last| script.acts.get(last));
                let is_of = |solver| seats.contains(solver);
                places.contains(&place)
                    && matches!(last, Some(Act::Ask { solver, .. }) if is_of(solver))
            }
            Act::Discard { .. } => false,
        };
        if is_needed {
            acts.push(*act);
        }
    }
    acts.reverse();
    SessionScript { boards: script.boards.clone(), acts, puzzles: script.puzzles.clone() }
}
