//! Examines the submission's complete program, in which the solver uses the submission's board.
//!
//! Boards and solvers are judged separately, but students run the complete program. The report therefore starts with
//! it.

use assignment::ExpectedAnswer;
use grade::Visibility;
use grade::check::Check;
use grade::words::{question_call, stopped};
use probe::wire::Question;

use super::attempt::{Attempt, by_size};
use crate::judge;

/// A puzzle that the complete program answers wrongly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ProgramFault {
    /// The fault, as a sentence without a period.
    pub(in crate::exam) what: String,
    /// Whether the answer is correct with the grader's boards.
    pub(in crate::exam) is_right_elsewhere: bool,
    /// The number of moves with the grader's boards, if different. Details of checks are about the grader's boards, so
    /// they contain that number.
    pub(in crate::exam) moves_elsewhere: Option<u64>,
}

impl ProgramFault {
    pub(super) fn of(own: &[Attempt<'_>], foreign: &[Attempt<'_>]) -> Option<Self> {
        let open = |attempt: &&Attempt<'_>| attempt.puzzle.visibility == Visibility::Visible;
        let (attempt, what) = by_size(own)
            .into_iter()
            .filter(open)
            .find_map(|attempt| Some((attempt, wrong(attempt)?)))?;
        let same = foreign.iter().find(|other| other.puzzle.name == attempt.puzzle.name);
        let is_right_elsewhere = same.is_some_and(|same| wrong(same).is_none());
        let moves = |attempt: &Attempt<'_>| attempt.solved.answers.moves.flatten();
        let moves_elsewhere = moves(attempt).and_then(|own| {
            let is_relevant = !is_right_elsewhere && !attempt.puzzle.answer.is_unsolvable();
            same.and_then(moves).filter(|other| *other != own && is_relevant)
        });
        Some(Self { what, is_right_elsewhere, moves_elsewhere })
    }
}

fn wrong(attempt: &Attempt<'_>) -> Option<String> {
    let puzzle = attempt.puzzle;
    let name = &puzzle.name;
    let stop = attempt.solved.stops.first().filter(|(_, stop)| {
        // A high cost is not a wrong answer, and the submission's twin may need many more moves than the model's.
        let is_endless = attempt.is_endless() && !puzzle.answer.is_unsolvable();
        !stop.is_unwritten() && (!attempt.is_exhausted() || is_endless)
    });
    let answers = &attempt.solved.answers;
    let of = |question: Question| format!("{} of {name}", question_call(question));
    match (puzzle.answer, answers.moves, &answers.solution) {
        (ExpectedAnswer::Moves(right), Some(Some(moves)), _) if moves != u64::from(right) => {
            Some(format!("{} returns {moves}, but should return {right}", of(Question::Moves)))
        }
        (ExpectedAnswer::Moves(right), Some(None), _) => {
            Some(format!("{} returns `None`, but should return {right}", of(Question::Moves)))
        }
        (ExpectedAnswer::Moves(right), _, Some(Some(path)))
            if !path.is_cut && path.len() as u64 != u64::from(right) + 1 =>
        {
            let boards = path.len();
            Some(format!(
                "{} contains {boards} boards, but should contain {}",
                of(Question::Solution),
                right + 1
            ))
        }
        (ExpectedAnswer::Unsolvable { .. }, Some(Some(_)), _) => {
            // On the grader's boards, another twin may give another number.
            Some(format!("{} returns a number, but there is no solution", of(Question::Moves)))
        }
        (ExpectedAnswer::BoardOnly, ..) => None,
        _ => stop.map(|(question, stop)| stopped(&of(*question), stop)).or_else(|| {
            let failures = judge::solver(puzzle, &attempt.solved);
            let (_, failure) = failures.into_iter().find(|(it, _)| *it == Check::SolverPath)?;
            Some(format!("in {name}, {}", failure.summary))
        }),
    }
}
