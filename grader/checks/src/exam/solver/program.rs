//! What the submission's own program prints: its solver on its own board.
//!
//! A board and a solver are judged apart, so that neither pays for the other. Who runs the program sees
//! what both do together, and wants to be told that first.

use grade::Visibility;
use grade::words::{question_call, stopped};
use probe::wire::Question;

use super::attempt::{Attempt, by_size};
use crate::assignment::Answer;

/// A puzzle on which the program is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ProgramFault {
    /// What is wrong, in one sentence without a period.
    pub(in crate::exam) what: String,
    /// Whether the solver is right there on the grader's boards.
    pub(in crate::exam) is_right_elsewhere: bool,
}

impl ProgramFault {
    /// The fault on the smallest puzzle that everyone may see, if there is one.
    pub(super) fn of(own: &[Attempt<'_>], foreign: &[Attempt<'_>]) -> Option<Self> {
        let open = |attempt: &&Attempt<'_>| attempt.puzzle.visibility == Visibility::Visible;
        let (attempt, what) = by_size(own)
            .into_iter()
            .filter(open)
            .find_map(|attempt| Some((attempt, wrong(attempt)?)))?;
        let same = foreign.iter().find(|other| other.puzzle.name == attempt.puzzle.name);
        let is_right_elsewhere = same.is_some_and(|same| wrong(same).is_none());
        Some(Self { what, is_right_elsewhere })
    }
}

/// What the program says of a puzzle, if that is wrong.
fn wrong(attempt: &Attempt<'_>) -> Option<String> {
    let puzzle = attempt.puzzle;
    let name = &puzzle.name;
    let stop = attempt.solved.stops.first().filter(|(_, stop)| {
        // What a board costs is no wrong answer, and its twin may take many more moves than the model's.
        let is_endless = attempt.is_endless() && !puzzle.answer.is_unsolvable();
        !stop.is_unwritten() && (!attempt.is_exhausted() || is_endless)
    });
    let answers = &attempt.solved.answers;
    let of = |question: Question| format!("{} of {name}", question_call(question));
    match (puzzle.answer, answers.moves, &answers.solution) {
        (Answer::Moves(right), Some(Some(moves)), _) if moves != u64::from(right) => {
            Some(format!("{} returns {moves}, but {right} is right", of(Question::Moves)))
        }
        (Answer::Moves(right), Some(None), _) => {
            Some(format!("{} returns `None`, but {right} is right", of(Question::Moves)))
        }
        (Answer::Moves(right), _, Some(Some(path)))
            if !path.is_cut && path.len() as u64 != u64::from(right) + 1 =>
        {
            let boards = path.len();
            Some(format!(
                "{} has {boards} boards, but {} are right",
                of(Question::Solution),
                right + 1
            ))
        }
        (Answer::Unsolvable { .. }, Some(Some(moves)), _) => {
            Some(format!("{} returns {moves}, but there is no solution", of(Question::Moves)))
        }
        (Answer::BoardOnly, ..) => None,
        _ => stop.map(|(question, stop)| stopped(&of(*question), stop)),
    }
}
