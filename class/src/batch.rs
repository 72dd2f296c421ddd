//! Grades a class into a folder, several submissions at a time.
//!
//! If everything that a grade depends on is unchanged, we can take it from the folder or the cache. If only the points
//! have changed, they are applied to the stored verdicts. All other submissions need to be graded. To save memory, we
//! only keep the summary lines.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError, RwLock};

use base::pool;
use checks::grading::Grader;
use grade::check::Check;
use grade::points::Points;
use intake::class::Attempt;
use jail::{SandboxLayer, StandingLayers};
use late::Counting;
use sandbox::timing::WorkTotals;

use super::assignment_summary;
use super::attempts::{self, AttemptCandidates};
use super::cache::GradeCache;
use super::error::ClassError;
use super::history::{self, RunLog, TimeSpent};
use super::marker::Marker;
use super::members;
use super::output::Output;
use super::part::ClassPart;
use super::rules::ClassRules;
use super::summary::{self, Summary, SummaryRow};
use super::versioned;

mod work;

use work::{BatchRun, FinishedSubmission, FirstPass};

/// The inputs to grade a class.
pub struct Batch<'a> {
    /// The grader, with one thread per submission.
    pub grader: &'a dyn Marker,
    /// The submissions to grade, sorted by name.
    pub entries: &'a [Attempt],
    /// The part to grade, or `None` for everything.
    pub part: Option<&'a ClassPart>,
    /// The folder for the grades.
    pub output: &'a Output,
    /// The cache of earlier grades, if it should be used.
    pub cache: Option<&'a GradeCache>,
    /// The students, corrections and extensions.
    pub rules: &'a ClassRules,
    /// Which attempt counts.
    pub counting: Counting,
    /// How well the sandbox layers protect this machine.
    pub standing: &'a StandingLayers,
    /// The number of submissions to grade concurrently.
    pub jobs: usize,
    /// The only submission that may be graded. All others must already have grades.
    pub only: Option<&'a str>,
    /// Whether to write stage times to the log.
    pub timings: bool,
}

/// The origin of a grade, ordered by the amount of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GradeOrigin {
    /// The grade was already in the folder.
    Folder,
    /// The grade was in the cache.
    Cache,
    /// The verdicts were in the folder or the cache, and needed new points.
    Verdicts,
    /// The submission was graded.
    Grading,
}

impl GradeOrigin {
    /// Returns the origin as a word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Folder => "folder",
            Self::Cache => "cache",
            Self::Verdicts => "verdicts",
            Self::Grading => "grading",
        }
    }
}

/// An event for the observer while a class is graded.
#[derive(Clone, Copy, Debug)]
pub enum BatchEvent<'a> {
    /// Grading begins.
    Begin {
        /// The submissions with grades in the folder that are no longer in the class. Their grades stay, but are left
        /// out of the summary.
        departed: &'a [String],
    },
    /// A submission is finished.
    Done {
        /// The summary line.
        row: &'a SummaryRow,
        /// The grade's origin.
        from: GradeOrigin,
    },
    /// After a grader error, the submission will be retried at the end.
    Postponed {
        /// The submission's name.
        name: &'a str,
        /// The error message.
        message: &'a str,
    },
}

/// The result of grading a class.
#[derive(Debug)]
pub struct BatchOutcome {
    /// The summary, as written to the folder.
    pub summary: Summary,
    /// The submissions with grades in the folder that are no longer in the class.
    pub departed: Vec<String>,
    /// The number of submissions with new points for stored verdicts.
    pub new_points: usize,
    /// A sentence about each archive or file outside of the submission, by submission name.
    pub left_out: BTreeMap<String, Vec<String>>,
    /// The total time of each stage, for the submissions graded in this run.
    pub times: WorkTotals,
}

/// Returns an error if only one submission is to be graded, but others have no valid grades.
fn refuse_ungraded_others(
    run: &BatchRun<'_>,
    candidates: &[AttemptCandidates],
) -> Result<(), ClassError> {
    let Batch { entries, jobs, only: Some(only), .. } = *run.batch else { return Ok(()) };
    let kept =
        pool::map_in_parallel(jobs, candidates, |candidates| run.has_all_valid_grades(candidates));
    let names = entries.iter().zip(kept).filter(|(entry, kept)| entry.name != only && !kept);
    let names: Vec<String> = names.map(|(entry, _)| entry.name.clone()).collect();
    if names.is_empty() { Ok(()) } else { Err(ClassError::Ungraded { names }) }
}

