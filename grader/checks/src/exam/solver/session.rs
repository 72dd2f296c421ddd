//! Solves multiple puzzles in one instance, as a student's program might.
//!
//! All other cases use a new instance for each puzzle, which hides interactions between solvers, and between boards
//! with internal state.

mod script;

use std::collections::BTreeMap;

use assignment::Puzzle;
use grade::cause::{Cause, SolverCause, When};
use grade::check::Check;
use grade::words::question_call;
use grade::{Asked, Evidence, Failure, Stop};
use probe::wire::Question;
use probe::{Act, Case, Session};
use sandbox::run::Run;

use super::failures::SolverFindings;
use crate::exam::bench::Bench;
use crate::exam::costs::CaseName;
use crate::judge::{self, BoardReading, Deviation, Fresh, Observed, SessionScript, Symptom};

/// The multiple of a solver's cost in isolation above which it is considered endless.
/// A solver that is merely slowed down by what earlier ones left behind takes far less.
const ENDLESS: u64 = 100;

#[derive(Clone, Copy)]
pub(super) struct Room<'a> {
    pub(super) bench: &'a Bench<'a>,
    pub(super) foreign: bool,
}

struct SessionRun {
    observed: Observed,
    fuel: u64,
    /// The fuel since the last completed act, so that of the act that was stopped, if any.
    at_last: u64,
}

/// Finds interactions between solvers, with the grader's boards or with the submission's own.
pub(super) fn examine(room: Room<'_>, found: &mut SolverFindings) {
    let script = session_script(found);
    let Some(held) = room.run_session(&script, found) else { return };
    let mut fresh = BTreeMap::new();
    if let Some(failure) = room.find_shared_state_fault(&script, &held, &mut fresh, found) {
        found.fail(Check::SolverImmutable, failure);
    } else if fresh.values().any(|alone| !alone.solved.stops.is_empty()) {
        // A slow session is judged up to the step that was stopped, because it cannot continue.
        found.cut_short.insert(Check::SolverImmutable);
    }
}

/// Finds faults that occur only with the submission's own boards.
///
/// Unlike the boards of puzzles, some boards of a session are clones, neighbors, or twins. If a solver answers all puzzles
/// correctly, but not these boards, its answers depend on how a board was made. This does not make them wrong for the
/// puzzles, so it only fails the immutability check.
pub(super) fn examine_own_boards(bench: &Bench<'_>, found: &mut SolverFindings) {
    let [own, foreign] = [false, true].map(|foreign| Room { bench, foreign });
    let mut fresh = BTreeMap::new();
    let script = session_script(found);
    let held = own.run_session(&script, found);
    let beside =
        held.and_then(|held| own.find_shared_state_fault(&script, &held, &mut fresh, found));
    let mut failures: Vec<(Check, Failure)> = Vec::new();
    for (seat, alone) in fresh {
        let changes = alone.changes.map(|question| changed_answer_failure(&script, seat, question));
        let alone = alone.failures.into_iter().chain(changes);
        // Boards that take too much memory fail another check.
        let is_of_memory =
            |failure: &Failure| failure.cause.as_ref().and_then(Cause::stop) == Some(&Stop::Memory);
        let is_of_answers = |failure: &Failure| !concerns_cost(failure) && !is_of_memory(failure);
        let alone: Vec<_> = alone.filter(|(_, failure)| is_of_answers(failure)).collect();
        if alone.is_empty() {
            continue;
        }
        // A solver that is wrong about this board with the grader's boards, too, does not depend on how it was made.
        let there = foreign.solve_in_isolation(&script, seat, found);
        let is_known = |check: Check| {
            let is_wrong_there = there.failures.iter().any(|(other, _)| *other == check);
            is_wrong_there || found.failures.contains_key(&check)
        };
        failures.extend(alone.into_iter().filter(|(check, _)| !is_known(*check)));
    }
    let mut failures = failures.into_iter().map(|(_, failure)| failure).chain(beside);
    if let Some(failure) = failures.next()
        && !found.failures.contains_key(&Check::SolverImmutable)
    {
        found.fail(Check::SolverImmutable, with_own_board(failure));
    }
}

