//! Configures and starts workers.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use checks::grading::{Blueprint, Grader};
use intake::class::SubmissionSource;
use jail::escape::{EscapeAttempt, EscapeRange};
use jail::{ProcessSandbox, SandboxLayers, StandingLayers};
use sandbox::build::BuildError;

use crate::death::Death;
use crate::limits::{self, limits_for_worker};
use crate::process::WorkerProcess;
use crate::protocol::WorkerSetup;
use crate::scratch::Scratch;
use crate::worker::Worker;

/// The configuration for workers.
pub struct Workers {
    blueprint: Option<Blueprint>,
    /// The folder with existing programs, which do not need to be compiled.
    made: Option<PathBuf>,
    is_strict: bool,
}

impl Workers {
    /// Configures workers that read submissions, but do not grade them.
    pub fn for_reading() -> Self {
        Self { blueprint: None, made: None, is_strict: false }
    }

    /// Configures workers that grade in the same way as `grader`.
    ///
    /// # Errors
    ///
    /// Fails if the grader cannot be used on this machine.
    pub fn for_grading(grader: &Grader) -> Result<Self, BuildError> {
        Ok(Self { blueprint: Some(grader.blueprint()?), ..Self::for_reading() })
    }

    /// Makes [`Worker::build_programs`] skip the programs in a folder.
    ///
    /// # Errors
    ///
    /// Fails if the path cannot be resolved.
    pub fn skipping_programs_in(self, folder: &Path) -> io::Result<Self> {
        Ok(Self { made: Some(folder.canonicalize()?), ..self })
    }

    /// Sets whether workers fail to start if any layer of the process sandbox is missing.
    #[must_use]
    pub fn requiring_all_layers(self, is_strict: bool) -> Self {
        Self { is_strict, ..self }
    }

    /// Starts a worker to find out which layers of the process sandbox work on this machine.
    ///
    /// # Errors
    ///
    /// Fails if no worker can be started, or if layers of a required complete process sandbox are missing.
    pub fn probe_sandbox_layers(&self) -> Result<StandingLayers, Death> {
        Ok(self.start(&SubmissionSource::Files(Vec::new()), None)?.standing().clone())
    }

    /// Tests the process sandbox from inside a worker. Returns its state, and all attempts that should have failed but
    /// did not.
    ///
    /// # Errors
    ///
    /// Fails if no worker can be started, if the worker crashes, or if the targets for the attempts cannot be set up.
    pub fn try_to_escape(&self) -> Result<(StandingLayers, Vec<EscapeAttempt>), Death> {
        let mut worker = self.start(&SubmissionSource::Files(Vec::new()), None)?;
        let range = EscapeRange::new().map_err(Death::Scratch)?;
        let successes = worker.try_to_escape(range.targets())?;
        Ok((worker.standing().clone(), successes))
    }

    /// Starts a worker for a submission, with this name within its class.
    ///
    /// # Errors
    ///
    /// Fails if the worker does not become ready.
    pub fn start(&self, source: &SubmissionSource, name: Option<&str>) -> Result<Worker, Death> {
        self.start_reading(source, name, Vec::new())
    }

    /// Starts a worker that can only hash the files of these submissions: see [`Worker::digest`].
    ///
    /// # Errors
    ///
    /// Fails if the worker does not become ready.
    pub fn start_for_digests(&self, sources: &[&SubmissionSource]) -> Result<Worker, Death> {
        let paths: BTreeSet<PathBuf> =
            sources.iter().flat_map(|source| source.paths_on_disk()).collect();
        let paths = paths.iter().map(std::path::absolute);
        let paths = paths.collect::<io::Result<_>>().map_err(Death::Start)?;
        let readers = Self { is_strict: self.is_strict, ..Self::for_reading() };
        readers.start_reading(&SubmissionSource::default(), None, paths)
    }

    /// Starts a worker that may also read these paths.
    fn start_reading(
        &self,
        source: &SubmissionSource,
        name: Option<&str>,
        paths: Vec<PathBuf>,
    ) -> Result<Worker, Death> {
        let (memory_mib, jobs) = self.memory_and_jobs();
        limits::check_inherited_limits(memory_mib, jobs)?;
        let scratch = Scratch::new().map_err(Death::Scratch)?;
        let setup = self.create_setup(source, name, paths, scratch.path()).map_err(Death::Start)?;
        let process = WorkerProcess::start().map_err(Death::Start)?;
        let worker = Worker::set_up(process, scratch, self.made.clone(), &setup)?;
        if self.is_strict && !worker.standing().is_whole() {
            return Err(Death::NotSandboxed(worker.standing().clone()));
        }
        Ok(worker)
    }

    /// Returns the memory limit per run in MiB, or 0 for readers, which do not run programs, and the number of threads.
    fn memory_and_jobs(&self) -> (u32, usize) {
        self.blueprint
            .as_ref()
            .map_or((0, 1), |blueprint| (blueprint.memory_mib(), blueprint.jobs()))
    }

    fn create_setup(
        &self,
        source: &SubmissionSource,
        name: Option<&str>,
        mut read: Vec<PathBuf>,
        scratch: &Path,
    ) -> io::Result<WorkerSetup> {
        let label = name.map_or_else(|| source.path().to_owned(), PathBuf::from);
        let source = with_absolute_paths(source)?;
        read.extend(source.paths_on_disk());
        read.extend(self.made.clone());
        let mut execute = vec![jail::own_program()?];
        execute.extend_from_slice(sandbox::build::own_libraries());
        if let Some(blueprint) = &self.blueprint {
            let needs = blueprint.paths_to_read_and_run();
            read.extend(needs.0);
            execute.extend(needs.1);
        }
        let (memory_mib, jobs) = self.memory_and_jobs();
        let scratch = scratch.canonicalize()?;
        let sandbox = ProcessSandbox {
            read,
            execute,
            write: vec![scratch.clone()],
            limits: limits_for_worker(memory_mib, jobs),
            is_innermost: false,
            layers: SandboxLayers::all_or_requested(),
        };
        let name = name.map(str::to_owned);
        Ok(WorkerSetup { sandbox, scratch, source, label, name, blueprint: self.blueprint.clone() })
    }
}

/// Makes the paths of a source absolute.
pub(crate) fn with_absolute_paths(source: &SubmissionSource) -> io::Result<SubmissionSource> {
    let absolute = |path: &Path| std::path::absolute(path);
    Ok(match source {
        SubmissionSource::Folder(path) => SubmissionSource::Folder(absolute(path)?),
        SubmissionSource::Archive(path) => SubmissionSource::Archive(absolute(path)?),
        SubmissionSource::Files(files) => {
            let mut files = files.clone();
            for file in &mut files {
                file.path = absolute(&file.path)?;
            }
            SubmissionSource::Files(files)
        }
    })
}
