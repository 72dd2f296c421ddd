//! Examines a submission's solver.

use std::collections::BTreeMap;

use probe::wire::Question;
use probe::{Case, Solve};
use slider::Tile;

use super::bench::{Bench, Budget};
use super::pool;
use crate::assignment::{Answer, Puzzle};
use crate::check::Check;
use crate::grade::{Evidence, Failure, Verdict};
use crate::judge::{self, Answers, Sight, Solved};
use crate::run::{Expansion, Run, SearchLog, Stop, Variation};

/// The checks of a solver.
pub(super) const CHECKS: [Check; 7] = [
    Check::SolverSolvable,
    Check::SolverMoves,
    Check::SolverPath,
    Check::SolverUnsolvable,
    Check::SolverForeignBoard,
    Check::SolverMinPq,
    Check::SolverTime,
];

/// How many puzzles are run before it is looked at whether to go on.
const WAVE: usize = 8;

/// After so many puzzles that exhaust their budgets no more are tried: they take long, and show
/// nothing new.
const PATIENCE: usize = 4;

/// A puzzle as a solver was run on it.
pub(super) struct Attempt<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) solved: Solved,
    pub(super) budget: Budget,
    /// The fuel of the run that asked all questions.
    pub(super) fuel: u64,
    pub(super) log: SearchLog,
    /// The tiles of the boards expanded first.
    pub(super) trace: Vec<Vec<Tile>>,
}

impl Attempt<'_> {
    /// Whether it exhausted a budget that is as good as endless.
    fn is_endless(&self) -> bool {
        self.solved.endless && self.solved.stops.iter().any(|(_, stop)| *stop == Stop::Fuel)
    }

    /// Whether the search came to an end, whatever became of the questions after it.
    pub(super) fn has_searched(&self) -> bool {
        let spoils = |(question, stop): &(Question, Stop)| {
            *question == Question::New || matches!(stop, Stop::Fuel | Stop::Memory)
        };
        !self.solved.stops.iter().any(spoils)
    }
}

/// How many expansions two traces are compared by.
const TRACE: usize = 64;

/// Runs a solver on puzzles, on the grader's boards or on its own.
pub(super) fn attempt<'a>(
    bench: &Bench<'_>,
    jobs: usize,
    puzzles: &[&'a Puzzle],
    foreign: bool,
) -> Vec<Attempt<'a>> {
    let is_unsolvable = |puzzle: &&Puzzle| puzzle.answer.is_unsolvable();
    let (unsolvable, solvable): (Vec<&Puzzle>, Vec<&Puzzle>) =
        puzzles.iter().copied().partition(is_unsolvable);
    let mut attempts = Vec::new();
    for group in [solvable, unsolvable] {
        let mut exhausted = 0;
        for wave in group.chunks(WAVE) {
            if exhausted >= PATIENCE {
                break;
            }
            let done = pool::map(jobs, wave, |puzzle| one(bench, puzzle, foreign));
            let is_exhausted = |attempt: &&Attempt<'_>| {
                attempt.solved.stops.iter().any(|(_, stop)| *stop == Stop::Fuel)
            };
            exhausted += done.iter().filter(is_exhausted).count();
            attempts.extend(done);
        }
    }
    attempts
}

/// Runs a solver on one puzzle. A question that stops it is left out and the rest asked again.
fn one<'a>(bench: &Bench<'_>, puzzle: &'a Puzzle, foreign: bool) -> Attempt<'a> {
    let name = format!("{} {}", if foreign { "solve" } else { "own" }, puzzle.name);
    let budget = bench.budget(&name);
    let mut questions = vec![Question::IsSolvable, Question::Moves, Question::Solution];
    let mut solved =
        Solved { answers: Answers::default(), stops: Vec::new(), endless: budget.is_endless() };
    let mut first: Option<Run> = None;
    loop {
        let tiles = puzzle.tiles.clone();
        let case = Case::Solve(Solve { foreign, questions: questions.clone(), tiles });
        let run = bench.run(&name, &case, Variation::default());
        let sight =
            if foreign { Sight::Tickets(&run.tickets) } else { Sight::Texts(puzzle.tiles.len()) };
        if solved.answers.read(&run.words, sight).is_err() {
            let what = "the observations are not the probe's".to_owned();
            solved.stops.push((Question::New, Stop::Trap(what)));
            questions.clear();
        }
        let stop = run.stop.clone();
        let question = run.question.unwrap_or(Question::New);
        first.get_or_insert(run);
        if stop == Stop::Done {
            break;
        }
        solved.stops.push((question, stop));
        let rest = questions.iter().position(|it| *it == question).map(|at| at + 1);
        questions = rest.map(|rest| questions[rest..].to_vec()).unwrap_or_default();
        if questions.is_empty() {
            break;
        }
    }
    let run = first.expect("there is at least one run");
    let trace = trace(&run);
    let Run { fuel, log, .. } = run;
    Attempt { puzzle, solved, budget, fuel, log, trace }
}

/// The tiles of the first boards that were expanded, each once.
fn trace(run: &Run) -> Vec<Vec<Tile>> {
    let mut seen: Vec<u32> = Vec::new();
    let mut trace = Vec::new();
    for Expansion { board, .. } in &run.log.expanded {
        if trace.len() == TRACE {
            break;
        }
        if !seen.contains(board)
            && let Ok(tiles) = run.tickets.tiles(*board)
        {
            seen.push(*board);
            trace.push(tiles.to_vec());
        }
    }
    trace
}

