//! The submissions of a run, one after the other: each attempt that may count is graded or its grade is
//! taken from where it is kept, and the one that counts is written.

use std::collections::BTreeMap;
use std::error::Error as _;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use grade::{Basis, Grade, NO_SOURCES};
use intake::class::Attempt;
use worker::{Death, Facts, Fault, ReadError};

use super::{Batch, Event, From};
use crate::attempts::Candidates;
use crate::error::ClassError;
use crate::key::{Kept, Key};
use crate::marker::Marking;
use crate::output::Place;
use crate::summary::Row;

/// A submission that was dealt with.
pub(super) struct Done {
    pub(super) row: Row,
    pub(super) attempt: Attempt,
    pub(super) from: From,
    pub(super) seconds: f64,
    /// A sentence about each archive or file that was handed in as well.
    pub(super) left_out: Vec<String>,
}

/// The ends of processes that have dealt with attempts, by the attempt's place; none where the grader
/// was at fault in another way.
pub(super) type Ends = BTreeMap<usize, Option<Death>>;

/// The result of dealing with a submission.
pub(super) enum Outcome {
    Done(Box<Done>),
    /// The grader was at fault at these of its attempts.
    Failed(Ends),
}

/// A grade that was found.
struct Found {
    text: String,
    grade: Grade,
    /// What it rests on, if that is known.
    key: Option<Key>,
    from: From,
    left_out: Vec<String>,
}

/// The grader's fault at an attempt: the grade to write if it is at fault again.
struct Failed {
    grade: String,
    message: String,
    /// The end of its process, if that was it.
    death: Option<Death>,
}

/// A run, as its threads share it.
pub(super) struct Run<'a> {
    pub(super) batch: &'a Batch<'a>,
    pub(super) plan: String,
    pub(super) verdicts: String,
    pub(super) basis: Basis,
    pub(super) observer: &'a (dyn Fn(Event<'_>) + Sync),
    /// Whether nothing more is to be begun.
    pub(super) stopped: AtomicBool,
    /// The error that stopped it.
    pub(super) error: Mutex<Option<ClassError>>,
}

/// The reason why an attempt has no grade.
enum Trouble {
    /// It is none.
    Rejected(String),
    /// The grader was at fault.
    Fault { sources: String, message: String, source: Option<Fault> },
    /// Its process did not come to an end of its work.
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

