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
use sandbox::timing::WorkTotals;
use worker::{Death, ReadError, SubmissionFacts};

use super::{Batch, BatchEvent, GradeOrigin};
use crate::attempts::AttemptCandidates;
use crate::error::ClassError;
use crate::key::{self, GradeKey, ReusableGrade};
use crate::marker::Marking;
use crate::output::GradePlace;
use crate::summary::SummaryRow;

pub(super) struct FinishedSubmission {
    pub(super) row: SummaryRow,
    pub(super) attempt: Attempt,
    pub(super) from: GradeOrigin,
    pub(super) seconds: f64,
    /// The total time of each stage, if this run graded any attempt.
    pub(super) times: Option<WorkTotals>,
    pub(super) left_out: Vec<String>,
}

/// The attempts with grader errors, by index, with the end of the process if it caused the error.
pub(super) type Ends = BTreeMap<usize, Option<Death>>;

pub(super) enum FirstPass {
    Done(Box<FinishedSubmission>),
    Failed(Ends),
}

struct FoundGrade {
    file: GradeFile,
    key: Option<GradeKey>,
    from: GradeOrigin,
    left_out: Vec<String>,
    /// The stage times, if graded in this run.
    times: Option<WorkTotals>,
}

/// A grader error, with the grade to write if it occurs again.
struct GraderFailure {
    grade: Box<Grade>,
    message: String,
    /// The end of the process, if it caused the error.
    death: Option<Death>,
    /// Whether the machine may be at fault, which would also affect the remaining submissions.
    may_be_machine: bool,
}

pub(super) struct BatchRun<'a> {
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

/// An attempt's known grade, or else the worker that has read it.
enum LookUp<'a> {
    Found(Box<FoundGrade>),
    Ungraded { marking: Box<dyn Marking + 'a>, facts: SubmissionFacts },
}