/// Grades a class and writes the summary.
///
/// Removes an earlier summary first: a summary should only exist when all submissions have grades.
///
/// # Errors
///
/// Returns an error if writing fails or the machine can no longer grade. Finished grades remain in the folder.
pub fn grade_class(
    batch: &Batch<'_>,
    observer: &(dyn Fn(BatchEvent<'_>) + Sync),
) -> Result<BatchOutcome, ClassError> {
    let Batch { grader, entries, part, output, jobs, rules, counting, .. } = *batch;
    let mut log = RunLog::start_log("grade");
    let candidates: Vec<AttemptCandidates> =
        entries.iter().map(|entry| AttemptCandidates::new(entry, counting, rules)).collect();
    let run = BatchRun {
        batch,
        plan: grader.plan_hash(),
        verdicts: grader.verdicts_plan_hash(),
        basis: grader.basis(),
        observer,
        stopped: AtomicBool::new(false),
        busy: RwLock::new(()),
        error: Mutex::new(None),
    };
    refuse_ungraded_others(&run, &candidates)?;
    ClassPart::record_part(part, output)?;
    for file in [summary::JSON, summary::CSV] {
        output.remove_file(file)?;
    }
    let by = attempts::hash_of_choice_rules(counting, rules.assignment_summary(), output.graded())?;
    let before = candidates.iter().map(AttemptCandidates::known_before_grading).collect();
    let people = rules.people().with_counting((counting, by.clone()), before);
    output.write_file(members::FILE, &versioned::to_text(&people))?;
    match rules.assignment_summary() {
        Some(about) => output.write_file(assignment_summary::FILE, &versioned::to_text(about))?,
        None => output.remove_file(assignment_summary::FILE)?,
    }
    let present: BTreeSet<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    let mut departed = output.graded().names()?;
    departed.retain(|name| !present.contains(name.as_str()));
    observer(BatchEvent::Begin { departed: &departed });

    let outcomes =
        pool::map_in_parallel(jobs, &candidates, |candidates| run.find_or_grade_all(candidates));
    let mut done = BTreeMap::new();
    let mut failed = Vec::new();
    for ((entry, candidates), outcome) in entries.iter().zip(&candidates).zip(outcomes) {
        match outcome {
            Some(FirstPass::Done(processed)) => {
                done.insert(entry.name.as_str(), *processed);
            }
            // This could be a lack of memory. Retry one submission at a time.
            Some(FirstPass::Failed(ends)) if !run.is_stopped() => {
                failed.push((entry, candidates, ends));
            }
            _ => {}
        }
    }
    let again = pool::map_in_parallel(1, &failed, |(_, candidates, ends)| {
        run.retry_after_grader_error(candidates, ends)
    });
    for ((entry, ..), again) in failed.iter().zip(again) {
        done.extend(again.map(|again| (entry.name.as_str(), again)));
    }
    if let Some(error) = run.error.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }

    log.fields.push(("jobs", jobs.into()));
    // The name of this field in `run.json` is older than the name of the sandbox.
    log.fields.push(("wall", process_sandbox(batch.standing)));
    log.fields.push(("partition", part.map(|part| part.partition.to_string()).into()));
    log.fields.push(("departed", departed.clone().into()));
    let mut rows = Vec::new();
    let new_points =
        done.values().filter(|processed| processed.from == GradeOrigin::Verdicts).count();
    let mut submissions = Vec::new();
    let mut left_out = BTreeMap::new();
    let mut times = WorkTotals::default();
    for (name, FinishedSubmission { row, attempt, from, seconds, left_out: files, times: own }) in
        done
    {
        if let Some(own) = &own {
            times.add_all(own);
        }
        if !files.is_empty() {
            left_out.insert(name.to_owned(), files);
        }
        let (name, from) = (name.to_owned(), from.as_str());
        log.moments.push(TimeSpent { name, from, seconds, stages: own.filter(|_| batch.timings) });
        rows.push(row);
        submissions.push(attempt);
    }
    // Only the grades show which attempts count.
    if counting == Counting::Best {
        let people = rules.people().with_counting((counting, by), submissions);
        output.write_file(members::FILE, &versioned::to_text(&people))?;
    }
    if batch.timings {
        log.fields.push(("stages", history::stages_value(&times)));
    }
    let summary = rules.summary(run.basis, rows);
    // Whether a rule for corrections matches anything depends on the grades.
    rules
        .overrides()
        .check_rules(summary.rows.iter().map(SummaryRow::named_corrections), part.is_none())?;
    write_summary(output, &summary, &log)?;
    Ok(BatchOutcome { summary, departed, new_points, left_out, times })
}

/// Makes all grades durable before writing the summary.
/// Otherwise, after a power failure, the summary could list grades that are lost.
pub(super) fn write_summary(
    output: &Output,
    summary: &Summary,
    log: &RunLog,
) -> Result<(), ClassError> {
    output.sync_grades(summary.rows.iter().map(|row| row.name.as_str()))?;
    output.write_file(history::FILE, &log.to_json())?;
    summary.write_to(output)
}

/// Describes which sandbox layers are active, and why the others are not.
fn process_sandbox(standing: &StandingLayers) -> serde_json::Value {
    let names = |layers: &BTreeMap<SandboxLayer, String>| -> serde_json::Map<_, _> {
        layers.iter().map(|(layer, how)| (layer.name().to_owned(), how.clone().into())).collect()
    };
    serde_json::json!({ "raised": names(&standing.raised), "missing": names(&standing.missing) })
}

/// Returns the points for each check.
pub fn points_by_check(grader: &Grader) -> BTreeMap<Check, Points> {
    grader.assignment().checks.iter().map(|rated| (rated.check, rated.points)).collect()
}
