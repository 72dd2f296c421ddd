//! Grades a submission in a worker, with a second attempt if the worker fails.

use std::collections::BTreeMap;
use std::path::Path;

use checks::grading::{Grader, Stage};
use grade::check::{Check, Group};
use grade::{Grade, Outline, SearchCounts, TestEnd, Tiles};
use intake::RustSources;
use intake::class::{ClassArchive, SubmissionSource};
use sandbox::timing::Timings;
use worker::{Death, SubmissionFacts, Worker, Workers};

use super::error::CliError;

pub(super) struct GradedSubmission {
    pub(super) facts: SubmissionFacts,
    pub(super) grade: Grade,
    pub(super) counts: Vec<SearchCounts>,
    pub(super) timings: Timings,
    worker: Worker,
}

pub(super) fn check_readable(path: &Path) -> Result<(), CliError> {
    let source = SubmissionSource::Folder(path.to_owned());
    retry_once(|| {
        let mut worker = Workers::for_reading().start(&source, None)?;
        Ok(worker.read()?.map(|_| ()).map_err(CliError::NotRead))
    })
}

/// Returns the files of a submission, which messages call `name`.
pub(super) fn read_files(
    source: &SubmissionSource,
    name: &str,
) -> Result<Vec<(String, String)>, CliError> {
    retry_once(|| {
        let mut worker = Workers::for_reading().start(source, Some(name))?;
        match worker.read()? {
            Ok(_) => worker.files().map(Ok),
            Err(error) => Ok(Err(CliError::NotRead(error))),
        }
    })
}

/// The code of a submission.
pub(super) struct CodeRead {
    /// The hash of all inputs that determine the grade.
    pub(super) hash: String,
    /// The positions of the graded methods.
    pub(super) outline: Outline,
    /// The files by path and content.
    pub(super) files: Vec<(String, String)>,
}

pub(super) fn read_code(source: &SubmissionSource) -> Result<CodeRead, CliError> {
    retry_once(|| {
        let mut worker = Workers::for_reading().start(source, None)?;
        match worker.read()? {
            Ok(facts) => {
                let (outline, files) = (worker.outline()?, worker.files()?);
                Ok(Ok(CodeRead { hash: facts.hash, outline, files }))
            }
            Err(error) => Ok(Err(CliError::NotRead(error))),
        }
    })
}

/// Returns the Rust files, even if the submission is invalid. Messages call it `name`.
pub(super) fn read_sources(source: &SubmissionSource, name: &str) -> Result<RustSources, CliError> {
    retry_once(|| {
        let mut worker = Workers::for_reading().start(source, Some(name))?;
        Ok(worker.sources()?.map_err(CliError::NotRead))
    })
}

/// Reads the names in the archive of a class. This is `None` for an archive of a single submission.
pub(super) fn list_class_archive(archive: &Path) -> Result<Option<ClassArchive>, CliError> {
    let source = SubmissionSource::Archive(archive.to_owned());
    retry_once(|| {
        let mut worker = Workers::for_reading().start(&source, None)?;
        Ok(worker.list_class_archive()?.map_err(CliError::NotRead))
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent<'a> {
    Whole,
    /// These checks of the board, if it can be graded alone.
    Board(&'a [Check]),
}

impl<'a> Extent<'a> {
    pub(super) fn for_checks(checks: &'a [Check]) -> Self {
        let is_board = checks.iter().all(|check| check.group() == Group::Board);
        if is_board { Self::Board(checks) } else { Self::Whole }
    }
}

pub(super) fn grade_submission(
    workers: &Workers,
    grader: &Grader,
    path: &Path,
    extent: Extent<'_>,
    progress: &dyn Fn(Stage),
) -> Result<GradedSubmission, CliError> {
    let source = SubmissionSource::Folder(path.to_owned());
    retry_once(|| {
        let mut worker = workers.start(&source, None)?;
        let facts = match worker.read()? {
            Ok(facts) => facts,
            Err(error) => return Ok(Err(CliError::NotRead(error))),
        };
        let done = match extent {
            Extent::Whole => worker.grade(grader, progress)?,
            Extent::Board(checks) => worker.grade_board(grader, checks, progress)?,
        };
        Ok(match done {
            Ok(worker::WorkerGrade { file, counts, timings }) => {
                Ok(GradedSubmission { facts, grade: file.into_grade(), counts, timings, worker })
            }
            Err(fault) => Err(fault.into()),
        })
    })
}

impl GradedSubmission {
    pub(super) fn files(&mut self) -> Result<Vec<(String, String)>, CliError> {
        self.worker.files().map_err(CliError::from)
    }

    pub(super) fn outline(&mut self) -> Result<Outline, CliError> {
        self.worker.outline().map_err(CliError::from)
    }

    /// Records the search on a board; see [`Grader::trace_search`].
    pub(super) fn trace(&mut self, tiles: &Tiles) -> Result<Option<String>, CliError> {
        self.worker.trace(tiles).map_err(CliError::from)?.map_err(CliError::from)
    }

    /// Runs a test file on the submission's code; see [`Grader::try_tests`].
    pub(super) fn try_tests(
        &mut self,
        name: &str,
        file: &str,
    ) -> Result<Option<BTreeMap<String, TestEnd>>, CliError> {
        let ends = self.worker.try_tests(name, file).map_err(CliError::from)?;
        ends.map_err(CliError::from)
    }
}

/// Tries again if the worker fails. When this happens twice in the same way, the submission is at fault and will be
/// rejected.
pub(super) fn retry_once<T>(
    work: impl Fn() -> Result<Result<T, CliError>, Death>,
) -> Result<T, CliError> {
    match work() {
        Ok(done) => done,
        Err(death @ (Death::NotSandboxed(_) | Death::Limits(_))) => Err(death.into()),
        Err(first) => match work() {
            Ok(done) => done,
            Err(death) if death.is_fault_of_submission(&first) => {
                Err(CliError::Rejected { reason: death.rejection_message() })
            }
            Err(death) => Err(death.into()),
        },
    }
}
