//! Processes the submissions. Each attempt that can count is graded, unless the folder or the cache contains the grade.
//! The grade that counts is written to the folder.

use std::collections::BTreeMap;
use std::error::Error;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::Instant;

use grade::json::GradeFile;
use grade::{Basis, Grade, NO_SOURCES};
use intake::class::Attempt;
use sandbox::timing::Totals;
use worker::{Death, Facts, Fault, ReadError};

use super::{Batch, BatchEvent, GradeOrigin};
use crate::attempts::Candidates;
use crate::error::ClassError;
use crate::key::{Kept, Key};
use crate::marker::Marking;
use crate::output::Place;
use crate::summary::Row;

pub(super) struct Done {
    pub(super) row: Row,
    pub(super) attempt: Attempt,
    pub(super) from: GradeOrigin,
    pub(super) seconds: f64,
    /// The total time of each stage, if this run graded any attempt.
    pub(super) times: Option<Totals>,
    pub(super) left_out: Vec<String>,
}

/// The attempts with grader errors, by index, with the end of the process if it caused the error.
pub(super) type Ends = BTreeMap<usize, Option<Death>>;

pub(super) enum Outcome {
    Done(Box<Done>),
    Failed(Ends),
}

struct Found {
    file: GradeFile,
    key: Option<Key>,
    from: GradeOrigin,
    left_out: Vec<String>,
    /// The stage times, if graded in this run.
    times: Option<Totals>,
}

/// A grader error, with the grade to write if it occurs again.
struct Failed {
    grade: Grade,
    message: String,
    /// The end of the process, if it caused the error.
    death: Option<Death>,
}

pub(super) struct Run<'a> {
    pub(super) batch: &'a Batch<'a>,
    pub(super) plan: String,
    pub(super) verdicts: String,
    pub(super) basis: Basis,
    pub(super) observer: &'a (dyn Fn(BatchEvent<'_>) + Sync),
    pub(super) stopped: AtomicBool,
    /// Shared while a submission is being graded. Exclusive while the machine is being judged, since other submissions
    /// may fill the disk or use up the processes.
    pub(super) busy: RwLock<()>,
    pub(super) error: Mutex<Option<ClassError>>,
}

enum Trouble {
    Rejected(String),
    Fault { sources: String, message: String, source: Option<Fault> },
    Death { sources: String, death: Death },
}