impl BatchRun<'_> {
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    fn stop_after_error(&self, error: ClassError) {
        self.stopped.store(true, Ordering::Relaxed);
        // The first error counts. The others often follow from it.
        self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    /// Returns `true` if the folder has valid grades for all candidates.
    pub(super) fn has_all_valid_grades(&self, candidates: &AttemptCandidates) -> bool {
        let origin = |attempt| match self.look_up_grade(attempt) {
            Ok(LookUp::Found(found)) => Some(found.from),
            Ok(LookUp::Ungraded { .. }) | Err(_) => None,
        };
        candidates.attempts().iter().all(|attempt| origin(attempt) == Some(GradeOrigin::Folder))
    }

    /// Processes a submission. Returns `None` if the run was stopped.
    pub(super) fn find_or_grade_all(&self, candidates: &AttemptCandidates) -> Option<FirstPass> {
        let began = Instant::now();
        let (mut found, mut ends, mut messages) = (Vec::new(), Ends::new(), Vec::new());
        for (at, attempt) in candidates.attempts().iter().enumerate() {
            match self.try_attempt(attempt)? {
                Ok(graded) => {
                    self.store_candidate(candidates, attempt, &graded)?;
                    found.push(graded);
                }
                Err(GraderFailure { message, death, .. }) => {
                    ends.insert(at, death);
                    messages.push(message);
                }
            }
        }
        let Some(message) = messages.into_iter().next() else {
            let done = self.write_best(candidates, &found, began)?;
            (self.observer)(BatchEvent::Done { row: &done.row, from: done.from });
            return Some(FirstPass::Done(Box::new(done)));
        };
        let name = &candidates.attempts().first()?.name;
        (self.observer)(BatchEvent::Postponed { name, message: &message });
        Some(FirstPass::Failed(ends))
    }

    /// Processes a submission again after a grader error. If the error recurs, it is recorded in the grade. However,
    /// when the process ends in the same way both times, the submission is to blame and will be rejected.
    pub(super) fn retry_after_grader_error(
        &self,
        candidates: &AttemptCandidates,
        first: &Ends,
    ) -> Option<FinishedSubmission> {
        let began = Instant::now();
        let mut found = Vec::new();
        for (at, attempt) in candidates.attempts().iter().enumerate() {
            let graded = match self.try_attempt(attempt)? {
                Ok(graded) => graded,
                Err(GraderFailure { grade, death, .. }) => {
                    let is_to_blame =
                        |(first, death): (&Death, &Death)| death.is_fault_of_submission(first);
                    let pair = first.get(&at).and_then(Option::as_ref).zip(death.as_ref());
                    let rejected = |reason| self.rejected_grade(attempt, reason);
                    let blamed = pair.filter(|pair| is_to_blame(*pair));
                    blamed.map_or_else(
                        || new_grade(*grade),
                        |(_, death)| rejected(death.rejection_message()),
                    )
                }
            };
            self.store_candidate(candidates, attempt, &graded)?;
            found.push(graded);
        }
        let done = self.write_best(candidates, &found, began)?;
        (self.observer)(BatchEvent::Done { row: &done.row, from: done.from });
        Some(done)
    }

    /// Finds the grade of an attempt, or grades it. Returns `None` if the run was stopped.
    ///
    /// A submission that fills the disk or uses up the processes should not stop the class. Therefore, the machine is
    /// judged again while nothing else runs.
    fn try_attempt(&self, attempt: &Attempt) -> Option<Result<FoundGrade, GraderFailure>> {
        if self.is_stopped() {
            return None;
        }
        let tried = {
            let _busy = self.busy.read().unwrap_or_else(PoisonError::into_inner);
            self.find_or_grade(attempt)
        };
        let grader = self.batch.grader;
        if let Err(GraderFailure { may_be_machine: true, .. }) = tried
            && grader.check_machine().is_err()
            && let Err(source) = self.run_alone(|| grader.check_machine())
        {
            self.stop_after_error(ClassError::Machine { source });
            return None;
        }
        Some(tried)
    }

    fn failure_with_message(
        &self,
        attempt: &Attempt,
        sources: &str,
        message: String,
    ) -> GraderFailure {
        let grade = self.batch.grader.grade_with_grader_error(&attempt.name, sources, &message);
        GraderFailure { grade: Box::new(grade), message, death: None, may_be_machine: false }
    }

    fn failure_by_death(&self, attempt: &Attempt, sources: &str, death: Death) -> GraderFailure {
        let failed = self.failure_with_message(attempt, sources, death.to_string());
        GraderFailure { death: Some(death), ..failed }
    }

    /// Calls a function while no submission is being graded.
    fn run_alone<T>(&self, act: impl FnOnce() -> T) -> T {
        let _alone = self.busy.write().unwrap_or_else(PoisonError::into_inner);
        act()
    }

    /// Takes the grade from the folder or the cache, or grades the attempt.
    fn find_or_grade(&self, attempt: &Attempt) -> Result<FoundGrade, GraderFailure> {
        let (mut marking, facts) = match self.look_up_grade(attempt)? {
            LookUp::Found(found) => return Ok(*found),
            LookUp::Ungraded { marking, facts } => (marking, facts),
        };
        let key = self.grade_key(&facts);
        let file = self.grade_attempt(attempt, &mut *marking, &key.sources)?;
        self.try_store_grade(&key, &file);
        let (from, times) = (GradeOrigin::Grading, marking.times());
        Ok(FoundGrade { file, key: Some(key), from, left_out: facts.left_out, times })
    }

    /// Looks for the grade in the folder and the cache. If an earlier run read the same files, what it found is in the
    /// cache, and no worker is needed.
    fn look_up_grade(&self, attempt: &Attempt) -> Result<LookUp<'_>, GraderFailure> {
        let Batch { grader, cache, .. } = *self.batch;
        let facts_id = || {
            let digest = cache.and_then(|_| grader.hash_files(attempt))?;
            Some(key::facts_id(&self.verdicts, &attempt.name, &digest))
        };
        // With these facts, a second run over 600 unchanged submissions takes 0.5 s of processor time. It took 12.6 s
        // with a worker for each submission.
        let before = cache.zip(facts_id());
        let known = before.as_ref().and_then(|(cache, id)| cache.find_facts(id));
        if let Some(found) = known.and_then(|read| self.known_grade(attempt, &read)) {
            return Ok(LookUp::Found(Box::new(found)));
        }
        let unread = |death| self.failure_by_death(attempt, NO_SOURCES, death);
        let mut marking = grader.start_marking(attempt).map_err(unread)?;
        let read = marking.read_submission().map_err(unread)?;
        if let Some((cache, id)) = before
            && read.as_ref().err().is_none_or(ReadError::is_rejection)
            // Otherwise, a file may have changed between hashing and reading.
            && facts_id().as_ref() == Some(&id)
        {
            // If this fails, it will only cost time later.
            let _ = cache.store_facts(&id, &read);
        }
        if let Some(found) = self.known_grade(attempt, &read) {
            return Ok(LookUp::Found(Box::new(found)));
        }
        // The submission should still exist, since the class was listed. If it does not, this is a grader error.
        let unreadable =
            |error| self.failure_with_message(attempt, NO_SOURCES, with_causes(&error));
        Ok(LookUp::Ungraded { marking, facts: read.map_err(unreadable)? })
    }

    /// Returns the grade from the folder or the cache, given what reading the attempt found. A rejection is a grade.
    fn known_grade(
        &self,
        attempt: &Attempt,
        read: &Result<SubmissionFacts, ReadError>,
    ) -> Option<FoundGrade> {
        let Batch { grader, output, cache, .. } = *self.batch;
        let graded = output.graded();
        let facts = match read {
            Ok(facts) => facts,
            Err(error) => return self.known_rejection(attempt, error),
        };
        let key = self.grade_key(facts);
        let found = |file, from| {
            let (key, left_out) = (Some(key.clone()), facts.left_out.clone());
            FoundGrade { file, key, from, left_out, times: None }
        };
        let in_folder = possible_places(attempt).filter_map(|place| {
            Some((graded.reusable_at(&attempt.name, place, &key)?, GradeOrigin::Folder))
        });
        let in_cache = || Some((cache?.find_grade(&key, &attempt.name)?, GradeOrigin::Cache));
        // A grade with the right points, even from the cache, is better than verdicts from the folder.
        let mut verdicts = Vec::new();
        for (kept, from) in in_folder.chain(std::iter::once_with(in_cache).flatten()) {
            match kept {
                ReusableGrade::Grade(file) => return Some(found(file, from)),
                ReusableGrade::Verdicts(file) => verdicts.push(file.into_grade()),
            }
        }
        let file = verdicts.into_iter().find_map(|grade| grader.with_its_points(grade))?.into();
        self.try_store_grade(&key, &file);
        Some(found(file, GradeOrigin::Verdicts))
    }

    fn grade_key(&self, facts: &SubmissionFacts) -> GradeKey {
        let (plan, verdicts) = (self.plan.clone(), self.verdicts.clone());
        GradeKey { plan, verdicts, sources: facts.hash.clone() }
    }

    fn try_store_grade(&self, key: &GradeKey, file: &GradeFile) {
        if let Some(cache) = self.batch.cache {
            // Without a cache entry, the submission is graded again next time, which is only slower.
            let _ = cache.store_grade(key, file);
        }
    }

    fn grade_attempt(
        &self,
        attempt: &Attempt,
        marking: &mut dyn Marking,
        sources: &str,
    ) -> Result<GradeFile, GraderFailure> {
        let graded = marking
            .grade_submission()
            .map_err(|death| self.failure_by_death(attempt, sources, death))?;
        let file = graded.map_err(|fault| GraderFailure {
            message: with_causes(&fault),
            may_be_machine: true,
            ..self.failure_with_message(attempt, sources, fault.in_short().to_owned())
        })?;
        match file.grade().fault() {
            Some(message) => Err(self.failure_with_message(attempt, sources, message.to_owned())),
            None => Ok(file),
        }
    }

    fn rejected_grade(&self, attempt: &Attempt, reason: String) -> FoundGrade {
        new_grade(self.batch.grader.grade_of_rejected(&attempt.name, reason))
    }

    /// Returns the grade of a submission that is invalid, unless it could not be read for another reason.
    fn known_rejection(&self, attempt: &Attempt, error: &ReadError) -> Option<FoundGrade> {
        let found = error.is_rejection().then(|| self.rejected_grade(attempt, error.reason()))?;
        let graded = self.batch.output.graded();
        let is_in_folder = |place| {
            let text = graded.read_grade_at(&attempt.name, place).ok().flatten();
            text.as_deref() == Some(found.file.text())
        };
        let is_kept = possible_places(attempt).any(is_in_folder);
        let from = if is_kept { GradeOrigin::Folder } else { found.from };
        Some(FoundGrade { from, ..found })
    }

    /// Stores the grade of one of several candidates, since we do not know yet which one will count.
    fn store_candidate(
        &self,
        candidates: &AttemptCandidates,
        attempt: &Attempt,
        found: &FoundGrade,
    ) -> Option<()> {
        let number = attempt.number.and_then(|turn| turn.number);
        let Some(number) = number.filter(|_| candidates.attempts().len() > 1) else {
            return Some(());
        };
        self.write_grade(&attempt.name, GradePlace::Attempt(number), found)
    }

    /// Writes the grade that counts. Removes stored grades of attempts that this run did not process.
    fn write_best(
        &self,
        candidates: &AttemptCandidates,
        found: &[FoundGrade],
        began: Instant,
    ) -> Option<FinishedSubmission> {
        let Batch { rules, output, .. } = *self.batch;
        let grades: Vec<Grade> = found.iter().map(|graded| graded.file.grade().clone()).collect();
        let best = candidates.index_of_best(&grades, rules);
        let (attempt, counts) = (&candidates.attempts()[best], &found[best]);
        self.write_grade(&attempt.name, GradePlace::Counts, counts)?;
        let others = candidates.attempts().iter().enumerate().filter(|(at, _)| *at != best);
        let numbers: Vec<usize> =
            others.filter_map(|(_, attempt)| attempt.number?.number).collect();
        if let Err(error) = output.remove_other_attempts(&attempt.name, &numbers) {
            self.stop_after_error(error);
            return None;
        }
        Some(FinishedSubmission {
            row: rules.row_without_hand_of_attempt(counts.file.grade().clone(), attempt),
            attempt: attempt.clone(),
            from: found.iter().map(|graded| graded.from).max().unwrap_or(counts.from),
            seconds: began.elapsed().as_secs_f64(),
            left_out: counts.left_out.clone(),
            times: sum_of_times(found.iter().filter_map(|graded| graded.times.as_ref())),
        })
    }

    fn write_grade(&self, name: &str, place: GradePlace, found: &FoundGrade) -> Option<()> {
        let text = found.file.text();
        let seal = found.key.as_ref().map(|key| key.seal_of_grade(text));
        let write = || self.batch.output.write_at(name, place, text, seal.as_deref());
        // If the disk is full, this may be due to the temporary files of another submission.
        let written = write().or_else(|error| match error {
            ClassError::Write { source, .. } if is_full_disk(&source) => self.run_alone(write),
            error => Err(error),
        });
        written.map_err(|error| self.stop_after_error(error)).ok()
    }
}

/// Returns where the grade can be stored, depending on whether the attempt counted before.
fn possible_places(attempt: &Attempt) -> impl Iterator<Item = GradePlace> {
    let number = attempt.number.and_then(|turn| turn.number);
    [Some(GradePlace::Counts), number.map(GradePlace::Attempt)].into_iter().flatten()
}

/// A grade without a key will never be reused.
fn new_grade(grade: Grade) -> FoundGrade {
    let from = GradeOrigin::Grading;
    FoundGrade { file: grade.into(), key: None, from, left_out: Vec::new(), times: None }
}

fn with_causes(error: &dyn Error) -> String {
    let cause =
        error.source().map_or_else(String::new, |cause| format!(": {}", with_causes(cause)));
    format!("{error}{cause}")
}

fn is_full_disk(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
}

fn sum_of_times<'a>(mut all: impl Iterator<Item = &'a WorkTotals>) -> Option<WorkTotals> {
    let mut times = all.next()?.clone();
    all.for_each(|more| times.add_all(more));
    Some(times)
}
