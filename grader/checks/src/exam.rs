//! Examines a compiled submission: selects cases, runs them, and judges what they return.
//!
//! The choice of the next case may depend on earlier results, but never on the clock, the number of threads, or the
//! speed of the machine.

mod bench;
mod board;
mod case_visibility;
mod compile;
mod costs;
mod exhausted_fuel;
mod output;
mod own_tests;
mod runner;
mod solver;
mod source;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use base::pool::{self, Permits};
use grade::check::{Check, Group, JudgedBy};
use grade::{
    Measure, Measures, Remark, SearchCounts, ShareUnit, Tally, Tiles, Verdict, Visibility,
};
use intake::ManifestFault;
use sandbox::build::{BuildError, BuiltSubmission};
use sandbox::run::{Machine, SourcePaths};
use sandbox::timing::Recorder;
use wasmtime::Module;

use assignment::{Assignment, ExpectedAnswer, Puzzle};

use bench::Bench;
pub use bench::Purpose;
pub(crate) use board::BoardScope;
pub use costs::{CaseName, CostKey, CostLayout, Costs};
pub use own_tests::KeptTests;
pub(crate) use own_tests::{TestExaminer, subjects};
use solver::ProgramResults;
pub(crate) use source::add_source;

/// The findings about a submission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exam {
    /// The verdict of every check.
    pub verdicts: BTreeMap<Check, Verdict>,
    /// Remarks, which do not affect points.
    pub remarks: Vec<Remark>,
    /// The parts of the program that print while running, each with the audience that may see this.
    pub(crate) prints: Vec<(&'static str, Visibility)>,
    /// The fuel burned by each case.
    pub costs: Costs,
    /// The measured use of all limited resources.
    pub measures: Measures,
    /// For each failed solver check, the names of the puzzles that expose the failure.
    pub shown: BTreeMap<Check, BTreeSet<String>>,
    /// The counts for each puzzle, sorted by size.
    pub counts: Vec<SearchCounts>,
    /// The results of the cases, for checks that count them.
    pub cases: BTreeMap<Check, Cases>,
    /// The board checks that do not pass, or are not certain, except those of costs.
    pub(crate) wrong: BTreeSet<Check>,
    /// The results of the complete program.
    pub(crate) program: Option<ProgramResults>,
    /// The answers of the model, when it is measured.
    pub(crate) model_says: BTreeMap<Tiles, ExpectedAnswer>,
}

/// The findings about a board.
pub(crate) struct BoardAlone {
    /// The findings.
    pub(crate) exam: Exam,
    /// Whether a slightly different cost could change the verdicts.
    pub(crate) is_near_limits: bool,
}

/// Examines submissions.
pub struct Examiner<'a> {
    /// The machine for running submissions.
    pub machine: &'a Machine,
    /// The assignment.
    pub assignment: &'a Assignment,
    /// Whether to measure the model or judge a submission.
    pub purpose: Purpose<'a>,
    /// The puzzles for the `Solver` checks, in order. The private ones come last.
    pub puzzles: Vec<&'a Puzzle>,
    /// The seeds for additional cases: a public one, which differs between submissions, and the private one, if the
    /// assignment has it.
    pub draws: Vec<CaseDraw>,
    /// Whether the submission's boards may have state that changes through `&self`.
    pub has_board_state: bool,
    /// The maximum number of threads.
    pub jobs: usize,
    /// The receiver of early results, if any.
    pub early_reports: Option<EarlyReports<'a>>,
    /// Records how long each case takes.
    pub recorder: &'a Recorder,
    /// The submission's source files, which may contain the places of panics.
    pub sources: SourcePaths,
}

/// A seed for additional cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaseDraw {
    /// The seed.
    pub seed: u64,
    /// Who may see the cases.
    pub visibility: Visibility,
}

/// How to report results early, for interactive use. This does not affect the final findings.
#[derive(Clone, Copy)]
pub struct EarlyReports<'a> {
    /// The puzzles to run first, such as those that failed last time.
    pub first: &'a BTreeSet<String>,
    /// Called with the results so far, with only the known verdicts.
    pub report: &'a (dyn Fn(&Exam) + Sync),
}

/// Returns the verdict on a check that nothing examined, although no failed check explains this. The grader is at fault.
fn unexamined_verdict(check: Check) -> Verdict {
    Verdict::GraderError(format!("`{check}` was not examined"))
}

/// Returns a hash of everything in the grader, but not the assignment, that affects the model's costs.
pub(crate) fn plan_hash() -> &'static str {
    env!("SOURCES")
}

