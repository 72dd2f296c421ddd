//! The workshop: the source of submissions' programs.

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

/// Compiles programs of submissions, or reads prebuilt programs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Workshop {
    /// Compiles on this machine.
    Compiler {
        /// The compiler.
        toolchain: Toolchain,
        /// The libraries for submissions.
        libraries: Libraries,
        /// The cache folder.
        cache: PathBuf,
    },
    /// Reads prebuilt programs, without a compiler.
    Prebuilt(Prebuilt),
}

impl Workshop {
    /// Returns the compiler's name and version, such as `rustc 1.95.0`.
    pub fn release(&self) -> &str {
        match self {
            Self::Compiler { toolchain, .. } => toolchain.release(),
            Self::Prebuilt(prebuilt) => prebuilt.release(),
        }
    }

    /// Returns the complete identity of the compiler.
    pub fn compiler(&self) -> &str {
        match self {
            Self::Compiler { toolchain, .. } => toolchain.identity(),
            Self::Prebuilt(prebuilt) => prebuilt.compiler(),
        }
    }

    /// Returns the name of the libraries for submissions.
    pub fn libraries(&self) -> &str {
        match self {
            Self::Compiler { libraries, .. } => libraries.name(),
            Self::Prebuilt(prebuilt) => prebuilt.libraries(),
        }
    }

    /// Returns the paths that it reads, and the paths of programs that it starts.
    pub fn needs(&self) -> (Vec<PathBuf>, Vec<PathBuf>) {
        match self {
            Self::Compiler { toolchain, libraries, .. } => {
                (vec![libraries.folder().to_owned()], toolchain.folders())
            }
            Self::Prebuilt(prebuilt) => (vec![prebuilt.folder().to_owned()], Vec::new()),
        }
    }

    /// Compiles the subjects for tests, unless cached. Returns their folder; `None` without a compiler.
    ///
    /// # Errors
    ///
    /// If the grader or the machine fails.
    pub fn ready_subjects(&self, subjects: &[Subject]) -> Result<Option<PathBuf>, BuildError> {
        Ok(match self {
            Self::Compiler { toolchain, libraries, cache } => {
                let subjects = Subjects::ready(toolchain, libraries, cache, subjects)?;
                Some(subjects.folder().to_owned())
            }
            Self::Prebuilt(_) => None,
        })
    }

    /// Returns the programs of a submission.
    ///
    /// # Errors
    ///
    /// If the grader or the machine fails. Faults of the submission are part of the result.
    pub fn programs(&self, submission: &Submission) -> Result<Programs, BuildError> {
        match self {
            Self::Compiler { toolchain, libraries, .. } => {
                Builder { toolchain, libraries }.build(submission, None)
            }
            Self::Prebuilt(prebuilt) => Ok(prebuilt.programs(submission)?),
        }
    }

    /// Returns the programs of a submission, ready to run. Calls back with the board's program as soon as it is ready,
    /// if the solver's is not.
    ///
    /// # Errors
    ///
    /// As [`programs`](Self::programs), or if the machine cannot run any program.
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

    /// Compiles a submission and links only the program of its board. Returns `None` if the submission does not compile
    /// completely, or if its programs were built before.
    ///
    /// # Errors
    ///
    /// As for [`built`](Self::built).
    pub fn built_board(
        &self,
        submission: &Submission,
        machine: &Machine,
    ) -> Result<Option<Module>, BuildError> {
        let Self::Compiler { toolchain, libraries, .. } = self else { return Ok(None) };
        let programs = Builder { toolchain, libraries }.build_board(submission)?;
        let built = programs.load(machine, None)?;
        Ok(built.board.filter(|_| built.faults.is_empty()))
    }

    /// Returns the programs of these tests for these subjects. They are stored under `key`.
    ///
    /// # Errors
    ///
    /// If the grader or the machine fails.
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

    /// Returns the program of the tests in a submission's sources with the submission's own code, or a note with the
    /// reason. It is stored under `key`.
    ///
    /// # Errors
    ///
    /// If the grader or the machine fails.
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

    /// Returns the program of a test file with a submission's own code, which it imports by this name; `None` if the
    /// code does not compile, or without a compiler.
    ///
    /// # Errors
    ///
    /// If the grader or the machine fails.
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

    /// Checks that it still works.
    ///
    /// # Errors
    ///
    /// The reason for a failure.
    pub fn still_works(&self) -> Result<(), BuildError> {
        match self {
            Self::Compiler { toolchain, libraries, .. } => canary(toolchain, libraries),
            Self::Prebuilt(prebuilt) => Ok(Prebuilt::open(prebuilt.folder()).map(drop)?),
        }
    }
}
