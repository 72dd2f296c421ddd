//! What every command that grades needs of this machine.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

use super::error::CliError;
use super::status_line::StatusLine;
use crate::assignment::Assignment;
use crate::build::{self, BuildError, Toolchain};
use crate::grading::Grader;

/// The compiler, the cache and the number of jobs.
pub(super) struct Setup {
    toolchain: Toolchain,
    cache: PathBuf,
    /// How much is done at once.
    pub(super) jobs: usize,
}

impl Setup {
    /// Finds the compiler, which may install what it lacks if that is not forbidden, and the cache.
    pub(super) fn new(
        no_install: bool,
        jobs: Option<NonZeroUsize>,
        status: &StatusLine,
    ) -> Result<Self, CliError> {
        let tell = |text: &str| status.say(text, true);
        let install: Option<&dyn Fn(&str)> = if no_install { None } else { Some(&tell) };
        let toolchain = Toolchain::find(install)?;
        let cache =
            build::cache_folder().map_err(|(folder, source)| CliError::Cache { folder, source })?;
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        Ok(Self { toolchain, cache, jobs: jobs.map_or_else(cores, usize::from) })
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
        Grader::new(self.toolchain.clone(), assignment, &self.cache, jobs, &|stage| {
            status.show(stage);
        })
    }
}
