//! Runs a solver on puzzles.

use std::collections::BTreeMap;

use grade::{Counts, Stop, Verdict};
use probe::wire::{Question, Word};
use probe::{Case, Solve};
use sandbox::run::{Event, Run, Variation};
use slider::Tile;

use crate::assignment::Puzzle;
use crate::exam::bench::{Bench, Budget};
use crate::judge::{self, Again, Bytes, CutOff, Search, Sight, Solved};

/// The number of puzzles with exhausted budgets after which only cheaper ones are tried: they take long,
/// and show nothing new.
const PATIENCE: usize = grade::budgets::SOLVER_STOPS;

/// A puzzle as a solver was run on it.
pub(super) struct Attempt<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) solved: Solved,
    pub(super) budget: Budget,
    /// The fuel of the run that asked all questions.
    pub(super) fuel: u64,
    /// Its bytes, if it came to its end.
    pub(super) bytes: Option<Bytes>,
    /// The facts of its search; empty on the submission's own boards.
    pub(super) search: Search,
    /// Whether it queues the board just left, where more keys are queued than should be.
    pub(super) again: Again,
    /// The keys that were taken out of queues.
    pub(super) deleted: u64,
    /// The tiles of the boards expanded first.
    pub(super) trace: Vec<Vec<Tile>>,
    /// The queues that carry the search so far.
    pub(super) carriers: Vec<u32>,
    /// Whether it asked for random numbers or the time.
    pub(super) is_random: bool,
    /// Whether it was on the grader's boards.
    pub(super) is_foreign: bool,
    /// What is known of a search that was cut off.
    prospect: Prospect,
}

/// What is known of a search that was cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Prospect {
    /// It may have no end.
    Open,
    /// It was still on its way, as far as was seen.
    Searching,
    /// The budget of the whole program stopped it, and not the puzzle's own: that says nothing about
    /// the puzzle.
    Clipped,
}

impl Attempt<'_> {
    /// The counts of the search.
    pub(super) fn counts(&self) -> Counts {
        Counts {
            puzzle: self.puzzle.name.clone(),
            visibility: self.puzzle.visibility,
            queues: self.search.queues.clone(),
            calls: self.search.calls,
            boards: self.search.boards,
            expanded: self.search.expanded,
            fuel: self.fuel,
            model_fuel: self.budget.model,
        }
    }

    /// Whether it exhausted a budget that is as good as endless.
    pub(super) fn is_endless(&self) -> bool {
        self.solved.cut_off != CutOff::Slow && self.is_exhausted()
    }

    /// Whether a search that was cut off was still on its way, as far as was seen.
    pub(super) fn is_searching(&self) -> bool {
        self.prospect == Prospect::Searching
    }

    /// Whether it exhausted its budget.
    pub(super) fn is_exhausted(&self) -> bool {
        self.exhausted_by().next().is_some()
    }

    /// The questions that exhausted its budget.
    fn exhausted_by(&self) -> impl Iterator<Item = Question> {
        self.solved.stops.iter().filter(|(_, stop)| *stop == Stop::Fuel).map(|(it, _)| *it)
    }

    /// Whether the search came to an end, whatever became of the questions after it.
    pub(super) fn has_searched(&self) -> bool {
        let spoils = |(question, stop): &(Question, Stop)| {
            *question == Question::New || matches!(stop, Stop::Fuel | Stop::Memory)
        };
        !self.solved.stops.iter().any(spoils)
    }
}

/// The number of expansions by which two traces are compared.
const TRACE: usize = 64;

/// Runs a solver on puzzles, on the grader's boards or on its own. Those on which it was not run,
/// after repeated stops, are missing.
pub(super) fn attempts<'a>(
    bench: &Bench<'_>,
    jobs: usize,
    puzzles: &[&'a Puzzle],
    foreign: bool,
) -> Vec<Attempt<'a>> {
    let is_unsolvable = |puzzle: &&Puzzle| puzzle.answer.is_unsolvable();
    let (unsolvable, solvable): (Vec<&Puzzle>, Vec<&Puzzle>) =
        puzzles.iter().copied().partition(is_unsolvable);
    let mut attempts = Vec::new();
    for mut group in [solvable, unsolvable] {
        // If it comes to an end of patience, everyone should see what it came of.
        group.sort_by_key(|puzzle| puzzle.visibility);
        attempts.extend(with_patience(bench, jobs, &group, foreign));
    }
    attempts.retain(|attempt| attempt.prospect != Prospect::Clipped);
    attempts
}

