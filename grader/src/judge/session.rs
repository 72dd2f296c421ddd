//! Judges what several solvers answer that live in one instance.
//!
//! Each solver is held against what is right for its puzzle, against what it answered before, and
//! against what it does [alone](Fresh): what is wrong there as well is no matter of the company.

use std::collections::{BTreeMap, BTreeSet};

use probe::Act;
use probe::wire::{Question, Word};

use super::answers::{Answer, Answers, Sight, read_answer};
use super::solver::{Solved, judge};
use super::survey::Malformed;
use crate::assignment::Puzzle;
use crate::check::Check;
use crate::grade::cause::When;
use crate::grade::{Failure, Tiles, Value};
use crate::run::Stop;

/// What is done in one instance.
#[derive(Clone, Debug, Default)]
pub(crate) struct Script {
    /// The boards that the steps make.
    pub(crate) boards: Vec<Tiles>,
    /// The steps. No place of a solver is used twice.
    pub(crate) acts: Vec<Act>,
    /// The puzzle of the solver at each place.
    pub(crate) puzzles: Vec<Puzzle>,
}

/// An answer of one of the solvers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    /// The number of the step that showed it.
    pub(crate) act: usize,
    /// The place of the solver.
    pub(crate) seat: usize,
    pub(crate) answer: Answer,
}

/// What was seen of a session.
#[derive(Clone, Debug)]
pub(crate) struct Observed {
    pub(crate) told: Vec<Told>,
    pub(crate) stop: Stop,
    /// The step that it was stopped at, if it was.
    pub(crate) stopped_at: usize,
}

impl Observed {
    /// Reads the words of a run; `sight` shows the boards of each puzzle.
    ///
    /// # Errors
    ///
    /// If the words are not the probe's.
    pub(crate) fn read<'a>(
        script: &Script,
        words: &[Word],
        sight: impl Fn(&Puzzle) -> Sight<'a>,
    ) -> Result<Vec<Told>, Malformed> {
        let mut words = words.iter().copied();
        let mut told = Vec::new();
        while let Some(word) = words.next() {
            let act = usize::try_from(word).map_err(|_| Malformed)?;
            let seats = match script.acts.get(act) {
                Some(&Act::Ask { solver, .. }) => vec![solver],
                Some(&Act::Around { solver, other }) => vec![other, solver],
                _ => return Err(Malformed),
            };
            for seat in seats {
                let question = words.next().ok_or(Malformed)?;
                let sight = sight(script.puzzles.get(seat).ok_or(Malformed)?);
                let answer = read_answer(question, &mut words, sight)?;
                told.push(Told { act, seat, answer });
            }
        }
        Ok(told)
    }

    /// What the solver at this place answered when it was first asked, and what stopped it.
    pub(crate) fn solved(&self, script: &Script, seat: usize) -> Solved {
        let mut solved = Solved::default();
        let mut asked = BTreeSet::new();
        for told in self.told.iter().filter(|told| told.seat == seat) {
            if asked.insert(told.answer.question()) {
                solved.answers.add(told.answer.clone());
            }
        }
        if self.stop != Stop::Done {
            solved.stops.push((question_of(script, self.stopped_at), self.stop.clone()));
        }
        solved
    }
}

/// What a solver does that is alone in its instance.
#[derive(Default)]
pub(crate) struct Fresh {
    pub(crate) solved: Solved,
    /// What is wrong with its answers.
    pub(crate) failures: Vec<(Check, Failure)>,
    /// The question to which its answer changes, if one does.
    pub(crate) changes: Option<Question>,
    /// What it took, in fuel.
    pub(crate) fuel: u64,
}

impl Fresh {
    /// The answer to a question.
    pub(crate) fn value(&self, question: Question) -> Value {
        let Answers { solvable, moves, solution } = &self.solved.answers;
        let answer = match question {
            Question::IsSolvable => solvable.map(Answer::Solvable),
            Question::Moves => moves.map(Answer::Moves),
            Question::Solution => solution.clone().map(Answer::Solution),
            Question::New | Question::First | Question::Other => None,
        };
        answer.map_or(Value::Nothing, |answer| answer.value())
    }
}

