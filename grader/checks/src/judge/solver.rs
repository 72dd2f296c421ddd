//! Judges the answers that a solver gives on a puzzle.

use std::collections::BTreeMap;

use assignment::{ExpectedAnswer, Puzzle};
use grade::cause::SolverCause;
use grade::check::Check;
use grade::words::counted;
use grade::words::question_call as call;
use grade::{Asked, Evidence, Failure, PATH_TILES, Stop, StopPoint, Tiles, Value};
use probe::wire::Question;
use slider::Tile;

use super::answers::Answers;
use super::completed_path::complete_path;
use super::facts::BoardFacts;
use super::path::SolutionPath;
use super::survey::exchanged_pair;

#[derive(Default)]
pub(crate) struct SolverResults {
    pub(crate) answers: Answers,
    pub(crate) stops: Vec<(Question, Stop)>,
    /// How dropping the solver was stopped, if it was. By then, all answers had been given.
    pub(crate) stop_of_drop: Option<Stop>,
    /// Where each question was stopped.
    pub(crate) points: BTreeMap<Question, StopPoint>,
    /// The number of moves of the goal in the search, if the log shows it.
    pub(crate) found_in: Option<u64>,
    /// The classification of the search, if it exhausted its fuel.
    pub(crate) cut_off: CutOff,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum CutOff {
    /// It might have finished, so only its cost is judged.
    #[default]
    Slow,
    /// It is considered endless, because its budget was very large.
    Endless,
    /// It is considered endless, because the search expanded boards that no search with an admissible priority reaches.
    Lost {
        /// In moves.
        depth: u64,
        /// The minimum number of moves from the board or the twin to the goal.
        least: u64,
    },
}

fn check_of_question(question: Question, solvable: bool) -> Check {
    match question {
        Question::IsSolvable => Check::SolverSolvable,
        Question::Moves | Question::New if solvable => Check::SolverMoves,
        Question::Solution if solvable => Check::SolverPath,
        Question::New
        | Question::Moves
        | Question::Solution
        | Question::First
        | Question::Interleaved
        | Question::Other => Check::SolverUnsolvable,
        Question::Drop => Check::SolverTime,
    }
}

/// Returns the checks that fail on this puzzle, with their failures, except grader errors.
pub(crate) fn judge(puzzle: &Puzzle, solved: &SolverResults) -> Vec<(Check, Failure)> {
    let SolverResults { answers, stops, cut_off, .. } = solved;
    let mut failures = Vec::new();
    let optimal = match puzzle.answer {
        ExpectedAnswer::Moves(moves) => Some(u64::from(moves)),
        ExpectedAnswer::Unsolvable { .. } => None,
        ExpectedAnswer::BoardOnly => return failures,
    };
    for (question, stop) in stops.iter().filter(|(_, stop)| !stop.is_graders_fault()) {
        let named = check_of_question(*question, optimal.is_some());
        // With a normal budget, being stopped is a matter of cost. If the method is considered endless, the answer
        // counts as missing.
        let costly = match stop {
            Stop::Fuel => *cut_off == CutOff::Slow,
            Stop::Memory => optimal.is_some(),
            _ => false,
        };
        let check = match stop {
            Stop::Memory if costly => Check::SolverMemory,
            _ if costly => Check::SolverTime,
            _ => named,
        };
        let question = *question;
        let point = solved.points.get(&question).cloned().unwrap_or_default();
        let cause = match (stop, *cut_off) {
            (Stop::Fuel, CutOff::Slow) => SolverCause::CutOff { question, point },
            (Stop::Fuel, CutOff::Lost { depth, least }) => {
                SolverCause::Lost { point, depth, least, is_of_twin: optimal.is_none() }
            }
            _ => SolverCause::Stopped { question, stop: stop.clone(), point },
        };
        let evidence = if costly {
            evidence_of_call(puzzle, call(question))
        } else {
            let asked = Asked::Solver { question };
            Evidence { asked, stop: Some(stop.clone()), ..evidence_of_call(puzzle, call(question)) }
        };
        failures.push((check, Failure::from_cause(cause).with_evidence(evidence)));
    }
    let stop = solved.stop_of_drop.as_ref().filter(|stop| !stop.is_graders_fault());
    let point = || solved.points.get(&Question::Drop).cloned().unwrap_or_default();
    failures.extend(stop.map(|stop| stopped_drop(puzzle, stop, point())));
    match optimal {
        Some(optimal) => judge_solvable(puzzle, optimal, solved, &mut failures),
        None => judge_unsolvable(puzzle, answers, &mut failures),
    }
    failures
}

/// Returns the failure of a solver that was stopped while it was dropped. This has a cost, but no answer depends on it.
fn stopped_drop(puzzle: &Puzzle, stop: &Stop, point: StopPoint) -> (Check, Failure) {
    let question = Question::Drop;
    let evidence = evidence_of_call(puzzle, call(question));
    let (check, cause, evidence) = match stop {
        Stop::Fuel => (Check::SolverTime, SolverCause::CutOff { question, point }, evidence),
        stop => {
            let is_of_memory = *stop == Stop::Memory;
            let check = if is_of_memory { Check::SolverMemory } else { Check::SolverTime };
            let asked = Asked::Solver { question };
            let evidence = Evidence { asked, stop: Some(stop.clone()), ..evidence };
            (check, SolverCause::Stopped { question, stop: stop.clone(), point }, evidence)
        }
    };
    (check, Failure::from_cause(cause).with_evidence(evidence))
}

pub(crate) fn evidence_of_call(puzzle: &Puzzle, call: &str) -> Evidence {
    Evidence {
        tiles: puzzle.tiles.clone(),
        puzzle: Some(puzzle.name.clone()),
        call: call.to_owned(),
        ..Evidence::default()
    }
}

/// Returns as many boards of the solution as a report may contain.
fn reported_boards(answers: &Answers) -> Vec<Vec<Tile>> {
    let Some(Some(path)) = &answers.solution else { return Vec::new() };
    let boards = path.boards().map(Option::unwrap_or_default);
    let mut tiles = 0;
    let fits = |board: &Vec<Tile>| {
        // Invalid boards have no tiles, but count as well, or there could be any number of them.
        tiles += board.len().max(1);
        tiles <= PATH_TILES
    };
    boards.take_while(fits).collect()
}

fn judge_solvable(
    puzzle: &Puzzle,
    optimal: u64,
    solved: &SolverResults,
    failures: &mut Vec<(Check, Failure)>,
) {
    let answers = &solved.answers;
    if answers.solvable == Some(false) {
        let failure = Failure::from_cause(SolverCause::SolvableDenied { decided: None });
        failures.push((
            Check::SolverSolvable,
            failure.with_evidence(Evidence {
                expected: Value::Truth(true),
                actual: Value::Truth(false),
                asked: Asked::Solver { question: Question::IsSolvable },
                ..evidence_of_call(puzzle, "is_solvable()")
            }),
        ));
    }
    // The remaining answers follow from this one.
    if answers.say_unsolvable() {
        return;
    }
    let length = match &answers.solution {
        Some(Some(path)) => (path.board_count() as u64).checked_sub(1),
        _ => None,
    };
    if let Some(moves) = answers.moves
        && moves != Some(optimal)
    {
        let failure = Failure::from_cause(cause_of_wrong_moves(optimal, moves, length));
        failures.push((
            Check::SolverMoves,
            failure.with_evidence(Evidence {
                expected: Value::Number(optimal),
                actual: moves.map_or(Value::NoneValue, Value::Number),
                asked: Asked::Solver { question: Question::Moves },
                path: reported_boards(answers),
                ..evidence_of_call(puzzle, "moves()")
            }),
        ));
    }
    let wrong = match &answers.solution {
        None => None,
        Some(None) => Some((SolverCause::NoSolution, None)),
        Some(Some(path)) => cause_and_place_of_wrong_path(puzzle, optimal, solved, path),
    };
    if let Some((cause, at)) = wrong {
        let (other, actual) = at.map_or((None, Value::Nothing), |at| (at.before, at.actual));
        let initial = BoardFacts::new(puzzle.tiles.len(), &puzzle.tiles.cells());
        let path = answers.solution.iter().flatten().next();
        let completed = path.and_then(|path| complete_path(&cause, &initial, path, optimal));
        let (expected, actual) = completed.unwrap_or((Value::Nothing, actual));
        failures.push((
            Check::SolverPath,
            Failure::from_cause(cause).with_evidence(Evidence {
                other,
                expected,
                actual,
                asked: Asked::Path { moves: optimal },
                path: reported_boards(answers),
                ..evidence_of_call(puzzle, "solution()")
            }),
        ));
    }
}

fn cause_of_wrong_moves(optimal: u64, moves: Option<u64>, length: Option<u64>) -> SolverCause {
    match (moves, length) {
        (None, _) => SolverCause::NoMoves,
        (Some(moves), Some(length)) if length == optimal && moves.abs_diff(optimal) == 1 => {
            SolverCause::MovesOffByOne { puzzles: None }
        }
        (Some(moves), Some(length)) if length == moves && moves > optimal => {
            SolverCause::TooLong { more: moves - optimal, flaw: None }
        }
        _ => SolverCause::WrongMoves,
    }
}

struct At {
    before: Option<Tiles>,
    actual: Value,
}

fn cause_and_place_of_wrong_path(
    puzzle: &Puzzle,
    optimal: u64,
    solved: &SolverResults,
    path: &SolutionPath,
) -> Option<(SolverCause, Option<At>)> {
    let n = puzzle.tiles.len();
    let shown = |board: &Option<Vec<u16>>| {
        board.as_ref().map_or(Value::Nothing, |tiles| Value::Board(Tiles::from_cells(n, tiles)))
    };
    let (Some(first), Some(last)) = (path.boards().next(), path.boards().last()) else {
        return Some((SolverCause::EmptySolution, None));
    };
    let (first, last) = (&first, &last);
    let facts = |board: &Option<Vec<u16>>| {
        board.as_ref().filter(|tiles| tiles.len() == n * n).map(|tiles| BoardFacts::new(n, tiles))
    };
    let initial = BoardFacts::new(n, &puzzle.tiles.cells());
    let begins = facts(first).is_some_and(|facts| facts.tiles == initial.tiles);
    let ends = facts(last).is_some_and(|facts| facts.is_goal());
    if !begins {
        let from_goal = facts(first).is_some_and(|facts| facts.is_goal())
            && facts(last).is_some_and(|facts| facts.tiles == initial.tiles);
        let cause = if from_goal {
            SolverCause::Reversed
        } else if facts(first).is_some_and(|first| initial.is_one_move_from(&first.tiles)) {
            SolverCause::WithoutInitial { puzzles: None }
        } else {
            SolverCause::WrongBegin
        };
        return Some((cause, Some(At { before: None, actual: shown(first) })));
    }
    for (number, (before, after)) in path.boards().zip(path.boards().skip(1)).enumerate() {
        let legal = match (facts(&before), facts(&after)) {
            (Some(a), Some(b)) => a.is_one_move_from(&b.tiles),
            _ => false,
        };
        if !legal {
            let before = before.as_ref().map(|tiles| Tiles::from_cells(n, tiles));
            let at = At { before, actual: shown(&after) };
            // Reports count boards from 1, and the second board of this pair is wrong.
            return Some((SolverCause::NoMove { board: number + 2 }, Some(at)));
        }
    }
    if !ends {
        return Some((SolverCause::WrongEnd, Some(At { before: None, actual: shown(last) })));
    }
    let length = path.board_count() as u64 - 1;
    // If the search itself finds a path that is too long, the `moves` check reports it. If it finds the goal in fewer
    // moves, the path is wrong as well.
    let is_path_found = || {
        let SolverResults { answers, found_in, .. } = solved;
        answers.moves == Some(Some(length)) && found_in.is_none_or(|moves| moves >= length)
    };
    let fits = !path.is_cut && (length == optimal || is_path_found());
    (!fits).then_some((SolverCause::WrongLength { moves: length, optimal, flaw: None }, None))
}

pub(super) fn describe_iterator(path: &SolutionPath) -> String {
    format!("an iterator of {}", counted(path.board_count(), "board"))
}

fn starts_at_twin(puzzle: &Puzzle, path: &SolutionPath) -> bool {
    let initial = BoardFacts::new(puzzle.tiles.len(), &puzzle.tiles.cells());
    let first = path.boards().next().flatten();
    first.is_some_and(|first| {
        first.len() == initial.tiles.len() && exchanged_pair(&initial, &first).is_some()
    })
}

fn judge_unsolvable(puzzle: &Puzzle, answers: &Answers, failures: &mut Vec<(Check, Failure)>) {
    if answers.solvable == Some(true) {
        let failure = Failure::from_cause(SolverCause::SolvableClaimed { decided: None });
        failures.push((
            Check::SolverSolvable,
            failure.with_evidence(Evidence {
                expected: Value::Truth(false),
                actual: Value::Truth(true),
                asked: Asked::Solver { question: Question::IsSolvable },
                ..evidence_of_call(puzzle, "is_solvable()")
            }),
        ));
    }
    if let Some(Some(moves)) = answers.moves {
        let cause = match &answers.solution {
            Some(Some(path)) if starts_at_twin(puzzle, path) => SolverCause::TwinsSolution,
            Some(Some(_)) => SolverCause::BothClaimed,
            _ => SolverCause::MovesClaimed,
        };
        failures.push((
            Check::SolverUnsolvable,
            Failure::from_cause(cause).with_evidence(Evidence {
                expected: Value::NoneValue,
                actual: Value::Number(moves),
                asked: Asked::Solver { question: Question::Moves },
                path: reported_boards(answers),
                ..evidence_of_call(puzzle, "moves()")
            }),
        ));
    } else if let Some(Some(path)) = &answers.solution {
        let is_twins = starts_at_twin(puzzle, path);
        let cause =
            if is_twins { SolverCause::TwinsSolution } else { SolverCause::SolutionClaimed };
        failures.push((
            Check::SolverUnsolvable,
            Failure::from_cause(cause).with_evidence(Evidence {
                expected: Value::NoneValue,
                actual: Value::Text(describe_iterator(path)),
                asked: Asked::Solver { question: Question::Solution },
                path: reported_boards(answers),
                ..evidence_of_call(puzzle, "solution()")
            }),
        ));
    }
}

#[cfg(test)]
mod tests {
    use grade::cause::Cause;

