//! Examines a submission's solver.

mod again;
mod attempt;
mod failures;
mod memory;
mod moments;
mod patterns;
mod program;
mod queue;
mod reliance;
mod session;
mod tally;
mod text;
mod trace;
mod verdicts;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use assignment::{ExpectedAnswer, Puzzle, RunLimits};
use base::seed::next_random;
use grade::INSTRUCTION;
use grade::Stop;
use grade::cause::{Cause, SolverCause};
use grade::check::{Check, Group, JudgedBy, SolverAnswer};
use grade::{Counts, Failure, Measures, Remark, Tiles, Verdict};
use sandbox::build::Built;

use super::bench::Bench;
use super::compile;
use super::tally::Cases;
use attempt::Attempt;
use failures::Found;
pub(super) use program::ProgramFault;
use session::Room;
pub(super) use trace::record;
use verdicts::Grounds;

pub(super) struct SolverExam {
    pub(super) verdicts: BTreeMap<Check, Verdict>,
    pub(super) remarks: Vec<Remark>,
    pub(super) measures: Measures,
    pub(super) shown: BTreeMap<Check, BTreeSet<String>>,
    pub(super) counts: Vec<Counts>,
    pub(super) cases: BTreeMap<Check, Cases>,
    pub(super) program: Option<ProgramFault>,
    pub(super) model_says: BTreeMap<Tiles, ExpectedAnswer>,
}

pub(super) struct Plan<'a> {
    pub(super) bench: &'a Bench<'a>,
    pub(super) built: &'a Built,
    /// Returns the board checks, except those of costs, that do not pass. The solver is judged with the submission's
    /// board only if it does not [rely](reliance) on them. Blocks until the board exam has finished.
    pub(super) wrong_of_board: &'a dyn Fn() -> BTreeSet<Check>,
    pub(super) puzzles: &'a [&'a Puzzle],
    pub(super) limits: RunLimits,
    /// Whether the rubric forbids one queue for both searches.
    pub(super) forbids_one_queue: bool,
    pub(super) jobs: usize,
    /// The seed for random selections, which differs between submissions.
    pub(super) seed: u64,
}

