//! Examines the submission's complete program, in which the solver uses the submission's board.
//!
//! Boards and solvers are judged separately, but students run the complete program. The report therefore starts with
//! it.

use assignment::{ExpectedAnswer, Puzzle};
use grade::check::Check;
use grade::words::{counted, question_call, sentence_about_stop};
use grade::{Tally, Visibility};
use probe::wire::Question;

use super::answers_rightly;
use super::attempt::{SolverAttempt, find_attempt, sort_by_size};
use super::tally::{self, AttemptEnd};
use crate::judge;

/// The results of the complete program on the visible puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ProgramResults {
    /// The number of puzzles by what the program answers.
    pub(in crate::exam) tally: Tally,
    /// Whether a run was stopped by code that is not written yet.
    pub(in crate::exam) is_unwritten: bool,
    /// The smallest puzzle with a wrong answer.
    pub(in crate::exam) fault: Option<ProgramFault>,
}

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

/// The runs of a solver with its own boards, and what is needed to judge them.
pub(super) struct WholeProgram<'a> {
    pub(super) own: &'a [SolverAttempt<'a>],
    pub(super) foreign: &'a [SolverAttempt<'a>],
    /// Whether the parts of the board that the solver relies on are right. If so, the program behaves as with the
    /// grader's boards.
    pub(super) board_is_right: bool,
    /// Whether the texts of boards are right. Solutions are read from them.
    pub(super) has_right_texts: bool,
}

impl WholeProgram<'_> {
    /// Judges the program on the visible ones of these puzzles.
    pub(super) fn judge_visible_puzzles(&self, puzzles: &[&Puzzle]) -> ProgramResults {
        let is_judged = |puzzle: &&&Puzzle| {
            puzzle.visibility == Visibility::Visible && puzzle.answer != ExpectedAnswer::BoardOnly
        };
        let outcomes =
            puzzles.iter().filter(is_judged).map(|puzzle| self.outcome_on_puzzle(puzzle));
        let stops = self.own.iter().flat_map(|attempt| &attempt.solved.stops);
        ProgramResults {
            tally: outcomes.fold(Tally::default(), tally::count_end),
            is_unwritten: stops.into_iter().any(|(_, stop)| stop.is_unwritten()),
            fault: self.find_program_fault(),
        }
    }

    fn outcome_on_puzzle(&self, puzzle: &Puzzle) -> AttemptEnd {
        let outcome = |attempt: &SolverAttempt<'_>| match tally::end_of_search(attempt) {
            AttemptEnd::Correct if !answers_rightly(attempt, self.has_right_texts) => {
                AttemptEnd::Miscounted
            }
            outcome => outcome,
        };
        // The submission's twin may need many more moves than the grader's.
        let own = find_attempt(self.own, puzzle)
            .filter(|own| !self.board_is_right || !is_unsolvable_and_exhausted(own));
        combined_end(
            own.map(outcome),
            find_attempt(self.foreign, puzzle).map(outcome),
            self.board_is_right,
        )
    }

    fn find_program_fault(&self) -> Option<ProgramFault> {
        let open = |attempt: &&SolverAttempt<'_>| attempt.puzzle.visibility == Visibility::Visible;
        let same = |attempt: &SolverAttempt<'_>| find_attempt(self.foreign, attempt.puzzle);
        // A search that ends with the grader's boards is not just slow.
        let is_slow = |attempt: &SolverAttempt<'_>| {
            self.board_is_right
                || is_unsolvable_and_exhausted(attempt)
                || same(attempt).is_none_or(SolverAttempt::is_exhausted)
        };
        let wrong_here = |attempt| {
            describe_wrong_answer(attempt, self.has_right_texts, is_slow(attempt))
                .map(|what| (attempt, what))
        };
        let (attempt, what) =
            sort_by_size(self.own).into_iter().filter(open).find_map(wrong_here)?;
        let same = same(attempt);
        let is_right_elsewhere = same
            .is_some_and(|same| describe_wrong_answer(same, self.has_right_texts, true).is_none());
        let moves = |attempt: &SolverAttempt<'_>| attempt.solved.answers.moves.flatten();
        let moves_elsewhere = moves(attempt).and_then(|own| {
            let is_relevant = !is_right_elsewhere && !attempt.puzzle.answer.is_unsolvable();
            same.and_then(moves).filter(|other| *other != own && is_relevant)
        });
        Some(ProgramFault { what, is_right_elsewhere, moves_elsewhere })
    }
}

