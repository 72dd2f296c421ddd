//! Judges the answers of solvers that share an instance.
//!
//! Each answer is compared with the correct answer, with the solver's earlier answers, and with the solver's results
//! [in isolation](Fresh). Faults that also occur in isolation are ignored.

mod script;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use assignment::Puzzle;
use grade::check::{Check, JudgedBy, SolverAnswer};
use grade::{Failure, Stop, Value};
use probe::Act;
use probe::wire::{Question, Word};

use super::answers::{Answer, Answers, BoardReading, QUESTIONS, read_answer};
use super::repeated_questions::differing_values;
use super::solver::{SolverResults, judge};
use super::survey::MalformedOutput;

pub(crate) use script::{SessionScript, circumstances_of, restrict_to_seats};
use script::{question_of, seat_of};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeatAnswer {
    /// The number of the step that asked for it.
    pub(crate) act: usize,
    pub(crate) seat: usize,
    pub(crate) answer: Answer,
}

#[derive(Clone, Debug)]
pub(crate) struct Observed {
    pub(crate) answers: Vec<SeatAnswer>,
    pub(crate) stop: Stop,
    pub(crate) stopped_at: usize,
}

impl Observed {
    /// Decodes the words from a run. `sight` returns how to identify the boards of a puzzle. Fails if the words are not
    /// valid probe output.
    pub(crate) fn from_words<'a>(
        script: &SessionScript,
        words: &[Word],
        sight: impl Fn(&Puzzle) -> BoardReading<'a>,
    ) -> Result<Vec<SeatAnswer>, MalformedOutput> {
        let mut words = words.iter().copied();
        let mut answers = Vec::new();
        while let Some(word) = words.next() {
            let act = usize::try_from(word).map_err(|_| MalformedOutput)?;
            let seats = match script.acts.get(act) {
                Some(&Act::Ask { solver, .. }) => vec![solver],
                Some(&Act::Around { solver, other }) => vec![other, solver],
                _ => return Err(MalformedOutput),
            };
            for seat in seats {
                let question = words.next().ok_or(MalformedOutput)?;
                let sight = sight(script.puzzles.get(seat).ok_or(MalformedOutput)?);
                let answer = read_answer(question, &mut words, sight)?;
                answers.push(SeatAnswer { act, seat, answer });
                if answers.len() > 2 * script.acts.len() {
                    return Err(MalformedOutput);
                }
            }
        }
        Ok(answers)
    }

    /// Returns the first answers of the solver in this slot, and where it was stopped, if it was.
    pub(crate) fn results_of_seat(&self, script: &SessionScript, seat: usize) -> SolverResults {
        let mut solved = SolverResults::default();
        let mut asked = BTreeSet::new();
        for given in self.answers.iter().filter(|given| given.seat == seat) {
            if asked.insert(given.answer.question()) {
                solved.answers.add(given.answer.clone());
            }
        }
        if self.stop != Stop::Done {
            solved.stops.push((question_of(script, self.stopped_at), self.stop.clone()));
        }
        solved
    }
}

/// The answers and the cost of a solver in a separate instance.
#[derive(Default)]
pub(crate) struct Fresh {
    pub(crate) solved: SolverResults,
    pub(crate) failures: Vec<(Check, Failure)>,
    /// The question with an answer that changes when it is repeated, if any.
    pub(crate) changes: Option<Question>,
    pub(crate) fuel: u64,
}

impl Fresh {
    fn answer_in_isolation(&self, question: Question) -> Option<Answer> {
        let Answers { solvable, moves, solution } = &self.solved.answers;
        match question {
            Question::IsSolvable => solvable.map(Answer::Solvable),
            Question::Moves => moves.map(Answer::Moves),
            Question::Solution => solution.clone().map(Answer::Solution),
            Question::New
            | Question::First
            | Question::Interleaved
            | Question::Other
            | Question::Drop => None,
        }
    }

