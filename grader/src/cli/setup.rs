//! Finds the compiler and the cache for all commands that grade.

use std::path::{Path, PathBuf};

use checks::assignment::Assignment;
use checks::grading::Grader;
use sandbox::build::{self, BuildError, Prebuilt, Toolchain, Workshop};
use worker::{Workers, check_limits};

use super::error::CliError;
use super::shared_args::{AssignmentArgs, JobsArgs, MachineArgs};
use super::status_line::StatusLine;

/// Machine configuration for grading.
pub(super) struct Setup {
    source: Source,
    cache: PathBuf,
    /// Number of threads.
    pub(super) jobs: usize,
}

enum Source {
    Compiler(Toolchain),
    Prebuilt(Prebuilt),
}

impl Setup {
    /// Finds the cache and the compiler. Installs missing parts of the compiler, unless forbidden.
    pub(super) fn new(machine: &MachineArgs, status: &StatusLine) -> Result<Self, CliError> {
        check_limits(0, 1).map_err(BuildError::from)?;
        let tell = |text: &str| status.say(text, true);
        let install: Option<&dyn Fn(&str)> = if machine.no_install { None } else { Some(&tell) };
        let toolchain = Toolchain::find(install)?;
        Self::of(Source::Compiler(toolchain), &machine.jobs)
    }

    /// Uses compiled programs instead of a compiler.
    pub(super) fn prebuilt(folder: &Path, jobs: &JobsArgs) -> Result<Self, CliError> {
        Self::of(Source::Prebuilt(Prebuilt::open(folder)?), jobs)
    }

    fn of(source: Source, jobs: &JobsArgs) -> Result<Self, CliError> {
        let cache =
            build::cache_folder().map_err(|(folder, source)| CliError::Cache { folder, source })?;
        Ok(Self { source, cache, jobs: jobs.count() })
    }

    /// Makes a grader with `jobs` threads if nothing has to be compiled or measured first.
    pub(super) fn grader_if_ready(
        &self,
        assignment: Assignment,
        jobs: usize,
    ) -> Result<Option<Grader>, BuildError> {
        match &self.source {
            Source::Compiler(toolchain) => {
                Grader::if_ready(toolchain.clone(), assignment, &self.cache, jobs)
            }
            Source::Prebuilt(_) => Ok(None),
        }
    }

    /// Returns the path of the cache.
    pub(super) fn cache(&self) -> &Path {
        &self.cache
    }

    /// Makes a grader with `jobs` threads.
    pub(super) fn grader(
        &self,
        assignment: Assignment,
        jobs: usize,
        status: &StatusLine,
    ) -> Result<Grader, BuildError> {
        check_limits(assignment.limits.memory_mib, jobs)?;
        let show = |stage| status.show(stage);
        match &self.source {
            Source::Compiler(toolchain) => {
                Grader::new(toolchain.clone(), assignment, &self.cache, jobs, &show)
            }
            Source::Prebuilt(prebuilt) => {
                let workshop = Workshop::Prebuilt(prebuilt.clone());
                Grader::with_workshop(workshop, assignment, &self.cache, jobs, &show)
            }
        }
    }
}

/// Returns an error if a resource limit is too low for this assignment with `jobs` threads per process. Call this
/// before anything else, so that the first error reports all limits.
pub(super) fn refuse_low_limits(assignment: &Assignment, jobs: usize) -> Result<(), CliError> {
    check_limits(assignment.limits.memory_mib, jobs).map_err(|it| CliError::Build(it.into()))
}

/// Configures workers that grade like `grader`, which must have been made for the same assignment.
pub(super) fn workers(
    grader: &Grader,
    assignment: &AssignmentArgs,
    is_strict: bool,
) -> Result<Workers, CliError> {
    Ok(Workers::graders(grader, assignment.path())?.strict(is_strict))
}
