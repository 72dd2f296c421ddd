//! Workers, as the program that asks for grades knows them.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use checks::exam::KeptTests;
use checks::grading::{Grader, Stage};
use grade::json::GradeFile;
use grade::{Basis, Counts, Grade, Outline, TestEnd};
use intake::Sources;
use intake::class::Source;
use jail::trial::{self, Attempt};
use jail::{Layers, Standing, Wall};
use sandbox::build::BuildError;

use crate::death::{Death, Doing, Manner};
use crate::fault::{Fault, ReadError};
use crate::limits::{self, limits};
use crate::process::{Process, Stopper};
use crate::protocol::{Facts, GradeReply, Grading, Reply, Request, Setup};
use crate::scratch::Scratch;
use crate::serve::{self, PROGRAMS};

/// Starts workers.
pub struct Workers {
    grading: Option<Grading>,
    /// Programs that were made before.
    made: Option<PathBuf>,
    /// Whether a wall that is not whole is as good as none.
    is_strict: bool,
}

impl Workers {
    /// Workers that can do nothing but read.
    pub fn readers() -> Self {
        Self { grading: None, made: None, is_strict: false }
    }

    /// Workers that grade as this grader does. Its assignment is at a path, or the built-in one.
    ///
    /// # Errors
    ///
    /// If this machine lets the grader down.
    pub fn graders(grader: &Grader, assignment: Option<&Path>) -> Result<Self, BuildError> {
        let assignment = assignment.map(std::path::absolute).transpose()?;
        let grading = Some(Grading { blueprint: grader.blueprint()?, assignment });
        Ok(Self { grading, ..Self::readers() })
    }

    /// Workers that make only programs that are not in this folder.
    ///
    /// # Errors
    ///
    /// If it cannot be told where that is.
    pub fn with_made(self, folder: &Path) -> io::Result<Self> {
        Ok(Self { made: Some(folder.canonicalize()?), ..self })
    }

    /// Workers that do nothing unless each layer of their wall stands.
    #[must_use]
    pub fn strict(self, is_strict: bool) -> Self {
        Self { is_strict, ..self }
    }

    /// Finds out how the wall around a worker stands on this machine.
    ///
    /// # Errors
    ///
    /// If no worker can be started, or the wall has to be whole and is not.
    pub fn probe(&self) -> Result<Standing, Death> {
        Ok(self.start(&Source::Files(Vec::new()), None)?.standing)
    }

    /// Tries from a worker what the wall around it is there to stop. Returns how the wall stands, and
    /// the attempts that succeeded.
    ///
    /// # Errors
    ///
    /// If no worker can be started, or it breaks down, or there is nothing to try it on.
    pub fn try_wall(&self) -> Result<(Standing, Vec<Attempt>), Death> {
        let mut worker = self.start(&Source::Files(Vec::new()), None)?;
        let range = trial::Range::new().map_err(Death::Scratch)?;
        worker.process.say(&Request::Try(range.targets().clone()));
        match worker.hear()? {
            Reply::Tried(successes) => Ok((worker.standing, successes)),
            other => Err(worker.nonsense(&other)),
        }
    }

    /// Starts a worker for a submission, under the name that it has in its class.
    ///
    /// # Errors
    ///
    /// If it does not come to the point where it can work.
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

    /// The most memory of a run, in MiB, and the number of threads; no memory if it runs nothing.
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

/// A class that was an archive, unpacked. Its folder goes when this is dropped.
#[derive(Debug)]
pub struct UnpackedClass {
    scratch: Scratch,
    refused: Vec<(String, String)>,
}

impl UnpackedClass {
    /// The folder.
    pub fn folder(&self) -> PathBuf {
        self.scratch.path().join(serve::CLASS)
    }

    /// The entries of the archive that were left out because they are not safe, and why.
    pub fn refused(&self) -> &[(String, String)] {
        &self.refused
    }
}

/// The source with absolute paths, and the user's names for them.
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

/// A process for one submission. It ends when this is dropped, and its folder goes with it.
pub struct Worker {
    process: Process,
    scratch: Scratch,
    standing: Standing,
    made: Option<PathBuf>,
    doing: Doing,
    /// What is known of the submission, once it is read.
    facts: Option<Facts>,
}

/// A submission that was graded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graded {
    /// Its grade.
    pub file: GradeFile,
    /// The counts on each puzzle, in the order of size.
    pub counts: Vec<Counts>,
}

