//! Starts workers and sends them requests.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use checks::exam::KeptTests;
use checks::grading::{Grader, Stage};
use grade::json::GradeFile;
use grade::{Basis, Counts, Grade, Outline, TestEnd, Tiles};
use intake::Sources;
use intake::class::Source;
use jail::trial::{self, Attempt};
use jail::{Layers, Standing, Wall};
use sandbox::build::BuildError;
use sandbox::timing::Timings;

use crate::death::{Death, Doing, Manner};
use crate::fault::{Fault, ReadError};
use crate::limits::{self, limits};
use crate::process::{Process, Stopper};
use crate::protocol::{Facts, GradeReply, Grading, Reply, Request, Setup};
use crate::scratch::Scratch;
use crate::serve::{self, PROGRAMS};

/// Configuration for workers.
pub struct Workers {
    grading: Option<Grading>,
    /// Folder of programs that need not be compiled again.
    made: Option<PathBuf>,
    /// Whether to fail if the wall is incomplete.
    is_strict: bool,
}

impl Workers {
    /// Configures workers that read but do not grade.
    pub fn readers() -> Self {
        Self { grading: None, made: None, is_strict: false }
    }

    /// Configures workers to grade like `grader`. The assignment is read from a path or built in.
    ///
    /// # Errors
    ///
    /// If the grader cannot be used on this machine.
    pub fn graders(grader: &Grader, assignment: Option<&Path>) -> Result<Self, BuildError> {
        let assignment = assignment.map(std::path::absolute).transpose()?;
        let grading = Some(Grading { blueprint: grader.blueprint()?, assignment });
        Ok(Self { grading, ..Self::readers() })
    }

    /// Configures [`Worker::build`] to skip the programs in a folder.
    ///
    /// # Errors
    ///
    /// If the path cannot be resolved.
    pub fn with_made(self, folder: &Path) -> io::Result<Self> {
        Ok(Self { made: Some(folder.canonicalize()?), ..self })
    }

    /// Sets whether workers fail to start if any layer of the wall is missing.
    #[must_use]
    pub fn strict(self, is_strict: bool) -> Self {
        Self { is_strict, ..self }
    }

    /// Returns which layers of the wall work on this machine.
    ///
    /// # Errors
    ///
    /// If no worker can be started, or if the wall is incomplete but required.
    pub fn probe(&self) -> Result<Standing, Death> {
        Ok(self.start(&Source::Files(Vec::new()), None)?.standing)
    }

    /// Tests the wall from inside a worker. Returns the state of the wall, and all attempts that should have failed but
    /// did not.
    ///
    /// # Errors
    ///
    /// If no worker can be started, it crashes, or the targets for the attempts cannot be set up.
    pub fn try_wall(&self) -> Result<(Standing, Vec<Attempt>), Death> {
        let mut worker = self.start(&Source::Files(Vec::new()), None)?;
        let range = trial::Range::new().map_err(Death::Scratch)?;
        worker.process.say(&Request::Try(range.targets().clone()));
        match worker.hear()? {
            Reply::Tried(successes) => Ok((worker.standing, successes)),
            other => Err(worker.nonsense(&other)),
        }
    }

    /// Starts a worker for a submission. `name` is the name of the submission within its class.
    ///
    /// # Errors
    ///
    /// If the worker does not become ready.
    pub fn start(&self, source: &Source, name: Option<&str>) -> Result<Worker, Death> {
        let (memory_mib, jobs) = self.size();
        limits::check(memory_mib, jobs)?;
        let scratch = Scratch::new().map_err(Death::Scratch)?;
        let setup = self.setup(source, name, scratch.path()).map_err(Death::Start)?;
        let process = Process::start().map_err(Death::Start)?;
        let standing = Standing::default();
        let made = self.made.clone();
        let doing = Doing::Beginning;
        let mut worker = Worker { process, scratch, standing, made, doing, facts: None };
        worker.process.say(&setup);
        match worker.hear()? {
            Reply::Ready(standing) if self.is_strict && !standing.is_whole() => {
                Err(Death::NotWalled(standing))
            }
            Reply::Ready(standing) => {
                worker.standing = standing;
                Ok(worker)
            }
            other => Err(worker.nonsense(&other)),
        }
    }

