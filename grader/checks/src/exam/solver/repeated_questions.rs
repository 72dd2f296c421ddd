//! Queries solvers repeatedly: in different orders, many times, while another solver exists, and with different random
//! seeds.

use std::ops::RangeInclusive;

use assignment::{ExpectedAnswer, Puzzle};
use base::seed::{next_random, random_within};
use grade::check::Check;
use grade::{INSTRUCTION, Stop, Visibility};
use probe::Solve;
use probe::wire::Question::{self, First, Interleaved, IsSolvable, Moves, Other, Solution};
use sandbox::run::Variation;
use sandbox::timing::WorkKind;

use super::attempt::{self, SolverAttempt, sort_by_size};
use super::failures::SolverFindings;
use super::size_and_moves;
use super::solve::{case_name, question_of_label, solve_case, solve_once};
use crate::exam::bench::Bench;
use crate::judge::{self, Replies};

/// Orders to ask the questions in. Each repeats every question after all the others.
const ORDERS: [&[Question]; 4] = [
    &[Moves, Solution, IsSolvable, Solution, Moves, IsSolvable, Moves, Solution],
    &[Solution, Solution, Moves, IsSolvable, Moves, Solution, IsSolvable],
    &[IsSolvable, First, Solution, Moves, First, IsSolvable, Solution, Moves, Interleaved],
    &[IsSolvable, Moves, Solution, Other, IsSolvable, Moves, Solution, Other, First, Solution],
];

/// How often to ask the same solver the same questions, and how many iterators of its solution exist at the same time.
/// The numbers are drawn.
/// A cache that is cleared now and then, or a counter in a byte, usually fails after this many. The drawn number keeps a
/// program from failing only beyond a fixed one.
const OFTEN: RangeInclusive<usize> = 100..=400;

/// The most budgets for the questions to a solver.
/// Hundreds of questions do not get a budget each.
const MOST_BUDGETS: usize = 10;

/// The number of puzzles to ask often.
/// Each takes hundreds of calls, and what they find hardly depends on the puzzle.
const ASKED_OFTEN: usize = 2;

/// The number of solvable puzzles to repeat questions for. Unsolvable ones are one fewer, because they have no solution to
/// use up.
const PUZZLES: usize = 3;

/// Questions are repeated only for puzzles with at most this many moves.
/// The search is cheap, even if each call repeats it. It still has enough boards for a solution that is used up or
/// reversed.
const EASY: u32 = 12;

/// Additional seeds for random numbers and the clock. Only their parity matters, which determines how the clock runs:
/// the other bits are drawn for each puzzle. Two have the same parity, so that runs also differ only in random numbers.
const SEEDS: [u64; 3] = [1, 2, 0xC0FF_EE00];

/// If a puzzle costs the model more fuel, only the first of these seeds is used. In the default assignment,
/// one such puzzle takes more time than all the others together.
const EXPENSIVE: u64 = 100_000_000 * INSTRUCTION;

