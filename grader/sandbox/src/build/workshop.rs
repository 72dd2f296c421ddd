//! Provides the grader with the programs of a submission.

use std::path::PathBuf;

use intake::Submission;
use serde::{Deserialize, Serialize};

use super::canary::check_machine;
use super::compile::{BoardBuild, Builder};
use super::compiled_model::CompiledModel;
use super::error::BuildError;
use super::libraries::Libraries;
use super::own_tests::{
    OwnCode, TestBuilder, TestProgram, TestPrograms, TestSources, TestSubject, TestSubjects,
};
use super::prebuilt::Prebuilt;
use super::programs::{BuiltSubmission, Programs};
use super::toolchain::Toolchain;
use crate::run::Machine;
use crate::timing::Recorder;

/// Compiles submissions to programs, or reads prebuilt programs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Workshop {
    /// Compiles submissions on this machine.
    Compiler {
        /// The compiler.
        toolchain: Toolchain,
        /// The libraries that submissions are compiled with.
        libraries: Libraries,
        /// The cache folder.
        cache: PathBuf,
    },
    /// Reads prebuilt programs, without a compiler.
    Prebuilt(Prebuilt),
}

impl Workshop {
    /// Returns the compiler's name and version, such as `rustc 1.95.0`.
    pub fn compiler_name_and_version(&self) -> &str {
        match self {
            Self::Compiler { toolchain, .. } => toolchain.compiler_name_and_version(),
            Self::Prebuilt(prebuilt) => prebuilt.compiler_name_and_version(),
        }
    }

    /// Returns the complete identity of the compiler.
    pub fn compiler_identity(&self) -> &str {
        match self {
            Self::Compiler { toolchain, .. } => toolchain.identity(),
            Self::Prebuilt(prebuilt) => prebuilt.compiler_identity(),
        }
    }

    /// Returns the name of the libraries that submissions are compiled with.
    pub fn libraries(&self) -> &str {
        match self {
            Self::Compiler { libraries, .. } => libraries.name(),
            Self::Prebuilt(prebuilt) => prebuilt.libraries(),
        }
    }

    /// Returns the paths to read, and the paths of the programs to run.
    pub fn paths_to_read_and_run(&self) -> (Vec<PathBuf>, Vec<PathBuf>) {
        match self {
            Self::Compiler { toolchain, libraries, .. } => {
                (vec![libraries.folder().to_owned()], toolchain.needed_paths())
            }
            Self::Prebuilt(prebuilt) => (vec![prebuilt.folder().to_owned()], Vec::new()),
        }
    }

    /// Compiles the subjects for tests, unless they are cached. Returns their folder, or `None` if there is no
    /// compiler.
    ///
    /// # Errors
    ///
    /// Returns an error if the grader or the machine fails.
    pub fn ready_subjects(&self, subjects: &[TestSubject]) -> Result<Option<PathBuf>, BuildError> {
        Ok(match self {
            Self::Compiler { toolchain, libraries, cache } => {
                let subjects =
                    TestSubjects::load_or_compile(toolchain, libraries, cache, subjects)?;
                Some(subjects.library_folder().to_owned())
            }
            Self::Prebuilt(_) => None,
        })
    }

    /// Returns a submission's programs.
    ///
    /// # Errors
    ///
    /// Returns an error if the grader or the machine fails. Faults in the submission are part of the result.
    pub fn programs(&self, submission: &Submission) -> Result<Programs, BuildError> {
        match self {
            Self::Compiler { toolchain, libraries, .. } => {
                let recorder = &Recorder::default();
                Builder { toolchain, libraries, recorder }.build(submission)
            }
            Self::Prebuilt(prebuilt) => Ok(prebuilt.programs(submission)?),
        }
    }

    /// Returns a submission's programs, ready to run.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`programs`](Self::programs), or an error if the machine cannot run programs.
    pub fn load_submission(
        &self,
        submission: &Submission,
        machine: &Machine,
        recorder: &Recorder,
    ) -> Result<BuiltSubmission, BuildError> {
        let programs = match self {
            Self::Compiler { toolchain, libraries, .. } => {
                Builder { toolchain, libraries, recorder }.build(submission)?
            }
            Self::Prebuilt(prebuilt) => prebuilt.programs(submission)?,
        };
        programs.load(machine, recorder)
    }

