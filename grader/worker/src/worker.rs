//! Sends requests to a worker and checks its replies.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use checks::exam::KeptTests;
use checks::grading::{Grader, Stage};
use grade::check::Check;
use grade::json::GradeFile;
use grade::{Basis, Grade, Outline, SearchCounts, TestEnd, Tiles};
use intake::RustSources;
use intake::class::{ClassArchive, SubmissionSource};
use jail::StandingLayers;
use jail::escape::{EscapeAttempt, EscapeTargets};
use sandbox::timing::Timings;

use crate::death::{Death, DeathManner, WorkerActivity};
use crate::fault::{ReadError, WorkerFault};
use crate::process::{Stopper, WorkerProcess};
use crate::protocol::{GradeReply, Reply, SubmissionFacts, WorkerRequest, WorkerSetup};
use crate::scratch::Scratch;
use crate::serve::{self, PROGRAMS};
use crate::workers;

/// A process that handles a single submission. Dropping this value kills the process and removes its temporary folder.
pub struct Worker {
    process: WorkerProcess,
    scratch: Scratch,
    standing: StandingLayers,
    made: Option<PathBuf>,
    doing: WorkerActivity,
    facts: Option<SubmissionFacts>,
}

/// The result of grading a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerGrade {
    /// The grade.
    pub file: GradeFile,
    /// The operation counts for each puzzle, sorted by size.
    pub counts: Vec<SearchCounts>,
    /// The time that grading took, as reported by the worker. It may be wrong.
    pub timings: Timings,
}

impl Worker {
    /// Sends the setup to a new process and waits until it is ready.
    pub(crate) fn set_up(
        process: WorkerProcess,
        scratch: Scratch,
        made: Option<PathBuf>,
        setup: &WorkerSetup,
    ) -> Result<Self, Death> {
        let standing = StandingLayers::default();
        let doing = WorkerActivity::Beginning;
        let mut worker = Self { process, scratch, standing, made, doing, facts: None };
        worker.process.send_message(setup);
        match worker.receive_reply()? {
            Reply::Ready(standing) => worker.standing = standing,
            other => return Err(worker.kill_after_invalid_reply(&other)),
        }
        Ok(worker)
    }

    /// Tests the process sandbox from the inside. Returns all attempts that should have failed but did not.
    pub(crate) fn try_to_escape(
        &mut self,
        targets: &EscapeTargets,
    ) -> Result<Vec<EscapeAttempt>, Death> {
        self.process.send_message(&WorkerRequest::Try(targets.clone()));
        match self.receive_reply()? {
            Reply::Tried(successes) => Ok(successes),
            other => Err(self.kill_after_invalid_reply(&other)),
        }
    }

    /// Returns the state of the process sandbox.
    pub fn standing(&self) -> &StandingLayers {
        &self.standing
    }

    /// Returns a handle for killing the worker from another thread.
    pub fn stopper(&self) -> Stopper {
        self.process.stopper()
    }

    /// Reads the submission. A second call reads it again.
    ///
    /// # Errors
    ///
    /// Returns [`Death::Broke`] on a crash or protocol error.
    pub fn read(&mut self) -> Result<Result<SubmissionFacts, ReadError>, Death> {
        self.doing = WorkerActivity::Reading;
        self.process.send_message(&WorkerRequest::Read);
        match self.receive_reply()? {
            Reply::Facts(facts) => {
                self.facts = Some(facts.clone());
                Ok(Ok(facts))
            }
            Reply::NotRead(error) => Ok(Err(error)),
            other => Err(self.kill_after_invalid_reply(&other)),
        }
    }

    /// Returns a hash of the files of a submission, or `None` if they cannot be hashed: see [`SubmissionSource::digest`]. The
    /// worker must have been [started](crate::Workers::start_for_digests) for this submission.
    ///
    /// # Errors
    ///
    /// Returns [`Death::Broke`] on a crash or protocol error.
    pub fn digest(&mut self, source: &SubmissionSource) -> Result<Option<String>, Death> {
        self.doing = WorkerActivity::Reading;
        let Ok(source) = workers::with_absolute_paths(source) else { return Ok(None) };
        self.process.send_message(&WorkerRequest::Digest(source));
        match self.receive_reply()? {
            Reply::Digest(digest) => Ok(digest),
            other => Err(self.kill_after_invalid_reply(&other)),
        }
    }