/// The first thing that is wrong in a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Symptom {
    /// The step that shows it.
    pub(crate) act: usize,
    /// The place of the solver.
    pub(crate) seat: usize,
    pub(crate) question: Question,
    pub(crate) fault: Fault,
}

impl Symptom {
    fn is_from_the_first(&self) -> bool {
        matches!(self.fault, Fault::Wrong { .. })
    }
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The first answers are wrong, and this is the one that shows it.
    Wrong { is: Answer },
    /// An answer is another one than this.
    Changed { was: Answer, is: Answer },
    /// There is no answer.
    Stopped(Stop),
}

/// The first thing that is wrong in a session, and is not so with a solver that is alone as far as
/// that was looked at.
pub(crate) fn first_symptom(
    script: &Script,
    observed: &Observed,
    fresh: &BTreeMap<usize, Fresh>,
) -> Option<Symptom> {
    let mut known: BTreeMap<usize, Vec<&Told>> = BTreeMap::new();
    for told in &observed.told {
        let Told { act, seat, ref answer } = *told;
        let question = answer.question();
        let before = known.entry(seat).or_default();
        if let Some(was) = before.iter().find(|it| it.answer.question() == question) {
            let changes_alone = fresh.get(&seat).is_some_and(|it| it.changes.is_some());
            if was.answer != *answer && !changes_alone {
                let fault = Fault::Changed { was: was.answer.clone(), is: answer.clone() };
                return Some(Symptom { act, seat, question, fault });
            }
            continue;
        }
        before.push(told);
        // Judged one by one, answers that fit together would count as several faults.
        if before.len() == QUESTIONS
            && let Some(is) = wrong(script, seat, before, fresh)
        {
            let question = is.question();
            return Some(Symptom { act, seat, question, fault: Fault::Wrong { is } });
        }
    }
    for (&seat, before) in known.iter().filter(|(_, before)| before.len() < QUESTIONS) {
        if let (Some(is), Some(last)) = (wrong(script, seat, before, fresh), before.last()) {
            let (act, question) = (last.act, is.question());
            return Some(Symptom { act, seat, question, fault: Fault::Wrong { is } });
        }
    }
    if observed.stop == Stop::Done {
        return None;
    }
    let act = observed.stopped_at;
    let seat = seat_of(script, act)?;
    let stops_alone = fresh.get(&seat).is_some_and(|it| !it.solved.stops.is_empty());
    let question = question_of(script, act);
    let fault = Fault::Stopped(observed.stop.clone());
    (!stops_alone).then_some(Symptom { act, seat, question, fault })
}

/// The three questions.
const QUESTIONS: usize = 3;

/// The answer that is wrong, if it is right when the solver is alone or that is not known.
fn wrong(
    script: &Script,
    seat: usize,
    told: &[&Told],
    fresh: &BTreeMap<usize, Fresh>,
) -> Option<Answer> {
    let mut solved = Solved::default();
    told.iter().for_each(|it| solved.answers.add(it.answer.clone()));
    let alone = fresh.get(&seat);
    let is_wrong_alone =
        |check: Check| alone.is_some_and(|it| it.failures.iter().any(|(other, _)| *other == check));
    let failures = judge(script.puzzles.get(seat)?, &solved);
    let check = failures.into_iter().map(|(check, _)| check).find(|it| !is_wrong_alone(*it))?;
    let question = match check {
        Check::SolverSolvable => Question::IsSolvable,
        Check::SolverMoves => Question::Moves,
        Check::SolverUnsolvable if solved.answers.moves.flatten().is_some() => Question::Moves,
        _ => Question::Solution,
    };
    told.iter().map(|told| &told.answer).find(|it| it.question() == question).cloned()
}

/// The solver that a step is about; of a board, the one that is made for it.
fn seat_of(script: &Script, act: usize) -> Option<usize> {
    script.acts.get(act..)?.iter().find_map(|act| match *act {
        Act::Solve { solver, .. }
        | Act::Ask { solver, .. }
        | Act::Around { solver, .. }
        | Act::Forget { solver } => Some(solver),
        _ => None,
    })
}

fn question_of(script: &Script, act: usize) -> Question {
    match script.acts.get(act) {
        Some(Act::Ask { question, .. }) => *question,
        Some(Act::Around { .. }) => Question::Solution,
        _ => Question::New,
    }
}

