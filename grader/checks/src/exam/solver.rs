//! Examines a submission's solver.

mod attempt;
mod failures;
mod moments;
mod own_boards;
mod patterns;
mod program;
mod queue;
mod reliance;
mod repeated_questions;
mod session;
mod solve;
mod tally;
mod text;
mod trace;
mod verdicts;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use assignment::{ExpectedAnswer, Puzzle};
use base::seed;
use grade::INSTRUCTION;
use grade::Stop;
use grade::budgets;
use grade::cause::{Cause, SolverCause};
use grade::check::{Check, Group, JudgedBy, SolverAnswer};
use grade::{Failure, Verdict};
use sandbox::build::BuiltSubmission;

use super::Exam;
use super::bench::Bench;
use super::compile;
use super::output::add_printed_text;
use attempt::{SolverAttempt, attempt_puzzles};
use failures::SolverFindings;
use program::WholeProgram;
pub(super) use program::{ProgramFault, ProgramResults};
use session::Room;
pub(super) use trace::trace_search;
use verdicts::Grounds;

/// The runs of a solver on the puzzles.
struct SolverRuns<'a> {
    /// With the grader's boards.
    foreign: Vec<SolverAttempt<'a>>,
    /// With the submission's own boards.
    own: Vec<SolverAttempt<'a>>,
    /// The board checks, except those of costs, that do not pass.
    wrong: BTreeSet<Check>,
    /// Whether the solver can be judged with the submission's own board.
    board_is_right: bool,
    /// The failure of a solver that works only with its own board. The other checks are then judged with that board.
    stranger: Option<Failure>,
    program: Option<ProgramResults>,
}

impl<'a> SolverRuns<'a> {
    /// Returns the runs to judge.
    fn runs_to_judge(&self) -> &[SolverAttempt<'a>] {
        if self.stranger.is_some() { &self.own } else { &self.foreign }
    }
}

/// Examines a program's solver: solves the puzzles, judges the answers, adds cases that explain or confirm what was
/// found, and derives the verdicts.
///
/// `wrong_of_board` returns the board checks, except those of costs, that do not pass. The solver is judged with the
/// submission's board only if it does not [rely](reliance) on them. Blocks until the board exam has finished.
pub(super) fn examine(
    bench: &Bench<'_>,
    built: &BuiltSubmission,
    wrong_of_board: &dyn Fn() -> BTreeSet<Check>,
) -> Exam {
    let runs = solve_puzzles(bench, built, wrong_of_board);
    let found = judge_runs(bench, built, &runs);
    derive_exam(bench, runs, found)
}

/// Solves all puzzles with the grader's boards, and some with the submission's own.
fn solve_puzzles<'a>(
    bench: &Bench<'a>,
    built: &BuiltSubmission,
    wrong_of_board: &dyn Fn() -> BTreeSet<Check>,
) -> SolverRuns<'a> {
    let puzzles = &bench.examiner.puzzles[..];
    let few: Vec<&Puzzle> = puzzles.iter().copied().filter(|puzzle| is_easy(puzzle)).collect();
    let foreign = if built.foreign { attempt_puzzles(bench, puzzles, true) } else { Vec::new() };
    let cheap = cheap_puzzles(bench, puzzles, &foreign);
    let some: Vec<&Puzzle> =
        few.iter().copied().chain(cheap).chain(draw_puzzles(bench, puzzles)).collect();

    // This waits for the board, which is examined meanwhile, so it comes after the long searches.
    let wrong = wrong_of_board();
    let board_is_right = !reliance::may_affect_answers(&wrong, &foreign);
    let is_sure = |puzzle: &Puzzle| board_is_right || is_easy(puzzle) || is_cheap(bench, puzzle);
    let sure: Vec<&Puzzle> = puzzles.iter().copied().filter(|puzzle| is_sure(puzzle)).collect();
    let has_right_texts = !wrong.contains(&Check::BoardDisplay);
    let program = |own: &[SolverAttempt<'a>]| {
        let program = WholeProgram { own, foreign: &foreign, board_is_right, has_right_texts };
        built.own.then(|| program.judge_visible_puzzles(&sure))
    };
    let is_to_solve_all = !built.foreign || bench.examiner.purpose.is_to_measure();
    let own = if built.own {
        attempt_puzzles(bench, if is_to_solve_all { puzzles } else { &some }, false)
    } else {
        Vec::new()
    };
    if !built.own || !board_is_right {
        let stranger = find_foreign_failure(bench, built, &few, &foreign, &[]);
        let program = program(&own);
        return SolverRuns { foreign, own: Vec::new(), wrong, board_is_right, stranger, program };
    }
    let (own, stranger) = match find_foreign_failure(bench, built, &few, &foreign, &own) {
        Some(failure) if built.foreign => {
            // With the grader's boards, neighbors and ties come in a different order, so a wrong search may happen to
            // be correct on the easy puzzles.
            let all = attempt_puzzles(bench, puzzles, false);
            if has_wrong_answers(bench, &all) { (own, None) } else { (all, Some(failure)) }
        }
        stranger => (own, stranger),
    };
    let program = program(&own);
    SolverRuns { foreign, own, wrong, board_is_right, stranger, program }
}

