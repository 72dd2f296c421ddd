//! Examines a compiled submission: chooses the cases, has them run, and has what was seen judged.
//!
//! Which case comes next may depend on what an earlier one has shown; never on the clock, on the
//! number of threads or on which of them is faster.

mod bench;
mod board;
mod compile;
mod measure;
mod own_tests;
mod pool;
mod solver;
mod survey;

use std::collections::{BTreeMap, BTreeSet};

use sha2::{Digest, Sha256};

use crate::assignment::{Assignment, Puzzle};
use crate::build::{BuildError, Built};
use crate::check::Check;
use crate::grade::{Failure, Remark, Verdict};
use crate::intake::ManifestFault;
use crate::run::Machine;

use bench::Bench;
pub use bench::Costs;
use board::BoardExam;
pub use measure::{Measure, Measures};
pub(crate) use own_tests::TestExaminer;
use solver::Attempt;

/// What was found about a submission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exam {
    /// Every check's verdict.
    pub verdicts: BTreeMap<Check, Verdict>,
    /// What is worth saying beside.
    pub remarks: Vec<Remark>,
    /// What each case has burnt, in fuel.
    pub costs: Costs,
    /// What it takes of everything that has a limit.
    pub measures: Measures,
    /// For each check of the solver that fails, the names of the puzzles on which it does.
    pub shown: BTreeMap<Check, BTreeSet<String>>,
}

/// Examines submissions.
pub struct Examiner<'a> {
    /// Where they are run.
    pub machine: &'a Machine,
    /// What they are examined on.
    pub assignment: &'a Assignment,
    /// What the model burns on each case; `None` to measure that.
    pub model: Option<&'a Costs>,
    /// The most threads to run cases on.
    pub jobs: usize,
}

/// The sources that decide which cases there are and how they are run: with them the model's costs
/// change.
const PLAN: [&str; 9] = [
    include_str!("bench.rs"),
    include_str!("board.rs"),
    include_str!("solver.rs"),
    include_str!("survey.rs"),
    include_str!("../judge/equality.rs"),
    include_str!("../build/glue.rs"),
    include_str!("../build/rustc.rs"),
    include_str!("../run/engine.rs"),
    include_str!("../run/wasi.rs"),
];

/// A name for everything on this side that decides the model's costs but the assignment.
pub fn plan_hash() -> String {
    let mut hash = Sha256::new();
    for source in PLAN {
        hash.update(source);
    }
    format!("{:x}", hash.finalize())
}

impl Examiner<'_> {
    /// Examines a submission.
    ///
    /// # Errors
    ///
    /// If its programs cannot be set up on this machine.
    pub fn examine(&self, faults: &[ManifestFault], built: &Built) -> Result<Exam, BuildError> {
        let mut exam = Exam::default();
        exam.verdicts.extend(compile::verdicts(faults, built));
        let waits_for =
            if built.api_faults.is_empty() { Check::CompileBuild } else { Check::CompileApi };
        let skip = |checks: &[Check]| -> Vec<(Check, Verdict)> {
            checks.iter().map(|check| (*check, Verdict::Skipped { because: waits_for })).collect()
        };

        let mut board_is_right = false;
        if let Some(module) = &built.board {
            let bench = self.bench(module)?;
            let BoardExam { verdicts } = board::examine(&bench, self.jobs, &self.assignment.boards);
            board_is_right = verdicts.values().all(|verdict| *verdict == Verdict::Pass);
            exam.verdicts.extend(verdicts);
            exam.remarks.extend(remark_on_printing(&bench, "board"));
            exam.costs.extend(bench.into_costs());
        } else {
            exam.verdicts.extend(skip(&board::CHECKS));
        }

        if let Some(module) = &built.solver {
            let bench = self.bench(module)?;
            self.solver(&bench, built, board_is_right, &mut exam);
            exam.remarks.extend(remark_on_printing(&bench, "solver"));
            exam.costs.extend(bench.into_costs());
        } else {
            exam.verdicts.extend(skip(&solver::CHECKS));
        }
        Ok(exam)
    }

    fn bench(&self, module: &wasmtime::Module) -> Result<Bench<'_>, BuildError> {
        let limits = &self.assignment.limits;
        let memory =
            usize::try_from(limits.memory_mib).unwrap_or(usize::MAX).saturating_mul(1 << 20);
        Bench::new(self.machine, module, self.model, limits.stop, memory)
            .map_err(|error| BuildError::Engine(format!("{error:#}")))
    }

    fn solver(&self, bench: &Bench<'_>, built: &Built, board_is_right: bool, exam: &mut Exam) {
        let time = u64::from(self.assignment.limits.time);
        let all: Vec<&Puzzle> = self.assignment.solve.iter().collect();
        let few: Vec<&Puzzle> = all.iter().copied().filter(|puzzle| is_easy(puzzle)).collect();
        let measuring = self.model.is_none();

        let foreign =
            if built.foreign { solver::attempt(bench, self.jobs, &all, true) } else { Vec::new() };
        // On its own boards a solver can only be judged if those are right.
        let own = if built.own && board_is_right {
            let puzzles = if built.foreign && !measuring { &few } else { &all };
            solver::attempt(bench, self.jobs, puzzles, false)
        } else {
            Vec::new()
        };
        if let Some(fault) = solver::graders_fault(&foreign).or(solver::graders_fault(&own)) {
            exam.verdicts.extend(solver::CHECKS.map(|check| (check, fault.clone())));
            return;
        }

        let own_failures = solver::failures(&own, time);
        let stranger = foreign_failure(built, &few, &foreign, &own, &own_failures);
        let (attempts, mut failures) = if stranger.is_some() {
            (&own, own_failures)
        } else {
            (&foreign, solver::failures(&foreign, time))
        };
        if built.foreign
            && let Some(failure) = solver::queue_failure(bench, &foreign)
        {
            failures.insert(Check::SolverMinPq, failure);
        }
        if let Some(failure) = stranger {
            failures.insert(Check::SolverForeignBoard, failure);
        }
        exam.verdicts.extend(verdicts(attempts, built.foreign, failures));
    }
}

