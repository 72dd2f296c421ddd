//! Grades a class into a folder, several submissions at a time.
//!
//! A grade in the folder that rests on the same is left as it is; one in the cache is taken from
//! there; where nothing but points has changed, the verdicts that are kept get the new points; the rest
//! is graded. Of each submission no more than its line of the summary stays in
//! memory.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use base::pool;
use checks::grading::Grader;
use grade::check::Check;
use grade::points::Points;
use intake::class::Attempt;
use jail::{Layer, Standing};
use late::Counting;

use super::about;
use super::attempts::{self, Candidates};
use super::cache::GradeCache;
use super::error::ClassError;
use super::history::{self, RunLog, TimeSpent};
use super::marker::Marker;
use super::output::Output;
use super::part::Part;
use super::people;
use super::rules::Rules;
use super::summary::{self, Row, Summary};

mod work;

use work::{Done, Outcome, Run};

/// The inputs of grading a class.
pub struct Batch<'a> {
    /// The grader, with one thread for each submission.
    pub grader: &'a dyn Marker,
    /// The submissions, in the order of their names: those of the part, if it is one.
    pub entries: &'a [Attempt],
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
pub enum GradeOrigin {
    /// It was in the folder already.
    Folder,
    /// It was in the cache.
    Cache,
    /// Its verdicts were in the folder or the cache, and the points are new.
    Verdicts,
    /// It was graded now.
    Grading,
}

impl GradeOrigin {
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
pub enum BatchEvent<'a> {
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
        from: GradeOrigin,
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
    /// A sentence about each archive or file that was handed in beside a submission and is no part of
    /// it, by the name of the submission.
    pub left_out: BTreeMap<String, Vec<String>>,
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
    observer: &(dyn Fn(BatchEvent<'_>) + Sync),
) -> Result<BatchOutcome, ClassError> {
    let Batch { grader, entries, part, output, jobs, rules, counting, .. } = *batch;
    let mut log = RunLog::begin("grade");
    Part::claim(part, output)?;
    for file in [summary::JSON, summary::CSV] {
        output.remove(file)?;
    }
    let candidates: Vec<Candidates> =
        entries.iter().map(|it| Candidates::of(it, counting, rules)).collect();
    let by = attempts::basis(counting, rules.about(), output.graded())?;
    let before = candidates.iter().map(Candidates::before).collect();
    output.write(people::FILE, &rules.people().counted((counting, by.clone()), before).text())?;
    match rules.about() {
        Some(about) => output.write(about::FILE, &about.text())?,
        None => output.remove(about::FILE)?,
    }
    let present: BTreeSet<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    let mut departed = output.graded().names()?;
    departed.retain(|name| !present.contains(name.as_str()));
    observer(BatchEvent::Begin { departed: &departed });

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
    let new_points = done.values().filter(|it| it.from == GradeOrigin::Verdicts).count();
    let mut submissions = Vec::new();
    let mut left_out = BTreeMap::new();
    for (name, Done { row, attempt, from, seconds, left_out: files }) in done {
        if !files.is_empty() {
            left_out.insert(name.to_owned(), files);
        }
        log.moments.push(TimeSpent { name: name.to_owned(), from: from.as_str(), seconds });
        rows.push(row);
        submissions.push(attempt);
    }
    if counting == Counting::Best {
        output.write(people::FILE, &rules.people().counted((counting, by), submissions).text())?;
    }
    let summary = rules.summary(run.basis, rows);
    rules.overrides().hold(summary.rows.iter().map(Row::corrected), part.is_none())?;
    write_summary(output, &summary, &log)?;
    Ok(BatchOutcome { summary, departed, new_points, left_out })
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
