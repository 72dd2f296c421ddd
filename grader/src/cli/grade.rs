//! `grader grade`: grades a class.

use std::collections::BTreeSet;

use class::batch::{self, Batch, Event, From};
use class::merge::adopt_overrides;
use class::overrides::Scope;
use class::partition::PartitionSpec;
use class::{ClassError, GradeCache, Markers, Output, Part, Partition, People};
use grade::Status;
use intake::class::{Class, Entry, Student};

use super::class_args::GradeArgs;
use super::error::{CliError, missing_layers, show_plain};
use super::exit::Exit;
use super::output;
use super::progress::{Progress, Step};
use super::setup::{self, Setup};
use super::status_line::StatusLine;

pub(super) fn run(args: &GradeArgs) -> Result<Exit, CliError> {
    let assignment = args.assignment.load()?;
    let mut class = args.class.find().map_err(ClassError::from)?;
    // What part a submission is in goes by the names, whatever the order of a roster.
    class.entries.sort_by(|a, b| a.name.cmp(&b.name));
    report_strays(&class);
    let (entries, missing) = (class.entries, class.missing);
    let part = part(args, &entries)?;
    let names: BTreeSet<String> = entries.iter().map(|entry| entry.name.clone()).collect();

    let status = StatusLine::new();
    let setup = match &args.prebuilt {
        Some(folder) => Setup::prebuilt(folder, &args.machine.jobs)?,
        None => Setup::new(&args.machine, &status)?,
    };
    let output = Output::open(&args.out)?;
    // Whatever is made on the way is then removed, if not by this run, then by the next.
    let _ = tempfile::env::override_temp_dir(output.scratch());
    // The submissions share the cores among them, so that each gets one thread.
    let grader = setup.grader(assignment, 1, &status)?;
    let (workers, standing) =
        setup::workers(&grader, &args.assignment, args.sandbox.require_sandbox)?;
    if !standing.is_whole() {
        show_plain(&format!("the wall around submissions lacks {}", missing_layers(&standing)));
    }
    let worth = batch::worth(&grader);
    let scope = Scope { names: Some(&names), checks: Some(&worth) };
    let overrides = adopt_overrides(&output, args.overrides.as_deref(), scope)?;
    let entries = match &part {
        Some(part) => of_part(entries, part.partition),
        None => entries,
    };
    let people = People::of(&entries, missing.as_deref());
    let cache = (!args.no_cache).then(|| GradeCache::new(setup.cache()));

    let progress = Progress::new(&status, "graded", entries.len());
    let batch = Batch {
        grader: &Markers { grader: &grader, workers: &workers },
        standing: &standing,
        entries: &entries,
        part: part.as_ref(),
        people: &people,
        output: &output,
        cache: cache.as_ref(),
        overrides: &overrides,
        jobs: setup.jobs,
    };
    let outcome = batch::run(&batch, &|event| show(&progress, event));
    status.clear();
    let outcome = outcome?;
    if outcome.new_points > 0 {
        let submissions = if outcome.new_points == 1 { "submission" } else { "submissions" };
        show_plain(&format!(
            "{} {submissions}: new points for the verdicts that were there, nothing was run again",
            outcome.new_points
        ));
    }
    class::report::rules(&outcome.summary.rows).iter().for_each(|line| show_plain(line));
    let totals = outcome.summary.totals();
    output::print(&format!("{}\n", class::report::totals(totals)))?;
    Ok(if totals.grader_errors > 0 { Exit::GraderFault } else { Exit::Passed })
}

/// Shows a step in grading a class.
fn show(progress: &Progress<'_>, event: Event<'_>) {
    match event {
        Event::Begin { departed } => {
            if !departed.is_empty() {
                let departed = departed.join(", ");
                let text = format!("in the folder, but not among these submissions: {departed}");
                progress.above(&text);
            }
            progress.reach(0);
        }
        Event::Postponed { name, message } => {
            let text = format!("{name}: the grader is at fault, to be tried again: {message}");
            progress.above(&text);
        }
        Event::Done { row, from } => progress.add(&Step {
            is_failed: row.status != Status::Graded,
            is_fresh: from == From::Grading,
            line: class::report::row(row),
        }),
    }
}

/// Says who is on the roster without a submission, or the other way round, and what was passed over.
pub(super) fn report_strays(class: &Class) {
    let Class { missing, unknown, ignored, .. } = class;
    let id = |student: &Student| student.id.clone().or_else(|| student.name.clone());
    let missing = missing.iter().flatten().filter_map(id).collect();
    let ignored = ignored.iter().map(|path| path.display().to_string()).collect();
    for (what, names) in [
        ("on the roster, without a submission", missing),
        ("submissions of nobody on the roster", unknown.clone()),
        ("no submissions, passed over", ignored),
    ] {
        let names: Vec<String> = names;
        if !names.is_empty() {
            show_plain(&format!("{what}: {}", names.join(", ")));
        }
    }
}

/// The part of the class that is asked for.
fn part(args: &GradeArgs, class: &[Entry]) -> Result<Option<Part>, ClassError> {
    let Some(wish) = args.partition else { return Ok(None) };
    let partition = match wish {
        PartitionSpec::Of(partition) => partition,
        PartitionSpec::Auto(kind) => {
            Partition::from_environment(kind, &|name| std::env::var(name).ok())?
        }
    };
    Ok(Some(Part::of(partition, class)))
}

fn of_part(class: Vec<Entry>, partition: Partition) -> Vec<Entry> {
    let in_part = |(place, entry): &(usize, Entry)| partition.has(*place, &entry.name);
    class.into_iter().enumerate().filter(in_part).map(|(_, entry)| entry).collect()
}