/// Judges the runs, and runs other cases that explain or confirm what was found.
fn judge_runs(bench: &Bench<'_>, built: &BuiltSubmission, runs: &SolverRuns<'_>) -> SolverFindings {
    let SolverRuns { foreign, own, board_is_right, stranger, .. } = runs;
    let judged = runs.runs_to_judge();
    let mut found = failures::find_failures(bench, judged);
    if let Some(failure) = stranger {
        found.fail(Check::SolverForeignBoard, failure.clone());
    }
    patterns::add_patterns(judged, &mut found);
    failures::refine_path_failure(&bench.examiner.puzzles, &mut found);
    if built.foreign {
        queue::examine(bench, foreign, &mut found);
        failures::examine_searches(bench, foreign, &mut found);
        text::examine(bench, foreign, &mut found);
        moments::add_moments(bench, foreign, &mut found);
    }
    failures::list_other_failures(&mut found);
    found.is_drop_stopped =
        foreign.iter().chain(own).any(|attempt| attempt.solved.stop_of_drop.is_some());
    repeated_questions::examine(bench, judged, &mut found);
    if judged.iter().any(repeated_questions::can_be_asked) && !is_mostly_stopped(bench, judged) {
        if built.foreign && stranger.is_none() {
            session::examine(Room { bench, foreign: true }, &mut found);
            add_failures_with_own_boards(failures::find_failures(bench, own), &mut found);
            if *board_is_right {
                own_boards::examine(bench, own, foreign, &mut found);
            }
        }
        if built.own && *board_is_right {
            if stranger.is_some() {
                session::examine(Room { bench, foreign: false }, &mut found);
            } else {
                session::examine_own_boards(bench, &mut found);
            }
        }
    }
    debug_assert!(
        !(are_all_answers_right(own)
            && are_all_answers_right(foreign)
            && found.failures.iter().any(is_answer_failure)),
        "a program that answers all puzzles correctly must not fail a check of answers: {:?}",
        found.failures
    );
    found
}

/// Returns `true` if few searches end, so no session could show that a check passes. Each would only be stopped again.
fn is_mostly_stopped(bench: &Bench<'_>, attempts: &[SolverAttempt<'_>]) -> bool {
    let stopped = attempts.iter().filter(|attempt| attempt.is_exhausted()).count();
    let ends = tally::cases_by_end(&bench.examiner.puzzles, attempts);
    stopped >= budgets::SOLVER_STOPS && !ends.is_some_and(|ends| ends.tally.is_enough())
}

/// Derives the verdicts from everything that was found.
fn derive_exam(bench: &Bench<'_>, runs: SolverRuns<'_>, found: SolverFindings) -> Exam {
    let (puzzles, attempts, foreign) =
        (&bench.examiner.puzzles, runs.runs_to_judge(), &runs.foreign[..]);
    let cases = tally::cases_by_check(puzzles, attempts, &found.shown);
    let ends = tally::cases_by_end(puzzles, foreign);
    let fault = attempt::find_grader_error(foreign).or(attempt::find_grader_error(&runs.own));
    let mut verdicts = if let Some(fault) = fault.or(found.graders_fault.clone()) {
        Group::Solver.checks().map(|check| (check, fault.clone())).collect()
    } else {
        let wrong_of_board = &runs.wrong;
        let grounds = Grounds { attempts, foreign, cases: &cases, ends, wrong_of_board };
        verdicts::verdicts(&grounds, &found)
    };
    add_printed_text(bench, &mut verdicts);
    let SolverFindings { remarks, measures, shown, .. } = found;
    let counts =
        attempt::sort_by_size(foreign).into_iter().map(SolverAttempt::to_search_counts).collect();
    let says =
        |attempt: &SolverAttempt<'_>| Some((attempt.puzzle.tiles.clone(), attempt.model_says?));
    let model_says = foreign.iter().filter_map(says).collect();
    let program = runs.program;
    Exam {
        verdicts,
        remarks,
        measures,
        shown,
        counts,
        cases,
        program,
        model_says,
        ..Exam::default()
    }
}