    /// Returns the memory limit for a run in MiB and the number of threads. Readers run nothing, so their memory limit
    /// is 0.
    fn size(&self) -> (u32, usize) {
        let blueprint = self.grading.as_ref().map(|grading| &grading.blueprint);
        blueprint.map_or((0, 1), |it| (it.memory_mib(), it.jobs()))
    }

    fn setup(&self, source: &Source, name: Option<&str>, scratch: &Path) -> io::Result<Setup> {
        let (source, labels) = absolute(source)?;
        let mut read: Vec<PathBuf> = labels.iter().map(|(path, _)| path.clone()).collect();
        read.extend(self.made.clone());
        let mut execute = vec![jail::own_program()?];
        if let Some(Grading { blueprint, .. }) = &self.grading {
            let needs = blueprint.needs();
            read.extend(needs.0);
            execute.extend(needs.1);
        }
        let (memory_mib, jobs) = self.size();
        let scratch = scratch.canonicalize()?;
        let wall = Wall {
            read,
            execute,
            write: vec![scratch.clone()],
            limits: limits(memory_mib, jobs),
            is_innermost: false,
            layers: Layers::wanted(),
        };
        let name = name.map(str::to_owned);
        Ok(Setup { wall, scratch, source, labels, name, grading: self.grading.clone() })
    }
}

/// A class unpacked from an archive. Dropping it removes the folder.
#[derive(Debug)]
pub struct UnpackedClass {
    scratch: Scratch,
    refused: Vec<(String, String)>,
}

impl UnpackedClass {
    /// Returns the path of the folder.
    pub fn folder(&self) -> PathBuf {
        self.scratch.path().join(serve::CLASS)
    }

    /// Returns unsafe entries that were skipped, each with a reason.
    pub fn refused(&self) -> &[(String, String)] {
        &self.refused
    }
}

/// Makes the paths of a source absolute. Also returns each path as the user wrote it.
fn absolute(source: &Source) -> io::Result<(Source, Vec<(PathBuf, String)>)> {
    let mut labels = Vec::new();
    let mut absolute = |path: &Path| -> io::Result<PathBuf> {
        let place = std::path::absolute(path)?;
        labels.push((place.clone(), path.display().to_string()));
        Ok(place)
    };
    let source = match source {
        Source::Folder(path) => Source::Folder(absolute(path)?),
        Source::Archive(path) => Source::Archive(absolute(path)?),
        Source::Files(files) => {
            let mut files = files.clone();
            for file in &mut files {
                file.path = absolute(&file.path)?;
            }
            Source::Files(files)
        }
    };
    Ok((source, labels))
}

/// A process for a single submission. Dropping it kills the process and removes its temporary folder.
pub struct Worker {
    process: Process,
    scratch: Scratch,
    standing: Standing,
    made: Option<PathBuf>,
    doing: Doing,
    /// Set after the submission was read.
    facts: Option<Facts>,
}

/// Result of grading a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graded {
    /// The grade.
    pub file: GradeFile,
    /// Operation counts for each puzzle, from small to large.
    pub counts: Vec<Counts>,
    /// How long grading took. The worker reports this, so it may be wrong.
    pub timings: Timings,
}

impl Worker {
    /// Returns the state of the wall.
    pub fn standing(&self) -> &Standing {
        &self.standing
    }

    /// Returns a handle for killing the worker from another thread.
    pub fn stopper(&self) -> Stopper {
        self.process.stopper()
    }

    /// Reads the submission. You can call this again to reread it.
    ///
    /// # Errors
    ///
    /// Returns [`Death::Broke`] on a crash or protocol error.
    pub fn read(&mut self) -> Result<Result<Facts, ReadError>, Death> {
        self.doing = Doing::Reading;
        self.process.say(&Request::Read);
        match self.hear()? {
            Reply::Facts(facts) => {
                self.facts = Some(facts.clone());
                Ok(Ok(facts))
            }
            Reply::NotRead(error) => Ok(Err(error)),
            other => Err(self.nonsense(&other)),
        }
    }