/// Runs a solver on its own boards, up to the first puzzle on which it exhausts its budget.
pub(super) fn until_stopped<'a>(
    bench: &Bench<'_>,
    jobs: usize,
    puzzles: &[&'a Puzzle],
) -> Vec<Attempt<'a>> {
    let solve = |bench: &Bench<'_>, puzzle: &&'a Puzzle| one(bench, puzzle, false, &QUESTIONS);
    bench.map(jobs, puzzles, solve, |attempt| !attempt.is_exhausted())
}

/// Runs a solver on puzzles of one kind, until too many have exhausted their budgets.
fn with_patience<'a>(
    bench: &Bench<'_>,
    jobs: usize,
    puzzles: &[&'a Puzzle],
    foreign: bool,
) -> Vec<Attempt<'a>> {
    let mut questions = QUESTIONS.to_vec();
    let mut done: Vec<Attempt<'a>> = Vec::new();
    loop {
        let mut exhausted: BTreeMap<Question, usize> = BTreeMap::new();
        let mut given_up = None;
        let solve =
            |bench: &Bench<'_>, puzzle: &&'a Puzzle| one(bench, puzzle, foreign, &questions);
        done.extend(bench.map(jobs, &puzzles[done.len()..], solve, |attempt| {
            for question in attempt.exhausted_by() {
                let count = exhausted.entry(question).or_default();
                *count += 1;
                if *count == PATIENCE {
                    given_up = Some(question);
                }
            }
            given_up.is_none()
        }));
        match given_up {
            None => return done,
            Some(Question::New) => break,
            // One method has no end: the search and the other methods may be right.
            Some(question) => questions.retain(|it| *it != question),
        }
    }
    let cost = |puzzle: &Puzzle| bench.purpose.cost(&case_name(puzzle, foreign));
    let stopped = done.iter().filter(|attempt| attempt.is_exhausted());
    // A slow search may well solve what costs less than all that it was stopped on.
    if let Some(least) = stopped.filter_map(|attempt| cost(attempt.puzzle)).min() {
        let rest = puzzles[done.len()..].iter().copied();
        let cheaper: Vec<&Puzzle> =
            rest.filter(|puzzle| cost(puzzle).is_some_and(|cost| cost < least / 2)).collect();
        let solve =
            |bench: &Bench<'_>, puzzle: &&'a Puzzle| one(bench, puzzle, foreign, &questions);
        done.extend(bench.map(jobs, &cheaper, solve, |attempt| !attempt.is_exhausted()));
    }
    done
}

/// The name of a puzzle's case.
pub(super) fn case_name(puzzle: &Puzzle, foreign: bool) -> String {
    format!("{} {}", if foreign { "solve" } else { "own" }, puzzle.name)
}

/// The question that a run was stopped at.
pub(super) fn question(label: Option<Word>) -> Question {
    label.and_then(Question::from_word).unwrap_or(Question::New)
}

/// The way in which the boards of a solution can be told in a run.
pub(super) fn sight<'a>(run: &'a Run, puzzle: &Puzzle, foreign: bool) -> Sight<'a> {
    if foreign { Sight::HostBoards(&run.boards) } else { Sight::Texts(puzzle.tiles.len()) }
}

/// The questions to a solver, in the order in which they are first asked.
pub(super) const QUESTIONS: [Question; 3] =
    [Question::IsSolvable, Question::Moves, Question::Solution];

