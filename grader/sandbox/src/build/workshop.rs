//! The workshop: where the programs of submissions come from.

use std::path::PathBuf;
use std::sync::OnceLock;

use intake::Submission;
use serde::{Deserialize, Serialize};
use wasmtime::Module;

use super::canary::canary;
use super::compile::Builder;
use super::error::BuildError;
use super::libraries::Libraries;
use super::own_tests::{
    OwnCode, Sources, Subject, Subjects, TestBuilder, TestProgram, TestPrograms,
};
use super::prebuilt::Prebuilt;
use super::programs::{self, Built, Programs};
use super::toolchain::Toolchain;
use crate::run::Machine;

/// Makes programs of submissions, or has those that were made on another machine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Workshop {
    /// It compiles on this machine.
    Compiler {
        /// The compiler.
        toolchain: Toolchain,
        /// The libraries that submissions are compiled against.
        libraries: Libraries,
        /// The folder for what is kept.
        cache: PathBuf,
    },
    /// It has programs that were compiled before, and needs no compiler.
    Prebuilt(Prebuilt),
}

impl Workshop {
    /// The compiler's name and version, such as `rustc 1.95.0`.
    pub fn release(&self) -> &str {
        match self {
            Self::Compiler { toolchain, .. } => toolchain.release(),
            Self::Prebuilt(prebuilt) => prebuilt.release(),
        }
    }

    /// Everything that tells the compiler from another.
    pub fn compiler(&self) -> &str {
        match self {
            Self::Compiler { toolchain, .. } => toolchain.identity(),
            Self::Prebuilt(prebuilt) => prebuilt.compiler(),
        }
    }

    /// The name of what submissions are compiled against.
    pub fn libraries(&self) -> &str {
        match self {
            Self::Compiler { libraries, .. } => libraries.name(),
            Self::Prebuilt(prebuilt) => prebuilt.libraries(),
        }
    }

    /// The files and folders that it needs to read, and those with programs that it starts.
    pub fn needs(&self) -> (Vec<PathBuf>, Vec<PathBuf>) {
        match self {
            Self::Compiler { toolchain, libraries, .. } => {
                (vec![libraries.folder().to_owned()], toolchain.folders())
            }
            Self::Prebuilt(prebuilt) => (vec![prebuilt.folder().to_owned()], Vec::new()),
        }
    }

    /// Compiles what tests are held against, if that is not in the cache. Returns the folder that it
    /// is in; none where there is no compiler.
    ///
    /// # Errors
    ///
    /// If the grader or its machine is at fault.
    pub fn ready_subjects(&self, subjects: &[Subject]) -> Result<Option<PathBuf>, BuildError> {
        Ok(match self {
            Self::Compiler { toolchain, libraries, cache } => {
                let subjects = Subjects::ready(toolchain, libraries, cache, subjects)?;
                Some(subjects.folder().to_owned())
            }
            Self::Prebuilt(_) => None,
        })
    }

    /// The programs of a submission.
    ///
    /// # Errors
    ///
    /// If the grader or its machine is at fault. What is wrong with the submission is no error but
    /// part of the answer.
    pub fn programs(&self, submission: &Submission) -> Result<Programs, BuildError> {
        match self {
            Self::Compiler { toolchain, libraries, .. } => {
                Builder { toolchain, libraries }.build(submission, None)
            }
            Self::Prebuilt(prebuilt) => Ok(prebuilt.programs(submission)?),
        }
    }

    /// The programs of a submission, ready to run on a machine. Whoever waits for the board's is told
    /// of it as soon as it is there, if the solver's is still to come.
    ///
    /// # Errors
    ///
    /// As of [`programs`](Self::programs), or if the machine cannot run any program.
    pub fn built(
        &self,
        submission: &Submission,
        machine: &Machine,
        board: Option<&(dyn Fn(&Module) + Sync)>,
    ) -> Result<Built, BuildError> {
        let (Self::Compiler { toolchain, libraries, .. }, Some(tell)) = (self, board) else {
            return self.programs(submission)?.load(machine, None);
        };
        let board = OnceLock::new();
        let ahead = |program: &[u8]| {
            board.get_or_init(|| {
                let loaded = programs::load(machine, program);
                loaded.inspect(|loaded| loaded.iter().for_each(tell))
            });
        };
        let programs = Builder { toolchain, libraries }.build(submission, Some(&ahead))?;
        programs.load(machine, board.into_inner().transpose()?)
    }

    /// The programs of the tests in these sources, for these subjects. They are known by `key`.
    ///
    /// # Errors
    ///
    /// If the grader or its machine is at fault.
    pub fn tests(
        &self,
        key: &str,
        sources: Sources,
        subjects: &[Subject],
    ) -> Result<TestPrograms, BuildError> {
        match self {
            Self::Compiler { toolchain, libraries, cache } => {
                let subjects = &Subjects::ready(toolchain, libraries, cache, subjects)?;
                TestBuilder { toolchain, libraries, subjects }.build(sources)
            }
            Self::Prebuilt(prebuilt) => Ok(prebuilt.tests(key)?),
        }
    }

    /// The program of the tests within a submission's sources with its own code, or a note that says
    /// why there is none. It is known by `key`.
    ///
    /// # Errors
    ///
    /// If the grader or its machine is at fault.
    pub fn tests_of_own_code(
        &self,
        key: &str,
        submission: &Submission,
    ) -> Result<TestPrograms, BuildError> {
        match self {
            Self::Compiler { toolchain, libraries, .. } => {
                OwnCode { toolchain, libraries, submission }.tests()
            }
            Self::Prebuilt(prebuilt) => Ok(prebuilt.tests(key)?),
        }
    }

    /// The program of a file of tests with a submission's own code, which they know by this name;
    /// `None` if the code does not compile by itself, or there is no compiler.
    ///
    /// # Errors
    ///
    /// If the grader or its machine is at fault.
    pub fn tried_tests(
        &self,
        submission: &Submission,
        name: &str,
        file: &str,
    ) -> Result<Option<TestProgram>, BuildError> {
        match self {
            Self::Compiler { toolchain, libraries, .. } => {
                OwnCode { toolchain, libraries, submission }.tried(name, file)
            }
            Self::Prebuilt(_) => Ok(None),
        }
    }

    /// Finds out whether it still works.
    ///
    /// # Errors
    ///
    /// The reason why it does not.
    pub fn still_works(&self) -> Result<(), BuildError> {
        match self {
            Self::Compiler { toolchain, libraries, .. } => canary(toolchain, libraries),
            Self::Prebuilt(prebuilt) => Ok(Prebuilt::open(prebuilt.folder()).map(drop)?),
        }
    }
}
