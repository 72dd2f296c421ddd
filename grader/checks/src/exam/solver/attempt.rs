//! Runs a solver on puzzles.

use std::collections::BTreeMap;

use assignment::{ExpectedAnswer, Puzzle};
use grade::{INSTRUCTION, SearchCounts, Stop, StopPoint, Verdict};
use probe::wire::{Question, Word};
use sandbox::run::{Event, HostBoards, LoggedSearch, Run};
use slider::Tile;

use super::failures::note_memory;
use super::solve::{StoppedQuestion, answers_of_run, case_name, model_fuel, solve_case};
use crate::exam::bench::{Bench, Budget};
use crate::exam::runner::{CaseRun, RunEnd, run_to_end};
use crate::judge::{
    self, Again, Answers, Bytes, CountedSearch, CutOff, KeyOrder, SearchFacts, SolverResults,
};

/// The number of budgets that may be exhausted before only cheaper puzzles run. Exhausting a budget takes a long time
/// without revealing anything new.
const PATIENCE: usize = grade::budgets::SOLVER_STOPS;

pub(super) struct SolverAttempt<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) solved: SolverResults,
    pub(super) budget: Budget,
    /// The fuel that the run burned, including all questions.
    pub(super) fuel: u64,
    /// The part of this fuel that dropping the solver burned.
    pub(super) fuel_of_drop: u64,
    /// The memory that the run used, if it finished.
    pub(super) bytes: Option<Bytes>,
    /// Observations of the search. Empty with the submission's own boards.
    pub(super) search: SearchFacts,
    /// Whether the search enqueues the previous board. Recorded only if it enqueues too many keys.
    pub(super) again: Again,
    /// The same about the searches that follow, if the solver searches more than once.
    pub(super) later: Vec<(SearchFacts, Again)>,
    pub(super) deleted: u64,
    /// The order of the keys, with the grader's boards, if the log shows it.
    pub(super) key_order: Option<KeyOrder>,
    /// What can be counted with any boards.
    pub(super) counted: CountedSearch,
    pub(super) trace: Vec<Vec<Tile>>,
    /// The queues that the search has used as a frontier so far.
    pub(super) carriers: Vec<u32>,
    /// The number of keys that were chosen from queues at the beginning.
    pub(super) chosen: usize,
    pub(super) is_random: bool,
    pub(super) is_foreign: bool,
    /// The answer, if this is the model answer, which is measured.
    pub(super) model_says: Option<ExpectedAnswer>,
    /// Whether the search was still making progress at the end, or `None` if the total fuel was exhausted before the
    /// puzzle's budget, so the puzzle is not judged.
    progress: Option<CutOff>,
}

impl SolverAttempt<'_> {
    pub(super) fn to_search_counts(&self) -> SearchCounts {
        SearchCounts {
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

    /// Returns `true` if the solver exhausted a budget so large that the search is considered endless.
    pub(super) fn is_endless(&self) -> bool {
        self.solved.cut_off != CutOff::Slow && self.is_exhausted()
    }

    pub(super) fn is_searching(&self) -> bool {
        self.progress == Some(CutOff::Slow)
    }

    pub(super) fn is_exhausted(&self) -> bool {
        self.questions_out_of_fuel().next().is_some()
    }

    fn questions_out_of_fuel(&self) -> impl Iterator<Item = Question> {
        self.solved
            .stops
            .iter()
            .filter(|(_, stop)| *stop == Stop::Fuel)
            .map(|(question, _)| *question)
    }

    /// Returns the questions that are not worth asking on other puzzles, because they exhausted the budget.
    fn questions_to_skip(&self) -> impl Iterator<Item = Question> {
        let drop = self.solved.stop_of_drop.as_ref().filter(|stop| **stop == Stop::Fuel);
        self.questions_out_of_fuel().chain(drop.map(|_| Question::Drop))
    }

    /// Returns `true` if the search finished, even if a later question did not.
    pub(super) fn has_searched(&self) -> bool {
        let spoils = |(question, stop): &(Question, Stop)| {
            *question == Question::New || matches!(stop, Stop::Fuel | Stop::Memory)
        };
        !self.solved.stops.iter().any(spoils)
    }
}

/// The number of expansions to keep for a comparison. A reversed search does not finish, so only the first count.
/// It is four times the number that rules out coincidence (`TELLING` in `queue.rs`).
const TRACE: usize = 64;

/// The questions about each puzzle. A program drops its solver, too.
pub(super) const ASKED: [Question; 4] =
    [Question::IsSolvable, Question::Moves, Question::Solution, Question::Drop];

/// Runs a solver on puzzles, with the grader's boards or with the submission's own. Omits puzzles that were skipped
/// because too many others were stopped.
pub(super) fn attempt_puzzles<'a>(
    bench: &Bench<'_>,
    puzzles: &[&'a Puzzle],
    foreign: bool,
) -> Vec<SolverAttempt<'a>> {
    let is_unsolvable = |puzzle: &&Puzzle| puzzle.answer.is_unsolvable();
    let (unsolvable, solvable): (Vec<&Puzzle>, Vec<&Puzzle>) =
        puzzles.iter().copied().partition(is_unsolvable);
    let mut attempts = Vec::new();
    // A search that never ends on one kind must not use up the patience for the other.
    for mut group in [solvable, unsolvable] {
        // Run the visible puzzles first. If later puzzles are skipped, students can still see the failure.
        group.sort_by_key(|puzzle| puzzle.visibility);
        attempts.extend(attempt_with_patience(bench, &group, foreign));
    }
    attempts.retain(|attempt| attempt.progress.is_some());
    attempts
}

