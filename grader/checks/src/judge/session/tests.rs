//! Tests sessions that use three small boards.

use assignment::ExpectedAnswer as Right;
use grade::cause::When;
use grade::{Tiles, Visibility};

use super::*;
use crate::judge::path::SolutionPath;

const BOARDS: [[u16; 4]; 3] = [[1, 2, 0, 3], [1, 2, 3, 0], [2, 1, 3, 0]];

/// Returns a script that creates and queries solvers for two solvable boards and one unsolvable board, and then queries
/// the first again.
fn script() -> SessionScript {
    let rows = |tiles: [u16; 4]| Tiles::from_cells(2, &tiles);
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
    SessionScript {
        boards: BOARDS.map(rows).to_vec(),
        acts,
        puzzles: BOARDS.into_iter().zip(answers).map(|(board, is)| puzzle(board, is)).collect(),
    }
}

fn right(seat: usize) -> [Answer; 3] {
    let way: Option<&[[u16; 4]]> = [Some(&BOARDS[..2]), Some(&BOARDS[1..2]), None][seat];
    let path = way.map(|boards| {
        SolutionPath::from_boards(boards.iter().map(|board| Some(board.to_vec())).collect())
    });
    let moves = [Some(1), Some(0), None][seat];
    [Answer::Solvable(moves.is_some()), Answer::Moves(moves), Answer::Solution(path)]
}

fn all_right(script: &SessionScript) -> Observed {
    let answers = script.acts.iter().enumerate().filter_map(|(act, asked)| match *asked {
        Act::Ask { solver: seat, question } => {
            let answer = right(seat).into_iter().find(|answer| answer.question() == question)?;
            Some(SeatAnswer { act, seat, answer })
        }
        _ => None,
    });
    Observed { answers: answers.collect(), stop: Stop::Done, stopped_at: 0 }
}

fn symptom(observed: &Observed) -> Option<(usize, usize, Question, When)> {
    let script = script();
    let symptom = first_symptom(&script, observed, &BTreeMap::new())?;
    let when = circumstances_of(&script, &symptom);
    Some((symptom.act, symptom.seat, symptom.question, when))
}

#[test]
fn a_correct_session_has_no_symptom() {
    assert_eq!(symptom(&all_right(&script())), None);
}

#[test]
fn wrong_answers_of_a_second_solver_are_reported() {
    let mut observed = all_right(&script());
    observed.answers[4].answer = Answer::Moves(Some(1));
    let expected = (9, 1, Question::Moves, When::SecondSolver);
    assert_eq!(symptom(&observed), Some(expected));
    let failures = vec![(Check::SolverMoves, Failure::from_summary("too long"))];
    let fresh = BTreeMap::from([(1, Fresh { failures, ..Fresh::default() })]);
    assert_eq!(first_symptom(&script(), &observed, &fresh), None);
}

#[test]
fn answers_wrong_in_isolation_are_not_symptoms() {
    // In isolation, the solver reports the second board as unsolvable, which counts as one fault, not three.
    let mut solved = SolverResults::default();
    let denial = [Answer::Solvable(false), Answer::Moves(None), Answer::Solution(None)];
    for answer in denial {
        solved.answers.add(answer);
    }
    let failures = vec![(Check::SolverSolvable, Failure::from_summary("no"))];
    let fresh = BTreeMap::from([(1, Fresh { solved, failures, ..Fresh::default() })]);
    let mut observed = all_right(&script());
    observed.answers.truncate(3);
    observed.answers.push(SeatAnswer { act: 8, seat: 1, answer: Answer::Moves(None) });
    assert_eq!(first_symptom(&script(), &observed, &fresh), None);
    observed.answers[3].answer = Answer::Moves(Some(2));
    assert!(first_symptom(&script(), &observed, &fresh).is_some());
}

#[test]
fn a_changed_answer_reports_the_intervening_steps() {
    let mut observed = all_right(&script());
    let last = observed.answers.len() - 1;
    observed.answers[last].answer = Answer::Solution(None);
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
        circumstances_of(
            &script,
            &Symptom { act, seat: 0, question, deviation: Deviation::Stopped(Stop::Fuel) },
        )
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
fn stops_are_reported_unless_they_occur_in_isolation() {
    let mut observed = all_right(&script());
    observed.answers.truncate(6);
    observed.stop = Stop::Memory;
    // The run was stopped while the third board was being created.
    observed.stopped_at = 10;
    let expected = (10, 2, Question::New, When::SecondSolver);
    assert_eq!(symptom(&observed), Some(expected));
    let solved =
        SolverResults { stops: vec![(Question::New, Stop::Memory)], ..SolverResults::default() };
    let fresh = BTreeMap::from([(2, Fresh { solved, ..Fresh::default() })]);
    assert_eq!(first_symptom(&script(), &observed, &fresh), None);
}

#[test]
fn a_restricted_session_keeps_the_required_acts() {
    let mut script = script();
    script.acts.insert(5, Act::Clone { of: 0, place: 7 });
    script.acts.insert(6, Act::Neighbor { of: 7, like: 0, place: 8 });
    script.acts.extend([Act::Solve { board: 8, solver: 3 }, Act::Forget { solver: 1 }]);
    let part = restrict_to_seats(&script, &[3], script.acts.len());
    let expected = [
        Act::Make { board: 0, place: 0 },
        Act::Clone { of: 0, place: 7 },
        Act::Neighbor { of: 7, like: 0, place: 8 },
        Act::Solve { board: 8, solver: 3 },
    ];
    assert_eq!(part.acts, expected);
    let alone = restrict_to_seats(&script, &[1], script.acts.len());
    let is_of = |act: &Act| matches!(act, Act::Ask { solver: 1, .. });
    assert_eq!(alone.acts.iter().filter(|act| is_of(act)).count(), 3);
    assert_eq!(restrict_to_seats(&script, &[0], 1).acts, script.acts[..2]);
}

#[test]
fn impossible_probe_words_are_malformed() {
    let script = script();
    let sight = |puzzle: &Puzzle| BoardReading::Texts(puzzle.tiles.len());
    let read = |words: &[Word]| Observed::from_words(&script, words, sight);
    let answer = SeatAnswer { act: 2, seat: 0, answer: Answer::Solvable(true) };
    assert_eq!(read(&[2, 1, 1]), Ok(vec![answer]));
    for words in [&[2][..], &[2, 1], &[0, 1, 1], &[99, 1, 1], &[2, 0, 1, 1], &[2, 9, 1]] {
        assert_eq!(read(words), Err(MalformedOutput), "{words:?}");
    }
}
