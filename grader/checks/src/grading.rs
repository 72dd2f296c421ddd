//! Grades a [`Submission`] that a worker has read.

mod blueprint;
mod board;
mod compile_model;
mod costs;
mod credit;
mod plan;
mod trace;
mod ungraded;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use assignment::{Assignment, Puzzle};
use base::pool;
use grade::check::Check;
use grade::{Grade, Measures, Remark, SearchCounts, TestEnd, Visibility};
use intake::{Edition, Submission};
use sandbox::build::{BuildError, Libraries, Prebuilt, PrebuiltError, Toolchain, Workshop};
use sandbox::run::{Machine, cost};
use sandbox::timing::{Recorder, Timings, WorkKind};
use serde::{Deserialize, Serialize};

use crate::exam::{
    self, CaseDraw, Costs, EarlyReports, Exam, Examiner, KeptTests, Purpose, TestExaminer,
};
pub use blueprint::Blueprint;
use costs::Measured;
pub use costs::{AnswerProof, ModelFailure, SetUpError};
pub use plan::source_hash;

/// The grader's current activity, for a status line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Compiling the shared crates. Happens only on the first run.
    Preparing,
    /// Measuring the model solver. Happens only on the first run.
    Measuring,
    /// Compiling the submission.
    Compiling,
    /// Running the submission.
    Running,
    /// Running the submission's own tests.
    Testing,
}

/// A grader, which is set up once and can grade many submissions.
pub struct Grader {
    workshop: Workshop,
    machine: Machine,
    assignment: Assignment,
    measured: Measured,
    cache: PathBuf,
    kept: KeptTests,
    jobs: usize,
}

/// A grade with the data behind it.
pub struct Graded {
    /// The grade.
    pub grade: Grade,
    /// The measured use of all limited resources.
    pub measures: Measures,
    /// For each failed solver check, the puzzles that expose the failure.
    pub shown: BTreeMap<Check, BTreeSet<String>>,
    /// The counts for each puzzle, sorted by size.
    pub counts: Vec<SearchCounts>,
    /// How long grading took, which differs from run to run.
    pub timings: Timings,
}

impl Grader {
    /// Sets up a grader. Compiles the shared crates and measures the model, unless the results are already in `cache`.
    /// Compares the expected answers with those of the oracle and the model in any case.
    ///
    /// # Errors
    ///
    /// Returns an error if an expected answer is wrong, if the model fails, or if this machine lacks something that
    /// grading needs. A submission can never cause an error.
    pub fn new(
        toolchain: Toolchain,
        assignment: Assignment,
        cache: &Path,
        jobs: usize,
        progress: &(dyn Fn(Stage) + Sync),
    ) -> Result<Self, SetUpError> {
        if embedded::HAS_SOURCES && !Libraries::are_ready(&toolchain, cache) {
            progress(Stage::Preparing);
        }
        let libraries = Libraries::load_or_compile(&toolchain, cache)?;
        let workshop = Workshop::Compiler { toolchain, libraries, cache: cache.to_owned() };
        Self::with_workshop(workshop, assignment, cache, jobs, progress)
    }

    /// Sets up a grader that uses the programs of this workshop. Measures the model, unless the costs are already in
    /// `cache`.
    ///
    /// # Errors
    ///
    /// See [`new`](Self::new).
    pub fn with_workshop(
        workshop: Workshop,
        assignment: Assignment,
        cache: &Path,
        jobs: usize,
        progress: &(dyn Fn(Stage) + Sync),
    ) -> Result<Self, SetUpError> {
        let grader = Self::set_up_unmeasured(workshop, assignment, cache, jobs)?;
        let measured = grader.measure(progress)?;
        Ok(Self { measured, ..grader })
    }

    /// Sets up a grader from `cache` alone, without compiling or measuring anything. Returns `None` if the cache is
    /// incomplete.
    ///
    /// # Errors
    ///
    /// See [`new`](Self::new).
    pub fn new_if_cached(
        toolchain: Toolchain,
        assignment: Assignment,
        cache: &Path,
        jobs: usize,
    ) -> Result<Option<Self>, SetUpError> {
        if !Libraries::are_ready(&toolchain, cache) {
            return Ok(None);
        }
        let libraries = Libraries::load_or_compile(&toolchain, cache)?;
        let workshop = Workshop::Compiler { toolchain, libraries, cache: cache.to_owned() };
        let grader = Self::set_up_unmeasured(workshop, assignment, cache, jobs)?;
        let kept = grader.read_cached()?;
        Ok(kept.map(|measured| Self { measured, ..grader }))
    }

    fn set_up_unmeasured(
        workshop: Workshop,
        assignment: Assignment,
        cache: &Path,
        jobs: usize,
    ) -> Result<Self, BuildError> {
        let machine = Machine::new().map_err(|error| BuildError::Engine(format!("{error:#}")))?;
        let (measured, kept) = (Measured::default(), KeptTests::of_cache(cache));
        let cache = cache.to_owned();
        Ok(Self { workshop, machine, assignment, measured, cache, kept, jobs })
    }

