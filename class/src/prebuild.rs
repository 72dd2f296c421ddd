//! Compiles a class to be graded on machines without a compiler.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use base::pool;
use checks::grading::Grader;
use intake::class::Attempt;
use sandbox::build::{BuildError, Prebuilt, PrebuiltError};
use worker::{Death, WorkerFault, Workers};

use super::error::ClassError;

/// The result of compiling a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PrebuildResult {
    /// The programs are in the folder.
    Ready,
    /// The submission was rejected for this reason.
    Rejected(String),
    /// The grader failed twice, with this message.
    Failed(String),
}

/// The number of submissions for each result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PrebuildTotals {
    /// Submissions with programs in the folder.
    pub ready: usize,
    /// Rejected submissions.
    pub rejected: usize,
    /// Submissions with grader errors.
    pub failed: usize,
}

/// Compiles these submissions and the model answer, unless the folder already contains the programs. Reports each
/// result to the observer.
///
/// # Errors
///
/// Returns an error if writing fails or the machine can no longer compile. Finished programs remain in the folder.
pub fn run(
    grader: &Grader,
    workers: &Workers,
    entries: &[Attempt],
    into: &Prebuilt,
    jobs: usize,
    observer: &(dyn Fn(&str, &PrebuildResult) + Sync),
) -> Result<PrebuildTotals, ClassError> {
    grader.prebuild_model(into).map_err(to_class_error)?;
    let stopped = AtomicBool::new(false);
    let error = Mutex::new(None);
    let made = pool::map_in_parallel(jobs, entries, |entry| {
        if stopped.load(Ordering::Relaxed) {
            return None;
        }
        match prebuild_submission(grader, workers, entry, into) {
            Ok(made) => {
                observer(&entry.name, &made);
                Some(made)
            }
            Err(fatal) => {
                stopped.store(true, Ordering::Relaxed);
                // The first error counts. The others often follow from it.
                error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(fatal);
                None
            }
        }
    });
    if let Some(error) = error.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    let count = |is_meant: fn(&PrebuildResult) -> bool| {
        made.iter().flatten().filter(|made| is_meant(made)).count()
    };
    Ok(PrebuildTotals {
        ready: count(|made| *made == PrebuildResult::Ready),
        rejected: count(|made| matches!(made, PrebuildResult::Rejected(_))),
        failed: count(|made| matches!(made, PrebuildResult::Failed(_))),
    })
}

fn prebuild_submission(
    grader: &Grader,
    workers: &Workers,
    entry: &Attempt,
    into: &Prebuilt,
) -> Result<PrebuildResult, ClassError> {
    let first = match try_prebuild(workers, entry, into) {
        Ok(made) => return Ok(made),
        Err(PrebuildFailure::Fatal(error)) => return Err(error),
        Err(failure) => failure,
    };
    // A problem with the machine would also affect the remaining submissions.
    grader.check_machine().map_err(to_class_error)?;
    match (try_prebuild(workers, entry, into), first) {
        (Ok(made), _) => Ok(made),
        (Err(PrebuildFailure::Fatal(error)), _) => Err(error),
        (Err(PrebuildFailure::Death(death)), PrebuildFailure::Death(first))
            if death.is_fault_of_submission(&first) =>
        {
            Ok(PrebuildResult::Rejected(death.rejection_message()))
        }
        (Err(failure), _) => Ok(PrebuildResult::Failed(failure.to_string())),
    }
}

#[derive(Debug, thiserror::Error)]
enum PrebuildFailure {
    #[error(transparent)]
    Fault(#[from] WorkerFault),
    #[error(transparent)]
    Death(#[from] Death),
    /// The programs cannot be written.
    #[error(transparent)]
    Fatal(ClassError),
}

fn try_prebuild(
    workers: &Workers,
    entry: &Attempt,
    into: &Prebuilt,
) -> Result<PrebuildResult, PrebuildFailure> {
    // When the worker is dropped, it removes the folder.
    let mut worker = workers.start(&entry.source, Some(&entry.name))?;
    if let Err(error) = worker.read()? {
        return Ok(if error.is_fault_of_machine() {
            PrebuildResult::Failed(error.to_string())
        } else {
            PrebuildResult::Rejected(error.reason())
        });
    }
    let folder = worker.build_programs()??;
    into.copy_new_programs(&folder)
        .map_err(|error| PrebuildFailure::Fatal(to_class_error(error.into())))?;
    Ok(PrebuildResult::Ready)
}

fn to_class_error(error: BuildError) -> ClassError {
    match error {
        BuildError::Prebuilt(PrebuiltError::Write { path, source }) => {
            ClassError::Write { path, source }
        }
        source => ClassError::Machine { source },
    }
}