impl Run<'_> {
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    fn stop(&self, error: ClassError) {
        self.stopped.store(true, Ordering::Relaxed);
        self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    /// Returns `true` if the folder has valid grades for all candidates.
    pub(super) fn is_kept(&self, candidates: &Candidates) -> bool {
        candidates.all().iter().all(|attempt| self.has_grade(attempt).unwrap_or(false))
    }

    /// Returns whether the folder contains a valid grade for an attempt, if known.
    fn has_grade(&self, attempt: &Attempt) -> Option<bool> {
        let graded = self.batch.output.graded();
        match self.batch.grader.begin(attempt).ok()?.read().ok()? {
            Ok(Facts { hash: sources, .. }) => {
                let (plan, verdicts) = (self.plan.clone(), self.verdicts.clone());
                let key = Key { plan, verdicts, sources };
                let is_kept = |place| {
                    matches!(graded.kept_at(&attempt.name, place, &key), Some(Kept::Grade(_)))
                };
                Some(places(attempt).any(is_kept))
            }
            // The grade of a rejected submission has no key.
            Err(error) => {
                let text = graded.grade(&attempt.name).ok()??;
                let file = GradeFile::read(text).ok()?;
                Some(error.is_rejection() && file.grade().rejection.is_some())
            }
        }
    }

    /// Processes a submission. Returns `None` if the run was stopped.
    pub(super) fn first(&self, candidates: &Candidates) -> Option<Outcome> {
        let began = Instant::now();
        let (mut found, mut ends, mut messages) = (Vec::new(), Ends::new(), Vec::new());
        for (at, attempt) in candidates.all().iter().enumerate() {
            match self.attempt(attempt)? {
                Ok(it) => {
                    self.keep(candidates, attempt, &it)?;
                    found.push(it);
                }
                Err(Failed { message, death, .. }) => {
                    ends.insert(at, death);
                    messages.push(message);
                }
            }
        }
        let Some(message) = messages.into_iter().next() else {
            let done = self.finish(candidates, &found, began)?;
            (self.observer)(BatchEvent::Done { row: &done.row, from: done.from });
            return Some(Outcome::Done(Box::new(done)));
        };
        let name = &candidates.all().first()?.name;
        (self.observer)(BatchEvent::Postponed { name, message: &message });
        Some(Outcome::Failed(ends))
    }

    /// Processes a submission again after a grader error. If the error recurs, it is recorded in the grade. However,
    /// when the process ends in the same way both times, the submission is to blame and will be rejected.
    pub(super) fn again(&self, candidates: &Candidates, first: &Ends) -> Option<Done> {
        let began = Instant::now();
        let mut found = Vec::new();
        for (at, attempt) in candidates.all().iter().enumerate() {
            let it = match self.attempt(attempt)? {
                Ok(it) => it,
                Err(Failed { grade, death, .. }) => {
                    let is_to_blame =
                        |(first, death): (&Death, &Death)| death.is_submissions(first);
                    let pair = first.get(&at).and_then(Option::as_ref).zip(death.as_ref());
                    let rejected = |reason| self.rejected(attempt, reason);
                    let blamed = pair.filter(|pair| is_to_blame(*pair));
                    blamed.map_or_else(|| anew(grade), |(_, death)| rejected(death.rejection()))
                }
            };
            self.keep(candidates, attempt, &it)?;
            found.push(it);
        }
        let done = self.finish(candidates, &found, began)?;
        (self.observer)(BatchEvent::Done { row: &done.row, from: done.from });
        Some(done)
    }

    fn attempt(&self, attempt: &Attempt) -> Option<Result<Found, Failed>> {
        if self.is_stopped() {
            return None;
        }
        let tried = {
            let _busy = self.busy.read().unwrap_or_else(PoisonError::into_inner);
            self.graded(attempt)
        };
        let trouble = match tried {
            Ok(found) => return Some(Ok(found)),
            Err(trouble) => trouble,
        };
        let grader = self.batch.grader;
        match trouble {
            Trouble::Rejected(reason) => Some(Ok(self.rejected(attempt, reason))),
            Trouble::Fault { sources, message, source } => {
                // A problem with the machine would also affect the remaining submissions.
                if source.is_some()
                    && grader.still_works().is_err()
                    && let Err(source) = self.alone(|| grader.still_works())
                {
                    self.stop(ClassError::Machine { source });
                    return None;
                }
                let short = source.as_ref().map_or(&*message, Fault::in_short);
                let grade = grader.faulty(&attempt.name, &sources, short);
                Some(Err(Failed { grade, message, death: None }))
            }
            Trouble::Death { sources, death } => {
                let message = death.to_string();
                let grade = grader.faulty(&attempt.name, &sources, &message);
                Some(Err(Failed { grade, message, death: Some(death) }))
            }
        }
    }

    /// Calls a function while no submission is being graded.
    fn alone<T>(&self, act: impl FnOnce() -> T) -> T {
        let _alone = self.busy.write().unwrap_or_else(PoisonError::into_inner);
        act()
    }

    /// Takes the grade from the folder or the cache, or grades the attempt.
    fn graded(&self, attempt: &Attempt) -> Result<Found, Trouble> {
        let Batch { grader, output, cache, .. } = *self.batch;
        let unread = |death| Trouble::Death { sources: NO_SOURCES.to_owned(), death };
        let mut marking = grader.begin(attempt).map_err(unread)?;
        let Facts { hash, left_out, .. } = match marking.read().map_err(unread)? {
            Ok(facts) => facts,
            Err(error) => return Err(not_read(&error)),
        };
        let Self { plan, verdicts, .. } = self;
        let key = Key { plan: plan.clone(), verdicts: verdicts.clone(), sources: hash };
        let found = |file, from, times| {
            let (key, left_out) = (Some(key.clone()), left_out.clone());
            Found { file, key, from, left_out, times }
        };
        let in_folder = places(attempt).filter_map(|place| {
            Some((output.graded().kept_at(&attempt.name, place, &key)?, GradeOrigin::Folder))
        });
        let in_cache = || Some((cache?.get(&key, &attempt.name)?, GradeOrigin::Cache));
        let mut kept = Vec::new();
        for (it, from) in in_folder.chain(std::iter::once_with(in_cache).flatten()) {
            match it {
                Kept::Grade(file) => return Ok(found(file, from, None)),
                Kept::Verdicts(file) => kept.push(file.into_grade()),
            }
        }
        let with_new_points = |kept| grader.with_its_points(kept).map(Into::into);
        let (file, from) = match kept.into_iter().find_map(with_new_points) {
            Some(file) => (file, GradeOrigin::Verdicts),
            None => (Self::grade(&mut *marking, &key)?, GradeOrigin::Grading),
        };
        let times = marking.times();
        // If this fails, it will only cost time later.
        if let Some(cache) = cache {
            let _ = cache.put(&key, &file);
        }
        Ok(found(file, from, times))
    }

    fn grade(marking: &mut dyn Marking, key: &Key) -> Result<GradeFile, Trouble> {
        let sources = || key.sources.clone();
        let graded = marking.grade();
        let graded = graded.map_err(|death| Trouble::Death { sources: sources(), death })?;
        let fault = |message, source| Trouble::Fault { sources: sources(), message, source };
        let file = graded.map_err(|error| fault(with_causes(&error), Some(error)))?;
        match file.grade().fault() {
            Some(message) => Err(fault(message.to_owned(), None)),
            None => Ok(file),
        }
    }

    fn rejected(&self, attempt: &Attempt, reason: String) -> Found {
        anew(self.batch.grader.rejected(&attempt.name, reason))
    }

    /// Stores the grade of one of several candidates, since we do not know yet which one will count.
    fn keep(&self, candidates: &Candidates, attempt: &Attempt, found: &Found) -> Option<()> {
        let number = attempt.number.and_then(|it| it.number);
        let Some(number) = number.filter(|_| candidates.all().len() > 1) else { return Some(()) };
        self.write(&attempt.name, Place::Attempt(number), found)
    }

    /// Writes the grade that counts. Removes stored grades of attempts that this run did not process.
    fn finish(&self, candidates: &Candidates, found: &[Found], began: Instant) -> Option<Done> {
        let Batch { rules, output, .. } = *self.batch;
        let grades: Vec<Grade> = found.iter().map(|it| it.file.grade().clone()).collect();
        let best = candidates.best(&grades, rules);
        let (attempt, counts) = (&candidates.all()[best], &found[best]);
        self.write(&attempt.name, Place::Counts, counts)?;
        let others = candidates.all().iter().enumerate().filter(|(at, _)| *at != best);
        let numbers: Vec<usize> = others.filter_map(|(_, it)| it.number?.number).collect();
        if let Err(error) = output.keep_attempts(&attempt.name, &numbers) {
            self.stop(error);
            return None;
        }
        Some(Done {
            row: rules.row_for(counts.file.grade().clone(), attempt),
            attempt: attempt.clone(),
            from: found.iter().map(|it| it.from).max().unwrap_or(counts.from),
            seconds: began.elapsed().as_secs_f64(),
            left_out: counts.left_out.clone(),
            times: sum(found.iter().filter_map(|it| it.times.as_ref())),
        })
    }

    fn write(&self, name: &str, place: Place, found: &Found) -> Option<()> {
        let text = found.file.text();
        let seal = found.key.as_ref().map(|key| key.seal(text));
        let write = || self.batch.output.write_at(name, place, text, seal.as_deref());
        // If the disk is full, this may be due to the temporary files of another submission.
        let written = write().or_else(|error| match error {
            ClassError::Write { source, .. } if is_full_disk(&source) => self.alone(write),
            error => Err(error),
        });
        written.map_err(|error| self.stop(error)).ok()
    }
}

