//! Judges whether a solver's answers stay the same.

use assignment::Puzzle;
use grade::cause::{SolverCause, When};
use grade::words::{counted, question_call as call};
use grade::{Asked, Evidence, Failure, INSTRUCTION, Stop, Value};
use probe::wire::{Question, Word};
use sandbox::run::OperationCost;
use slider::Tile;

use super::answers::{Answer, QUESTIONS};
use super::path::SolutionPath;
use super::solver::{SolverResults, describe_iterator, evidence_of_call};

pub(crate) struct Replies {
    pub(crate) answers: Vec<Answer>,
    pub(crate) stop: Stop,
    pub(crate) stopped_at: Question,
    pub(crate) spent: Vec<(Word, OperationCost)>,
    pub(crate) moves: u64,
    pub(crate) solve: u64,
}

impl Answer {
    pub(super) fn question(&self) -> Question {
        match self {
            Self::Solvable(_) => Question::IsSolvable,
            Self::Moves(_) => Question::Moves,
            Self::Solution(_) => Question::Solution,
            Self::First(_) => Question::First,
            Self::Interleaved(_) => Question::Interleaved,
            Self::Other(_) => Question::Other,
        }
    }

    pub(crate) fn to_value(&self) -> Value {
        let path = |path: &Option<SolutionPath>| match path {
            None => Value::NoneValue,
            Some(path) => Value::Text(describe_iterator(path)),
        };
        match self {
            Self::Solvable(truth) | Self::Other(truth) => Value::Truth(*truth),
            Self::Moves(moves) => moves.map_or(Value::NoneValue, Value::Number),
            Self::Solution(solution) | Self::First(solution) | Self::Interleaved(solution) => {
                path(solution)
            }
        }
    }
}

fn answers_before_repeating(solved: &SolverResults) -> Vec<Answer> {
    let answers = &solved.answers;
    let mut before = Vec::new();
    before.extend(answers.solvable.map(Answer::Solvable));
    before.extend(answers.moves.map(Answer::Moves));
    before.extend(
        answers
            .solution
            .clone()
            .map(|solution| {
                let first = solution.as_ref().map(SolutionPath::only_first_board);
                [
                    Answer::Solution(solution.clone()),
                    Answer::First(first),
                    Answer::Interleaved(solution),
                ]
            })
            .into_iter()
            .flatten(),
    );
    before
}

fn failure_for_changed_answer(
    puzzle: &Puzzle,
    cause: SolverCause,
    was: &Answer,
    is: &Answer,
    asked: Asked,
) -> Failure {
    let (expected, actual) = differing_values(puzzle.tiles.len(), was, is);
    Failure::from_cause(cause).with_evidence(Evidence {
        asked,
        expected,
        actual,
        ..evidence_of_call(puzzle, call(is.question()))
    })
}

/// Returns two different answers to the same question as values that differ. If two solutions have the same length, these
/// are texts with the first board in which they differ.
pub(crate) fn differing_values(n: usize, was: &Answer, is: &Answer) -> (Value, Value) {
    let (expected, actual) = (was.to_value(), is.to_value());
    if expected != actual {
        return (expected, actual);
    }
    let others = Value::Text("as many boards, but not the same".to_owned());
    let (
        Answer::Solution(Some(was)) | Answer::First(Some(was)) | Answer::Interleaved(Some(was)),
        Answer::Solution(Some(is)) | Answer::First(Some(is)) | Answer::Interleaved(Some(is)),
    ) = (was, is)
    else {
        return (expected, others);
    };
    let mut boards = (1..).zip(was.boards().zip(is.boards()));
    let Some((number, (was, is))) = boards.find(|(_, (was, is))| was != is) else {
        return (expected, others);
    };
    let value = |board: Option<Vec<Tile>>| {
        let rows =
            board.map_or_else(|| "not a board".to_owned(), |tiles| board_on_one_line(n, &tiles));
        Value::Text(format!("board {number}: {rows}"))
    };
    (value(was), value(is))
}

/// Writes a board on one line, with a slash between its rows.
fn board_on_one_line(n: usize, tiles: &[Tile]) -> String {
    let row = |row: &[Tile]| row.iter().map(Tile::to_string).collect::<Vec<_>>().join(" ");
    // `chunks` panics on zero.
    tiles.chunks(n.max(1)).map(row).collect::<Vec<_>>().join(" / ")
}