fn remark_on_printing(bench: &Bench<'_>, what: &str) -> Option<Remark> {
    let text = format!("the {what} prints while it works; a library leaves that to its caller");
    bench.prints().then_some(Remark { check: None, text })
}

/// Whether a puzzle is small enough to be solved a second time, on the submission's own board.
fn is_easy(puzzle: &Puzzle) -> bool {
    let (n, moves) = solver::size(puzzle);
    n == 2 || n == 3 && moves <= 14
}

/// Why the solver does not work on boards that it did not bring, if that is so: it cannot be
/// compiled for them, or answers wrongly where it is right on its own boards.
fn foreign_failure(
    built: &Built,
    few: &[&Puzzle],
    foreign: &[Attempt<'_>],
    own: &[Attempt<'_>],
    own_failures: &BTreeMap<Check, Failure>,
) -> Option<Failure> {
    if !built.foreign {
        let summary = "`Solver` works only with the submission's own `Board`";
        return Some(Failure::new(summary));
    }
    if own.is_empty() || !own_failures.is_empty() {
        return None;
    }
    let few = |attempt: &&Attempt<'_>| few.iter().any(|it| it.name == attempt.puzzle.name);
    let same = foreign.iter().filter(few);
    let wrong = same.flat_map(|attempt| crate::judge::solver(attempt.puzzle, &attempt.solved));
    let (_, mut failure) = wrong.into_iter().next()?;
    failure.summary = format!("on boards that it did not bring: {}", failure.summary);
    Some(failure)
}

/// The verdicts on a solver from what failed on these attempts: a check of which nothing could be
/// seen waits for the one that kept it from being seen.
fn verdicts(
    attempts: &[Attempt<'_>],
    foreign: bool,
    mut failures: BTreeMap<Check, Failure>,
) -> BTreeMap<Check, Verdict> {
    let answers = || attempts.iter().map(|attempt| &attempt.solved.answers);
    if answers().all(crate::judge::Answers::is_empty)
        && let Some(cause) = [Check::SolverMoves, Check::SolverTime, Check::SolverUnsolvable]
            .into_iter()
            .find(|check| failures.contains_key(check))
    {
        // Nothing came of anything, so there is one thing to say.
        failures.retain(|check, _| *check == cause || *check == Check::SolverForeignBoard);
    }
    let unsolvable = |attempt: &Attempt<'_>| attempt.puzzle.answer.is_unsolvable();
    let seen = |check: Check| match check {
        Check::SolverSolvable => answers().any(|it| it.solvable.is_some()),
        Check::SolverMoves => {
            attempts.iter().any(|it| !unsolvable(it) && it.solved.answers.moves.is_some())
        }
        Check::SolverPath => {
            attempts.iter().any(|it| !unsolvable(it) && it.solved.answers.solution.is_some())
        }
        Check::SolverUnsolvable => {
            attempts.iter().any(|it| unsolvable(it) && !it.solved.answers.is_empty())
        }
        Check::SolverMinPq => foreign && answers().any(|it| !it.is_empty()),
        Check::SolverForeignBoard => foreign && answers().any(|it| !it.is_empty()),
        _ => attempts.iter().any(Attempt::has_searched),
    };
    let cause = [
        Check::SolverMoves,
        Check::SolverTime,
        Check::SolverUnsolvable,
        Check::SolverSolvable,
        Check::SolverForeignBoard,
    ];
    let cause = cause.into_iter().find(|check| failures.contains_key(check));
    let verdict = |check: Check| match (failures.get(&check), cause) {
        (Some(failure), _) => Verdict::Fail(failure.clone()),
        (None, Some(because)) if !seen(check) => Verdict::Skipped { because },
        (None, None) if !seen(check) => Verdict::Skipped { because: Check::BoardDisplay },
        (None, _) => Verdict::Pass,
    };
    solver::CHECKS.into_iter().map(|check| (check, verdict(check))).collect()
}