/// Runs a solver on puzzles, until one of them exhausts the budget.
fn attempt_until_exhausted<'a>(
    bench: &Bench<'_>,
    puzzles: &[&'a Puzzle],
    foreign: bool,
    questions: &[Question],
) -> Vec<SolverAttempt<'a>> {
    let solve =
        |bench: &Bench<'_>, puzzle: &&'a Puzzle| attempt_puzzle(bench, puzzle, foreign, questions);
    bench.run_tasks(puzzles, solve, |attempt| !attempt.is_exhausted())
}

/// Runs a solver on puzzles of one kind, until too many of them exhaust the budget. If a search never ends on the boards
/// of one size, this shows nothing about other sizes, so these are tried as well.
fn attempt_with_patience<'a>(
    bench: &Bench<'_>,
    puzzles: &[&'a Puzzle],
    foreign: bool,
) -> Vec<SolverAttempt<'a>> {
    let mut puzzles = puzzles.to_vec();
    let mut questions = ASKED.to_vec();
    let mut done: Vec<SolverAttempt<'a>> = Vec::new();
    // Another size is tried only once, because each endless search burns a whole budget.
    let mut endless_size = None;
    loop {
        let mut exhausted: BTreeMap<Question, usize> = BTreeMap::new();
        let mut given_up = None;
        let solve = |bench: &Bench<'_>, puzzle: &&'a Puzzle| {
            attempt_puzzle(bench, puzzle, foreign, &questions)
        };
        done.extend(bench.run_tasks(&puzzles[done.len()..], solve, |attempt| {
            for question in attempt.questions_to_skip() {
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
            Some(Question::New) => {
                let size = done.last().map(|attempt| attempt.puzzle.tiles.len());
                let is_of_size = |puzzle: &Puzzle| Some(puzzle.tiles.len()) == size;
                let mut of_size = done.iter().filter(|attempt| is_of_size(attempt.puzzle));
                if endless_size.is_some() || !of_size.all(SolverAttempt::is_exhausted) {
                    break;
                }
                endless_size = size;
                let rest = puzzles.split_off(done.len());
                puzzles.extend(rest.into_iter().filter(|puzzle| !is_of_size(puzzle)));
            }
            // Only this method does not terminate. The others may be correct.
            Some(question) => questions.retain(|asked| *asked != question),
        }
    }
    let cost = |puzzle: &Puzzle| model_fuel(bench, puzzle, foreign);
    let stopped = done.iter().filter(|attempt| attempt.is_exhausted());
    // A slow search may still solve puzzles that cost less than all those that stopped it.
    if let Some(least) = stopped.filter_map(|attempt| cost(attempt.puzzle)).min() {
        let rest = puzzles[done.len()..].iter().copied();
        let cheaper: Vec<&Puzzle> =
            // Half of the cost leaves room, because a submission's costs are not exactly proportional to the model's.
            rest.filter(|puzzle| cost(puzzle).is_some_and(|cost| cost < least / 2)).collect();
        done.extend(attempt_until_exhausted(bench, &cheaper, foreign, &questions));
    }
    done
}

/// Runs a solver on a puzzle and asks these questions. If a question stops the solver, asks the others again without
/// it.
fn attempt_puzzle<'a>(
    bench: &Bench<'_>,
    puzzle: &'a Puzzle,
    foreign: bool,
    questions: &[Question],
) -> SolverAttempt<'a> {
    let name = case_name(puzzle, foreign);
    let budget = bench.budget(&name);
    let mut solved = SolverResults::default();
    let mut is_clipped = false;
    let mut first: Option<(Run, Option<Bytes>)> = None;
    let case = solve_case(&puzzle.tiles, foreign, questions);
    run_to_end(bench, name.clone(), case, |CaseRun { run, end, .. }| {
        let mut bytes = None;
        let read = || answers_of_run(&run, foreign, puzzle.tiles.len());
        if let Some((answers, used)) = bench.measure_judging(&name, read) {
            for answer in answers {
                solved.answers.add(answer);
            }
            bytes = used;
        } else {
            let what = "the observations did not come from the probe".to_owned();
            solved.stops.push((Question::New, Stop::Trap(what)));
        }
        if let RunEnd::Stopped(stopped) | RunEnd::Cut(stopped) = &end {
            solved.points.insert(stopped.question, stop_point(&run, budget.model));
        }
        match end {
            RunEnd::Whole | RunEnd::Cut(StoppedQuestion { question: Question::Drop, .. }) => {}
            RunEnd::Stopped(StoppedQuestion { question: Question::Drop, stop, .. }) => {
                solved.stop_of_drop = Some(stop);
            }
            RunEnd::Stopped(StoppedQuestion { question, stop, .. }) => {
                solved.stops.push((question, stop));
            }
            RunEnd::Cut(StoppedQuestion { question, stop, .. }) => {
                is_clipped = true;
                solved.stops.push((question, stop));
            }
        }
        first.get_or_insert((run, bytes));
    });
    let (run, mut bytes) = first.expect("at least one run exists");
    note_memory(bench, &name, &run, bytes.as_mut());
    let logged = run.log.searches(run.boards.count());
    let mut later: Vec<(SearchFacts, Again)> = if foreign {
        bench.measure_judging(&name, || {
            logged.iter().map(|search| search_facts(search, &run.boards)).collect()
        })
    } else {
        vec![(SearchFacts::default(), Again::Unknown)]
    };
    let (search, again) = later.remove(0);
    let (carriers, chosen) = frontier_queues(logged[0].events);
    let read_order = || judge::key_order(&logged[0], &run.boards);
    let key_order = foreign.then(|| bench.measure_judging(&name, read_order)).flatten();
    solved.found_in = search.found_in;
    let goes_on = judge::is_going_on(run.log.last_step, run.fuel);
    let cut_off = if foreign {
        let current = later.last().map_or(&search, |(search, _)| search);
        judge::classify_cut_off(puzzle, current, goes_on)
    } else {
        judge::classify_unseen_cut_off(run.log.deleted(), goes_on)
    };
    if budget.is_endless() || foreign && !goes_on {
        solved.cut_off = cut_off;
    }
    let is_model = foreign && bench.examiner.purpose.is_to_measure();
    let model_says = is_model.then(|| complete_answer(&solved.answers, &run)).flatten();
    SolverAttempt {
        puzzle,
        solved,
        budget,
        fuel: run.fuel,
        fuel_of_drop: fuel_of_drop(&run),
        bytes,
        search,
        again,
        later,
        deleted: run.log.deleted(),
        key_order,
        counted: CountedSearch::from_log(&run.log),
        trace: first_expanded(&run),
        carriers,
        chosen,
        is_random: run.is_random,
        is_foreign: foreign,
        model_says,
        progress: (!is_clipped).then_some(cut_off),
    }
}