pub(super) fn examine(
    bench: &Bench<'_>,
    attempts: &[SolverAttempt<'_>],
    found: &mut SolverFindings,
) {
    let [listed, private] = bench.examiner.listed_and_private();
    repeat_questions(bench, listed, attempts, found);
    repeat_questions(bench, private, attempts, found);
    if found.has_only_hidden_failure(Check::SolverImmutable) {
        let is_open = |puzzle: &&Puzzle| puzzle.visibility == Visibility::Visible;
        let open: Vec<&Puzzle> = listed.iter().copied().filter(is_open).collect();
        repeat_questions(bench, &open, attempts, found);
    }
    let mut random = bench.examiner.seed_of_choices();
    for attempt in sort_by_size(attempts).into_iter().filter(|attempt| attempt.is_random) {
        if !can_be_asked(attempt) {
            found.cut_short.insert(Check::SolverDeterministic);
            continue;
        }
        let model = bench.budget(&case_name(attempt.puzzle, attempt.is_foreign)).model;
        let is_expensive = model.is_some_and(|fuel| fuel > EXPENSIVE);
        let seeds = if is_expensive { &SEEDS[..1] } else { &SEEDS };
        for seed in seeds {
            // Each puzzle has seeds of its own, but the parity determines how the clock runs.
            let seed = next_random(&mut random) & !1 | seed & 1;
            let questions = [IsSolvable, Moves, Solution];
            let Some(asked) = ask_and_judge(bench, attempt, &questions, (&[], 0), seed, found)
            else {
                return;
            };
            if let Some(failure) = judge::find_randomness(attempt.puzzle, &attempt.solved, &asked) {
                found.fail_on(Check::SolverDeterministic, attempt.puzzle, failure);
            }
        }
    }
}

/// Repeats the questions in all orders, for some of these puzzles. The choice is the same for all submissions.
fn repeat_questions(
    bench: &Bench<'_>,
    puzzles: &[&Puzzle],
    attempts: &[SolverAttempt<'_>],
    found: &mut SolverFindings,
) {
    let mut easy: Vec<&Puzzle> =
        puzzles.iter().copied().filter(|puzzle| size_and_moves(puzzle).1 <= EASY).collect();
    easy.sort_by_key(|puzzle| (size_and_moves(puzzle), puzzle.visibility));
    let (unsolvable, solvable): (Vec<&Puzzle>, Vec<&Puzzle>) =
        easy.into_iter().partition(|puzzle| puzzle.answer.is_unsolvable());
    // Large easy puzzles reveal the most, and the goal is a special case.
    let mut asked: Vec<&Puzzle> = solvable.iter().take(1).copied().collect();
    asked.extend(solvable.iter().skip(1).rev().take(PUZZLES - 1));
    asked.extend(unsolvable.iter().take(1));
    asked.extend(unsolvable.iter().skip(1).rev().take(PUZZLES - 2));
    let chosen: Vec<&SolverAttempt<'_>> = asked
        .iter()
        .filter_map(|puzzle| attempt::find_attempt(attempts, puzzle))
        .filter(|attempt| can_be_asked(attempt))
        .collect();
    if chosen.len() < asked.len() {
        found.cut_short.insert(Check::SolverImmutable);
    }
    for attempt in &chosen {
        let another = chosen.iter().find(|other| {
            other.puzzle.answer.is_unsolvable() != attempt.puzzle.answer.is_unsolvable()
        });
        // A cache is most likely to confuse a solvable and an unsolvable board.
        let other = another.unwrap_or(attempt);
        // If the other solver stops by itself, this is not the fault of having two solvers.
        let is_needed = |question: &Question| *question != Other || has_answered_everything(other);
        let other = other.puzzle;
        for questions in ORDERS {
            let questions: Vec<Question> = questions.iter().copied().filter(is_needed).collect();
            let asked = ask_and_judge(bench, attempt, &questions, (&other.tiles, 0), 0, found);
            let Some(asked) = asked else { return };
            if let Some(mut failure) =
                judge::judge_repeated_answers(attempt.puzzle, &attempt.solved, &asked)
            {
                if questions.contains(&Other) {
                    failure.visibility = other.visibility;
                }
                found.fail_on(Check::SolverImmutable, attempt.puzzle, failure);
            }
        }
    }
    let mut random = bench.examiner.seed_of_choices();
    let mut drawn = || random_within(&mut random, OFTEN);
    for attempt in chosen.iter().take(ASKED_OFTEN) {
        let mut questions = [Solution, Moves, IsSolvable].repeat(drawn());
        questions.push(Interleaved);
        let asked = ask_and_judge(bench, attempt, &questions, (&[], drawn()), 0, found);
        let Some(asked) = asked else { return };
        // A method that solves the puzzle on every call may be too slow for so many.
        if asked.stop != Stop::Fuel
            && let Some(failure) =
                judge::judge_repeated_answers(attempt.puzzle, &attempt.solved, &asked)
        {
            found.fail_on(Check::SolverImmutable, attempt.puzzle, failure);
        }
    }
}

/// Returns `true` if the solver can be queried again. If it was stopped, it must have been answering a question.
pub(super) fn can_be_asked(attempt: &SolverAttempt<'_>) -> bool {
    let is_question = |question| question != Question::New;
    attempt.has_searched()
        && attempt.solved.stops.iter().all(|(question, _)| is_question(*question))
}

/// Returns `true` if no question stopped the solver.
fn has_answered_everything(attempt: &SolverAttempt<'_>) -> bool {
    attempt.solved.stops.is_empty()
}

/// Returns the questions without those that stop the solver. A second solver replaces the one before it, so if dropping a
/// solver stops the run, there is only one.
fn answerable_questions(
    attempt: &SolverAttempt<'_>,
    questions: &[Question],
    is_drop_stopped: bool,
) -> Vec<Question> {
    let stops = |question: Question| {
        let question = match question {
            First | Interleaved => Solution,
            Other => IsSolvable,
            question => question,
        };
        attempt.solved.stops.iter().any(|(stopped, _)| *stopped == question)
    };
    let first_other = questions.iter().position(|question| *question == Other);
    let replaces = |at: usize| questions[at] == Other && Some(at) != first_other;
    let asked = questions.iter().copied().enumerate();
    let asked =
        asked.filter(|(at, question)| !(stops(*question) || is_drop_stopped && replaces(*at)));
    asked.map(|(_, question)| question).collect()
}

fn ask_and_judge(
    bench: &Bench<'_>,
    attempt: &SolverAttempt<'_>,
    questions: &[Question],
    (other, iterators): (&[Vec<u16>], usize),
    seed: u64,
    found: &mut SolverFindings,
) -> Option<Replies> {
    let (puzzle, foreign) = (attempt.puzzle, attempt.is_foreign);
    let asked = answerable_questions(attempt, questions, found.is_drop_stopped);
    let other = other.to_vec();
    let solve = Solve { other, iterators, ..solve_case(&puzzle.tiles, foreign, &asked) };
    // A method may solve the puzzle on every call, so give each call enough fuel for a search.
    let name = case_name(puzzle, foreign);
    let budget = bench.budget(&name).fuel;
    let fuel = budget.saturating_mul(questions.len().min(MOST_BUDGETS) as u64);
    let variation = Variation { seed, ..Variation::default() };
    let (run, answers) = solve_once(bench, (WorkKind::Questions, &name), fuel, solve, variation);
    if bench.ended_by_total_fuel(&run.stop) {
        return None;
    }
    if run.stop.is_graders_fault() {
        found.graders_fault.get_or_insert_with(|| judge::grader_error_verdict(&run.stop));
    }
    Some(Replies {
        answers,
        stopped_at: question_of_label(run.label),
        stop: run.stop,
        spent: run.log.spent,
        moves: match puzzle.answer {
            ExpectedAnswer::Moves(moves) => moves.into(),
            ExpectedAnswer::Unsolvable { .. } | ExpectedAnswer::BoardOnly => 0,
        },
        solve: attempt.fuel - attempt.fuel_of_drop,
    })
}