/// Returns the script, without boards from solutions if solutions are known to be wrong or missing, and without dropping
/// solvers if this is known to stop the run.
fn session_script(found: &SolverFindings) -> SessionScript {
    let mut script = script::build_session_script();
    let of_ways = [Check::SolverSolvable, Check::SolverMoves, Check::SolverPath];
    if of_ways.iter().any(|check| found.failures.contains_key(check)) {
        // A wrong board from a solution would be blamed on the session.
        script.acts.retain(|act| !matches!(act, Act::Keep { .. }));
    }
    if found.is_drop_stopped {
        // The run would end at the first solver that is dropped, and show nothing about the others.
        script.acts.retain(|act| !matches!(act, Act::Forget { .. }));
    }
    script
}

pub(super) fn with_own_board(failure: Failure) -> Failure {
    let Some(cause) = failure.cause.clone() else { return failure };
    failure.with_cause(SolverCause::WithOwnBoard { cause: Box::new(cause) })
}

/// Returns `true` if a failure is about cost rather than a wrong answer.
pub(super) fn concerns_cost(failure: &Failure) -> bool {
    matches!(failure.cause, Some(Cause::Solver(SolverCause::CutOff { .. })) | None)
}

fn changed_answer_failure(
    script: &SessionScript,
    seat: usize,
    question: Question,
) -> (Check, Failure) {
    let cause = SolverCause::Changes { question, when: When::Again };
    let evidence = judge::evidence_of_call(&script.puzzles[seat], question_call(question));
    (
        Check::SolverImmutable,
        Failure::from_cause(cause).with_evidence(Evidence { puzzle: None, ..evidence }),
    )
}

impl Room<'_> {
    fn name(self) -> CaseName {
        CaseName::Session { foreign: self.foreign }
    }

    fn run_session(self, script: &SessionScript, found: &mut SolverFindings) -> Option<SessionRun> {
        let run = self.bench.run_case(&self.name(), &self.to_case(script));
        self.add_observations(script, run, found)
    }

    /// Returns the faults that occur only in a shared instance. Records the results of solvers in isolation in `fresh`.
    fn find_shared_state_fault(
        self,
        script: &SessionScript,
        held: &SessionRun,
        fresh: &mut BTreeMap<usize, Fresh>,
        found: &mut SolverFindings,
    ) -> Option<Failure> {
        loop {
            let symptom = judge::first_symptom(script, &held.observed, fresh)?;
            let seat = symptom.seat;
            if fresh.contains_key(&seat) {
                return self.explain_symptom(script, held, &symptom, fresh, found);
            }
            fresh.insert(seat, self.solve_in_isolation(script, seat, found));
        }
    }

    fn to_case(self, SessionScript { boards, acts, .. }: &SessionScript) -> Case {
        let (boards, acts) = (boards.iter().map(|board| board.to_vec()).collect(), acts.clone());
        Case::Session(Session { foreign: self.foreign, boards, acts })
    }

    fn add_observations(
        self,
        script: &SessionScript,
        run: Run,
        found: &mut SolverFindings,
    ) -> Option<SessionRun> {
        if self.bench.ended_by_total_fuel(&run.stop) {
            return None;
        }
        if run.stop.is_graders_fault() {
            found.graders_fault.get_or_insert_with(|| judge::grader_error_verdict(&run.stop));
            return None;
        }
        let sight = |puzzle: &Puzzle| {
            if self.foreign {
                BoardReading::HostBoards(&run.boards)
            } else {
                BoardReading::Texts(puzzle.tiles.len())
            }
        };
        let (answers, stop) = match Observed::from_words(script, &run.words, sight) {
            Ok(answers) => (answers, run.stop),
            Err(_) => {
                (Vec::new(), Stop::Trap("the observations did not come from the probe".to_owned()))
            }
        };
        // Without a label, the run stopped before the first act.
        let stopped_at = run.label.and_then(|label| usize::try_from(label).ok()).unwrap_or(0);
        let spent: u64 = run.log.spent.iter().map(|(_, cost)| cost.fuel).sum();
        let at_last = run.fuel.saturating_sub(spent);
        Some(SessionRun {
            observed: Observed { answers, stop, stopped_at },
            fuel: run.fuel,
            at_last,
        })
    }

    fn solve_in_isolation(
        self,
        script: &SessionScript,
        seat: usize,
        found: &mut SolverFindings,
    ) -> Fresh {
        let alone = judge::restrict_to_seats(script, &[seat], script.acts.len());
        let Some(held) = self.run_session(&alone, found) else { return Fresh::default() };
        let solved = held.observed.results_of_seat(&alone, seat);
        let failures = judge::solver(&script.puzzles[seat], &solved)
            .into_iter()
            .map(|(check, failure)| (check, remove_puzzle_name(failure)))
            .collect();
        let changes = match judge::first_symptom(&alone, &held.observed, &BTreeMap::new()) {
            Some(Symptom { deviation: Deviation::Changed { .. }, question, .. }) => Some(question),
            _ => None,
        };
        Fresh { solved, failures, changes, fuel: held.fuel }
    }

    /// Returns why the session failed, or `None` if only the cost was too high. If a single other solver is enough to
    /// cause the failure, the result names it.
    fn explain_symptom(
        self,
        script: &SessionScript,
        held: &SessionRun,
        symptom: &Symptom,
        fresh: &BTreeMap<usize, Fresh>,
        found: &mut SolverFindings,
    ) -> Option<Failure> {
        let seat = symptom.seat;
        let alone = fresh.get(&seat)?;
        let is_fault = |held: &SessionRun, symptom: &Symptom| match symptom.deviation {
            // A solver may be slow, but not endless.
            Deviation::Stopped(Stop::Fuel) => held.at_last / ENDLESS >= alone.fuel,
            _ => true,
        };
        if !is_fault(held, symptom) {
            return None;
        }
        let mut others: Vec<usize> =
            (0..script.puzzles.len()).filter(|other| *other != seat).collect();
        // The smallest other board makes the simplest report.
        others.sort_by_key(|other| super::size_and_moves(&script.puzzles[*other]));
        for other in others {
            // Acts after the symptom cannot have caused it.
            let pair = judge::restrict_to_seats(script, &[other, seat], symptom.act);
            let Some(held) = self.run_session(&pair, found) else { continue };
            match judge::first_symptom(&pair, &held.observed, fresh) {
                Some(of_pair) if of_pair.seat == seat && is_fault(&held, &of_pair) => {
                    return Some(failure_of_symptom(&pair, &of_pair, alone, Some(other)));
                }
                _ => {}
            }
        }
        Some(failure_of_symptom(script, symptom, alone, None))
    }
}