/// Returns the facts about a search, and whether it enqueues the previous board, if it enqueues too many keys.
fn search_facts(logged: &LoggedSearch<'_>, boards: &HostBoards) -> (SearchFacts, Again) {
    let search = SearchFacts::from_logged(logged, boards);
    let again = if judge::is_overfull(&search) {
        judge::judge_queued_again(logged, boards)
    } else {
        Again::Unknown
    };
    (search, again)
}

/// Returns where a run was stopped and, if it exhausted its fuel, after how much work.
fn stop_point(run: &Run, model: Option<u64>) -> StopPoint {
    let is_exhausted = run.stop == Stop::Fuel;
    StopPoint {
        functions: run.functions.clone(),
        instructions: is_exhausted.then_some(run.fuel / INSTRUCTION),
        tenths: model
            .filter(|_| is_exhausted)
            // A model that burned nothing was not measured.
            .map(|model| run.fuel.saturating_mul(10) / model.max(1)),
    }
}

/// Returns the model's answer on a puzzle, if it is complete.
fn complete_answer(answers: &Answers, run: &Run) -> Option<ExpectedAnswer> {
    match (answers.solvable?, answers.moves?) {
        (true, Some(moves)) => u32::try_from(moves).ok().map(ExpectedAnswer::Moves),
        (false, None) => judge::least_to_goal(&run.log, &run.boards)
            .map(|twin_moves| ExpectedAnswer::Unsolvable { twin_moves }),
        (true, None) | (false, Some(_)) => None,
    }
}

