//! An interface to the grader, for tests to implement.

use std::iter;
use std::sync::{Mutex, PoisonError};

use checks::grading::Grader;
use grade::json::GradeFile;
use grade::{Basis, Grade};
use intake::class::{Attempt, SubmissionSource};
use sandbox::build::BuildError;
use sandbox::timing::WorkTotals;
use worker::{Death, ReadError, SubmissionFacts, Worker, WorkerFault, Workers};

/// Grades submissions.
pub trait Marker: Sync {
    /// Returns a hash of everything that affects grades, except the submission.
    fn plan_hash(&self) -> String;

    /// Returns a hash of everything that affects verdicts, except the submission.
    fn verdicts_plan_hash(&self) -> String;

    /// Applies the assignment's points to a grade, or returns `None` if the verdicts do not fit the assignment.
    fn with_its_points(&self, grade: Grade) -> Option<Grade>;

    /// Returns the assignment and tools.
    fn basis(&self) -> Basis;

    /// Returns a hash of the files of a submission, or `None` if they cannot be hashed. Nothing parses them.
    fn hash_files(&self, entry: &Attempt) -> Option<String>;

    /// Starts work on a submission.
    ///
    /// # Errors
    ///
    /// Returns an error if the worker process ends before it is ready.
    fn start_marking(&self, entry: &Attempt) -> Result<Box<dyn Marking + '_>, Death>;

    /// Creates the grade for an invalid submission.
    fn grade_of_rejected(&self, name: &str, reason: String) -> Grade;

    /// Creates the grade after a grader error.
    fn grade_with_grader_error(&self, name: &str, sources: &str, message: &str) -> Grade;

    /// Checks that the machine can still grade.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot.
    fn check_machine(&self) -> Result<(), BuildError>;
}

/// A submission being graded.
pub trait Marking {
    /// Reads the submission.
    ///
    /// # Errors
    ///
    /// Returns an error if the worker process ends early.
    fn read_submission(&mut self) -> Result<Result<SubmissionFacts, ReadError>, Death>;

    /// Grades the submission, which must have been read before.
    ///
    /// # Errors
    ///
    /// Returns an error if the worker process ends early.
    fn grade_submission(&mut self) -> Result<Result<GradeFile, WorkerFault>, Death>;

    /// Returns how long grading took, if measured.
    fn times(&self) -> Option<WorkTotals> {
        None
    }
}

/// The grader, with a worker process for each submission.
pub struct Markers<'a> {
    grader: &'a Grader,
    workers: &'a Workers,
    /// The worker that hashes files. Without it, separate workers read each submission.
    digester: Mutex<Option<Worker>>,
}

impl<'a> Markers<'a> {
    /// Combines a grader with one thread per submission and workers that grade in the same way.
    pub fn new(grader: &'a Grader, workers: &'a Workers) -> Self {
        Self { grader, workers, digester: Mutex::new(None) }
    }

    /// Starts the worker that hashes files. It ends with its starting thread, which should therefore wait for all other
    /// threads.
    #[must_use]
    pub fn with_digests(self, entries: &[Attempt]) -> Self {
        let attempts = entries.iter().flat_map(|entry| iter::once(entry).chain(&entry.older));
        let sources: Vec<&SubmissionSource> = attempts.map(|attempt| &attempt.source).collect();
        Self { digester: Mutex::new(self.workers.start_for_digests(&sources).ok()), ..self }
    }
}

impl Marker for Markers<'_> {
    fn plan_hash(&self) -> String {
        self.grader.plan_hash()
    }

    fn verdicts_plan_hash(&self) -> String {
        self.grader.verdicts_plan_hash()
    }

    fn with_its_points(&self, grade: Grade) -> Option<Grade> {
        self.grader.with_its_points(grade)
    }

    fn basis(&self) -> Basis {
        self.grader.basis()
    }

    fn hash_files(&self, entry: &Attempt) -> Option<String> {
        let mut digester = self.digester.lock().unwrap_or_else(PoisonError::into_inner);
        let digest = digester.as_mut()?.digest(&entry.source);
        digest.unwrap_or_else(|_| {
            *digester = None;
            None
        })
    }

    fn start_marking(&self, entry: &Attempt) -> Result<Box<dyn Marking + '_>, Death> {
        let worker = self.workers.start(&entry.source, Some(&entry.name))?;
        Ok(Box::new(WorkerMarking { worker, grader: self.grader, times: None }))
    }

    fn grade_of_rejected(&self, name: &str, reason: String) -> Grade {
        self.grader.grade_of_rejected(name, reason)
    }

    fn grade_with_grader_error(&self, name: &str, sources: &str, message: &str) -> Grade {
        self.grader.grade_with_grader_error(name, sources, message)
    }

    fn check_machine(&self) -> Result<(), BuildError> {
        self.grader.check_machine()
    }
}

struct WorkerMarking<'a> {
    worker: Worker,
    grader: &'a Grader,
    times: Option<WorkTotals>,
}

impl Marking for WorkerMarking<'_> {
    fn read_submission(&mut self) -> Result<Result<SubmissionFacts, ReadError>, Death> {
        self.worker.read()
    }

    fn grade_submission(&mut self) -> Result<Result<GradeFile, WorkerFault>, Death> {
        let graded = self.worker.grade(self.grader, &|_| {})?;
        self.times = graded.as_ref().ok().map(|graded| WorkTotals::from_timings(&graded.timings));
        Ok(graded.map(|graded| graded.file))
    }

    fn times(&self) -> Option<WorkTotals> {
        self.times.clone()
    }
}