    /// Grades a submission.
    ///
    /// # Errors
    ///
    /// Returns an error if the grader or the machine fails.
    pub fn grade(
        &self,
        submission: &Submission,
        progress: &(dyn Fn(Stage) + Sync),
    ) -> Result<Grade, BuildError> {
        Ok(self.grade_closely(submission, progress)?.grade)
    }

    /// Grades a submission, and also returns the data behind the grade.
    ///
    /// # Errors
    ///
    /// Returns an error if the grader or the machine fails.
    pub fn grade_closely(
        &self,
        submission: &Submission,
        progress: &(dyn Fn(Stage) + Sync),
    ) -> Result<Graded, BuildError> {
        self.grade_with(submission, None, progress)
    }

    /// Like [`grade_closely`](Self::grade_closely), but also reports intermediate grades, which contain only the checks
    /// with known verdicts, and no points that depend on other checks. The solver runs on the puzzles in `first` before
    /// the others.
    ///
    /// # Errors
    ///
    /// Returns an error if the grader or the machine fails.
    pub fn grade_with_early_reports(
        &self,
        submission: &Submission,
        first: &BTreeSet<String>,
        report: &(dyn Fn(Grade) + Sync),
        progress: &(dyn Fn(Stage) + Sync),
    ) -> Result<Graded, BuildError> {
        let new = self.empty_grade(submission.name(), &submission.hash());
        let report = |exam: &Exam| {
            let checks = credit::rate_known_verdicts(&self.assignment, exam);
            report(Grade { checks, ..new.clone() });
        };
        self.grade_with(submission, Some(EarlyReports { first, report: &report }), progress)
    }

    fn grade_with(
        &self,
        submission: &Submission,
        early_reports: Option<EarlyReports<'_>>,
        progress: &(dyn Fn(Stage) + Sync),
    ) -> Result<Graded, BuildError> {
        let recorder = Recorder::default();
        let purpose = Purpose::Judge(&self.measured.costs);
        let examine = || self.run_exam(submission, purpose, early_reports, progress, &recorder);
        let tests = self.own_tests();
        let prepare = || recorder.measure_tests("compile tests", || tests.prepare(submission));
        // While the compiler works on the submission, another core is free.
        let (prepared, exam) = if self.jobs > 1 {
            pool::run_on_two_threads(prepare, |_| examine())
        } else {
            let exam = examine()?;
            (prepare(), Ok(exam))
        };
        let mut exam = exam?;
        if let Some(early_reports) = early_reports {
            (early_reports.report)(&exam);
        }
        progress(Stage::Testing);
        let prepared = prepared?;
        exam.add(
            recorder
                .measure_on_all_threads(WorkKind::OwnTests, "run tests", || tests.run(prepared))?,
        );
        // A file that may be missing explains more than anything below.
        exam.remarks.splice(0..0, unused_file_remarks(submission));
        let (checks, caps) = credit::rate_checks_and_caps(&self.assignment, &exam);
        let program = exam.program_tally();
        // An intermediate grade may lack the check that this lookup needs.
        for remark in &mut exam.remarks {
            let rated = remark.check.and_then(|check| self.assignment.find_rubric_entry(check));
            let visibility = rated.map_or(Visibility::Visible, |rated| rated.visibility);
            remark.visibility = remark.visibility.max(visibility);
        }
        let new = self.empty_grade(submission.name(), &submission.hash());
        let grade = Grade { checks, caps, program, remarks: exam.remarks, ..new };
        let Exam { measures, shown, counts, .. } = exam;
        Ok(Graded { grade, measures, shown, counts, timings: recorder.finish() })
    }

    /// Runs a test file on a submission's own code, to be imported under this name. Returns the result of each test, or
    /// `None` if the tests cannot run, for example because they do not compile. Does not affect grades.
    ///
    /// # Errors
    ///
    /// Returns an error if the grader or the machine fails.
    pub fn try_tests(
        &self,
        submission: &Submission,
        name: &str,
        file: &str,
    ) -> Result<Option<BTreeMap<String, TestEnd>>, BuildError> {
        self.own_tests().try_tests(submission, name, file)
    }

    /// Returns the assignment.
    pub fn assignment(&self) -> &Assignment {
        &self.assignment
    }

    /// Returns the cache folder.
    pub fn cache(&self) -> &Path {
        &self.cache
    }