/// Returns the fuel that dropping the solver burned, even if this was stopped.
fn fuel_of_drop(run: &Run) -> u64 {
    let is_of_drop = |label: Word| label == Question::Drop as Word;
    let of_others = run.log.spent.iter().filter(|(label, _)| !is_of_drop(*label));
    let of_others: u64 = of_others.map(|(_, cost)| cost.fuel).sum();
    let of_drop = run.log.spent.iter().find(|(label, _)| is_of_drop(*label));
    match (of_drop, run.label) {
        (Some((_, cost)), _) => cost.fuel,
        (None, Some(label)) if is_of_drop(label) => run.fuel.saturating_sub(of_others),
        _ => 0,
    }
}

/// Returns the tiles of the first expanded boards, without duplicates.
pub(super) fn first_expanded(run: &Run) -> Vec<Vec<Tile>> {
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

/// The number of keys that the first [`TRACE`] expansions must choose from a queue for it to count as a frontier.
/// This is half of what a search with a choice needs, because two searches may have a queue each.
const CARRIED: usize = 8;

/// Returns the queues that keys are repeatedly chosen from while the first boards are expanded, and the number of keys
/// chosen from all queues, from the events of the first search. A key is chosen if at least two others are waiting,
/// because with fewer, the order may not matter. Queues of later searches do not count, because a run without questions
/// may have none of them.
fn frontier_queues(events: &[Event]) -> (Vec<u32>, usize) {
    let (mut waiting, mut chosen, mut expanded) = (BTreeMap::new(), BTreeMap::new(), 0);
    for event in events {
        match *event {
            Event::Expanded { .. } => expanded += 1,
            Event::Inserted { queue, .. } => *waiting.entry(queue).or_insert(0usize) += 1,
            Event::Deleted { queue, .. } => {
                let keys = waiting.entry(queue).or_default();
                // With one or two keys, which may be the roots of two searches, there is hardly a choice.
                *chosen.entry(queue).or_insert(0) += usize::from(*keys > 2);
                // A dequeue from an empty queue is logged as well.
                *keys = keys.saturating_sub(1);
            }
            _ => {}
        }
        if expanded == TRACE {
            break;
        }
    }
    let often = chosen.iter().filter(|(_, count)| **count >= CARRIED).map(|(queue, _)| *queue);
    (often.collect(), chosen.values().sum())
}

/// Returns the stop if the grader or the machine failed in an attempt.
pub(super) fn find_grader_error(attempts: &[SolverAttempt<'_>]) -> Option<Verdict> {
    let stops = attempts.iter().flat_map(|attempt| {
        let SolverResults { stops, stop_of_drop, .. } = &attempt.solved;
        stops.iter().map(|(_, stop)| stop).chain(stop_of_drop)
    });
    let fault = stops.into_iter().find(|stop| stop.is_graders_fault())?;
    Some(judge::grader_error_verdict(fault))
}

/// Returns the attempt at a puzzle, if it was run.
pub(super) fn find_attempt<'a, 'p>(
    attempts: &'a [SolverAttempt<'p>],
    puzzle: &Puzzle,
) -> Option<&'a SolverAttempt<'p>> {
    attempts.iter().find(|attempt| attempt.puzzle.name == puzzle.name)
}

/// Returns the attempts, with the preferred counterexamples first.
pub(super) fn sort_by_size<'a, 'p>(
    attempts: &'a [SolverAttempt<'p>],
) -> Vec<&'a SolverAttempt<'p>> {
    let mut ordered: Vec<_> = attempts.iter().collect();
    // The smallest puzzle is the easiest one to follow by hand.
    ordered.sort_by_key(|attempt| super::size_and_moves(attempt.puzzle));
    ordered
}
