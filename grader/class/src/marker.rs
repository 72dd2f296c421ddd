//! Whoever grades the submissions of a class.

use checks::grading::Grader;
use grade::json::GradeFile;
use grade::{Basis, Grade};
use intake::class::Attempt;
use sandbox::build::BuildError;
use worker::{Death, Facts, Fault, ReadError, Worker, Workers};

/// Whoever grades: the grader or, in tests of all that is around it, a stand-in.
pub trait Marker: Sync {
    /// A hash of all that decides a grade beside the submission.
    fn plan(&self) -> String;

    /// A hash of all that decides verdicts beside the submission.
    fn verdicts_plan(&self) -> String;

    /// The grade that this would be by the assignment's points, if its verdicts are those of the
    /// assignment.
    fn with_its_points(&self, grade: Grade) -> Option<Grade>;

    /// The assignment and the tools that grades rest on.
    fn basis(&self) -> Basis;

    /// Begins with a submission.
    ///
    /// # Errors
    ///
    /// If the process that deals with it does not come to the point where it can work.
    fn begin(&self, entry: &Attempt) -> Result<Box<dyn Marking + '_>, Death>;

    /// The grade of something that is no submission.
    fn rejected(&self, name: &str, reason: String) -> Grade;

    /// The grade of a submission at which the grader was at fault.
    fn faulty(&self, name: &str, sources: &str, message: &str) -> Grade;

    /// Finds out whether this machine can still grade.
    ///
    /// # Errors
    ///
    /// If it cannot.
    fn still_works(&self) -> Result<(), BuildError>;
}

/// A submission that somebody is at.
pub trait Marking {
    /// Reads it.
    ///
    /// # Errors
    ///
    /// If the process that does so breaks down.
    fn read(&mut self) -> Result<Result<Facts, ReadError>, Death>;

    /// Grades it, once it is read.
    ///
    /// # Errors
    ///
    /// If the process that does so breaks down.
    fn grade(&mut self) -> Result<Result<GradeFile, Fault>, Death>;
}

/// The grader, with a process for each submission.
pub struct Markers<'a> {
    /// The grader, with one thread for each submission.
    pub grader: &'a Grader,
    /// The processes, which grade as it does.
    pub workers: &'a Workers,
}

impl Marker for Markers<'_> {
    fn plan(&self) -> String {
        self.grader.plan()
    }

    fn verdicts_plan(&self) -> String {
        self.grader.verdicts_plan()
    }

    fn with_its_points(&self, grade: Grade) -> Option<Grade> {
        self.grader.with_its_points(grade)
    }

    fn basis(&self) -> Basis {
        self.grader.basis()
    }

    fn begin(&self, entry: &Attempt) -> Result<Box<dyn Marking + '_>, Death> {
        let worker = self.workers.start(&entry.source, Some(&entry.name))?;
        Ok(Box::new(AtWork { worker, grader: self.grader }))
    }

    fn rejected(&self, name: &str, reason: String) -> Grade {
        self.grader.rejected(name, reason)
    }

    fn faulty(&self, name: &str, sources: &str, message: &str) -> Grade {
        self.grader.faulty(name, sources, message)
    }

    fn still_works(&self) -> Result<(), BuildError> {
        self.grader.still_works()
    }
}

/// A worker that is at a submission.
struct AtWork<'a> {
    worker: Worker,
    grader: &'a Grader,
}

impl Marking for AtWork<'_> {
    fn read(&mut self) -> Result<Result<Facts, ReadError>, Death> {
        self.worker.read()
    }

    fn grade(&mut self) -> Result<Result<GradeFile, Fault>, Death> {
        let graded = self.worker.grade(self.grader, &|_| {})?;
        Ok(graded.map(|it| it.file))
    }
}