    fn own_tests(&self) -> TestExaminer<'_> {
        let Self { workshop, machine, assignment, kept, jobs, .. } = self;
        TestExaminer { workshop, machine, assignment, kept, jobs: *jobs }
    }

    /// Opens a folder of compiled programs, or creates it if it does not exist.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder contains programs from a different compiler or grader, or if it cannot be
    /// written.
    pub fn open_prebuilt(&self, folder: &Path) -> Result<Prebuilt, PrebuiltError> {
        Prebuilt::create(
            folder,
            self.workshop.compiler_name_and_version(),
            self.workshop.compiler_identity(),
        )
    }

    /// Compiles the programs of the model answer, to measure it on a machine without a compiler, and stores them in `into`
    /// unless they are already there.
    ///
    /// # Errors
    ///
    /// Returns an error if the grader or the machine fails.
    pub fn prebuild_model(&self, into: &Prebuilt) -> Result<(), BuildError> {
        let model = model_submission();
        if !into.has_programs(&model) {
            into.keep_programs(&model, &self.workshop.programs_of_model(&model)?)?;
        }
        Ok(())
    }

    /// Compiles the programs for a submission and its tests, and stores them in `into` unless they are already there.
    ///
    /// # Errors
    ///
    /// Returns an error if the grader or the machine fails.
    pub fn prebuild(&self, submission: &Submission, into: &Prebuilt) -> Result<(), BuildError> {
        if !into.has_programs(submission) {
            into.keep_programs(submission, &self.workshop.programs(submission)?)?;
        }
        self.own_tests().prebuild(submission, into)
    }

    /// Returns the fuel that the model burns on a puzzle of the assignment.
    pub fn cost_of(&self, puzzle: &Puzzle) -> Option<u64> {
        self.measured.costs.of_puzzle(&puzzle.name)
    }

    /// Returns the fuel that the model burns on each case.
    pub fn model_costs(&self) -> &Costs {
        &self.measured.costs
    }

    fn run_exam(
        &self,
        submission: &Submission,
        purpose: Purpose<'_>,
        early_reports: Option<EarlyReports<'_>>,
        progress: &(dyn Fn(Stage) + Sync),
        recorder: &Recorder,
    ) -> Result<Exam, BuildError> {
        let is_to_measure = purpose.is_to_measure();
        progress(if is_to_measure { Stage::Measuring } else { Stage::Compiling });
        let examiner = self.examiner(submission, purpose, early_reports, recorder);
        let (mut exam, warnings) = pool::run_alone(|| {
            let built = if is_to_measure {
                self.workshop.load_model(submission, &self.machine, recorder)?
            } else {
                self.workshop.load_submission(submission, &self.machine, recorder)?
            };
            if !is_to_measure {
                progress(Stage::Running);
            }
            let exam = examiner.examine(submission.faults(), &built)?;
            Ok::<_, BuildError>((exam, built.warnings))
        })?;
        exam::add_source(submission, &self.assignment, &warnings, &mut exam);
        Ok(exam)
    }

    /// Returns an examiner with the puzzles that the submission gets.
    fn examiner<'a>(
        &'a self,
        submission: &Submission,
        purpose: Purpose<'a>,
        early_reports: Option<EarlyReports<'a>>,
        recorder: &'a Recorder,
    ) -> Examiner<'a> {
        let Self { machine, assignment, jobs, .. } = self;
        let mut puzzles: Vec<_> = assignment.solve.iter().collect();
        // Without random boards, all submissions get the same cases.
        let mut public = CaseDraw { seed: 0, visibility: Visibility::Visible };
        if let Some(random) = &assignment.random {
            if purpose.is_to_measure() {
                // Measure every random board in the pool.
                puzzles.extend(random.boards_in_pools());
            } else {
                let own = submission.seed();
                puzzles.extend(random.draw(&own));
                public.seed = random.number_for(&own);
            }
        }
        let mut draws = vec![public];
        if let Some(private) = &assignment.private {
            // `Examiner::listed_and_private` relies on these being last.
            puzzles.extend(&private.puzzles);
            draws.push(CaseDraw { seed: private.number(), visibility: Visibility::Hidden });
        }
        let sources = submission.files().map(|file| file.path.to_owned()).collect();
        let (jobs, sources) = (*jobs, Arc::new(sources));
        let [(_, board_state), _] = intake::hidden_state(submission);
        let has_board_state = !board_state.is_empty();
        Examiner {
            machine,
            assignment,
            purpose,
            puzzles,
            draws,
            has_board_state,
            jobs,
            early_reports,
            recorder,
            sources,
        }
    }
}

fn engine_and_cost_table() -> String {
    format!("{}, cost table {}", sandbox::run::VERSION, cost::COST_TABLE)
}

/// Returns the model answer as a submission. In the students' edition, it has no code, only compiled programs.
pub fn model_submission() -> Submission {
    let files = embedded::model_sources().into_iter();
    let files = files.map(|(name, text)| (format!("src/{name}"), text)).collect();
    Submission::new("model".to_owned(), Edition::E2024, files, Vec::new())
}

/// Returns a remark about each file that may have been meant as a part that is missing or not finished.
fn unused_file_remarks(submission: &Submission) -> impl Iterator<Item = Remark> {
    let remark = |text| Remark { is_headline: true, needs_review: true, ..Remark::new(None, text) };
    submission.unused().to_vec().into_iter().map(remark)
}