impl Examiner<'_> {
    /// Returns the seed of the cases that students can see.
    pub(crate) fn public_seed(&self) -> u64 {
        self.draws.first().map_or(0, |draw| draw.seed)
    }

    /// Returns a seed that depends on all draws, for choices that no report shows.
    pub(crate) fn seed_of_choices(&self) -> u64 {
        // With the private seed, a student who runs the same grader at home cannot predict these choices.
        self.draws.iter().fold(0, |seed, draw| seed ^ draw.seed)
    }

    /// Returns the puzzles that are not private, and the private ones. If a check uses only some puzzles, it uses some of
    /// each list.
    pub(crate) fn listed_and_private(&self) -> [&[&Puzzle]; 2] {
        let private = self.assignment.private.as_ref().map_or(0, |cases| cases.puzzles.len());
        // The listed puzzles come first, and the private ones last.
        let (listed, private) = self.puzzles.split_at(self.puzzles.len().saturating_sub(private));
        [listed, private]
    }

    /// Examines the board and the solver of a submission, at the same time if there is more than one thread.
    ///
    /// # Errors
    ///
    /// Returns an error if this machine cannot set up the programs.
    pub(crate) fn examine(
        &self,
        faults: &[ManifestFault],
        built: &BuiltSubmission,
    ) -> Result<Exam, BuildError> {
        let permits = &Permits::new(self.jobs);
        let known = &EarlyFindings { reports: self.early_reports, exam: Mutex::default() };
        let wrong = |board: &Result<Exam, BuildError>| match board {
            // A board that does not compile has no verdicts, and nothing about it is known to be right.
            Ok(board) if !board.verdicts.is_empty() => board.wrong.clone(),
            _ => Group::Board.checks().collect(),
        };
        let board = || self.examine_board_of(built.board.as_ref(), permits, known);
        let (board, rest) = if self.jobs > 1 {
            pool::run_on_two_threads(board, |board| {
                self.examine_build_and_solver(faults, built, permits, known, &|| {
                    wrong(board.wait_for_result())
                })
            })
        } else {
            // With one thread, the board is first, because the solver's examination needs to know what is wrong with it.
            let board = board();
            let rest =
                self.examine_build_and_solver(faults, built, permits, known, &|| wrong(&board));
            (board, rest)
        };
        let (mut exam, solver) = rest?;
        let board = board?;
        let because =
            if exam.fails(Check::CompileApi) { Check::CompileApi } else { Check::CompileBuild };
        for (group, part) in [(Group::Board, board), (Group::Solver, solver)] {
            if part.verdicts.is_empty() {
                let skipped = |check| (check, Verdict::Skipped { because });
                exam.verdicts.extend(group.checks().map(skipped));
            }
            exam.add(part);
        }
        Ok(exam)
    }

    /// Examines only the board, with the same verdicts as [`examine`](Self::examine) for the checks of this scope.
    pub(crate) fn examine_board(
        &self,
        program: &Module,
        scope: BoardScope,
    ) -> Result<BoardAlone, BuildError> {
        let permits = Permits::new(self.jobs);
        let bench = Bench::new(self, &permits, program, Group::Board)?;
        let exam = examine_board_on(&bench, scope);
        // The cost of a usual board already grows by more than half of the limit.
        let growth = exam.measures.get(&Check::BoardGrowth);
        let grows_much = growth.is_some_and(|measure| measure.value > measure.limit / 4 * 3);
        Ok(BoardAlone { exam, is_near_limits: grows_much || bench.is_near_limits() })
    }

    /// See [`Grader::trace_search`](crate::grading::Grader::trace_search).
    pub(crate) fn trace_search(
        &self,
        program: &Module,
        tiles: &Tiles,
        name: &str,
    ) -> Result<Option<String>, BuildError> {
        let permits = Permits::new(self.jobs);
        let bench = Bench::new(self, &permits, program, Group::Solver)?;
        Ok(solver::trace_search(&bench, tiles, name))
    }

    fn examine_board_of(
        &self,
        module: Option<&Module>,
        permits: &Permits,
        known: &EarlyFindings<'_>,
    ) -> Result<Exam, BuildError> {
        let Some(module) = module else { return Ok(Exam::default()) };
        let exam =
            examine_board_on(&Bench::new(self, permits, module, Group::Board)?, BoardScope::All);
        known.add_and_report(&exam);
        Ok(exam)
    }

    /// Returns an exam of compilation, and one of the solver, which runs only here.
    fn examine_build_and_solver(
        &self,
        faults: &[ManifestFault],
        built: &BuiltSubmission,
        permits: &Permits,
        known: &EarlyFindings<'_>,
        wrong_of_board: &dyn Fn() -> BTreeSet<Check>,
    ) -> Result<(Exam, Exam), BuildError> {
        let verdicts = compile::verdicts_on_build_and_api(faults, built).into();
        let compiled = Exam { verdicts, ..Exam::default() };
        known.add_and_report(&compiled);
        let Some(module) = &built.solver else { return Ok((compiled, Exam::default())) };
        self.try_first(module, built, permits, known)?;
        let bench = Bench::new(self, permits, module, Group::Solver)?;
        let mut exam = solver::examine(&bench, built, wrong_of_board);
        if bench.is_exhausted() {
            exhausted_fuel::fail_unfinished_solver_checks(&mut exam);
        }
        exam.prints.extend(bench.print_visibility().map(|visibility| ("solver", visibility)));
        exam.costs.add(bench.costs());
        Ok((compiled, exam))
    }

    /// Runs some puzzles first to report their results early. This does not affect the grade.
    fn try_first(
        &self,
        module: &Module,
        built: &BuiltSubmission,
        permits: &Permits,
        known: &EarlyFindings<'_>,
    ) -> Result<(), BuildError> {
        // The early runs use the grader's boards, as the submission's own may be wrong.
        let Some(reports) = self.early_reports.filter(|_| built.foreign) else { return Ok(()) };
        let is_first = |puzzle: &&Puzzle| reports.first.contains(&puzzle.name);
        let puzzles: Vec<&Puzzle> = self.puzzles.iter().copied().filter(is_first).collect();
        if !puzzles.is_empty() {
            let bench = Bench::new(self, permits, module, Group::Solver)?;
            let verdicts = solver::try_first(&bench, &puzzles);
            known.add_and_report(&Exam { verdicts, ..Exam::default() });
        }
        Ok(())
    }
}