/// The checks that fail on these attempts, each with its first puzzle in the order of size.
pub(super) fn failures(attempts: &[Attempt<'_>], time: u64) -> BTreeMap<Check, Failure> {
    let mut failures: BTreeMap<Check, Failure> = BTreeMap::new();
    // The checks that fail because the code went on for ever.
    let mut endless: Vec<Check> = Vec::new();
    for attempt in by_size(attempts) {
        for (check, failure) in judge::solver(attempt.puzzle, &attempt.solved) {
            // Where unsolvable boards are searched without end, the larger ones are no matter of
            // cost either.
            let unsolvable = attempt.puzzle.answer.is_unsolvable();
            let cause = if unsolvable { Check::SolverUnsolvable } else { Check::SolverMoves };
            if check == Check::SolverTime && endless.contains(&cause) {
                continue;
            }
            if attempt.is_endless() && !failures.contains_key(&check) {
                endless.push(check);
            }
            failures.entry(check).or_insert(failure);
        }
        if let Some(failure) = too_slow(attempt, time) {
            failures.entry(Check::SolverTime).or_insert(failure);
        }
    }
    // A question that is not answered on any board is no matter of unsolvable ones.
    let elsewhere = [Check::SolverSolvable, Check::SolverMoves, Check::SolverPath];
    let said = |check| failures.get(check).map(|failure: &Failure| failure.summary.as_str());
    if let Some(summary) = said(&Check::SolverUnsolvable)
        && elsewhere.iter().any(|check| said(check) == Some(summary))
    {
        failures.remove(&Check::SolverUnsolvable);
    }
    failures
}

/// The attempts in the order in which counterexamples are looked for.
fn by_size<'a, 'p>(attempts: &'a [Attempt<'p>]) -> Vec<&'a Attempt<'p>> {
    let mut ordered: Vec<_> = attempts.iter().collect();
    ordered.sort_by_key(|attempt| size(attempt.puzzle));
    ordered
}

/// Small puzzles come first, and of these the easy ones.
pub(super) fn size(puzzle: &Puzzle) -> (usize, u32) {
    let moves = match puzzle.answer {
        Answer::Moves(moves) => moves,
        Answer::Unsolvable { twin_moves } => twin_moves,
        Answer::BoardOnly => 0,
    };
    (puzzle.tiles.len(), moves)
}

fn too_slow(attempt: &Attempt<'_>, time: u64) -> Option<Failure> {
    let model = attempt.budget.model?.max(1);
    if !attempt.has_searched() || attempt.fuel <= model.saturating_mul(time) {
        return None;
    }
    // In tenths, rounded up, so that it never looks like what is allowed.
    let tenths = attempt.fuel.saturating_mul(10).div_ceil(model);
    let (ratio, tenth) = (tenths / 10, tenths % 10);
    let summary =
        format!("the solver takes {ratio}.{tenth} times the model's work; {time} are allowed");
    Some(Failure::new(summary).with_evidence(Evidence {
        tiles: attempt.puzzle.tiles.clone(),
        puzzle: Some(attempt.puzzle.name.clone()),
        call: "Solver::new()".to_owned(),
        ..Evidence::default()
    }))
}

/// Whether the grader or its machine failed on any of these.
pub(super) fn graders_fault(attempts: &[Attempt<'_>]) -> Option<Verdict> {
    let stops = attempts.iter().flat_map(|attempt| &attempt.solved.stops);
    let fault = stops.map(|(_, stop)| stop).find(|stop| stop.is_graders_fault())?;
    Some(judge::graders_fault(fault))
}

/// What `MinPq` is used for, as far as it shows: the failure if that is not the search.
pub(super) fn queue_failure(bench: &Bench<'_>, attempts: &[Attempt<'_>]) -> Option<Failure> {
    let ordered = by_size(attempts);
    let searched =
        |attempt: &&&Attempt<'_>| attempt.solved.stops.is_empty() && size(attempt.puzzle).1 > 1;
    let fail = |summary: &str, attempt: &Attempt<'_>| {
        Failure::new(summary).with_evidence(Evidence {
            tiles: attempt.puzzle.tiles.clone(),
            puzzle: Some(attempt.puzzle.name.clone()),
            call: "Solver::new()".to_owned(),
            ..Evidence::default()
        })
    };
    for attempt in ordered.iter().filter(searched) {
        if attempt.log.deleted() == 0 {
            return Some(fail("the search takes no board out of a `MinPq`", attempt));
        }
        if expands_without_queue(&attempt.log) {
            let summary = "boards are expanded that did not come out of a `MinPq`";
            return Some(fail(summary, attempt));
        }
    }
    // The smallest puzzle that takes a real search: on 2x2 there is next to nothing to choose.
    let is_real = |it: &&&Attempt<'_>| it.trace.len() >= 16 && it.puzzle.tiles.len() > 2;
    let attempt = ordered.iter().filter(searched).find(is_real)?;
    let tiles = attempt.puzzle.tiles.clone();
    let case = Case::Solve(Solve { foreign: true, questions: Vec::new(), tiles });
    // Searched the wrong way round a puzzle takes for ever, but its beginning tells enough.
    let variation = Variation { seed: 0, reversed: true };
    let reversed = bench.run_with_fuel(attempt.fuel, &case, variation);
    let reversed = trace(&reversed);
    let common = reversed.len().min(attempt.trace.len());
    (reversed[..common] == attempt.trace[..common] && common >= 16)
        .then(|| fail("`MinPq` is used for show: its order does not guide the search", attempt))
}

/// Whether more boards were expanded than had been taken out of queues. The two roots may be
/// expanded without.
fn expands_without_queue(log: &SearchLog) -> bool {
    let mut distinct = std::collections::BTreeSet::new();
    log.expanded.iter().any(|expansion| {
        distinct.insert(expansion.board);
        distinct.len() as u64 > expansion.deleted + 2
    })
}
