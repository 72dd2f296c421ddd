//! Finds the compiler and the cache for all commands that grade.

use std::path::{Path, PathBuf};

use assignment::Assignment;
use base::trust;
use checks::grading::{Grader, SetUpError};
use sandbox::build::{self, BuildError, LEAST_ROOM, Prebuilt, Toolchain, Workshop};
use worker::{Workers, check_limits, jobs_that_fit};

use super::error::{CliError, print_note};
use super::shared_args::{JobsArgs, MachineArgs};
use super::status_line::StatusLine;

/// The machine's setup for grading.
pub(super) struct GradingSetup {
    source: ProgramSource,
    cache: PathBuf,
    pub(super) jobs: usize,
}

enum ProgramSource {
    Compiler(Toolchain),
    Prebuilt(Prebuilt),
}

impl GradingSetup {
    /// Finds the cache and the compiler. Missing parts of the compiler will be installed unless an option forbids it.
    pub(super) fn new(machine: &MachineArgs, status: &StatusLine) -> Result<Self, CliError> {
        check_limits(0, 1).map_err(BuildError::from)?;
        let report = |text: &str| status.show_step(text, true);
        let install: Option<&dyn Fn(&str)> = if machine.no_install { None } else { Some(&report) };
        let toolchain = Toolchain::find(install)?;
        if let Some(note) = toolchain.note_on_version() {
            print_note(&note);
        }
        Self::with_source(ProgramSource::Compiler(toolchain), &machine.jobs)
    }

    /// Uses precompiled programs instead of a compiler.
    pub(super) fn prebuilt(folder: &Path, jobs: &JobsArgs) -> Result<Self, CliError> {
        let prebuilt = Prebuilt::open(folder)?;
        check_trust(folder)?;
        Self::with_source(ProgramSource::Prebuilt(prebuilt), jobs)
    }

    fn with_source(source: ProgramSource, jobs: &JobsArgs) -> Result<Self, CliError> {
        let cache =
            build::cache_folder().map_err(|(folder, source)| CliError::Cache { folder, source })?;
        Ok(Self { source, cache, jobs: jobs.jobs_or_cores() })
    }

    /// Returns the number of submissions to grade in parallel. If there is not enough memory for all jobs, this will be
    /// fewer, and a message is printed.
    pub(super) fn jobs_in_memory(&self, assignment: &Assignment) -> usize {
        let jobs = jobs_that_fit(assignment.limits.memory_mib, self.jobs);
        if jobs < self.jobs {
            print_note(&format!(
                "using `--jobs {jobs}` instead of {}, because the control group of this process \
                 limits its memory",
                self.jobs
            ));
        }
        jobs
    }

    /// Creates a grader with `jobs` threads, unless something needs to be compiled or measured first. The assignment is
    /// from this path.
    pub(super) fn grader_if_ready(
        &self,
        path: Option<&Path>,
        assignment: Assignment,
        jobs: usize,
    ) -> Result<Option<Grader>, CliError> {
        match &self.source {
            ProgramSource::Compiler(toolchain) => {
                Grader::new_if_cached(toolchain.clone(), assignment, &self.cache, jobs)
                    .map_err(|error| located_error(error, path))
            }
            ProgramSource::Prebuilt(_) => Ok(None),
        }
    }

    pub(super) fn cache(&self) -> &Path {
        &self.cache
    }

    /// Creates a grader with `jobs` threads. The assignment is from this path.
    pub(super) fn create_grader(
        &self,
        path: Option<&Path>,
        assignment: Assignment,
        jobs: usize,
        status: &StatusLine,
    ) -> Result<Grader, CliError> {
        check_limits(assignment.limits.memory_mib, jobs).map_err(BuildError::from)?;
        let show = |stage| status.show_stage(stage);
        let grader = match &self.source {
            ProgramSource::Compiler(toolchain) => {
                Grader::new(toolchain.clone(), assignment, &self.cache, jobs, &show)
            }
            ProgramSource::Prebuilt(prebuilt) => {
                let workshop = Workshop::Prebuilt(prebuilt.clone());
                Grader::with_workshop(workshop, assignment, &self.cache, jobs, &show)
            }
        };
        grader.map_err(|error| located_error(error, path))
    }
}

/// Adds the position of a wrong answer in the files of the assignment.
fn located_error(error: SetUpError, path: Option<&Path>) -> CliError {
    match error {
        SetUpError::Build(error) => error.into(),
        SetUpError::WrongAnswer(wrong) => wrong.to_file_error(path).into(),
        SetUpError::Model(failure) => failure.into(),
    }
}

/// Returns an error if other users can change the programs in a folder.
pub(super) fn check_trust(folder: &Path) -> Result<(), CliError> {
    let untrusted = |source| CliError::Untrusted { folder: folder.to_owned(), source };
    trust::check_trust(folder).map_err(untrusted)
}

/// Returns an error if the disk is full, or if a resource limit is too low for this assignment with `jobs` threads per
/// process. This should be called first, to report all limits in a single error.
pub(super) fn refuse_low_limits(assignment: &Assignment, jobs: usize) -> Result<(), CliError> {
    check_limits(assignment.limits.memory_mib, jobs)
        .map_err(|error| CliError::from(BuildError::from(error)))
        .and_then(|()| refuse_full_disk())
}

/// Returns an error if a resource limit is too low for an audit, where every thread may execute a large run at the same
/// time.
pub(super) fn refuse_low_limits_of_audit(
    assignment: &Assignment,
    jobs: usize,
) -> Result<(), CliError> {
    let runs = u32::try_from(jobs).unwrap_or(u32::MAX);
    // Both numbers come from the user.
    let memory_mib = assignment.limits.memory_mib.saturating_mul(runs);
    check_limits(memory_mib, jobs)
        .map_err(|error| CliError::from(BuildError::from(error)))
        .and_then(|()| refuse_full_disk())
}

/// Configures workers to grade like `grader`.
pub(super) fn create_workers(grader: &Grader, is_strict: bool) -> Result<Workers, CliError> {
    Ok(Workers::for_grading(grader)?.requiring_all_layers(is_strict))
}

/// Returns an error if the disk for temporary files is almost full, since one compiler after another would fail.
fn refuse_full_disk() -> Result<(), CliError> {
    let folder = tempfile::env::temp_dir();
    match free_space(&folder) {
        Some(free) if free < LEAST_ROOM => {
            Err(CliError::FullDisk { folder, free, needed: LEAST_ROOM })
        }
        _ => Ok(()),
    }
}

/// Returns the free space on the disk of a folder in bytes, if known.
#[cfg(unix)]
pub(super) fn free_space(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Returns `None`, because this system cannot tell.
#[cfg(not(unix))]
pub(super) fn free_space(_: &Path) -> Option<u64> {
    None
}