pub(crate) fn judge_repeated_answers(
    puzzle: &Puzzle,
    solved: &SolverResults,
    asked: &Replies,
) -> Option<Failure> {
    // The first call may compute an answer that later calls return.
    let mut known = answers_before_repeating(solved);
    let mut last: Option<&Answer> = None;
    for (number, answer) in asked.answers.iter().enumerate() {
        let question = answer.question();
        match known.iter().find(|known_answer| known_answer.question() == question) {
            // Only the session knows the other solver's board, so it judges those answers.
            Some(was) if was != answer && question != Question::Other => {
                let before = last.map(Answer::question);
                let when = match before {
                    _ if question == Question::Interleaved => When::Interleaved,
                    None => When::First,
                    _ if is_after_other_solver(&asked.answers[..number], question) => {
                        When::SecondSolver
                    }
                    _ if is_own_fault(&asked.answers[..number], question) => When::Again,
                    Some(before) if before != question => When::After { question: before },
                    Some(_) => When::Again,
                };
                let asked = match before {
                    _ if when == When::Interleaved => {
                        Asked::SolverAgain { before: Question::Solution, question }
                    }
                    Some(_) if when == When::Again => {
                        Asked::SolverAgain { before: question, question }
                    }
                    Some(before) if when != When::SecondSolver => {
                        Asked::SolverAgain { before, question }
                    }
                    _ => Asked::Beyond,
                };
                let cause = SolverCause::Changes { question, when };
                return Some(failure_for_changed_answer(puzzle, cause, was, answer, asked));
            }
            Some(_) => {}
            None => known.push(answer.clone()),
        }
        last = Some(answer);
    }
    if asked.stop != Stop::Done && !asked.stop.is_graders_fault() {
        let (question, stop) = (asked.stopped_at, asked.stop.clone());
        let cause = match question {
            Question::Other => {
                SolverCause::StopsBeside { question, stop, when: When::SecondSolver }
            }
            _ => SolverCause::StopsAgain { question, stop },
        };
        let failure = Failure::from_cause(cause);
        return Some(failure.with_evidence(evidence_of_call(puzzle, call(question))));
    }
    find_repeated_search(puzzle, asked)
}

fn is_after_other_solver(before: &[Answer], question: Question) -> bool {
    let since = before.iter().rev().take_while(|answer| answer.question() != question);
    since.into_iter().any(|answer| answer.question() == Question::Other)
}

/// Returns `true` if the previous call of a question must have changed its answer. The only calls between them also
/// came before the correct answer in the first run, and did no harm there.
fn is_own_fault(before: &[Answer], question: Question) -> bool {
    let mut since = before.iter().rev().map(Answer::question);
    let was_harmless = |asked: &Question| {
        let place = |question: Question| {
            QUESTIONS.iter().position(|known_question| *known_question == question)
        };
        place(*asked).zip(place(question)).is_some_and(|(asked, question)| asked < question)
    };
    since.find(|asked| !was_harmless(asked)) == Some(question)
}

/// Returns a failure if a call after the first searches again.
fn find_repeated_search(puzzle: &Puzzle, asked: &Replies) -> Option<Failure> {
    let mut first = Vec::new();
    for (label, cost) in &asked.spent {
        let question = Question::from_word(*label)?;
        // The last one includes two calls.
        if [Question::New, Question::Other, Question::Interleaved].contains(&question) {
            continue;
        }
        // Reading only the first board uses part of the existing solution.
        let question = if question == Question::First { Question::Solution } else { question };
        if !first.contains(&question) {
            first.push(question);
            continue;
        }
        // A solver may reconstruct the solution by expanding its boards and the goal.
        let wanders = cost.expanded > asked.moves + 1;
        // Another search would cost about as much as the first, and reading a solution costs far less than half.
        let allowed = asked.solve / 2 + FREE;
        let work = if wanders {
            Some((counted_calls(0, "neighbors()"), counted_calls(cost.expanded, "neighbors()")))
        } else if cost.queued > 0 {
            Some((counted_calls(0, "insert()"), counted_calls(cost.queued, "insert()")))
        } else if cost.fuel > allowed {
            let instructions = |fuel| format!("{} instructions", fuel / INSTRUCTION);
            Some((format!("at most {}", instructions(allowed)), instructions(cost.fuel)))
        } else {
            None
        };
        if let Some((expected, actual)) = work {
            let [expected, actual] = [expected, actual].map(Value::Text);
            let evidence =
                Evidence { expected, actual, ..evidence_of_call(puzzle, call(question)) };
            let cause = SolverCause::SolvesAgain { question };
            return Some(Failure::from_cause(cause).with_evidence(evidence));
        }
    }
    None
}

fn counted_calls(number: u64, what: &str) -> String {
    format!("{} of {what}", counted(number, "call"))
}

