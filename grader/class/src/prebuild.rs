//! Makes the programs of a class, for machines without a compiler to grade.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use base::pool;
use checks::grading::{Grader, model};
use intake::class::Entry;
use sandbox::build::{BuildError, Prebuilt, PrebuiltError};

use super::error::ClassError;

/// The result of compiling a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Made {
    /// Its programs are in the folder.
    Ready,
    /// It is no submission, for this reason, so that there is nothing to build.
    Rejected(String),
    /// The grader was at fault, twice.
    Failed(String),
}

/// The number of submissions by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Those whose programs are in the folder.
    pub ready: usize,
    /// Those that are none.
    pub rejected: usize,
    /// Those at which the grader was at fault.
    pub failed: usize,
}

/// Makes the programs of these submissions and of the model, as far as they are not in the folder.
/// The observer is told of each submission by its name.
///
/// # Errors
///
/// If the folder cannot be written, or this machine can no longer compile. What was made until then
/// is in the folder.
pub fn run(
    grader: &Grader,
    entries: &[Entry],
    into: &Prebuilt,
    jobs: usize,
    observer: &(dyn Fn(&str, &Made) + Sync),
) -> Result<Totals, ClassError> {
    grader.prebuild(&model(), into).map_err(fatal)?;
    let stopped = AtomicBool::new(false);
    let error = Mutex::new(None);
    let made = pool::map(jobs, entries, |entry| {
        if stopped.load(Ordering::Relaxed) {
            return None;
        }
        match make(grader, entry, into) {
            Ok(made) => {
                observer(&entry.name, &made);
                Some(made)
            }
            Err(fatal) => {
                stopped.store(true, Ordering::Relaxed);
                error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(fatal);
                None
            }
        }
    });
    if let Some(error) = error.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    let count =
        |is_meant: fn(&Made) -> bool| made.iter().flatten().filter(|it| is_meant(it)).count();
    Ok(Totals {
        ready: count(|made| *made == Made::Ready),
        rejected: count(|made| matches!(made, Made::Rejected(_))),
        failed: count(|made| matches!(made, Made::Failed(_))),
    })
}

fn make(grader: &Grader, entry: &Entry, into: &Prebuilt) -> Result<Made, ClassError> {
    let submission = match entry.read() {
        Ok(submission) => submission,
        Err(error) if error.is_fault_of_machine() => return Ok(Made::Failed(error.to_string())),
        Err(error) => return Ok(Made::Rejected(error.to_string())),
    };
    let mut made = grader.prebuild(&submission, into);
    if let Err(error) = made {
        if is_fatal(&error) {
            return Err(fatal(error));
        }
        // If it is the machine, all others would fail as well.
        grader.still_works().map_err(fatal)?;
        made = grader.prebuild(&submission, into);
    }
    Ok(made.map_or_else(|error| Made::Failed(error.to_string()), |()| Made::Ready))
}

/// Whether there is no point in going on: the folder cannot be written.
fn is_fatal(error: &BuildError) -> bool {
    matches!(error, BuildError::Prebuilt(PrebuiltError::Write { .. }))
}

fn fatal(error: BuildError) -> ClassError {
    match error {
        BuildError::Prebuilt(PrebuiltError::Write { path, source }) => {
            ClassError::Write { path, source }
        }
        source => ClassError::Machine { source },
    }
}
