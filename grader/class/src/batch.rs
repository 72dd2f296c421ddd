//! Grades a class into a folder, several submissions at a time.
//!
//! A grade in the folder that rests on the same is left as it is; one in the cache is taken from
//! there; where nothing but points has changed, the verdicts that are kept get the new points; the rest
//! is graded. Of each submission no more than its line of the summary stays in
//! memory.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use base::pool;
use checks::grading::Grader;
use grade::check::Check;
use grade::points::Points;
use grade::{Basis, Grade, NO_SOURCES};
use intake::class::Entry;
use jail::{Layer, Standing};
use late::Counting;
use worker::{Death, Facts, Fault, ReadError};

use super::about;
use super::attempts::{Candidate, Candidates};
use super::cache::GradeCache;
use super::error::ClassError;
use super::history::{self, Moment, RunLog};
use super::key::{Kept, Key};
use super::marker::{Marker, Marking};
use super::output::{Output, Place};
use super::part::Part;
use super::people::{self, HandedIn};
use super::rules::Rules;
use super::summary::{self, Row, Summary};

/// The inputs of grading a class.
pub struct Batch<'a> {
    /// The grader, with one thread for each submission.
    pub grader: &'a dyn Marker,
    /// The submissions, in the order of their names: those of the part, if it is one.
    pub entries: &'a [Entry],
    /// The part that they are, if they are no whole class.
    pub part: Option<&'a Part>,
    /// The folder that the grades go to.
    pub output: &'a Output,
    /// Grades that were found out before; none if they are not to be used.
    pub cache: Option<&'a GradeCache>,
    /// Who they are from, what is corrected, and what is late.
    pub rules: &'a Rules,
    /// Which attempt counts of those who have handed in several times.
    pub counting: Counting,
    /// How the wall around each submission stands.
    pub standing: &'a Standing,
    /// The number of submissions that are graded at once.
    pub jobs: usize,
}

/// The source of a grade.
///
/// In the order of the work that they take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum From {
    /// It was in the folder already.
    Folder,
    /// It was in the cache.
    Cache,
    /// Its verdicts were in the folder or the cache, and the points are new.
    Verdicts,
    /// It was graded now.
    Grading,
}

impl From {
    /// The source in a word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Folder => "folder",
            Self::Cache => "cache",
            Self::Verdicts => "verdicts",
            Self::Grading => "grading",
        }
    }
}

/// A step in grading a class, for whoever watches.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// It begins.
    Begin {
        /// The names that are in the folder and no longer in the class. They stay, but are not in
        /// the summary.
        departed: &'a [String],
    },
    /// A submission is done.
    Done {
        /// Its line of the summary.
        row: &'a Row,
        /// The source of its grade.
        from: From,
    },
    /// The grader was at fault; the submission is tried again in the end.
    Postponed {
        /// Its name.
        name: &'a str,
        /// The message of the fault.
        message: &'a str,
    },
}

/// The result of grading a class.
#[derive(Debug)]
pub struct BatchOutcome {
    /// The summary, as it was written.
    pub summary: Summary,
    /// The names that are in the folder and no longer in the class.
    pub departed: Vec<String>,
    /// The number of submissions whose verdicts were kept and whose points are new.
    pub new_points: usize,
}

/// A submission that was dealt with.
struct Done {
    row: Row,
    handed_in: HandedIn,
    from: From,
    seconds: f64,
}

/// The ends of processes that have dealt with attempts, by the attempt's place; none where the grader
/// was at fault in another way.
type Ends = BTreeMap<usize, Option<Death>>;

/// The result of dealing with a submission.
enum Outcome {
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
}

/// The grader's fault at an attempt: the grade to write if it is at fault again.
struct Failed {
    grade: String,
    message: String,
    /// The end of its process, if that was it.
    death: Option<Death>,
}