/// The maximum fuel of a call that never counts as a search, enough to copy and read a solution.
/// It is 50,000 instructions.
const FREE: u64 = 400_000;

/// Returns a failure if answers depend on the clock or on random numbers.
pub(crate) fn find_randomness(
    puzzle: &Puzzle,
    solved: &SolverResults,
    asked: &Replies,
) -> Option<Failure> {
    if asked.stop.is_graders_fault() {
        return None;
    }
    if asked.stop != Stop::Done {
        let (question, stop) = (asked.stopped_at, asked.stop.clone());
        let failure = Failure::from_cause(SolverCause::StopsByChance { question, stop });
        return Some(failure.with_evidence(evidence_of_call(puzzle, call(question))));
    }
    let before = answers_before_repeating(solved);
    let differs = |answer: &&Answer| {
        before.iter().any(|was| was.question() == answer.question() && was != *answer)
    };
    let answer = asked.answers.iter().find(differs)?;
    let was = before.iter().find(|was| was.question() == answer.question())?;
    let cause = SolverCause::ChangesByChance { question: answer.question() };
    Some(failure_for_changed_answer(puzzle, cause, was, answer, Asked::Beyond))
}

#[cfg(test)]
mod tests {
    use grade::Tiles;

    use super::*;
    use assignment::ExpectedAnswer;

    const BOARDS: [[u16; 4]; 2] = [[1, 2, 0, 3], [1, 2, 3, 0]];

    fn solution(boards: &[[u16; 4]]) -> Answer {
        let path =
            SolutionPath::from_boards(boards.iter().map(|board| Some(board.to_vec())).collect());
        Answer::Solution(Some(path))
    }

    /// Returns when the answer to a question changed, if a solver that gave correct answers first gives these answers.
    fn changed_answer(answers: Vec<Answer>) -> Option<(When, Asked)> {
        let (name, visibility) = (String::new(), grade::Visibility::Visible);
        let tiles = Tiles::from_cells(2, &BOARDS[0]);
        let puzzle = Puzzle { name, tiles, answer: ExpectedAnswer::Moves(1), visibility };
        let mut solved = SolverResults::default();
        for answer in [Answer::Solvable(true), Answer::Moves(Some(1)), solution(&BOARDS)] {
            solved.answers.add(answer);
        }
        let replies = Replies {
            answers,
            stop: Stop::Done,
            stopped_at: Question::New,
            spent: Vec::new(),
            moves: 1,
            solve: 0,
        };
        let failure = judge_repeated_answers(&puzzle, &solved, &replies)?;
        match failure.cause {
            Some(grade::cause::Cause::Solver(SolverCause::Changes { when, .. })) => {
                Some((when, failure.evidence?.asked))
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn calls_harmless_in_the_first_run_are_not_blamed() {
        let (solvable, moves) = (Answer::Solvable(true), Answer::Moves(Some(1)));
        let right = || solution(&BOARDS);
        let drained = || solution(&[]);
        let (question, before) = (Question::Solution, Question::Solution);
        let again = Some((When::Again, Asked::SolverAgain { before, question }));
        assert_eq!(changed_answer(vec![right(), drained()]), again);
        assert_eq!(changed_answer(vec![moves.clone(), right(), solvable, drained()]), again);
        assert_eq!(changed_answer(vec![right(), moves.clone(), drained()]), again);
        assert_eq!(changed_answer(vec![right(), right()]), None);
        // The solution was not requested before, so only `moves` can have changed it.
        let after = changed_answer(vec![moves.clone(), drained()]).map(|(when, _)| when);
        assert_eq!(after, Some(When::After { question: Question::Moves }));
        // In the first run, the solution was requested after the moves.
        let after =
            changed_answer(vec![moves, right(), Answer::Moves(Some(0))]).map(|(when, _)| when);
        assert_eq!(after, Some(When::After { question: Question::Solution }));
    }

    #[test]
    fn interrupted_solutions_must_stay_the_same() {
        let interleaved = |boards: &[[u16; 4]]| match solution(boards) {
            Answer::Solution(path) => Answer::Interleaved(path),
            other => panic!("{other:?}"),
        };
        assert_eq!(changed_answer(vec![interleaved(&BOARDS)]), None);
        let (before, question) = (Question::Solution, Question::Interleaved);
        let expected = Some((When::Interleaved, Asked::SolverAgain { before, question }));
        assert_eq!(changed_answer(vec![interleaved(&BOARDS[..1])]), expected);
        assert_eq!(changed_answer(vec![solution(&BOARDS), interleaved(&[])]), expected);
    }
}
