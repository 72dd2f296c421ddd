//! Transfers a grader from one process to another.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use assignment::Assignment;
use sandbox::build::{BuildError, Workshop};
use sandbox::run::Machine;
use serde::{Deserialize, Serialize};

use super::Grader;
use super::costs::Measured;
use crate::exam::subjects;
use crate::exam::{Costs, KeptTests};

/// The parts of a grader, except the engine.
///
/// It contains the assignment, so that another process grades with what the grader has proven, even if files change.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Blueprint {
    workshop: Workshop,
    costs: Costs,
    #[serde(with = "base::path_bytes")]
    cache: PathBuf,
    assignment: Assignment,
    /// An operating system's text keeps all bytes of a path.
    subjects: Option<OsString>,
    jobs: usize,
}

impl Grader {
    /// Returns the parts of the grader, after creating everything in the cache that a process without write access
    /// could not create later.
    ///
    /// # Errors
    ///
    /// Returns an error if the grader or the machine fails.
    pub fn blueprint(&self) -> Result<Blueprint, BuildError> {
        let subjects = match &self.assignment.tests {
            Some(tests) => self.workshop.ready_subjects(&subjects(tests))?,
            None => None,
        };
        Ok(Blueprint {
            workshop: self.workshop.clone(),
            costs: self.measured.costs.clone(),
            cache: self.cache.clone(),
            assignment: self.assignment.clone(),
            subjects: subjects.map(PathBuf::into_os_string),
            jobs: self.jobs,
        })
    }
}

impl Blueprint {
    /// Returns the paths to read, and the paths of the programs to run.
    pub fn paths_to_read_and_run(&self) -> (Vec<PathBuf>, Vec<PathBuf>) {
        let (mut read, execute) = self.workshop.paths_to_read_and_run();
        read.push(KeptTests::results_folder(&self.cache));
        read.extend(self.subjects.clone().map(PathBuf::from));
        (read, execute)
    }

    /// Returns the cache folder.
    pub fn cache(&self) -> &Path {
        &self.cache
    }

    /// Returns the limit on a run's linear memory, in MiB.
    pub fn memory_mib(&self) -> u32 {
        self.assignment.limits.memory_mib
    }

    /// Returns the number of threads.
    pub fn jobs(&self) -> usize {
        self.jobs
    }

    /// Creates a grader that writes test results to the folder `tray`. At most one thread of this grader uses a lot of
    /// memory at any time.
    ///
    /// # Errors
    ///
    /// Returns an error if this machine cannot run the engine.
    pub fn into_grader(self, tray: &Path) -> Result<Grader, BuildError> {
        let machine = Machine::new().map_err(|error| BuildError::Engine(format!("{error:#}")))?;
        let machine = machine.with_one_large_run();
        let kept = KeptTests::with_tray(&self.cache, tray);
        let Self { workshop, costs, cache, assignment, jobs, .. } = self;
        // Whoever made the blueprint has compared the expected answers.
        let measured = Measured { costs, proofs: Vec::new() };
        Ok(Grader { workshop, machine, assignment, measured, cache, kept, jobs })
    }
}
