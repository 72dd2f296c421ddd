//! The case of solving a board, and what is left of it without a question that stopped the solver.

use std::borrow::Cow;

use assignment::Puzzle;
use grade::{Stop, Tiles};
use probe::wire::{Question, Word};
use probe::{Case, Solve};
use sandbox::run::{Run, Variation};
use sandbox::timing::WorkKind;

use crate::exam::bench::Bench;
use crate::exam::costs::{CaseName, CostKey};
use crate::exam::runner::Stoppable;
use crate::judge::{self, Answer, BoardReading, Bytes};

pub(super) fn case_name(puzzle: &Puzzle, foreign: bool) -> CaseName {
    CaseName::Solve { foreign, puzzle: puzzle.name.clone() }
}

/// Returns the fuel that the model burns on a puzzle, if it is known.
pub(super) fn model_fuel(bench: &Bench<'_>, puzzle: &Puzzle, foreign: bool) -> Option<u64> {
    bench.model_cost(&CostKey::Fuel(case_name(puzzle, foreign)))
}

/// Returns the case of solving a board and asking these questions.
pub(super) fn solve_case(tiles: &Tiles, foreign: bool, questions: &[Question]) -> Solve {
    let (questions, tiles, other) = (questions.to_vec(), tiles.to_vec(), Vec::new());
    Solve { foreign, questions, tiles, other, iterators: 0 }
}

pub(super) fn question_of_label(label: Option<Word>) -> Question {
    label.and_then(Question::from_word).unwrap_or(Question::New)
}

/// Solves a board once, with this amount of fuel, and returns the answers besides the run. There are none if they did not
/// come from the probe.
pub(super) fn solve_once(
    bench: &Bench<'_>,
    what: (WorkKind, &CaseName),
    fuel: u64,
    solve: Solve,
    variation: Variation,
) -> (Run, Vec<Answer>) {
    let (foreign, rows) = (solve.foreign, solve.tiles.len());
    let run = bench.run_with_fuel(what, fuel, &Case::Solve(solve), variation);
    let answers = answers_of_run(&run, foreign, rows).map(|(answers, _)| answers);
    (run, answers.unwrap_or_default())
}

/// Returns the answers and the memory used, or `None` if they did not come from the probe.
pub(super) fn answers_of_run(
    run: &Run,
    foreign: bool,
    rows: usize,
) -> Option<(Vec<Answer>, Option<Bytes>)> {
    let sight =
        if foreign { BoardReading::HostBoards(&run.boards) } else { BoardReading::Texts(rows) };
    judge::read_answers(&run.words, sight).ok()
}

/// A question that stopped a solver.
pub(in crate::exam) struct StoppedQuestion {
    pub(super) question: Question,
    pub(super) stop: Stop,
    /// Whether the observations did not come from the probe. Then nothing else is worth asking.
    is_forged: bool,
}

impl Stoppable for Solve {
    type Stopped = StoppedQuestion;

    fn case(&self) -> Cow<'_, Case> {
        Cow::Owned(Case::Solve(self.clone()))
    }

    fn find_stopped(&self, _: &Bench<'_>, _: &CaseName, run: &Run) -> StoppedQuestion {
        let answers = answers_of_run(run, self.foreign, self.tiles.len());
        // The solver is dropped after the last words. A label alone proves nothing, because the guest can set it.
        let is_dropped = matches!(answers, Some((_, Some(_))));
        let question = match question_of_label(run.label) {
            Question::Drop if !is_dropped => Question::New,
            question => question,
        };
        StoppedQuestion { question, stop: run.stop.clone(), is_forged: answers.is_none() }
    }

    fn stop(stopped: &StoppedQuestion) -> &Stop {
        &stopped.stop
    }

    fn remaining_cases(&self, stopped: &StoppedQuestion, name: &CaseName) -> Vec<(CaseName, Self)> {
        let at = self.questions.iter().position(|question| *question == stopped.question);
        // The run has answered the questions before this one.
        let rest = at.map_or(&[][..], |at| &self.questions[at + 1..]);
        if stopped.is_forged || matches!(rest, [] | [Question::Drop]) {
            return Vec::new();
        }
        vec![(name.clone(), Self { questions: rest.to_vec(), ..self.clone() })]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::attempt::ASKED;
    use super::*;

    proptest! {
        #[test]
        fn the_rest_of_a_case_asks_only_later_questions(
            questions in prop::sample::subsequence(ASKED.to_vec(), 0..=ASKED.len()),
            question in prop::sample::select([&ASKED[..], &[Question::New, Question::Other]].concat()),
            is_forged: bool,
        ) {
            let name = CaseName::Trace;
            let whole = solve_case(&Tiles::default(), true, &questions);
            let stopped = StoppedQuestion { question, stop: Stop::Fuel, is_forged };
            for (_, rest) in whole.remaining_cases(&stopped, &name) {
                prop_assert!(!is_forged && !rest.questions.contains(&question));
                prop_assert!(rest.questions.len() < questions.len());
                prop_assert!(questions.ends_with(&rest.questions));
                prop_assert!(rest.questions.iter().any(|question| *question != Question::Drop));
            }
        }
    }
}