    /// Returns the answer in isolation and another answer as values that differ.
    pub(crate) fn values_to_compare(&self, n: usize, is: &Answer) -> (Value, Value) {
        match self.answer_in_isolation(is.question()) {
            Some(was) if was != *is => differing_values(n, &was, is),
            _ => (Value::Nothing, is.to_value()),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Symptom {
    pub(crate) act: usize,
    pub(crate) seat: usize,
    pub(crate) question: Question,
    pub(crate) deviation: Deviation,
}

impl Symptom {
    fn is_from_the_first(&self) -> bool {
        matches!(self.deviation, Deviation::Wrong { .. })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Deviation {
    /// One of the first answers, which are wrong.
    Wrong { is: Answer },
    /// An answer changed.
    Changed { was: Answer, is: Answer },
    /// An answer is missing.
    Stopped(Stop),
}

/// Returns the first fault in a session, unless it is known to occur in isolation as well.
pub(crate) fn first_symptom(
    script: &SessionScript,
    observed: &Observed,
    fresh: &BTreeMap<usize, Fresh>,
) -> Option<Symptom> {
    let mut known: BTreeMap<usize, Vec<&SeatAnswer>> = BTreeMap::new();
    for given in &observed.answers {
        let SeatAnswer { act, seat, ref answer } = *given;
        let question = answer.question();
        let before = known.entry(seat).or_default();
        if let Some(was) = before.iter().find(|earlier| earlier.answer.question() == question) {
            let changes_alone = fresh.get(&seat).is_some_and(|attempt| attempt.changes.is_some());
            if was.answer != *answer && !changes_alone {
                let deviation = Deviation::Changed { was: was.answer.clone(), is: answer.clone() };
                return Some(Symptom { act, seat, question, deviation });
            }
            continue;
        }
        before.push(given);
        // Consistent answers count as one fault.
        if before.len() == QUESTIONS.len()
            && let Some(is) = find_wrong_answer(script, seat, before, fresh)
        {
            let question = is.question();
            return Some(Symptom { act, seat, question, deviation: Deviation::Wrong { is } });
        }
    }
    for (&seat, before) in known.iter().filter(|(_, before)| before.len() < QUESTIONS.len()) {
        if let (Some(is), Some(last)) =
            (find_wrong_answer(script, seat, before, fresh), before.last())
        {
            let (act, question) = (last.act, is.question());
            return Some(Symptom { act, seat, question, deviation: Deviation::Wrong { is } });
        }
    }
    if observed.stop == Stop::Done {
        return None;
    }
    let act = observed.stopped_at;
    let seat = seat_of(script, act)?;
    let stops_alone = fresh.get(&seat).is_some_and(|attempt| !attempt.solved.stops.is_empty());
    let question = question_of(script, act);
    let deviation = Deviation::Stopped(observed.stop.clone());
    (!stops_alone).then_some(Symptom { act, seat, question, deviation })
}

/// Returns a wrong answer, if the solver is correct or was not tried in isolation.
fn find_wrong_answer(
    script: &SessionScript,
    seat: usize,
    given: &[&SeatAnswer],
    fresh: &BTreeMap<usize, Fresh>,
) -> Option<Answer> {
    let mut solved = SolverResults::default();
    for given in given {
        solved.answers.add(given.answer.clone());
    }
    let alone = fresh.get(&seat);
    let is_wrong_alone = |check: Check| {
        alone.is_some_and(|attempt| attempt.failures.iter().any(|(other, _)| *other == check))
    };
    let failures = judge(script.puzzles.get(seat)?, &solved);
    // A session that was cut off lacks answers, and the consequences may look like separate faults.
    let is_same_alone = |answer: &Answer| {
        alone
            .and_then(|attempt| attempt.answer_in_isolation(answer.question()))
            .is_some_and(|other| other == *answer)
    };
    let wrong =
        failures.into_iter().map(|(check, _)| check).filter(|check| !is_wrong_alone(*check));
    let mut answers = wrong.filter_map(|check| {
        let JudgedBy::Answer(of) = check.spec().judged_by else { return None };
        let question = match of {
            SolverAnswer::Solvable => Question::IsSolvable,
            SolverAnswer::Moves => Question::Moves,
            SolverAnswer::Unsolvable if solved.answers.moves.flatten().is_some() => Question::Moves,
            SolverAnswer::Path | SolverAnswer::Unsolvable => Question::Solution,
        };
        given.iter().map(|given| &given.answer).find(|answer| answer.question() == question)
    });
    answers.find(|answer| !is_same_alone(answer)).cloned()
}