impl Worker {
    /// How the wall around it stands.
    pub fn standing(&self) -> &Standing {
        &self.standing
    }

    /// What ends it from another thread.
    pub fn stopper(&self) -> Stopper {
        self.process.stopper()
    }

    /// Reads the submission: again, if it was read before.
    ///
    /// # Errors
    ///
    /// If the worker breaks down.
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

    /// Unpacks the archive that it was started for, if that holds a class and not one submission.
    ///
    /// # Errors
    ///
    /// If the worker breaks down.
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

    /// The path and the text of each of its files, once it is read.
    ///
    /// # Errors
    ///
    /// If the worker breaks down.
    pub fn files(&mut self) -> Result<Vec<(String, String)>, Death> {
        self.process.say(&Request::Files);
        match self.hear()? {
            Reply::Files(files) => Ok(files),
            other => Err(self.nonsense(&other)),
        }
    }

    /// All Rust files of what it was started for, whether or not that is a submission.
    ///
    /// # Errors
    ///
    /// If the worker breaks down.
    pub fn sources(&mut self) -> Result<Result<Sources, ReadError>, Death> {
        self.doing = Doing::Reading;
        self.process.say(&Request::Sources);
        match self.hear()? {
            Reply::Sources(sources) => Ok(Ok(sources)),
            Reply::NotRead(error) => Ok(Err(error)),
            other => Err(self.nonsense(&other)),
        }
    }

    /// Where the methods stand that are graded, once the submission is read.
    ///
    /// # Errors
    ///
    /// If the worker breaks down.
    pub fn outline(&mut self) -> Result<Outline, Death> {
        self.process.say(&Request::Outline);
        match self.hear()? {
            Reply::Outline(outline) => Ok(outline),
            other => Err(self.nonsense(&other)),
        }
    }

    /// Grades the submission as this grader does, once it is read.
    ///
    /// # Errors
    ///
    /// If the worker breaks down, or gives no grade, or that of something else.
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

    /// Grades the submission, once it is read, and on the way tells what shows: grades with those
    /// checks whose verdict is known. Its solver is tried on the puzzles `first` before anything else.
    ///
    /// # Errors
    ///
    /// If the worker breaks down, or gives no grade, or that of something else.
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
                Reply::Graded(GradeReply { grade, counts }) => {
                    let file = self.checked(grade, &basis)?;
                    // A cache that cannot be written costs time and nothing else.
                    let _ = KeptTests::adopt(grader.cache(), &serve::tray(self.scratch.path()));
                    return Ok(Ok(Graded { file, counts }));
                }
                Reply::Fault(fault) => return Ok(Err(fault)),
                other => return Err(self.nonsense(&other)),
            }
        }
    }

    /// The grade in a text that the worker gives, which has to be that of the submission that was asked
    /// for. All of it is a stranger's word until then, and nothing has to read it again afterwards.
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
            Ok(_) => Err(self.death(Manner::Nonsense("it is the grade of something else".into()))),
            Err(error) => Err(self.death(Manner::Nonsense(error))),
        }
    }

    /// Runs a file of tests on its code: see [`Grader::try_tests`].
    ///
    /// # Errors
    ///
    /// If the worker breaks down.
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

    /// Makes the programs of the submission, once it is read: the folder that they are in for as long
    /// as this lives. See [`Prebuilt::adopt`](sandbox::build::Prebuilt::adopt).
    ///
    /// # Errors
    ///
    /// If the worker breaks down.
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

    /// The next line, or the end.
    fn hear(&mut self) -> Result<Reply, Death> {
        self.process.hear().map_err(|manner| self.death(manner))
    }

    fn nonsense(&mut self, reply: &Reply) -> Death {
        let kind = format!("{reply:?}").split(['(', ' ']).next().unwrap_or_default().to_owned();
        self.death(Manner::Nonsense(format!("`{kind}` was not asked for")))
    }

    /// The death of this worker in this manner. It ends it.
    fn death(&mut self, manner: Manner) -> Death {
        Death::Broke { doing: self.doing, manner, last_words: self.process.last_words() }
    }
}