    /// Deals with a submission; nothing if the run has been stopped.
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
            (self.observer)(Event::Done { row: &done.row, from: done.from });
            return Some(Outcome::Done(Box::new(done)));
        };
        let name = &candidates.all().first()?.name;
        (self.observer)(Event::Postponed { name, message: &message });
        Some(Outcome::Failed(ends))
    }

    /// Tries a submission once more. If the grader is at fault again, that is its grade; but where its
    /// process has ended in the same way again, it is rejected.
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
                    let text = match pair.filter(|pair| is_to_blame(*pair)) {
                        Some((_, death)) => self.rejected(attempt, death.rejection()),
                        None => grade,
                    };
                    self.found(attempt, text, None, From::Grading)?
                }
            };
            self.keep(candidates, attempt, &it)?;
            found.push(it);
        }
        let done = self.finish(candidates, &found, began)?;
        (self.observer)(Event::Done { row: &done.row, from: done.from });
        Some(done)
    }

    /// The grade of an attempt; nothing if the run has been stopped.
    fn attempt(&self, attempt: &Attempt) -> Option<Result<Found, Failed>> {
        if self.is_stopped() {
            return None;
        }
        let trouble = match self.graded(attempt) {
            Ok(found) => return Some(Ok(found?)),
            Err(trouble) => trouble,
        };
        let grader = self.batch.grader;
        match trouble {
            Trouble::Rejected(reason) => {
                let text = self.rejected(attempt, reason);
                Some(Ok(self.found(attempt, text, None, From::Grading)?))
            }
            Trouble::Fault { sources, message, source } => {
                // If it is the machine, all others would fail as well.
                if source.is_some()
                    && let Err(source) = grader.still_works()
                {
                    self.stop(ClassError::Machine { source });
                    return None;
                }
                let short = source.as_ref().map_or(&*message, Fault::in_short);
                let grade = grader.faulty(&attempt.name, &sources, short).json();
                Some(Err(Failed { grade, message, death: None }))
            }
            Trouble::Death { sources, death } => {
                let message = death.to_string();
                let grade = grader.faulty(&attempt.name, &sources, &message).json();
                Some(Err(Failed { grade, message, death: Some(death) }))
            }
        }
    }

    /// The grade of an attempt that can be dealt with; nothing if the run has been stopped.
    fn graded(&self, attempt: &Attempt) -> Result<Option<Found>, Trouble> {
        let Batch { grader, output, cache, .. } = *self.batch;
        let unread = |death| Trouble::Death { sources: NO_SOURCES.to_owned(), death };
        let mut marking = grader.begin(attempt).map_err(unread)?;
        let Facts { hash, left_out, .. } = match marking.read().map_err(unread)? {
            Ok(facts) => facts,
            Err(error) => return Err(not_read(attempt, &error)),
        };
        let Self { plan, verdicts, .. } = self;
        let key = Key { plan: plan.clone(), verdicts: verdicts.clone(), sources: hash };
        let found = |text, key, from| {
            let found = self.found(attempt, text, Some(key), from);
            Ok(found.map(|it| Found { left_out: left_out.clone(), ..it }))
        };
        // It may have counted before, or not.
        let number = attempt.number.and_then(|it| it.number);
        let places = [Some(Place::Counts), number.map(Place::Attempt)];
        let mut kept: Vec<Kept> = Vec::new();
        for place in places.into_iter().flatten() {
            match output.graded().kept_at(&attempt.name, place, &key) {
                Some(Kept::Grade(text)) if Grade::read(&text).is_ok() => {
                    return found(text, key, From::Folder);
                }
                other => kept.extend(other),
            }
        }
        match cache.and_then(|cache| cache.get(&key, &attempt.name)) {
            Some(Kept::Grade(text)) if Grade::read(&text).is_ok() => {
                return found(text, key, From::Cache);
            }
            other => kept.extend(other),
        }
        let (text, from) = match kept.iter().find_map(|kept| self.with_new_points(kept)) {
            Some(text) => (text, From::Verdicts),
            None => (Self::grade(&mut *marking, &key)?, From::Grading),
        };
        // A cache that cannot be written costs time and nothing else.
        if let Some(cache) = cache {
            let _ = cache.put(&key, &attempt.name, &text);
        }
        found(text, key, from)
    }

    /// The grade that the verdicts of a kept one make by the points of today.
    fn with_new_points(&self, kept: &Kept) -> Option<String> {
        let Kept::Verdicts(text) = kept else { return None };
        let grade = Grade::read(text).ok()?;
        Some(self.batch.grader.with_its_points(grade)?.json())
    }

    /// The text of a submission's grade.
    fn grade(marking: &mut dyn Marking, key: &Key) -> Result<String, Trouble> {
        let sources = || key.sources.clone();
        let graded = marking.grade();
        let graded = graded.map_err(|death| Trouble::Death { sources: sources(), death })?;
        let fault = |message, source| Trouble::Fault { sources: sources(), message, source };
        let grade = graded.map_err(|error| fault(error.to_string(), Some(error)))?;
        match grade.fault() {
            Some(message) => Err(fault(message.to_owned(), None)),
            None => Ok(grade.json()),
        }
    }

    fn rejected(&self, attempt: &Attempt, reason: String) -> String {
        self.batch.grader.rejected(&attempt.name, reason).json()
    }

    /// A grade, and its text.
    fn found(
        &self,
        attempt: &Attempt,
        text: String,
        key: Option<Key>,
        from: From,
    ) -> Option<Found> {
        if let Ok(grade) = Grade::read(&text) {
            return Some(Found { text, grade, key, from, left_out: Vec::new() });
        }
        let path = attempt.source.path().to_owned();
        let message = "the grader cannot read what it wrote".to_owned();
        self.stop(ClassError::Damaged { path, message });
        None
    }

    /// Keeps the grade of one attempt of several, until it is known which counts.
    fn keep(&self, candidates: &Candidates, attempt: &Attempt, found: &Found) -> Option<()> {
        let number = attempt.number.and_then(|it| it.number);
        let Some(number) = number.filter(|_| candidates.all().len() > 1) else { return Some(()) };
        self.write(&attempt.name, Place::Attempt(number), found)
    }

    /// Writes the grade that counts, and removes what is kept of attempts that were not graded.
    fn finish(&self, candidates: &Candidates, found: &[Found], began: Instant) -> Option<Done> {
        let Batch { rules, output, .. } = *self.batch;
        let grades: Vec<Grade> = found.iter().map(|it| it.grade.clone()).collect();
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
            row: rules.row_for(counts.grade.clone(), attempt),
            attempt: attempt.clone(),
            from: found.iter().map(|it| it.from).max().unwrap_or(counts.from),
            seconds: began.elapsed().as_secs_f64(),
            left_out: counts.left_out.clone(),
        })
    }

    fn write(&self, name: &str, place: Place, found: &Found) -> Option<()> {
        let seal = found.key.as_ref().map(|key| key.seal(&found.text));
        let written = self.batch.output.write_at(name, place, &found.text, seal.as_deref());
        written.map_err(|error| self.stop(error)).ok()
    }
}

/// The trouble with a submission that could not be read.
fn not_read(attempt: &Attempt, error: &ReadError) -> Trouble {
    let message = attempt.without_paths(&error.to_string(), &attempt.name);
    // A submission that is gone now was there when the class was looked through.
    if error.is_rejection() {
        return Trouble::Rejected(message);
    }
    let cause = error.source().map_or_else(String::new, |cause| format!(": {cause}"));
    let sources = NO_SOURCES.to_owned();
    Trouble::Fault { sources, message: message + &cause, source: None }
}