    use super::*;

    fn given(boards: Vec<Option<Vec<Tile>>>) -> Answers {
        Answers { solution: Some(Some(SolutionPath::from_boards(boards))), ..Answers::default() }
    }

    #[test]
    fn the_given_solution_is_kept_up_to_the_limit() {
        let board: Vec<Tile> = vec![1, 2, 3, 0];
        let kept_of = |boards| reported_boards(&given(boards));
        assert_eq!(kept_of(vec![Some(board.clone()), None]), [board.clone(), vec![]]);
        let (many, fitting) = (vec![Some(board.clone()); 10_000], vec![board; PATH_TILES / 4]);
        assert_eq!(kept_of(many), fitting);
        assert_eq!(kept_of(vec![None; 10_000]).len(), PATH_TILES);
        assert_eq!(reported_boards(&Answers::default()), Vec::<Vec<Tile>>::new());
    }

    #[test]
    fn claimed_moves_and_solution_are_one_failure() {
        let puzzle = Puzzle {
            name: "a".to_owned(),
            tiles: vec![vec![1, 2], vec![0, 3]].into(),
            answer: ExpectedAnswer::Unsolvable { twin_moves: 2 },
            visibility: grade::Visibility::Visible,
        };
        let causes = |moves, solution: Option<Vec<Option<Vec<Tile>>>>| {
            let solution = Some(solution.map(SolutionPath::from_boards));
            let answers = Answers { moves: Some(moves), solution, ..Answers::default() };
            let failures = judge(&puzzle, &SolverResults { answers, ..SolverResults::default() });
            let causes =
                failures.into_iter().map(|(check, failure)| (check, failure.cause.unwrap()));
            causes.collect::<Vec<_>>()
        };
        let fault = |cause: SolverCause| vec![(Check::SolverUnsolvable, Cause::from(cause))];
        assert_eq!(causes(Some(0), Some(vec![])), fault(SolverCause::BothClaimed));
        assert_eq!(causes(Some(0), None), fault(SolverCause::MovesClaimed));
        assert_eq!(causes(None, Some(vec![])), fault(SolverCause::SolutionClaimed));
        let of_twin = vec![Some(vec![2, 1, 0, 3]), None];
        assert_eq!(causes(None, Some(of_twin.clone())), fault(SolverCause::TwinsSolution));
        assert_eq!(causes(Some(1), Some(of_twin)), fault(SolverCause::TwinsSolution));
        assert_eq!(causes(None, None), Vec::<(Check, Cause)>::new());
    }
}