    /// Unpacks the archive if it contains a class. Returns `None` if it contains a single submission.
    ///
    /// # Errors
    ///
    /// Returns [`Death::Broke`] on a crash or protocol error.
    pub fn unpack(mut self) -> Result<Result<Option<UnpackedClass>, ReadError>, Death> {
        self.doing = Doing::Reading;
        self.process.say(&Request::Unpack);
        match self.hear()? {
            Reply::Unpacked(refused) => {
                let Self { scratch, process, .. } = self;
                drop(process);
                Ok(Ok(refused.map(|refused| UnpackedClass { scratch, refused })))
            }
            Reply::NotRead(error) => Ok(Err(error)),
            other => Err(self.nonsense(&other)),
        }
    }

    /// Returns the paths and texts of all files of the submission, which must have been read.
    ///
    /// # Errors
    ///
    /// Returns [`Death::Broke`] on a crash or protocol error.
    pub fn files(&mut self) -> Result<Vec<(String, String)>, Death> {
        self.process.say(&Request::Files);
        match self.hear()? {
            Reply::Files(files) => Ok(files),
            other => Err(self.nonsense(&other)),
        }
    }

    /// Returns all Rust files, even if they are not a valid submission.
    ///
    /// # Errors
    ///
    /// Returns [`Death::Broke`] on a crash or protocol error.
    pub fn sources(&mut self) -> Result<Result<Sources, ReadError>, Death> {
        self.doing = Doing::Reading;
        self.process.say(&Request::Sources);
        match self.hear()? {
            Reply::Sources(sources) => Ok(Ok(sources)),
            Reply::NotRead(error) => Ok(Err(error)),
            other => Err(self.nonsense(&other)),
        }
    }

    /// Returns the source locations of graded methods. The submission must have been read.
    ///
    /// # Errors
    ///
    /// Returns [`Death::Broke`] on a crash or protocol error.
    pub fn outline(&mut self) -> Result<Outline, Death> {
        self.process.say(&Request::Outline);
        match self.hear()? {
            Reply::Outline(outline) => Ok(outline),
            other => Err(self.nonsense(&other)),
        }
    }

    /// Grades the submission, which must have been read, in the same way as `grader`.
    ///
    /// # Errors
    ///
    /// If the worker crashes or misbehaves, or if the grade is invalid or belongs to another submission.
    pub fn grade(
        &mut self,
        grader: &Grader,
        progress: &dyn Fn(Stage),
    ) -> Result<Result<Graded, Fault>, Death> {
        self.grade_by(&Request::Grade, grader, progress, &|_| {})
    }

    /// Grades only the board of the submission, once it is read. If this is not possible, grades everything.
    ///
    /// # Errors
    ///
    /// As for [`grade`](Self::grade).
    pub fn grade_board(
        &mut self,
        grader: &Grader,
        progress: &dyn Fn(Stage),
    ) -> Result<Result<Graded, Fault>, Death> {
        self.grade_by(&Request::GradeBoard, grader, progress, &|_| {})
    }

    /// Grades the submission like [`grade`](Self::grade), but tries the puzzles `first` before all others and calls
    /// `ahead` with preliminary grades, which only contain the verdicts known so far.
    ///
    /// # Errors
    ///
    /// If the worker crashes or misbehaves, or if the grade is invalid or belongs to another submission.
    pub fn grade_ahead(
        &mut self,
        grader: &Grader,
        first: BTreeSet<String>,
        progress: &dyn Fn(Stage),
        ahead: &dyn Fn(Grade),
    ) -> Result<Result<Graded, Fault>, Death> {
        self.grade_by(&Request::GradeAhead { first }, grader, progress, ahead)
    }