/// Runs a solver on one puzzle and asks these questions. One that stops it is left out and the rest
/// asked again.
fn one<'a>(
    bench: &Bench<'_>,
    puzzle: &'a Puzzle,
    foreign: bool,
    questions: &[Question],
) -> Attempt<'a> {
    let name = case_name(puzzle, foreign);
    let budget = bench.budget(&name);
    let mut questions = questions.to_vec();
    let mut solved = Solved::default();
    let mut is_clipped = false;
    let mut first: Option<(Run, Option<Bytes>)> = None;
    loop {
        let tiles = puzzle.tiles.to_vec();
        let other = Vec::new();
        let case = Case::Solve(Solve { foreign, questions: questions.clone(), tiles, other });
        let is_short = bench.left() < budget.fuel;
        let mut run = bench.run(&name, &case, Variation::default());
        let goes_on = judge::is_going_on(run.log.last_step, run.fuel);
        if let Some(fuel) = budget.full.filter(|_| run.stop == Stop::Fuel && goes_on) {
            // The budget ends below the limit, so that a search that stands still costs no more. This
            // one is on its way.
            run = bench.run_with_fuel(fuel, &case, Variation::default());
        }
        is_clipped |= is_short && run.stop == Stop::Fuel;
        let mut bytes = None;
        if let Ok((answers, used)) = judge::read_answers(&run.words, sight(&run, puzzle, foreign)) {
            for answer in answers {
                solved.answers.add(answer);
            }
            bytes = used;
        } else {
            let what = "the observations are not the probe's".to_owned();
            solved.stops.push((Question::New, Stop::Trap(what)));
            questions.clear();
        }
        let stop = run.stop.clone();
        let question = question(run.label);
        first.get_or_insert((run, bytes));
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
    let (run, mut bytes) = first.expect("there is at least one run");
    bench.note(STATICS, run.statics as u64);
    if let (Some(bytes), Some(model)) = (&mut bytes, bench.purpose.cost(STATICS)) {
        // Memory that is there from the start is as much the search's as what it asks for.
        let statics = (run.statics as u64).saturating_sub(model + FREE_STATICS);
        bytes.peak += statics;
        bytes.kept += statics;
    }
    if let Some(Bytes { peak, kept }) = bytes {
        bench.note(&peak_name(&name), peak);
        bench.note(&kept_name(&name), kept);
    }
    let search = if foreign { Search::new(&run.log, &run.boards) } else { Search::default() };
    let again = if judge::is_overfull(&search) {
        judge::queued_again(&run.log, &run.boards)
    } else {
        Again::Unknown
    };
    let goes_on = judge::is_going_on(run.log.last_step, run.fuel);
    let cut_off = if foreign {
        judge::cut_off(puzzle, &search, goes_on)
    } else {
        judge::cut_off_unseen(run.log.deleted(), goes_on)
    };
    if budget.is_endless() || foreign && !goes_on {
        solved.cut_off = cut_off;
    }
    let trace = trace(&run);
    let carriers = carriers(&run);
    let Run { fuel, log, is_random, .. } = run;
    let (deleted, is_foreign) = (log.deleted(), foreign);
    let prospect = match cut_off {
        _ if is_clipped => Prospect::Clipped,
        CutOff::Slow => Prospect::Searching,
        CutOff::Endless | CutOff::Lost { .. } => Prospect::Open,
    };
    Attempt {
        puzzle,
        solved,
        budget,
        fuel,
        bytes,
        search,
        again,
        deleted,
        trace,
        carriers,
        is_random,
        is_foreign,
        prospect,
    }
}

/// The name under which the bytes are kept that the model's program has from the start.
const STATICS: &str = "bytes of statics";

/// The bytes of statics beyond the model's that count as part of the program: tables of constants.
const FREE_STATICS: u64 = 1 << 20;

/// The name under which the most bytes of a case are kept.
pub(super) fn peak_name(case: &str) -> String {
    format!("{case}, bytes at once")
}

/// The name under which the bytes are kept that a solver keeps.
pub(super) fn kept_name(case: &str) -> String {
    format!("{case}, bytes kept")
}

/// The tiles of the first boards that were expanded, each once.
pub(super) fn trace(run: &Run) -> Vec<Vec<Tile>> {
    let mut seen: Vec<u32> = Vec::new();
    let mut trace = Vec::new();
    for event in &run.log.events {
        let Event::Expanded { board, .. } = event else { continue };
        if trace.len() == TRACE {
            break;
        }
        if !seen.contains(board)
            && let Ok(tiles) = run.boards.tiles(*board)
        {
            seen.push(*board);
            trace.push(tiles);
        }
    }
    trace
}

/// The keys that are taken from a queue that carries a search, in the steps of the [`trace`].
const CARRIED: usize = 8;

/// The queues that keys come out of again and again while the first boards are expanded.
fn carriers(run: &Run) -> Vec<u32> {
    let (mut taken, mut expanded) = (BTreeMap::new(), 0);
    for event in &run.log.events {
        match *event {
            Event::Expanded { .. } => expanded += 1,
            Event::Deleted { queue, .. } => *taken.entry(queue).or_insert(0usize) += 1,
            _ => {}
        }
        if expanded == TRACE {
            break;
        }
    }
    taken.into_iter().filter(|(_, taken)| *taken >= CARRIED).map(|(queue, _)| queue).collect()
}

/// Whether the grader or its machine failed on any of these.
pub(super) fn graders_fault(attempts: &[Attempt<'_>]) -> Option<Verdict> {
    let stops = attempts.iter().flat_map(|attempt| &attempt.solved.stops);
    let fault = stops.map(|(_, stop)| stop).find(|stop| stop.is_graders_fault())?;
    Some(judge::graders_fault(fault))
}

/// The attempts in the order in which counterexamples are looked for.
pub(super) fn by_size<'a, 'p>(attempts: &'a [Attempt<'p>]) -> Vec<&'a Attempt<'p>> {
    let mut ordered: Vec<_> = attempts.iter().collect();
    ordered.sort_by_key(|attempt| super::size(attempt.puzzle));
    ordered
}