/// Returns the findings about the board.
fn examine_board_on(bench: &Bench<'_>, scope: BoardScope) -> Exam {
    let mut exam = board::examine(bench, scope);
    // A board can be expensive and still give correct answers.
    let is_costly = |check: Check| check.spec().judged_by == JudgedBy::Cost;
    let failed = exam.verdicts.iter().filter(|(_, verdict)| **verdict != Verdict::Pass);
    exam.wrong = failed.map(|(check, _)| *check).filter(|check| !is_costly(*check)).collect();
    if bench.is_exhausted() {
        exhausted_fuel::add_exhaustion_remark(Group::Board, &mut exam);
        // The cases that did not run might have shown a fault.
        exam.wrong.extend(Group::Board.checks());
    }
    exam.prints.extend(bench.print_visibility().map(|visibility| ("board", visibility)));
    exam.costs.add(bench.costs());
    exam
}

struct EarlyFindings<'a> {
    reports: Option<EarlyReports<'a>>,
    exam: Mutex<Exam>,
}

impl EarlyFindings<'_> {
    fn add_and_report(&self, found: &Exam) {
        if let Some(reports) = &self.reports {
            let mut exam = self.exam.lock().unwrap_or_else(PoisonError::into_inner);
            exam.add(found.clone());
            (reports.report)(&exam);
        }
    }
}

impl Exam {
    fn fails(&self, check: Check) -> bool {
        matches!(self.verdicts.get(&check), Some(Verdict::Fail(_)))
    }

    /// Returns the number of puzzles by what the complete program answers.
    pub(crate) fn program_tally(&self) -> Option<Tally> {
        self.program.as_ref().map(|program| program.tally)
    }

    fn root_cause_of(&self, check: Check) -> Option<Check> {
        let failure = |check| match self.verdicts.get(&check) {
            Some(Verdict::Fail(failure)) => Some(failure),
            _ => None,
        };
        grade::find_root_cause(check, failure(check)?, failure)
    }

    /// Adds the findings about another part of the submission.
    pub(crate) fn add(&mut self, part: Self) {
        // Names every field, so that the compiler rejects a new one that is not merged.
        let Self {
            verdicts,
            remarks,
            prints,
            costs,
            measures,
            shown,
            counts,
            cases,
            // Only the examination of the board sets this, and the solver's has read it already.
            wrong: _,
            program,
            model_says,
        } = part;
        self.program = self.program.take().or(program);
        self.verdicts.extend(verdicts);
        self.remarks.extend(remarks);
        self.prints.extend(prints);
        self.costs.add(costs);
        self.measures.extend(measures);
        self.shown.extend(shown);
        self.counts.extend(counts);
        self.cases.extend(cases);
        self.model_says.extend(model_says);
    }
}

/// The cases of a check, which depend only on the assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cases {
    /// The results.
    pub tally: Tally,
    /// What the cases are, such as puzzles.
    pub of_what: ShareUnit,
}

/// Records a measurement if it is worse than the previous one.
fn keep_worst(measures: &mut Measures, check: Check, measure: Measure) {
    match measures.get_mut(&check) {
        Some(worst) if measure.value <= worst.value => {}
        Some(worst) => *worst = measure,
        None => drop(measures.insert(check, measure)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_measure_is_kept_with_its_puzzle() {
        let mut measures = Measures::new();
        for (taken, puzzle) in [(10, "a"), (30, "b"), (30, "c"), (20, "d")] {
            let measure = Measure::in_units(taken, 8, 300).on_puzzle(puzzle);
            keep_worst(&mut measures, Check::SolverTime, measure);
        }
        let expected = Measure { value: 375, limit: 300, puzzle: Some("b".to_owned()) };
        assert_eq!(measures[&Check::SolverTime], expected);
        assert!(!expected.holds());
    }
}