/// Returns the outcome of the program on a puzzle, given the outcomes with its own board and with the grader's.
fn combined_end(
    own: Option<AttemptEnd>,
    foreign: Option<AttemptEnd>,
    board_is_right: bool,
) -> AttemptEnd {
    match (own, foreign) {
        // A search that ends with the grader's boards, but not with a wrong one, is not just slow.
        (Some(AttemptEnd::Slow), Some(foreign))
            if !board_is_right && foreign != AttemptEnd::Slow =>
        {
            AttemptEnd::Stopped
        }
        (Some(own), _) => own,
        // A correct result with the grader's boards says nothing about a wrong one.
        (None, Some(AttemptEnd::Correct | AttemptEnd::Miscounted)) if !board_is_right => {
            AttemptEnd::Skipped
        }
        (None, foreign) => foreign.unwrap_or(AttemptEnd::Skipped),
    }
}

fn is_unsolvable_and_exhausted(attempt: &SolverAttempt<'_>) -> bool {
    attempt.puzzle.answer.is_unsolvable() && attempt.is_exhausted()
}

/// Describes a wrong answer, if there is one. `may_be_slow` says whether a search that exhausted its budget is only wrong
/// if it is shown to be endless.
fn describe_wrong_answer(
    attempt: &SolverAttempt<'_>,
    has_right_texts: bool,
    may_be_slow: bool,
) -> Option<String> {
    let puzzle = attempt.puzzle;
    let name = &puzzle.name;
    let stop = attempt.solved.stops.first().filter(|(_, stop)| {
        // A high cost is not a wrong answer, and the submission's twin may need many more moves than the model's.
        let is_endless = attempt.is_endless() && !puzzle.answer.is_unsolvable();
        !stop.is_unwritten() && (!attempt.is_exhausted() || is_endless || !may_be_slow)
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
            if has_right_texts
                && !path.is_cut
                && path.board_count() as u64 != u64::from(right) + 1 =>
        {
            Some(format!(
                "{} contains {}, but should contain {}",
                of(Question::Solution),
                counted(path.board_count(), "board"),
                right + 1
            ))
        }
        (ExpectedAnswer::Unsolvable { .. }, Some(Some(_)), _) => {
            // On the grader's boards, another twin may give another number.
            Some(format!("{} returns a number, but there is no solution", of(Question::Moves)))
        }
        (ExpectedAnswer::BoardOnly, ..) => None,
        _ => stop.map(|(question, stop)| sentence_about_stop(&of(*question), stop)).or_else(|| {
            let failures = judge::solver(puzzle, &attempt.solved);
            let is_of_path =
                |(check, _): &(Check, _)| has_right_texts && *check == Check::SolverPath;
            let (_, failure) = failures.into_iter().find(is_of_path)?;
            Some(format!("in {name}, {}", failure.summary))
        }),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const OUTCOMES: [AttemptEnd; 7] = [
        AttemptEnd::Correct,
        AttemptEnd::Miscounted,
        AttemptEnd::Slow,
        AttemptEnd::Wrong,
        AttemptEnd::Panicked,
        AttemptEnd::Stopped,
        AttemptEnd::Skipped,
    ];

    fn any_outcome() -> impl Strategy<Value = Option<AttemptEnd>> {
        prop::option::of(prop::sample::select(OUTCOMES.to_vec()))
    }

    proptest! {
        /// The cap for the whole program counts these outcomes.
        #[test]
        fn a_wrong_board_never_improves_an_outcome(own in any_outcome(), foreign in any_outcome()) {
            let is_solved = |outcome| {
                matches!(outcome, AttemptEnd::Correct | AttemptEnd::Miscounted | AttemptEnd::Slow)
            };
            let [right, wrong] = [true, false].map(|is_right| combined_end(own, foreign, is_right));
            prop_assert!(is_solved(right) || !is_solved(wrong));
            if let Some(own) = own.filter(|own| *own != AttemptEnd::Slow) {
                prop_assert_eq!((right, wrong), (own, own), "a result with the own board counts");
            }
        }
    }

    #[test]
    fn a_search_that_only_a_wrong_board_prolongs_is_not_slow() {
        let of = |foreign| combined_end(Some(AttemptEnd::Slow), Some(foreign), false);
        assert_eq!(
            [of(AttemptEnd::Slow), of(AttemptEnd::Correct)],
            [AttemptEnd::Slow, AttemptEnd::Stopped]
        );
    }

    #[test]
    fn results_with_the_graders_boards_count_only_beside_a_right_board() {
        let of = |is_right| combined_end(None, Some(AttemptEnd::Correct), is_right);
        assert_eq!([of(true), of(false)], [AttemptEnd::Correct, AttemptEnd::Skipped]);
    }
}