fn has_wrong_answers(bench: &Bench<'_>, attempts: &[SolverAttempt<'_>]) -> bool {
    failures::find_failures(bench, attempts).failures.iter().any(is_answer_failure)
}

/// Returns `true` if all answers on these puzzles are correct.
fn are_all_answers_right(attempts: &[SolverAttempt<'_>]) -> bool {
    !attempts.is_empty() && attempts.iter().all(|attempt| answers_rightly(attempt, true))
}

/// Returns `true` if all answers on a puzzle are correct. The solution is not judged if its boards have wrong texts.
fn answers_rightly(attempt: &SolverAttempt<'_>, has_right_texts: bool) -> bool {
    let failures = crate::judge::solver(attempt.puzzle, &attempt.solved);
    let is_judged = |check: Check| has_right_texts || check != Check::SolverPath;
    let is_wrong = |(check, failure): &(Check, Failure)| {
        is_judged(*check) && is_about_answers(*check, failure)
    };
    let answers = &attempt.solved.answers;
    answers.solvable.is_some()
        && answers.moves.is_some()
        && answers.solution.is_some()
        && !failures.iter().any(is_wrong)
}

fn is_answer_failure((check, failure): (&Check, &Failure)) -> bool {
    is_about_answers(*check, failure)
}

/// The model's maximum cost on a puzzle that runs first.
/// These results should appear at once, and the model needs about a hundredth of a second for this.
const FIRST_COST: u64 = 8_000_000 * INSTRUCTION;

/// Returns the checks that fail on the cheap puzzles in the list. Other verdicts remain unknown.
pub(super) fn try_first(bench: &Bench<'_>, puzzles: &[&Puzzle]) -> BTreeMap<Check, Verdict> {
    let is_quick = |puzzle: &&&Puzzle| {
        solve::model_fuel(bench, puzzle, true).is_some_and(|cost| cost <= FIRST_COST)
    };
    let puzzles: Vec<&Puzzle> = puzzles.iter().filter(is_quick).copied().collect();
    let attempts = attempt_puzzles(bench, &puzzles, true);
    if attempt::find_grader_error(&attempts).is_some() {
        return BTreeMap::new();
    }
    let SolverFindings { failures, .. } = failures::find_failures(bench, &attempts);
    failures.into_iter().map(|(check, failure)| (check, Verdict::Fail(failure))).collect()
}

/// Adds failures with the submission's own boards, for checks that pass with the grader's boards.
fn add_failures_with_own_boards(own: SolverFindings, found: &mut SolverFindings) {
    let SolverFindings { failures, mut shown, .. } = own;
    for (check, failure) in failures {
        if is_about_answers(check, &failure) && !found.failures.contains_key(&check) {
            found.fail(check, session::with_own_board(failure));
            found.shown.entry(check).or_default().extend(shown.remove(&check).unwrap_or_default());
        }
    }
}

/// Returns `true` if a failure with the submission's own boards is about the solver's answers. This excludes costs and
/// an unfinished search of the twin, which may need many more moves than the model's twin.
fn is_about_answers(check: Check, failure: &Failure) -> bool {
    let JudgedBy::Answer(kind) = check.spec().judged_by else { return false };
    let is_endless = failure.cause.as_ref().and_then(Cause::stop) == Some(&Stop::Fuel);
    let is_of_twin = kind == SolverAnswer::Unsolvable && is_endless;
    !session::concerns_cost(failure) && !is_of_twin
}

/// Returns the puzzles, besides the easy ones, that are cheap enough to be solved with the submission's own board as
/// well.
///
/// The search must have finished at a low cost with the grader's boards. Otherwise, repeating it is expensive and
/// reveals nothing new.
fn cheap_puzzles<'a>(
    bench: &Bench<'_>,
    puzzles: &[&'a Puzzle],
    foreign: &[SolverAttempt<'_>],
) -> Vec<&'a Puzzle> {
    let has_ended = |puzzle: &Puzzle| {
        attempt::find_attempt(foreign, puzzle)
            .is_some_and(|attempt| attempt.solved.stops.is_empty() && attempt.fuel <= MODEST)
    };
    let is_of_use =
        |puzzle: &&&Puzzle| !is_easy(puzzle) && is_cheap(bench, puzzle) && has_ended(puzzle);
    puzzles.iter().filter(is_of_use).copied().collect()
}

fn is_cheap(bench: &Bench<'_>, puzzle: &Puzzle) -> bool {
    solve::model_fuel(bench, puzzle, false).is_some_and(|cost| cost <= CHEAP)
}

/// The maximum cost of a cheap puzzle for the model with the model's board. Half of all puzzles, in all sizes up to 8
/// rows, are cheap. Together, they cost one thirtieth of a single hard puzzle.
const CHEAP: u64 = 3_000_000 * INSTRUCTION;

/// The maximum cost of a search with the grader's boards that is repeated with the submission's own board. Easy puzzles
/// are always repeated.
const MODEST: u64 = 6_000_000 * INSTRUCTION;

/// Selects a few puzzles for the submission's own board that are neither easy nor cheap. The selection differs between
/// submissions and cannot be predicted.
fn draw_puzzles<'a>(bench: &Bench<'_>, puzzles: &[&'a Puzzle]) -> Vec<&'a Puzzle> {
    let is_of_use = |puzzle: &&&Puzzle| {
        let cost = solve::model_fuel(bench, puzzle, false);
        !is_easy(puzzle) && cost.is_some_and(|cost| DRAWN_COST.contains(&cost))
    };
    let of_use = puzzles.iter().filter(is_of_use).copied().collect();
    seed::choose_several(&mut bench.examiner.seed_of_choices(), DRAWN, of_use)
}

/// Without harder puzzles, a program could stage its search on the grader's boards and not search with its own.
/// A few are enough, as a program cannot know which ones are drawn.
const DRAWN: usize = 4;

/// The model's cost on a puzzle that may be selected, which requires a search but is cheap compared with the total.
const DRAWN_COST: RangeInclusive<u64> = CHEAP + 1..=16_000_000 * INSTRUCTION;

/// Returns `true` if a puzzle is small enough to be solved with the submission's own board as well.
fn is_easy(puzzle: &Puzzle) -> bool {
    let (n, moves) = size_and_moves(puzzle);
    // The model needs a few dozen steps for these, so a slow `Board` does not matter.
    n == 2 || n == 3 && moves <= 14
}

fn has_less_than_two_moves(puzzle: &Puzzle) -> bool {
    size_and_moves(puzzle).1 < 2
}

/// Returns a sort key: small puzzles first and, for the same size, easy puzzles first.
fn size_and_moves(puzzle: &Puzzle) -> (usize, u32) {
    let moves = match puzzle.answer {
        ExpectedAnswer::Moves(moves) => moves,
        ExpectedAnswer::Unsolvable { twin_moves } => twin_moves,
        ExpectedAnswer::BoardOnly => 0,
    };
    (puzzle.tiles.len(), moves)
}

/// Returns the failure of a solver that fails to compile with other boards than the submission's, or gives wrong
/// answers on them.
fn find_foreign_failure(
    bench: &Bench<'_>,
    built: &BuiltSubmission,
    few: &[&Puzzle],
    foreign: &[SolverAttempt<'_>],
    own: &[SolverAttempt<'_>],
) -> Option<Failure> {
    if !built.foreign {
        return Some(compile::own_board_only(built));
    }
    if own.is_empty() || has_wrong_answers(bench, own) {
        return None;
    }
    // A solver that does not finish with its own board either is slow, and not restricted to this board.
    let right = own.iter().filter(|attempt| are_all_answers_right(std::slice::from_ref(*attempt)));
    let right: BTreeSet<&str> = right.map(|attempt| attempt.puzzle.name.as_str()).collect();
    let is_few =
        |attempt: &&SolverAttempt<'_>| few.iter().any(|chosen| chosen.name == attempt.puzzle.name);
    let is_right = |attempt: &&SolverAttempt<'_>| right.contains(attempt.puzzle.name.as_str());
    let mut same: Vec<_> = foreign.iter().filter(is_few).filter(is_right).collect();
    // A failure that students may see is reported before a hidden one on a smaller puzzle.
    same.sort_by_key(|attempt| attempt.puzzle.visibility);
    let wrong = same.into_iter().flat_map(|attempt| {
        let visibility = attempt.puzzle.visibility;
        let failures = crate::judge::solver(attempt.puzzle, &attempt.solved);
        let failures =
            failures.into_iter().filter(|(check, failure)| is_about_answers(*check, failure));
        failures.map(move |(_, failure)| Failure { visibility, ..failure })
    });
    let failure = wrong.into_iter().next()?;
    let asks = |attempt: &SolverAttempt<'_>| attempt.search.calls.debug > 0;
    let cause =
        if foreign.iter().all(|attempt| asks(attempt) || has_less_than_two_moves(attempt.puzzle)) {
            SolverCause::DistinguishedByDebug
        } else {
            SolverCause::OnForeignBoards { cause: Box::new(failure.cause.clone()?) }
        };
    Some(failure.with_cause(cause))
}