pub(super) fn examine<'a>(plan: &Plan<'a>) -> SolverExam {
    let Plan { bench, built, jobs, seed, .. } = *plan;
    let few: Vec<&Puzzle> = plan.puzzles.iter().copied().filter(|puzzle| is_easy(puzzle)).collect();
    let drawn = drawn(bench, plan.puzzles, seed);
    let attempts =
        |puzzles: &[&'a Puzzle], foreign| attempt::attempts(bench, jobs, puzzles, foreign);
    let foreign = if built.foreign { attempts(plan.puzzles, true) } else { Vec::new() };
    let cheap = cheap(bench, plan.puzzles, &foreign);
    let some: Vec<&Puzzle> = few.iter().copied().chain(cheap).chain(drawn).collect();
    let board_is_right = !reliance::affects(&(plan.wrong_of_board)(), &foreign);
    let mut own = if built.own && board_is_right {
        let all = !built.foreign || bench.purpose.is_to_measure();
        attempts(if all { plan.puzzles } else { &some }, false)
    } else {
        Vec::new()
    };

    let program = if built.own && !board_is_right {
        ProgramFault::of(&attempt::until_stopped(bench, jobs, &some), &foreign)
    } else {
        ProgramFault::of(&own, &foreign)
    };

    let mut found = failures::of(bench, plan.limits, &own);
    let mut stranger = foreign_failure(built, &few, &foreign, &own, &found.failures);
    if stranger.is_some() && built.foreign {
        // With the grader's boards, neighbors and ties come in a different order, so a wrong search may happen to be
        // correct on the easy puzzles.
        let all = attempts(plan.puzzles, false);
        let of_all = failures::of(bench, plan.limits, &all);
        if of_all.failures.iter().any(is_answer_failure) {
            stranger = None;
        } else {
            (own, found) = (all, of_all);
        }
    }
    let mut judged = &own;
    let mut with_own = Found::default();
    if stranger.is_none() {
        with_own = std::mem::replace(&mut found, failures::of(bench, plan.limits, &foreign));
        judged = &foreign;
    }
    let attempts = judged;
    let is_stranger = stranger.is_some();
    if let Some(failure) = stranger {
        found.fail(Check::SolverForeignBoard, failure);
    }
    patterns::add(attempts, &mut found);
    failures::refine_path_failure(plan.puzzles, &mut found);
    if built.foreign {
        queue::examine(bench, seed, &foreign, &mut found);
        failures::search(&foreign, plan.forbids_one_queue, &mut found);
        text::examine(bench, seed, &foreign, &mut found);
        moments::add(bench, &foreign, &mut found);
    }
    failures::append(&mut found);
    found.is_drop_stopped =
        foreign.iter().chain(&own).any(|attempt| attempt.solved.stop_of_drop.is_some());
    again::examine(bench, plan.puzzles, attempts, &mut found);
    if attempts.iter().any(again::can_be_asked) {
        if built.foreign && !is_stranger {
            session::examine(Room { bench, foreign: true }, &mut found);
            add_own(with_own, &mut found);
        }
        if built.own && board_is_right {
            if is_stranger {
                session::examine(Room { bench, foreign: false }, &mut found);
            } else {
                session::examine_own(bench, &mut found);
            }
        }
    }

    debug_assert!(
        !(is_right(&own) && is_right(&foreign) && found.failures.iter().any(is_answer_failure)),
        "a program that answers all puzzles correctly must not fail a check of answers: {:?}",
        found.failures
    );
    let cases = tally::of(plan.puzzles, attempts, &found.shown);
    let ends = tally::of_ends(plan.puzzles, &foreign);
    let grounds = Grounds { attempts, foreign: &foreign, cases: &cases, ends };
    let fault = attempt::graders_fault(&foreign).or(attempt::graders_fault(&own));
    let fault = fault.or(found.graders_fault.take());
    let verdicts = match fault {
        Some(fault) => Group::Solver.checks().map(|check| (check, fault.clone())).collect(),
        None => verdicts::verdicts(&grounds, &found),
    };
    let Found { remarks, measures, shown, .. } = found;
    let counts = attempt::by_size(&foreign).into_iter().map(Attempt::counts).collect();
    let says = |attempt: &Attempt<'_>| Some((attempt.puzzle.tiles.clone(), attempt.model_says?));
    let model_says = foreign.iter().filter_map(says).collect();
    SolverExam { verdicts, remarks, measures, shown, counts, cases, program, model_says }
}

/// Returns `true` if all answers on these puzzles are correct.
fn is_right(attempts: &[Attempt<'_>]) -> bool {
    let is_right = |attempt: &Attempt<'_>| {
        let failures = crate::judge::solver(attempt.puzzle, &attempt.solved);
        let answers = &attempt.solved.answers;
        answers.solvable.is_some()
            && answers.moves.is_some()
            && answers.solution.is_some()
            && !failures.iter().any(|(check, failure)| is_of_answers(*check, failure))
    };
    !attempts.is_empty() && attempts.iter().all(is_right)
}

fn is_answer_failure((check, failure): (&Check, &Failure)) -> bool {
    is_of_answers(*check, failure)
}

/// The model's maximum cost on a puzzle that runs first.
const FIRST_COST: u64 = 8_000_000 * INSTRUCTION;

/// Returns the checks that fail on the cheap puzzles in the list. Other verdicts remain unknown.
pub(super) fn try_first(
    bench: &Bench<'_>,
    jobs: usize,
    puzzles: &[&Puzzle],
    limits: RunLimits,
) -> BTreeMap<Check, Verdict> {
    let is_quick = |puzzle: &&&Puzzle| {
        bench.purpose.cost(&name_of_case(puzzle)).is_some_and(|cost| cost <= FIRST_COST)
    };
    let puzzles: Vec<&Puzzle> = puzzles.iter().filter(is_quick).copied().collect();
    let attempts = attempt::attempts(bench, jobs, &puzzles, true);
    if attempt::graders_fault(&attempts).is_some() {
        return BTreeMap::new();
    }
    let Found { failures, .. } = failures::of(bench, limits, &attempts);
    failures.into_iter().map(|(check, failure)| (check, Verdict::Fail(failure))).collect()
}

/// Adds failures with the submission's own boards, for checks that pass with the grader's boards.
fn add_own(own: Found, found: &mut Found) {
    let Found { failures, mut shown, .. } = own;
    for (check, failure) in failures {
        if is_of_answers(check, &failure) && !found.failures.contains_key(&check) {
            found.fail(check, session::with_own_board(failure));
            found.shown.entry(check).or_default().extend(shown.remove(&check).unwrap_or_default());
        }
    }
}

/// Returns `true` if a failure with the submission's own boards is about the solver's answers. This excludes costs and
/// an unfinished search of the twin, which may need many more moves than the model's twin.
fn is_of_answers(check: Check, failure: &Failure) -> bool {
    let JudgedBy::Answer(kind) = check.spec().judged_by else { return false };
    let is_endless = failure.cause.as_ref().and_then(Cause::stop) == Some(&Stop::Fuel);
    let is_of_twin = kind == SolverAnswer::Unsolvable && is_endless;
    !session::is_of_cost(failure) && !is_of_twin
}

/// Returns the puzzles, besides the easy ones, that are cheap enough to be solved with the submission's own board as
/// well.
///
/// The search must have finished at a low cost with the grader's boards. Otherwise, repeating it is expensive and
/// reveals nothing new.
fn cheap<'a>(
    bench: &Bench<'_>,
    puzzles: &[&'a Puzzle],
    foreign: &[Attempt<'_>],
) -> Vec<&'a Puzzle> {
    let has_ended = |puzzle: &Puzzle| {
        let attempt = foreign.iter().find(|attempt| attempt.puzzle.name == puzzle.name);
        attempt.is_some_and(|it| it.solved.stops.is_empty() && it.fuel <= MODEST)
    };
    let is_of_use =
        |puzzle: &&&Puzzle| !is_easy(puzzle) && is_cheap(bench, puzzle) && has_ended(puzzle);
    puzzles.iter().filter(is_of_use).copied().collect()
}

/// Returns `true` if a puzzle is cheap for the model with the model's board. Half of all puzzles, in all sizes up to 8
/// rows, are cheap. Together, they cost one thirtieth of a single hard puzzle.
fn is_cheap(bench: &Bench<'_>, puzzle: &Puzzle) -> bool {
    bench.purpose.cost(&attempt::case_name(puzzle, false)).is_some_and(|cost| cost <= CHEAP)
}

const CHEAP: u64 = 3_000_000 * INSTRUCTION;

/// The maximum cost of a search with the grader's boards that is repeated with the submission's own board. Easy puzzles
/// are always repeated.
const MODEST: u64 = 6_000_000 * INSTRUCTION;

/// Selects a few puzzles for the submission's own board that are neither easy nor cheap. The selection differs between
/// submissions and cannot be predicted.
fn drawn<'a>(bench: &Bench<'_>, puzzles: &[&'a Puzzle], seed: u64) -> Vec<&'a Puzzle> {
    let is_of_use = |puzzle: &&&Puzzle| {
        let cost = bench.purpose.cost(&attempt::case_name(puzzle, false));
        !is_easy(puzzle)
            && !is_cheap(bench, puzzle)
            && cost.is_some_and(|cost| DRAWN_COST.contains(&cost))
    };
    let mut rest: Vec<&Puzzle> = puzzles.iter().filter(is_of_use).copied().collect();
    let mut random = seed;
    let draw = |_| {
        let below = u64::try_from(rest.len()).ok().filter(|count| *count > 0)?;
        let index = usize::try_from(next_random(&mut random) % below).ok()?;
        Some(rest.swap_remove(index))
    };
    (0..DRAWN).filter_map(draw).collect()
}

const DRAWN: usize = 4;

/// The model's cost on a puzzle that may be selected, which requires a search but is cheap compared with the total.
const DRAWN_COST: RangeInclusive<u64> = CHEAP..=16_000_000 * INSTRUCTION;

/// Returns `true` if a puzzle is small enough to be solved with the submission's own board as well.
fn is_easy(puzzle: &Puzzle) -> bool {
    let (n, moves) = size(puzzle);
    n == 2 || n == 3 && moves <= 14
}

fn is_trivial(puzzle: &Puzzle) -> bool {
    size(puzzle).1 < 2
}

/// Returns a sort key: small puzzles first and, for the same size, easy puzzles first.
fn size(puzzle: &Puzzle) -> (usize, u32) {
    let moves = match puzzle.answer {
        ExpectedAnswer::Moves(moves) => moves,
        ExpectedAnswer::Unsolvable { twin_moves } => twin_moves,
        ExpectedAnswer::BoardOnly => 0,
    };
    (puzzle.tiles.len(), moves)
}

/// Returns the failure of a solver that fails to compile with other boards than the submission's, or gives wrong
/// answers on them.
fn foreign_failure(
    built: &Built,
    few: &[&Puzzle],
    foreign: &[Attempt<'_>],
    own: &[Attempt<'_>],
    own_failures: &BTreeMap<Check, Failure>,
) -> Option<Failure> {
    if !built.foreign {
        return Some(compile::own_board_only(built));
    }
    if own.is_empty() || own_failures.iter().any(is_answer_failure) {
        return None;
    }
    let few = |attempt: &&Attempt<'_>| few.iter().any(|it| it.name == attempt.puzzle.name);
    let mut same: Vec<_> = foreign.iter().filter(few).collect();
    same.sort_by_key(|attempt| attempt.puzzle.visibility);
    let wrong = same.into_iter().flat_map(|attempt| {
        let visibility = attempt.puzzle.visibility;
        let failures = crate::judge::solver(attempt.puzzle, &attempt.solved);
        let failures =
            failures.into_iter().filter(|(check, failure)| is_of_answers(*check, failure));
        failures.map(move |(_, failure)| Failure { visibility, ..failure })
    });
    let failure = wrong.into_iter().next()?;
    let asks = |attempt: &Attempt<'_>| attempt.search.calls.debug > 0;
    let cause = if foreign.iter().all(|attempt| asks(attempt) || is_trivial(attempt.puzzle)) {
        SolverCause::DistinguishedByDebug
    } else {
        SolverCause::OnForeignBoards { cause: Box::new(failure.cause.clone()?) }
    };
    Some(failure.with_cause(cause))
}

pub(crate) fn name_of_case(puzzle: &Puzzle) -> String {
    attempt::case_name(puzzle, true)
}