/// What came between the last time that a solver was right and a symptom.
pub(crate) fn when(script: &Script, symptom: &Symptom) -> When {
    let Symptom { act, seat, question, .. } = *symptom;
    let before = &script.acts[..act.min(script.acts.len())];
    let was_asked = |it: &Act| match *it {
        Act::Ask { solver, question: asked } => solver == seat && asked == question,
        Act::Around { solver, other } => {
            (solver == seat || other == seat) && question == Question::Solution
        }
        _ => false,
    };
    // What is wrong from the first was never right.
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

/// The part of a session, up to a step, that is about these solvers alone. The solvers and boards
/// keep their places.
pub(crate) fn restrict(script: &Script, seats: &[usize], end: usize) -> Script {
    let mut acts = Vec::new();
    let mut places = BTreeSet::new();
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
            // Where the board comes from another solver's solution, its place has it made before.
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
    Script { boards: script.boards.clone(), acts, puzzles: script.puzzles.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assignment::Answer as Right;
    use crate::grade::Visibility;
    use crate::judge::answers::Path;

    const BOARDS: [[u16; 4]; 3] = [[1, 2, 0, 3], [1, 2, 3, 0], [2, 1, 3, 0]];

    /// Two boards with a solution and one without, each solved and asked, and then the first again.
    fn script() -> Script {
        let rows = |tiles: [u16; 4]| tiles.chunks(2).map(<[u16]>::to_vec).collect::<Vec<_>>();
        let answers = [Right::Moves(1), Right::Moves(0), Right::Unsolvable { twin_moves: 0 }];
        let puzzle = |tiles, answer| {
            let (name, visibility) = (String::new(), Visibility::Visible);
            Puzzle { name, tiles: rows(tiles), answer, visibility }
        };
        let mut acts = Vec::new();
        let ask = |solver| {
            let questions = [Question::IsSolvable, Question::Moves, Question::Solution];
            questions.map(|question| Act::Ask { solver, question })
        };
        for place in 0..3 {
            acts.push(Act::Make { board: place, place });
            acts.push(Act::Solve { board: place, solver: place });
            acts.extend(ask(place));
        }
        acts.push(Act::Forget { solver: 1 });
        acts.extend(ask(0));
        Script {
            boards: BOARDS.map(rows).to_vec(),
            acts,
            puzzles: BOARDS.into_iter().zip(answers).map(|(it, is)| puzzle(it, is)).collect(),
        }
    }

    fn right(seat: usize) -> [Answer; 3] {
        let way: Option<&[[u16; 4]]> = [Some(&BOARDS[..2]), Some(&BOARDS[1..2]), None][seat];
        let path = way.map(|boards| {
            let boards = boards.iter().map(|it| Some(it.to_vec())).collect();
            Path { boards, is_cut: false }
        });
        let moves = [Some(1), Some(0), None][seat];
        [Answer::Solvable(moves.is_some()), Answer::Moves(moves), Answer::Solution(path)]
    }

    /// A session in which all is right.
    fn all_right(script: &Script) -> Observed {
        let told = script.acts.iter().enumerate().filter_map(|(act, it)| match *it {
            Act::Ask { solver: seat, question } => {
                let answer = right(seat).into_iter().find(|it| it.question() == question)?;
                Some(Told { act, seat, answer })
            }
            _ => None,
        });
        Observed { told: told.collect(), stop: Stop::Done, stopped_at: 0 }
    }

    fn symptom(observed: &Observed) -> Option<(usize, usize, Question, When)> {
        let script = script();
        let symptom = first_symptom(&script, observed, &BTreeMap::new())?;
        let when = when(&script, &symptom);
        Some((symptom.act, symptom.seat, symptom.question, when))
    }

    #[test]
    fn nothing_is_wrong_where_all_is_right() {
        assert_eq!(symptom(&all_right(&script())), None);
    }

    #[test]
    fn an_answer_of_another_solver_is_wrong_from_the_first() {
        let mut observed = all_right(&script());
        observed.told[4].answer = Answer::Moves(Some(1));
        let expected = (9, 1, Question::Moves, When::SecondSolver);
        assert_eq!(symptom(&observed), Some(expected));
        // Not if the solver says so by itself as well.
        let failures = vec![(Check::SolverMoves, Failure::told("too long"))];
        let fresh = BTreeMap::from([(1, Fresh { failures, ..Fresh::default() })]);
        assert_eq!(first_symptom(&script(), &observed, &fresh), None);
    }

    #[test]
    fn what_came_between_is_what_an_answer_changes_after() {
        let mut observed = all_right(&script());
        let last = observed.told.len() - 1;
        observed.told[last].answer = Answer::Solution(None);
        let (act, question) = (script().acts.len() - 1, Question::Solution);
        assert_eq!(symptom(&observed), Some((act, 0, question, When::SecondSolver)));
        let mut script = script();
        script.acts.remove(act);
        let since = |acts: &[Act]| {
            let mut script = script.clone();
            script.acts.push(Act::Ask { solver: 0, question });
            script.acts.extend(acts);
            let act = script.acts.len();
            script.acts.push(Act::Ask { solver: 0, question });
            when(&script, &Symptom { act, seat: 0, question, fault: Fault::Stopped(Stop::Fuel) })
        };
        let moves = Act::Ask { solver: 2, question: Question::Moves };
        assert_eq!(since(&[]), When::Again);
        assert_eq!(since(&[moves]), When::OtherAsked { question: Question::Moves });
        assert_eq!(since(&[moves, Act::Forget { solver: 2 }]), When::OtherDropped);
        let made = Act::Solve { board: 2, solver: 2 };
        assert_eq!(since(&[Act::Forget { solver: 2 }, made]), When::SecondSolver);
        let around = Act::Around { solver: 2, other: 2 };
        assert_eq!(since(&[around]), When::OtherHalfTaken);
    }

    #[test]
    fn a_stop_is_the_next_solvers_but_not_if_it_stops_alone() {
        let mut observed = all_right(&script());
        observed.told.truncate(6);
        observed.stop = Stop::Memory;
        // While the third board is made.
        observed.stopped_at = 10;
        let expected = (10, 2, Question::New, When::SecondSolver);
        assert_eq!(symptom(&observed), Some(expected));
        let solved = Solved { stops: vec![(Question::New, Stop::Memory)], ..Solved::default() };
        let fresh = BTreeMap::from([(2, Fresh { solved, ..Fresh::default() })]);
        assert_eq!(first_symptom(&script(), &observed, &fresh), None);
    }

    #[test]
    fn a_part_of_a_session_keeps_what_its_solvers_take() {
        let mut script = script();
        script.acts.insert(5, Act::Clone { of: 0, place: 7 });
        script.acts.insert(6, Act::Neighbor { of: 7, like: 0, place: 8 });
        script.acts.extend([Act::Solve { board: 8, solver: 3 }, Act::Forget { solver: 1 }]);
        let part = restrict(&script, &[3], script.acts.len());
        let expected = [
            Act::Make { board: 0, place: 0 },
            Act::Clone { of: 0, place: 7 },
            Act::Neighbor { of: 7, like: 0, place: 8 },
            Act::Solve { board: 8, solver: 3 },
        ];
        assert_eq!(part.acts, expected);
        let alone = restrict(&script, &[1], script.acts.len());
        let is_of = |act: &Act| matches!(act, Act::Ask { solver: 1, .. });
        assert_eq!(alone.acts.iter().filter(|act| is_of(act)).count(), 3);
        assert_eq!(restrict(&script, &[0], 1).acts, script.acts[..2]);
    }

    #[test]
    fn words_that_the_probe_would_not_write_are_none() {
        let script = script();
        let sight = |puzzle: &Puzzle| Sight::Texts(puzzle.tiles.len());
        let read = |words: &[Word]| Observed::read(&script, words, sight);
        let told = Told { act: 2, seat: 0, answer: Answer::Solvable(true) };
        assert_eq!(read(&[2, 1, 1]), Ok(vec![told]));
        for words in [&[2][..], &[2, 1], &[0, 1, 1], &[99, 1, 1], &[2, 0, 1, 1], &[2, 9, 1]] {
            assert_eq!(read(words), Err(Malformed), "{words:?}");
        }
    }
}