fn failure_of_symptom(
    script: &SessionScript,
    symptom: &Symptom,
    alone: &Fresh,
    other: Option<usize>,
) -> Failure {
    let Symptom { seat, question, .. } = *symptom;
    let puzzle = &script.puzzles[seat];
    let when = judge::circumstances_of(script, symptom);
    let call = match (&puzzle.name[..], other) {
        ("", None) => question_call(question).to_owned(),
        ("", Some(_)) => format!("{} of a, beside a solver of b", question_call(question)),
        (name, _) => format!("{} of the {name} of a", question_call(question)),
    };
    let mut evidence = Evidence { puzzle: None, call, ..judge::evidence_of_call(puzzle, "") };
    if let Some(other) = other {
        evidence.other = Some(script.puzzles[other].tiles.clone());
        evidence.asked = Asked::SolverBeside { is_second: other < seat, question };
    }
    let cause = match &symptom.deviation {
        Deviation::Stopped(stop) => {
            evidence.stop = Some(stop.clone());
            let cause = SolverCause::StopsBeside { question, stop: stop.clone(), when };
            return Failure::from_cause(cause).with_evidence(evidence);
        }
        Deviation::Changed { was, is } => {
            (evidence.expected, evidence.actual) =
                judge::differing_values(puzzle.tiles.len(), was, is);
            SolverCause::Changes { question, when }
        }
        Deviation::Wrong { is } => {
            (evidence.expected, evidence.actual) = alone.values_to_compare(puzzle.tiles.len(), is);
            SolverCause::Changes { question, when }
        }
    };
    Failure::from_cause(cause).with_evidence(evidence)
}

/// Removes the name of the puzzle from a failure, because the boards in a session have no names.
fn remove_puzzle_name(mut failure: Failure) -> Failure {
    if let Some(evidence) = &mut failure.evidence {
        evidence.puzzle = None;
    }
    failure
}