/// Grades a class and writes its summary.
///
/// The summary of an earlier run is removed first: it is there if, and only if, all is graded.
///
/// # Errors
///
/// If the folder cannot be written, or this machine can no longer grade. Whatever was graded until
/// then is in the folder.
pub fn run(
    batch: &Batch<'_>,
    observer: &(dyn Fn(Event<'_>) + Sync),
) -> Result<BatchOutcome, ClassError> {
    let Batch { grader, entries, part, output, jobs, rules, counting, .. } = *batch;
    let mut log = RunLog::begin("grade");
    Part::claim(part, output)?;
    for file in [summary::JSON, summary::CSV] {
        output.remove(file)?;
    }
    let candidates: Vec<Candidates> =
        entries.iter().map(|it| Candidates::of(it, counting, rules)).collect();
    let before = candidates.iter().map(Candidates::before).collect();
    output.write(people::FILE, &rules.people().counted(counting, before).text())?;
    match batch.rules.about() {
        Some(about) => output.write(about::FILE, &about.text())?,
        None => output.remove(about::FILE)?,
    }
    let present: BTreeSet<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    let mut departed = output.graded().names()?;
    departed.retain(|name| !present.contains(name.as_str()));
    observer(Event::Begin { departed: &departed });

    let run = Run {
        batch,
        plan: grader.plan(),
        verdicts: grader.verdicts_plan(),
        basis: grader.basis(),
        observer,
        stopped: AtomicBool::new(false),
        error: Mutex::new(None),
    };
    let outcomes = pool::map(jobs, &candidates, |it| run.first(it));
    let mut done = BTreeMap::new();
    let mut failed = Vec::new();
    for ((entry, candidates), outcome) in entries.iter().zip(&candidates).zip(outcomes) {
        match outcome {
            Some(Outcome::Done(it)) => {
                done.insert(entry.name.as_str(), *it);
            }
            // One at a time, for want of memory is what may have been the matter.
            Some(Outcome::Failed(ends)) if !run.is_stopped() => {
                failed.push((entry, candidates, ends));
            }
            _ => {}
        }
    }
    let again = pool::map(1, &failed, |(_, candidates, ends)| run.again(candidates, ends));
    for ((entry, ..), again) in failed.iter().zip(again) {
        done.extend(again.map(|again| (entry.name.as_str(), again)));
    }
    if let Some(error) = run.error.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }

    log.fields.push(("jobs", jobs.into()));
    log.fields.push(("wall", wall(batch.standing)));
    log.fields.push(("partition", part.map(|it| it.partition.to_string()).into()));
    log.fields.push(("departed", departed.clone().into()));
    let mut rows = Vec::new();
    let new_points = done.values().filter(|it| it.from == From::Verdicts).count();
    let mut submissions = Vec::new();
    for (name, Done { row, handed_in, from, seconds }) in done {
        log.moments.push(Moment { name: name.to_owned(), from: from.as_str(), seconds });
        rows.push(row);
        submissions.push(handed_in);
    }
    if counting == Counting::Best {
        output.write(people::FILE, &rules.people().counted(counting, submissions).text())?;
    }
    let summary = Summary::of(run.basis, rows, batch.rules);
    batch.rules.overrides().hold(summary.rows.iter().map(Row::corrected), part.is_none())?;
    write_summary(output, &summary, &log)?;
    Ok(BatchOutcome { summary, departed, new_points })
}

/// Writes the summary of a folder whose grades are all there, once they last.
pub(super) fn write_summary(
    output: &Output,
    summary: &Summary,
    log: &RunLog,
) -> Result<(), ClassError> {
    output.settle(summary.rows.iter().map(|row| row.name.as_str()))?;
    output.write(history::FILE, &log.text())?;
    summary.write(output)
}

/// The layers of the wall around submissions: those that stood, and why the others did not.
fn wall(standing: &Standing) -> serde_json::Value {
    let names = |layers: &BTreeMap<Layer, String>| -> serde_json::Map<_, _> {
        layers.iter().map(|(layer, how)| (layer.name().to_owned(), how.clone().into())).collect()
    };
    serde_json::json!({ "raised": names(&standing.raised), "missing": names(&standing.missing) })
}

/// The points that each check of an assignment is worth.
pub fn worth(grader: &Grader) -> BTreeMap<Check, Points> {
    grader.assignment().checks.iter().map(|rated| (rated.check, rated.points)).collect()
}

/// A run, as its threads share it.
struct Run<'a> {
    batch: &'a Batch<'a>,
    plan: String,
    verdicts: String,
    basis: Basis,
    observer: &'a (dyn Fn(Event<'_>) + Sync),
    /// Whether nothing more is to be begun.
    stopped: AtomicBool,
    /// The error that stopped it.
    error: Mutex<Option<ClassError>>,
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
    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    fn stop(&self, error: ClassError) {
        self.stopped.store(true, Ordering::Relaxed);
        self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    /// Deals with a submission; nothing if the run has been stopped.
    fn first(&self, candidates: &Candidates) -> Option<Outcome> {
        let began = Instant::now();
        let (mut found, mut ends, mut messages) = (Vec::new(), Ends::new(), Vec::new());
        for (at, candidate) in candidates.all().iter().enumerate() {
            match self.attempt(candidate)? {
                Ok(it) => {
                    self.keep(candidates, candidate, &it)?;
                    found.push(it);
                }
                Err(Failed { message, death, .. }) => {
                    ends.insert(at, death);
                    messages.push(message);
                }
            }
        }
        let Some(message) = messages.into_iter().next() else {
            let done = self.finish(candidates, found, began)?;
            (self.observer)(Event::Done { row: &done.row, from: done.from });
            return Some(Outcome::Done(Box::new(done)));
        };
        let name = &candidates.all().first()?.entry.name;
        (self.observer)(Event::Postponed { name, message: &message });
        Some(Outcome::Failed(ends))
    }

    /// Tries a submission once more. If the grader is at fault again, that is its grade; but where its
    /// process has ended in the same way again, it is rejected.
    fn again(&self, candidates: &Candidates, first: &Ends) -> Option<Done> {
        let began = Instant::now();
        let mut found = Vec::new();
        for (at, candidate) in candidates.all().iter().enumerate() {
            let it = match self.attempt(candidate)? {
                Ok(it) => it,
                Err(Failed { grade, death, .. }) => {
                    let is_to_blame =
                        |(first, death): (&Death, &Death)| death.is_submissions(first);
                    let pair = first.get(&at).and_then(Option::as_ref).zip(death.as_ref());
                    let text = match pair.filter(|pair| is_to_blame(*pair)) {
                        Some((_, death)) => self.rejected(&candidate.entry, death.rejection()),
                        None => grade,
                    };
                    self.found(&candidate.entry, text, None, From::Grading)?
                }
            };
            self.keep(candidates, candidate, &it)?;
            found.push(it);
        }
        let done = self.finish(candidates, found, began)?;
        (self.observer)(Event::Done { row: &done.row, from: done.from });
        Some(done)
    }

    /// The grade of an attempt; nothing if the run has been stopped.
    fn attempt(&self, candidate: &Candidate) -> Option<Result<Found, Failed>> {
        if self.is_stopped() {
            return None;
        }
        let entry = &candidate.entry;
        let trouble = match self.graded(candidate) {
            Ok(found) => return Some(Ok(found?)),
            Err(trouble) => trouble,
        };
        let grader = self.batch.grader;
        match trouble {
            Trouble::Rejected(reason) => {
                let text = self.rejected(entry, reason);
                Some(Ok(self.found(entry, text, None, From::Grading)?))
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
                let grade = grader.faulty(&entry.name, &sources, short).json();
                Some(Err(Failed { grade, message, death: None }))
            }
            Trouble::Death { sources, death } => {
                let message = death.to_string();
                let grade = grader.faulty(&entry.name, &sources, &message).json();
                Some(Err(Failed { grade, message, death: Some(death) }))
            }
        }
    }

    /// The grade of an attempt that can be dealt with; nothing if the run has been stopped.
    fn graded(&self, candidate: &Candidate) -> Result<Option<Found>, Trouble> {
        let Batch { grader, output, cache, .. } = *self.batch;
        let entry = &candidate.entry;
        let unread = |death| Trouble::Death { sources: NO_SOURCES.to_owned(), death };
        let mut marking = grader.begin(entry).map_err(unread)?;
        let Facts { hash, .. } = match marking.read().map_err(unread)? {
            Ok(facts) => facts,
            Err(error) => return Err(not_read(entry, &error)),
        };
        let Self { plan, verdicts, .. } = self;
        let key = Key { plan: plan.clone(), verdicts: verdicts.clone(), sources: hash };
        // It may have counted before, or not.
        let number = candidate.handed_in.attempt.and_then(|it| it.number);
        let places = [Some(Place::Counts), number.map(Place::Attempt)];
        let mut kept: Vec<Kept> = Vec::new();
        for place in places.into_iter().flatten() {
            match output.graded().kept_at(&entry.name, place, &key) {
                Some(Kept::Grade(text)) if Grade::read(&text).is_ok() => {
                    return Ok(self.found(entry, text, Some(key), From::Folder));
                }
                other => kept.extend(other),
            }
        }
        match cache.and_then(|cache| cache.get(&key, &entry.name)) {
            Some(Kept::Grade(text)) if Grade::read(&text).is_ok() => {
                return Ok(self.found(entry, text, Some(key), From::Cache));
            }
            other => kept.extend(other),
        }
        let (text, from) = match kept.iter().find_map(|kept| self.with_new_points(kept)) {
            Some(text) => (text, From::Verdicts),
            None => (Self::grade(&mut *marking, &key)?, From::Grading),
        };
        // A cache that cannot be written costs time and nothing else.
        if let Some(cache) = cache {
            let _ = cache.put(&key, &entry.name, &text);
        }
        Ok(self.found(entry, text, Some(key), from))
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

    fn rejected(&self, entry: &Entry, reason: String) -> String {
        self.batch.grader.rejected(&entry.name, reason).json()
    }

    /// A grade, and its text.
    fn found(&self, entry: &Entry, text: String, key: Option<Key>, from: From) -> Option<Found> {
        if let Ok(grade) = Grade::read(&text) {
            return Some(Found { text, grade, key, from });
        }
        let path = entry.source.path().to_owned();
        let message = "the grader cannot read what it wrote".to_owned();
        self.stop(ClassError::Damaged { path, message });
        None
    }

    /// Keeps the grade of one attempt of several, until it is known which counts.
    fn keep(&self, candidates: &Candidates, candidate: &Candidate, found: &Found) -> Option<()> {
        let number = candidate.handed_in.attempt.and_then(|it| it.number);
        let Some(number) = number.filter(|_| candidates.all().len() > 1) else { return Some(()) };
        self.write(&candidate.entry.name, Place::Attempt(number), found)
    }

    /// Writes the grade that counts, and removes what is kept of attempts that were not graded.
    fn finish(&self, candidates: &Candidates, found: Vec<Found>, began: Instant) -> Option<Done> {
        let Batch { rules, output, .. } = *self.batch;
        let grades: Vec<Grade> = found.iter().map(|it| it.grade.clone()).collect();
        let best = candidates.best(&grades, rules);
        let (Candidate { entry, handed_in }, counts) = (&candidates.all()[best], &found[best]);
        self.write(&entry.name, Place::Counts, counts)?;
        let others = candidates.all().iter().enumerate().filter(|(at, _)| *at != best);
        let numbers: Vec<usize> =
            others.filter_map(|(_, it)| it.handed_in.attempt?.number).collect();
        if let Err(error) = output.keep_attempts(&entry.name, &numbers) {
            self.stop(error);
            return None;
        }
        Some(Done {
            row: rules.row_for(counts.grade.clone(), handed_in),
            handed_in: handed_in.clone(),
            from: found.iter().map(|it| it.from).max().unwrap_or(counts.from),
            seconds: began.elapsed().as_secs_f64(),
        })
    }

    fn write(&self, name: &str, place: Place, found: &Found) -> Option<()> {
        let seal = found.key.as_ref().map(|key| key.seal(&found.text));
        let written = self.batch.output.write_at(name, place, &found.text, seal.as_deref());
        written.map_err(|error| self.stop(error)).ok()
    }
}

/// The trouble with a submission that could not be read.
fn not_read(entry: &Entry, error: &ReadError) -> Trouble {
    let message = entry.without_paths(&error.to_string(), &entry.name);
    // A submission that is gone now was there when the class was looked through.
    if error.is_rejection() {
        return Trouble::Rejected(message);
    }
    let cause = error.source().map_or_else(String::new, |cause| format!(": {cause}"));
    let sources = NO_SOURCES.to_owned();
    Trouble::Fault { sources, message: message + &cause, source: None }
}