    /// Reads the names in the archive of a class, unless the archive contains a single submission.
    ///
    /// # Errors
    ///
    /// Returns [`Death::Broke`] on a crash or protocol error.
    pub fn list_class_archive(&mut self) -> Result<Result<Option<ClassArchive>, ReadError>, Death> {
        self.doing = WorkerActivity::Reading;
        self.process.send_message(&WorkerRequest::List);
        match self.receive_reply()? {
            Reply::Listed(archive) => Ok(Ok(archive)),
            Reply::NotRead(error) => Ok(Err(error)),
            other => Err(self.kill_after_invalid_reply(&other)),
        }
    }

    /// Returns the paths and texts of all files in the submission, which must have been read.
    ///
    /// # Errors
    ///
    /// Returns [`Death::Broke`] on a crash or protocol error.
    pub fn files(&mut self) -> Result<Vec<(String, String)>, Death> {
        self.process.send_message(&WorkerRequest::Files);
        match self.receive_reply()? {
            Reply::Files(files) => Ok(files),
            other => Err(self.kill_after_invalid_reply(&other)),
        }
    }

    /// Returns all Rust files, even if they are not a valid submission.
    ///
    /// # Errors
    ///
    /// Returns [`Death::Broke`] on a crash or protocol error.
    pub fn sources(&mut self) -> Result<Result<RustSources, ReadError>, Death> {
        self.doing = WorkerActivity::Reading;
        self.process.send_message(&WorkerRequest::Sources);
        match self.receive_reply()? {
            Reply::Sources(sources) => Ok(Ok(sources)),
            Reply::NotRead(error) => Ok(Err(error)),
            other => Err(self.kill_after_invalid_reply(&other)),
        }
    }

    /// Returns the source locations of graded methods. The submission must have been read.
    ///
    /// # Errors
    ///
    /// Returns [`Death::Broke`] on a crash or protocol error.
    pub fn outline(&mut self) -> Result<Outline, Death> {
        self.process.send_message(&WorkerRequest::Outline);
        match self.receive_reply()? {
            Reply::Outline(outline) => Ok(outline),
            other => Err(self.kill_after_invalid_reply(&other)),
        }
    }

    /// Grades the submission in the same way as `grader`. The submission must have been read.
    ///
    /// # Errors
    ///
    /// Fails if the worker crashes or misbehaves, or if the grade is invalid or belongs to another submission.
    pub fn grade(
        &mut self,
        grader: &Grader,
        progress: &dyn Fn(Stage),
    ) -> Result<Result<WorkerGrade, WorkerFault>, Death> {
        self.send_grade_request(&WorkerRequest::Grade, grader, progress, &|_| {})
    }

    /// Grades only these checks of the submission's board if possible, or else the entire submission, which must have
    /// been read.
    ///
    /// # Errors
    ///
    /// Fails in the same cases as [`grade`](Self::grade).
    pub fn grade_board(
        &mut self,
        grader: &Grader,
        checks: &[Check],
        progress: &dyn Fn(Stage),
    ) -> Result<Result<WorkerGrade, WorkerFault>, Death> {
        let checks = checks.iter().map(|check| check.id().to_owned()).collect();
        self.send_grade_request(&WorkerRequest::GradeBoard { checks }, grader, progress, &|_| {})
    }

    /// Like [`grade`](Self::grade), but starts with the puzzles in `first`, and calls `ahead` with preliminary grades,
    /// with only the known verdicts.
    ///
    /// # Errors
    ///
    /// Fails in the same cases as [`grade`](Self::grade).
    pub fn grade_with_preliminary_grades(
        &mut self,
        grader: &Grader,
        first: BTreeSet<String>,
        progress: &dyn Fn(Stage),
        ahead: &dyn Fn(Grade),
    ) -> Result<Result<WorkerGrade, WorkerFault>, Death> {
        self.send_grade_request(&WorkerRequest::GradeAhead { first }, grader, progress, ahead)
    }

    fn send_grade_request(
        &mut self,
        request: &WorkerRequest,
        grader: &Grader,
        progress: &dyn Fn(Stage),
        ahead: &dyn Fn(Grade),
    ) -> Result<Result<WorkerGrade, WorkerFault>, Death> {
        let basis = grader.basis();
        self.doing = WorkerActivity::Compiling;
        self.process.send_message(request);
        loop {
            match self.receive_reply()? {
                Reply::Ahead(text) => ahead(self.parse_checked_grade(text, &basis)?.into_grade()),
                Reply::Stage(stage) => {
                    self.doing = match stage {
                        Stage::Running => WorkerActivity::Running,
                        Stage::Testing => WorkerActivity::Testing,
                        Stage::Preparing | Stage::Measuring | Stage::Compiling => {
                            WorkerActivity::Compiling
                        }
                    };
                    progress(stage);
                }
                Reply::Graded(GradeReply { grade, counts, timings }) => {
                    let file = self.parse_checked_grade(grade, &basis)?;
                    // Ignore errors: if the results are not cached, the tests will run next time as well.
                    let _ = KeptTests::copy_from_tray(
                        grader.cache(),
                        &serve::tray_folder(self.scratch.path()),
                    );
                    return Ok(Ok(WorkerGrade { file, counts, timings }));
                }
                Reply::Fault(fault) => return Ok(Err(fault)),
                other => return Err(self.kill_after_invalid_reply(&other)),
            }
        }
    }