    fn grade_by(
        &mut self,
        request: &Request,
        grader: &Grader,
        progress: &dyn Fn(Stage),
        ahead: &dyn Fn(Grade),
    ) -> Result<Result<Graded, Fault>, Death> {
        let basis = grader.basis();
        self.doing = Doing::Compiling;
        self.process.say(request);
        loop {
            match self.hear()? {
                Reply::Ahead(text) => ahead(self.checked(text, &basis)?.into_grade()),
                Reply::Stage(stage) => {
                    self.doing = match stage {
                        Stage::Running => Doing::Running,
                        Stage::Testing => Doing::Testing,
                        Stage::Preparing | Stage::Measuring | Stage::Compiling => Doing::Compiling,
                    };
                    progress(stage);
                }
                Reply::Graded(GradeReply { grade, counts, timings }) => {
                    let file = self.checked(grade, &basis)?;
                    // Ignore errors: without the cache, tests merely have to run again.
                    let _ = KeptTests::adopt(grader.cache(), &serve::tray(self.scratch.path()));
                    return Ok(Ok(Graded { file, counts, timings }));
                }
                Reply::Fault(fault) => return Ok(Err(fault)),
                other => return Err(self.nonsense(&other)),
            }
        }
    }

    /// Parses a grade and checks that it belongs to the requested submission. The text is not trusted before that.
    fn checked(&mut self, text: String, basis: &Basis) -> Result<GradeFile, Death> {
        let file = GradeFile::read(text).map_err(|error| error.to_string());
        let is_asked_for = |grade: &Grade| {
            let facts = self.facts.as_ref();
            facts.is_some_and(|it| it.name == grade.submission && it.hash == grade.sources)
                && grade.basis == *basis
                && grade.rejection.is_none()
        };
        match file {
            Ok(file) if is_asked_for(file.grade()) => Ok(file),
            Ok(_) => {
                Err(self.death(Manner::Nonsense("the grade is for a different submission".into())))
            }
            Err(error) => Err(self.death(Manner::Nonsense(error))),
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
    ) -> Result<Result<Option<BTreeMap<String, TestEnd>>, Fault>, Death> {
        self.doing = Doing::Testing;
        self.process.say(&Request::TryTests { name: name.to_owned(), file: file.to_owned() });
        match self.hear()? {
            Reply::Tested(ends) => Ok(Ok(ends)),
            Reply::Fault(fault) => Ok(Err(fault)),
            other => Err(self.nonsense(&other)),
        }
    }

    /// Records the search of a board: see [`Grader::trace`].
    ///
    /// # Errors
    ///
    /// If the worker breaks down.
    pub fn trace(&mut self, tiles: &Tiles) -> Result<Result<Option<String>, Fault>, Death> {
        self.doing = Doing::Running;
        self.process.say(&Request::Trace { tiles: tiles.to_vec() });
        loop {
            match self.hear()? {
                Reply::Stage(_) => {}
                Reply::Trace(trace) => return Ok(Ok(trace)),
                Reply::Fault(fault) => return Ok(Err(fault)),
                other => return Err(self.nonsense(&other)),
            }
        }
    }

    /// Compiles the submission, which must have been read. Returns the folder with the programs, which exists until the
    /// worker is dropped. To keep the programs, use [`Prebuilt::adopt`](sandbox::build::Prebuilt::adopt).
    ///
    /// # Errors
    ///
    /// Returns [`Death::Broke`] on a crash or protocol error.
    pub fn build(&mut self) -> Result<Result<PathBuf, Fault>, Death> {
        self.doing = Doing::Compiling;
        let own = || self.scratch.path().join(PROGRAMS);
        let below = self.made.clone().unwrap_or_else(own);
        self.process.say(&Request::Build { below });
        match self.hear()? {
            Reply::Built => Ok(Ok(self.scratch.path().join(PROGRAMS))),
            Reply::Fault(fault) => Ok(Err(fault)),
            other => Err(self.nonsense(&other)),
        }
    }

    /// Waits for the next reply.
    fn hear(&mut self) -> Result<Reply, Death> {
        self.process.hear().map_err(|manner| self.death(manner))
    }

    fn nonsense(&mut self, reply: &Reply) -> Death {
        let kind = format!("{reply:?}").split(['(', ' ']).next().unwrap_or_default().to_owned();
        self.death(Manner::Nonsense(format!("unexpected reply `{kind}`")))
    }

    /// Kills the worker and returns its death.
    fn death(&mut self, manner: Manner) -> Death {
        Death::Broke { doing: self.doing, manner, last_words: self.process.last_words() }
    }
}
