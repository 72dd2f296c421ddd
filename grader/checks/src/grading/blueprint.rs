//! A grader taken apart, so that another process can put it together.

use std::path::{Path, PathBuf};

use sandbox::build::{BuildError, Workshop};
use sandbox::run::Machine;
use serde::{Deserialize, Serialize};

use super::Grader;
use crate::assignment::Assignment;
use crate::exam::{Costs, KeptTests};
use crate::faults::subjects;

/// Everything that a grader is made of, but for the assignment and the engine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Blueprint {
    workshop: Workshop,
    costs: Costs,
    cache: PathBuf,
    /// The hash of the assignment.
    assignment: String,
    /// What tests are held against.
    subjects: Option<PathBuf>,
    memory_mib: u32,
    jobs: usize,
}

impl Grader {
    /// Takes it apart. Whatever another process could not make, because it may not write to the
    /// cache, is made now.
    ///
    /// # Errors
    ///
    /// If this machine lets the grader down.
    pub fn blueprint(&self) -> Result<Blueprint, BuildError> {
        let subjects = match &self.assignment.tests {
            Some(tests) => self.workshop.ready_subjects(&subjects(&tests.faults))?,
            None => None,
        };
        Ok(Blueprint {
            workshop: self.workshop.clone(),
            costs: self.costs.clone(),
            cache: self.cache.clone(),
            assignment: self.assignment.hash(),
            subjects,
            memory_mib: self.assignment.limits.memory_mib,
            jobs: self.jobs,
        })
    }
}

impl Blueprint {
    /// The files and folders that the grader needs to read, and those with programs that it starts.
    pub fn needs(&self) -> (Vec<PathBuf>, Vec<PathBuf>) {
        let (mut read, execute) = self.workshop.needs();
        read.push(KeptTests::shelf(&self.cache));
        read.extend(self.subjects.clone());
        (read, execute)
    }

    /// The folder for what is kept.
    pub fn cache(&self) -> &Path {
        &self.cache
    }

    /// Whether an assignment is the one that the grader was made for.
    pub fn is_for(&self, assignment: &Assignment) -> bool {
        self.assignment == assignment.hash()
    }

    /// The most linear memory of a run, in MiB.
    pub fn memory_mib(&self) -> u32 {
        self.memory_mib
    }

    /// The number of threads.
    pub fn jobs(&self) -> usize {
        self.jobs
    }

    /// Puts the grader together. What came of tests goes to the folder `tray`.
    ///
    /// # Errors
    ///
    /// If this machine cannot run the engine.
    pub fn grader(self, assignment: Assignment, tray: &Path) -> Result<Grader, BuildError> {
        let machine = Machine::new().map_err(|error| BuildError::Engine(format!("{error:#}")))?;
        let kept = KeptTests::with_tray(&self.cache, tray);
        let Self { workshop, costs, cache, jobs, .. } = self;
        Ok(Grader { workshop, machine, assignment, costs, cache, kept, jobs })
    }
}