    /// Parses an untrusted grade, and checks that it belongs to the requested submission.
    fn parse_checked_grade(&mut self, text: String, basis: &Basis) -> Result<GradeFile, Death> {
        let file = GradeFile::parse(text).map_err(|error| error.to_string());
        let is_asked_for = |grade: &Grade| {
            let facts = self.facts.as_ref();
            facts.is_some_and(|facts| facts.name == grade.submission && facts.hash == grade.sources)
                && grade.basis == *basis
                && grade.rejection.is_none()
        };
        match file {
            Ok(file) if is_asked_for(file.grade()) => Ok(file),
            Ok(_) => Err(self.kill_and_describe_death(DeathManner::Nonsense(
                "the grade is for a different submission".into(),
            ))),
            Err(error) => Err(self.kill_and_describe_death(DeathManner::Nonsense(error))),
        }
    }

    /// Runs a test file on the submission's code: see [`Grader::try_tests`].
    ///
    /// # Errors
    ///
    /// Returns [`Death::Broke`] on a crash or protocol error.
    pub fn try_tests(
        &mut self,
        name: &str,
        file: &str,
    ) -> Result<Result<Option<BTreeMap<String, TestEnd>>, WorkerFault>, Death> {
        self.doing = WorkerActivity::Testing;
        self.process.send_message(&WorkerRequest::TryTests {
            name: name.to_owned(),
            file: file.to_owned(),
        });
        match self.receive_reply()? {
            Reply::Tested(ends) => Ok(Ok(ends)),
            Reply::Fault(fault) => Ok(Err(fault)),
            other => Err(self.kill_after_invalid_reply(&other)),
        }
    }

    /// Records the search of a board: see [`Grader::trace_search`].
    ///
    /// # Errors
    ///
    /// Returns [`Death::Broke`] on a crash or protocol error.
    pub fn trace(&mut self, tiles: &Tiles) -> Result<Result<Option<String>, WorkerFault>, Death> {
        self.doing = WorkerActivity::Running;
        self.process.send_message(&WorkerRequest::Trace { tiles: tiles.to_vec() });
        loop {
            match self.receive_reply()? {
                Reply::Stage(_) => {}
                Reply::Trace(trace) => return Ok(Ok(trace)),
                Reply::Fault(fault) => return Ok(Err(fault)),
                other => return Err(self.kill_after_invalid_reply(&other)),
            }
        }
    }

    /// Compiles the submission, which must have been read. Returns the folder with the programs, which is removed when
    /// the worker is dropped. To keep the programs, use [`Prebuilt::copy_new_programs`](sandbox::build::Prebuilt::copy_new_programs).
    ///
    /// # Errors
    ///
    /// Returns [`Death::Broke`] on a crash or protocol error.
    pub fn build_programs(&mut self) -> Result<Result<PathBuf, WorkerFault>, Death> {
        self.doing = WorkerActivity::Compiling;
        let own = || self.scratch.path().join(PROGRAMS);
        let below = self.made.clone().unwrap_or_else(own);
        self.process.send_message(&WorkerRequest::Build { below });
        match self.receive_reply()? {
            Reply::Built => Ok(Ok(self.scratch.path().join(PROGRAMS))),
            Reply::Fault(fault) => Ok(Err(fault)),
            other => Err(self.kill_after_invalid_reply(&other)),
        }
    }

    fn receive_reply(&mut self) -> Result<Reply, Death> {
        self.process.receive_reply().map_err(|manner| self.kill_and_describe_death(manner))
    }

    fn kill_after_invalid_reply(&mut self, reply: &Reply) -> Death {
        let kind = format!("{reply:?}").split(['(', ' ']).next().unwrap_or_default().to_owned();
        self.kill_and_describe_death(DeathManner::Nonsense(format!("unexpected reply `{kind}`")))
    }

    fn kill_and_describe_death(&mut self, manner: DeathManner) -> Death {
        Death::Broke { doing: self.doing, manner, last_words: self.process.kill_and_read_errors() }
    }
}
