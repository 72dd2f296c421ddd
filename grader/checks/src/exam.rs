//! Examines a compiled submission: chooses the cases, has them run, and has what was seen judged.
//!
//! Which case comes next may depend on what an earlier one has shown; never on the clock, on the
//! number of threads or on which of them is faster.

mod asks;
mod bench;
mod board;
mod case_visibility;
mod compile;
mod exhausted;
mod hidden_state;
mod measure;
mod own_tests;
mod solver;
mod survey;
mod tally;

use std::collections::{BTreeMap, BTreeSet};

use base::pool;
use grade::check::{Check, Group, JudgedBy};
use grade::{Counts, Measures, Remark, Verdict, Visibility};
use intake::ManifestFault;
use sandbox::build::{BuildError, Built};
use sandbox::run::Machine;

use crate::assignment::{Assignment, Puzzle};

pub(crate) use asks::add_asks;
use bench::Bench;
pub use bench::{Costs, Purpose};
use board::BoardExam;
use case_visibility::CaseVisibility;
pub(crate) use hidden_state::add_hidden_state;
pub use own_tests::KeptTests;
pub(crate) use own_tests::TestExaminer;
use solver::SolverExam;
pub(crate) use solver::name_of_case;
pub use tally::Tally;

/// The findings on a submission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exam {
    /// Every check's verdict.
    pub verdicts: BTreeMap<Check, Verdict>,
    /// Things worth saying that cost no points.
    pub remarks: Vec<Remark>,
    /// The parts that print while they work, and the audience of that fact.
    pub(crate) prints: Vec<(&'static str, Visibility)>,
    /// The fuel that each case has burnt.
    pub costs: Costs,
    /// The amounts that it takes of everything that has a limit.
    pub measures: Measures,
    /// For each check of the solver that fails, the names of the puzzles on which it does.
    pub shown: BTreeMap<Check, BTreeSet<String>>,
    /// The counts on each puzzle, in the order of size.
    pub counts: Vec<Counts>,
    /// For each check of the solver that is about answers, on how many puzzles it holds.
    pub tallies: BTreeMap<Check, Tally>,
    /// Whether the solver was stopped on a puzzle because of its cost.
    pub is_cut_off: bool,
}

/// Examines submissions.
pub struct Examiner<'a> {
    /// The machine that runs them.
    pub machine: &'a Machine,
    /// The assignment that they are examined on.
    pub assignment: &'a Assignment,
    /// The fuel that the model burns on each case; `None` to measure that.
    pub purpose: Purpose<'a>,
    /// The puzzles that `Solver` is tried on, in this order.
    pub puzzles: Vec<&'a Puzzle>,
    /// A number that decides which boards `Board` is tried on, beside those that are the same for
    /// every submission.
    pub seed: u64,
    /// The most threads to run cases on.
    pub jobs: usize,
    /// Who wants to know what shows before all is run.
    pub ahead: Option<Ahead<'a>>,
}

/// What shows before all is run, for somebody who waits for it. It changes nothing of what is found in
/// the end.
#[derive(Clone, Copy)]
pub struct Ahead<'a> {
    /// The names of puzzles that the solver is tried on before anything else, such as those on which it
    /// was wrong the last time.
    pub first: &'a BTreeSet<String>,
    /// Is told what is known so far: the verdicts that are there, and nothing of the others.
    pub tell: &'a (dyn Fn(&Exam) + Sync),
}

/// A name for everything on this side that decides the model's costs but the assignment.
pub(crate) fn plan_hash() -> &'static str {
    env!("SOURCES")
}

