//! The things that every command which grades needs of this machine.

use std::path::{Path, PathBuf};

use checks::assignment::Assignment;
use checks::grading::Grader;
use sandbox::build::{self, BuildError, Prebuilt, Toolchain, Workshop};
use worker::{Workers, check_limits};

use super::error::CliError;
use super::shared_args::{AssignmentArgs, JobsArgs, MachineArgs};
use super::status_line::StatusLine;

/// The source of programs, the cache and the number of jobs.
pub(super) struct Setup {
    source: Source,
    cache: PathBuf,
    /// The number of threads.
    pub(super) jobs: usize,
}

enum Source {
    Compiler(Toolchain),
    Prebuilt(Prebuilt),
}

impl Setup {
    /// Finds the compiler, which may install what it lacks if that is not forbidden, and the cache.
    pub(super) fn new(machine: &MachineArgs, status: &StatusLine) -> Result<Self, CliError> {
        check_limits(0, 1).map_err(BuildError::from)?;
        let tell = |text: &str| status.say(text, true);
        let install: Option<&dyn Fn(&str)> = if machine.no_install { None } else { Some(&tell) };
        let toolchain = Toolchain::find(install)?;
        Self::of(Source::Compiler(toolchain), &machine.jobs)
    }

    /// Takes programs that were compiled before; no compiler is looked for.
    pub(super) fn prebuilt(folder: &Path, jobs: &JobsArgs) -> Result<Self, CliError> {
        Self::of(Source::Prebuilt(Prebuilt::open(folder)?), jobs)
    }

    fn of(source: Source, jobs: &JobsArgs) -> Result<Self, CliError> {
        let cache =
            build::cache_folder().map_err(|(folder, source)| CliError::Cache { folder, source })?;
        Ok(Self { source, cache, jobs: jobs.count() })
    }

    /// A grader with so many jobs, if nothing has to be compiled or measured for one.
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

    /// The folder for what is kept from one grading to the next.
    pub(super) fn cache(&self) -> &Path {
        &self.cache
    }

    /// A grader with so many jobs.
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

/// Refuses to grade by this assignment, with so many threads in a process, if a limit of this machine is too low
/// for it. It comes before all other work, so that the first error has all that is needed.
pub(super) fn refuse_low_limits(assignment: &Assignment, jobs: usize) -> Result<(), CliError> {
    check_limits(assignment.limits.memory_mib, jobs).map_err(|it| CliError::Build(it.into()))
}

/// Processes that grade as this grader does, by the assignment that it was made for.
pub(super) fn workers(
    grader: &Grader,
    assignment: &AssignmentArgs,
    is_strict: bool,
) -> Result<Workers, CliError> {
    Ok(Workers::graders(grader, assignment.path())?.strict(is_strict))
}
