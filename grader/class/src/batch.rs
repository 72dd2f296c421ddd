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
use worker::{Death, Facts, Fault, ReadError};

use super::about;
use super::cache::GradeCache;
use super::error::ClassError;
use super::history::{self, Moment, RunLog};
use super::key::{Kept, Key};
use super::marker::{Marker, Marking};
use super::output::Output;
use super::part::Part;
use super::people;
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
    /// How the wall around each submission stands.
    pub standing: &'a Standing,
    /// The number of submissions that are graded at once.
    pub jobs: usize,
}

/// The source of a grade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    from: From,
    seconds: f64,
}

/// The result of one attempt at a submission.
enum Attempt {
    Done(Box<Done>),
    /// The grader was at fault: the grade to write if it is at fault again.
    Failed {
        grade: String,
        message: String,
        /// The end of its process, if that was it.
        death: Option<Death>,
    },
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
    let Batch { grader, entries, part, output, jobs, .. } = *batch;
    let mut log = RunLog::begin("grade");
    Part::claim(part, output)?;
    for file in [summary::JSON, summary::CSV] {
        output.remove(file)?;
    }
    output.write(people::FILE, &batch.rules.people().text())?;
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
    let attempts = pool::map(jobs, entries, |entry| run.first(entry));
    let mut done = BTreeMap::new();
    let mut failed = Vec::new();
    for (entry, attempt) in entries.iter().zip(attempts) {
        match attempt {
            Some(Attempt::Done(it)) => {
                done.insert(entry.name.as_str(), *it);
            }
            // One at a time, for want of memory is what may have been the matter.
            Some(Attempt::Failed { death, .. }) if !run.is_stopped() => failed.push((entry, death)),
            _ => {}
        }
    }
    let again = pool::map(1, &failed, |(entry, death)| run.again(entry, death.as_ref()));
    for ((entry, _), again) in failed.iter().zip(again) {
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
    for (name, Done { row, from, seconds }) in done {
        log.moments.push(Moment { name: name.to_owned(), from: from.as_str(), seconds });
        rows.push(row);
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

/// The reason why a submission has no grade.
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
    fn first(&self, entry: &Entry) -> Option<Attempt> {
        let attempt = self.attempt(entry)?;
        match &attempt {
            Attempt::Done(done) => {
                let Done { row, from, .. } = &**done;
                (self.observer)(Event::Done { row, from: *from });
            }
            Attempt::Failed { message, .. } => {
                (self.observer)(Event::Postponed { name: &entry.name, message });
            }
        }
        // The grade is made again when it is written: memory is for the summary.
        Some(match attempt {
            Attempt::Failed { message, death, .. } => {
                Attempt::Failed { grade: String::new(), message, death }
            }
            done @ Attempt::Done(_) => done,
        })
    }

    /// Tries a submission once more. If the grader is at fault again, that is its grade; but where its
    /// process has ended in the same way again, it is rejected.
    fn again(&self, entry: &Entry, first: Option<&Death>) -> Option<Done> {
        let began = Instant::now();
        let done = match self.attempt(entry)? {
            Attempt::Done(done) => *done,
            Attempt::Failed { grade, death, .. } => {
                let is_to_blame = |(first, death): (&Death, &Death)| death.is_submissions(first);
                let pair = first.zip(death.as_ref());
                let grade = match pair.filter(|pair| is_to_blame(*pair)) {
                    Some((_, death)) => self.rejected(entry, death.rejection()),
                    None => grade,
                };
                self.finish(entry, &grade, None, From::Grading, began)?
            }
        };
        (self.observer)(Event::Done { row: &done.row, from: done.from });
        Some(done)
    }

    fn attempt(&self, entry: &Entry) -> Option<Attempt> {
        if self.is_stopped() {
            return None;
        }
        let began = Instant::now();
        let trouble = match self.graded(entry, began) {
            Ok(done) => return Some(Attempt::Done(Box::new(done?))),
            Err(trouble) => trouble,
        };
        let grader = self.batch.grader;
        match trouble {
            Trouble::Rejected(reason) => {
                let grade = self.rejected(entry, reason);
                let done = self.finish(entry, &grade, None, From::Grading, began)?;
                Some(Attempt::Done(Box::new(done)))
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
                Some(Attempt::Failed { grade, message, death: None })
            }
            Trouble::Death { sources, death } => {
                let message = death.to_string();
                let grade = grader.faulty(&entry.name, &sources, &message).json();
                Some(Attempt::Failed { grade, message, death: Some(death) })
            }
        }
    }

    /// Deals with a submission that can be dealt with; nothing if the run has been stopped.
    fn graded(&self, entry: &Entry, began: Instant) -> Result<Option<Done>, Trouble> {
        let Batch { grader, output, cache, .. } = *self.batch;
        let unread = |death| Trouble::Death { sources: NO_SOURCES.to_owned(), death };
        let mut marking = grader.begin(entry).map_err(unread)?;
        let Facts { hash, .. } = match marking.read().map_err(unread)? {
            Ok(facts) => facts,
            Err(error) => return Err(not_read(entry, &error)),
        };
        let Self { plan, verdicts, .. } = self;
        let key = Key { plan: plan.clone(), verdicts: verdicts.clone(), sources: hash };
        let in_folder = output.graded().kept(&entry.name, &key);
        if let Some(Kept::Grade(grade)) = &in_folder
            && let Some(row) = self.row(grade)
        {
            return Ok(Some(done(row, From::Folder, began)));
        }
        let in_cache = cache.and_then(|cache| cache.get(&key, &entry.name));
        if let Some(Kept::Grade(grade)) = &in_cache
            && self.row(grade).is_some()
        {
            return Ok(self.finish(entry, grade, Some(&key), From::Cache, began));
        }
        let mut kept = in_folder.into_iter().chain(in_cache);
        let (grade, from) = match kept.find_map(|kept| self.with_new_points(&kept)) {
            Some(grade) => (grade, From::Verdicts),
            None => (Self::grade(&mut *marking, &key)?, From::Grading),
        };
        // A cache that cannot be written costs time and nothing else.
        if let Some(cache) = cache {
            let _ = cache.put(&key, &entry.name, &grade);
        }
        Ok(self.finish(entry, &grade, Some(&key), from, began))
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

    /// Writes a grade, if it is not there already.
    fn finish(
        &self,
        entry: &Entry,
        grade: &str,
        key: Option<&Key>,
        from: From,
        began: Instant,
    ) -> Option<Done> {
        let Some(row) = self.row(grade) else {
            let path = entry.source.path().to_owned();
            let message = "the grader cannot read what it wrote".to_owned();
            self.stop(ClassError::Damaged { path, message });
            return None;
        };
        let output = self.batch.output;
        let seal = key.map(|key| key.seal(grade));
        let there = output.graded().grade(&entry.name).ok().flatten();
        let sealed = output.graded().seal(&entry.name).ok().flatten();
        if (there.as_deref() != Some(grade) || sealed != seal)
            && let Err(error) = output.write_grade(&entry.name, grade, seal.as_deref())
        {
            self.stop(error);
            return None;
        }
        Some(done(row, from, began))
    }

    fn row(&self, grade: &str) -> Option<Row> {
        let grade = Grade::read(grade).ok()?;
        Some(self.batch.rules.row(grade))
    }
}

fn done(row: Row, from: From, began: Instant) -> Done {
    Done { row, from, seconds: began.elapsed().as_secs_f64() }
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