impl Examiner<'_> {
    /// Examines a submission.
    ///
    /// # Errors
    ///
    /// If its programs cannot be set up on this machine.
    pub(crate) fn examine(
        &self,
        faults: &[ManifestFault],
        built: &Built,
    ) -> Result<Exam, BuildError> {
        let mut exam = Exam::default();
        exam.verdicts.extend(compile::verdicts(faults, built));
        let waits_for =
            if built.api_faults.is_empty() { Check::CompileBuild } else { Check::CompileApi };
        self.try_first(built, &exam)?;
        let skip = |group: Group| {
            group.checks().map(move |check| (check, Verdict::Skipped { because: waits_for }))
        };

        let Some(module) = &built.solver else {
            let (board, _) = self.board(built, exam, self.jobs, skip(Group::Board))?;
            return Ok(Exam { verdicts: join(board.verdicts, skip(Group::Solver)), ..board });
        };
        let bench = self.bench(module, Group::Solver)?;
        let solve = |jobs, board_is_right: &dyn Fn() -> bool| {
            solver::examine(&solver::Plan {
                bench: &bench,
                built,
                board_is_right,
                puzzles: &self.puzzles,
                limits: self.assignment.limits,
                first_jobs: jobs,
                jobs: self.jobs,
                seed: self.seed,
            })
        };
        let (board, solver) = if self.jobs > 1 && built.board.is_some() {
            // Much of either is one run after the other. Together they use no more threads.
            let jobs = self.jobs / 2;
            let board = || self.board(built, exam, jobs, skip(Group::Board));
            pool::beside(board, |board| {
                solve(self.jobs - jobs, &|| board.get().as_ref().is_ok_and(|it| it.1))
            })
        } else {
            let board = self.board(built, exam, self.jobs, skip(Group::Board));
            let board_is_right = board.as_ref().is_ok_and(|it| it.1);
            let solver = solve(self.jobs, &|| board_is_right);
            (board, solver)
        };
        let (mut exam, _) = board?;
        add_solver(&mut exam, solver);
        if bench.is_exhausted() {
            exhausted::add(Group::Solver, &mut exam);
        }
        exam.prints.extend(bench.prints().map(|visibility| ("solver", visibility)));
        exam.costs.extend(bench.costs());
        Ok(exam)
    }

    /// Adds the findings on the board, and tells whether its answers are right.
    fn board(
        &self,
        built: &Built,
        mut exam: Exam,
        jobs: usize,
        skipped: impl Iterator<Item = (Check, Verdict)>,
    ) -> Result<(Exam, bool), BuildError> {
        let mut board_is_right = false;
        if let Some(module) = &built.board {
            let bench = self.bench(module, Group::Board)?;
            let Assignment { boards, limits, .. } = self.assignment;
            let BoardExam { verdicts, measures } =
                board::examine(&bench, jobs, boards, *limits, self.seed);
            // The cost of a board does not make its answers wrong.
            let is_costly = |check: Check| check.spec().judged_by == JudgedBy::Cost;
            board_is_right = verdicts
                .iter()
                .all(|(check, verdict)| *verdict == Verdict::Pass || is_costly(*check));
            exam.measures.extend(measures);
            exam.verdicts.extend(verdicts);
            if bench.is_exhausted() {
                exhausted::add(Group::Board, &mut exam);
                board_is_right = false;
            }
            exam.prints.extend(bench.prints().map(|visibility| ("board", visibility)));
            exam.costs.extend(bench.costs());
        } else {
            exam.verdicts.extend(skipped);
        }
        if let Some(ahead) = &self.ahead {
            (ahead.tell)(&exam);
        }
        Ok((exam, board_is_right))
    }

    /// Tells at once what shows on the puzzles that are to come first, by runs of their own that count
    /// for nothing else.
    fn try_first(&self, built: &Built, exam: &Exam) -> Result<(), BuildError> {
        let Some(ahead) = &self.ahead else { return Ok(()) };
        let mut exam = Exam { verdicts: exam.verdicts.clone(), ..Exam::default() };
        if let Some(module) = built.solver.as_ref().filter(|_| built.foreign) {
            let is_first = |puzzle: &&Puzzle| ahead.first.contains(&puzzle.name);
            let puzzles: Vec<&Puzzle> = self.puzzles.iter().copied().filter(is_first).collect();
            if !puzzles.is_empty() {
                let bench = self.bench(module, Group::Solver)?;
                let limits = self.assignment.limits;
                exam.verdicts.extend(solver::try_first(&bench, self.jobs, &puzzles, limits));
            }
        }
        (ahead.tell)(&exam);
        Ok(())
    }

    fn bench(&self, module: &wasmtime::Module, group: Group) -> Result<Bench<'_>, BuildError> {
        let limits = &self.assignment.limits;
        let memory =
            usize::try_from(limits.memory_mib).unwrap_or(usize::MAX).saturating_mul(1 << 20);
        let boards = self.assignment.boards.iter().chain(self.puzzles.iter().copied());
        let visibility = CaseVisibility::of(boards);
        Bench::new(self.machine, module, self.purpose, limits, memory, visibility, group)
            .map_err(|error| BuildError::Engine(format!("{error:#}")))
    }
}

fn join(
    verdicts: BTreeMap<Check, Verdict>,
    others: impl Iterator<Item = (Check, Verdict)>,
) -> BTreeMap<Check, Verdict> {
    verdicts.into_iter().chain(others).collect()
}

/// Adds the findings on the solver.
fn add_solver(exam: &mut Exam, solver: SolverExam) {
    let SolverExam { verdicts, remarks, measures, shown, counts, tallies, is_cut_off } = solver;
    exam.verdicts.extend(verdicts);
    exam.remarks.extend(remarks);
    exam.measures.extend(measures);
    exam.shown.extend(shown);
    exam.counts = counts;
    exam.tallies = tallies;
    exam.is_cut_off = is_cut_off;
}