/// Returns where the grade can be stored, depending on whether the attempt counted before.
fn places(attempt: &Attempt) -> impl Iterator<Item = Place> {
    let number = attempt.number.and_then(|it| it.number);
    [Some(Place::Counts), number.map(Place::Attempt)].into_iter().flatten()
}

/// A grade without a key will never be reused.
fn anew(grade: Grade) -> Found {
    let from = GradeOrigin::Grading;
    Found { file: grade.into(), key: None, from, left_out: Vec::new(), times: None }
}

fn with_causes(error: &dyn Error) -> String {
    let cause =
        error.source().map_or_else(String::new, |cause| format!(": {}", with_causes(cause)));
    format!("{error}{cause}")
}

fn is_full_disk(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
}

fn sum<'a>(mut all: impl Iterator<Item = &'a Totals>) -> Option<Totals> {
    let mut times = all.next()?.clone();
    all.for_each(|more| times.add(more));
    Some(times)
}

fn not_read(error: &ReadError) -> Trouble {
    // The submission should still exist, since the class was listed. If it does not, this is a grader error.
    if error.is_rejection() {
        return Trouble::Rejected(error.reason());
    }
    let message = error.to_string();
    let cause = error.source().map_or_else(String::new, |cause| format!(": {cause}"));
    let sources = NO_SOURCES.to_owned();
    Trouble::Fault { sources, message: message + &cause, source: None }
}