    /// Returns the programs of the model answer. The students' edition has them in compiled form, and ignores the
    /// submission.
    ///
    /// # Errors
    ///
    /// Returns an error if the grader or the machine fails.
    pub fn programs_of_model(&self, model: &Submission) -> Result<Programs, BuildError> {
        match (self, CompiledModel::embedded()) {
            (Self::Compiler { .. }, Some(compiled)) => Ok(compiled.programs()),
            _ => self.programs(model),
        }
    }

    /// Returns the programs of the model answer, ready to run.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`programs_of_model`](Self::programs_of_model), or an error if the machine cannot run
    /// programs.
    pub fn load_model(
        &self,
        model: &Submission,
        machine: &Machine,
        recorder: &Recorder,
    ) -> Result<BuiltSubmission, BuildError> {
        self.programs_of_model(model)?.load(machine, recorder)
    }

    /// Compiles a submission to link only programs for its board. Returns `None` if the submission does not compile
    /// completely, or if the programs are prebuilt.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`load_submission`](Self::load_submission).
    pub fn board_build<'a>(
        &'a self,
        submission: &Submission,
        machine: &'a Machine,
        recorder: &'a Recorder,
    ) -> Result<Option<BoardBuild<'a>>, BuildError> {
        let Self::Compiler { toolchain, libraries, .. } = self else { return Ok(None) };
        Builder { toolchain, libraries, recorder }.build_board(submission, machine)
    }

    /// Returns the programs that run these tests on these subjects, and stores them under `key`. Compiles on up to
    /// `jobs` threads.
    ///
    /// # Errors
    ///
    /// Returns an error if the grader or the machine fails.
    pub fn tests(
        &self,
        key: &str,
        sources: TestSources,
        subjects: &[TestSubject],
        jobs: usize,
    ) -> Result<TestPrograms, BuildError> {
        match self {
            Self::Compiler { toolchain, libraries, cache } => {
                let subjects =
                    &TestSubjects::load_or_compile(toolchain, libraries, cache, subjects)?;
                TestBuilder { toolchain, libraries, subjects, jobs }.build(sources)
            }
            Self::Prebuilt(prebuilt) => Ok(prebuilt.tests(key)?),
        }
    }

    /// Returns the program for the tests in a submission's sources, linked with the submission's own code, or a note
    /// with the reason. Stores it under `key`.
    ///
    /// # Errors
    ///
    /// Returns an error if the grader or the machine fails.
    pub fn tests_of_own_code(
        &self,
        key: &str,
        submission: &Submission,
    ) -> Result<TestPrograms, BuildError> {
        match self {
            Self::Compiler { toolchain, libraries, .. } => {
                OwnCode { toolchain, libraries, submission }.compile_tests_in_sources()
            }
            Self::Prebuilt(prebuilt) => Ok(prebuilt.tests(key)?),
        }
    }

    /// Returns the program for a test file, linked with a submission's own code, to be imported under this name.
    /// Returns `None` if the code does not compile, or if there is no compiler.
    ///
    /// # Errors
    ///
    /// Returns an error if the grader or the machine fails.
    pub fn program_for_test_file(
        &self,
        submission: &Submission,
        name: &str,
        file: &str,
    ) -> Result<Option<TestProgram>, BuildError> {
        match self {
            Self::Compiler { toolchain, libraries, .. } => {
                OwnCode { toolchain, libraries, submission }.compile_test_file(name, file)
            }
            Self::Prebuilt(_) => Ok(None),
        }
    }

    /// Checks whether the workshop still works, so that the fault is in one submission or its needs.
    ///
    /// # Errors
    ///
    /// Returns an error if the workshop no longer works.
    pub fn check_machine(&self) -> Result<(), BuildError> {
        match self {
            Self::Compiler { toolchain, libraries, .. } => check_machine(toolchain, libraries),
            Self::Prebuilt(prebuilt) => Ok(Prebuilt::open(prebuilt.folder()).map(drop)?),
        }
    }
}
