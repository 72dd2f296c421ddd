//! Implements `grader grade`, which grades a class.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use class::batch::{self, Batch, BatchEvent, BatchOutcome, GradeOrigin};
use class::overrides::Scope;
use class::partition::PartitionSpec;
use class::{
    AssignmentSummary, ClassError, ClassMembers, ClassPart, ClassPartition, ClassRules, GradeCache,
    GradesFolder, InstructorFiles, Markers, Output, Summary, SummaryTotals, adopt_files,
};
use grade::Status;
use grade::words::counted;
use intake::class::{Attempt, Class, ClassContext, Person, authors_table};
use jail::StandingLayers;
use late::Counting;
use serde_json::Map;
use terminal::wrap::escape;
use worker::Scratch;

use super::class_args::{GradeArgs, counting};
use super::class_input::report_strays;
use super::error::{CliError, print_note};
use super::events;
use super::exit::Exit;
use super::output;
use super::output_place;
use super::progress::{Ending, ProgressStep, TaskProgress};
use super::setup::{self, GradingSetup};
use super::status_line::StatusLine;
use super::timings;

pub(super) fn run(args: &GradeArgs) -> Result<Exit, CliError> {
    let assignment = args.assignment.load_or_embedded()?;
    setup::refuse_low_limits(&assignment, 1)?;
    let counting = counting(args.attempts, &assignment);
    if counting == Counting::LastBeforeDue && assignment.late.is_none() {
        return Err(no_due_date());
    }
    output_place::refuse_among_submissions("--out", &args.out, &args.class.submissions)?;
    refuse_other_files(&args.out)?;
    if args.assignment.path().is_none() {
        refuse_other_assignment(&args.out)?;
    }
    let authors =
        args.authors.clone().or_else(|| args.assignment.resolve_path(assignment.authors.as_ref()?));
    let kept_times = Some(args.out.join(class::TIMES)).filter(|file| file.is_file());
    let times = args.times.as_ref().or(kept_times.as_ref());
    let known = ClassContext {
        authors: authors.as_deref(),
        groups: args.groups.as_deref(),
        times: times.map(PathBuf::as_path),
        ..ClassContext::default()
    };
    let class = &mut args.class.find(known)?;
    if let Some(path) = &args.write_authors {
        write_authors(path, class)?;
    }
    // A submission's name determines its part of the class, so sort by name, to be independent of the roster's order.
    class.entries.sort_by(|a, b| a.name.cmp(&b.name));
    report_strays(class, counting);
    let everyone = ClassMembers::from_class(class);
    let entries = std::mem::take(&mut class.entries);
    let only =
        args.only_student.as_deref().map(|student| find_only(student, &entries)).transpose()?;
    let part = requested_part(args, &entries)?;
    let names: BTreeSet<String> = entries.iter().map(|entry| entry.name.clone()).collect();
    let entries = match &part {
        Some(part) => entries_in(entries, part.partition),
        None => entries,
    };

    let status = StatusLine::new();
    let setup = match &args.prebuilt {
        Some(folder) => GradingSetup::prebuilt(folder, &args.machine.jobs)?,
        None => GradingSetup::new(&args.machine, &status)?,
    };
    let jobs = setup.jobs_in_memory(&assignment);
    let output = Output::open(&args.out)?;
    if !args.replace_class {
        refuse_other_class(part.as_ref(), &output, &entries)?;
    }
    // Temporary files will be removed when this run ends or, if it is killed, by a later run.
    let scratch = Scratch::new().map_err(|source| CliError::Scratch { source })?;
    let _ = tempfile::env::override_temp_dir(scratch.path());
    // Submissions are graded in parallel, so use one thread each.
    let grader = setup.create_grader(args.assignment.path(), assignment, 1, &status)?;
    let workers = setup::create_workers(&grader, args.sandbox.require_sandbox)?;
    let standing = workers.probe_sandbox_layers().map_err(CliError::from)?;
    show_missing_layers(&standing);
    let worth = batch::points_by_check(&grader);
    let scope = Scope { names: Some(&names), checks: Some(&worth), students: None };
    let about = AssignmentSummary::from_assignment(grader.assignment());
    let given = InstructorFiles {
        overrides: args.overrides.as_deref(),
        extensions: args.extensions.as_deref(),
        times: args.times.as_deref(),
        late_days: args.late_days.as_deref(),
    };
    let rules = adopt_files(&output, given, scope, Some(about.clone()), everyone)?;
    let rules = rules.restrict_to(entries.clone());
    let cache = (!args.no_cache).then(|| GradeCache::new(setup.cache()));

    let (heading, total) = (about.heading(), entries.len());
    events::ProgressEvent::Begin { command: "grade", title: Some(&heading), total: Some(total) }
        .report_to_programs();
    if let Some(late) = &about.late {
        print_note(&format!("{heading}, {late}"));
    }
    let progress = TaskProgress::new(&status, "graded", entries.len());
    let markers = Markers::new(&grader, &workers);
    let markers = if cache.is_some() { markers.with_digests(&entries) } else { markers };
    let batch = Batch {
        grader: &markers,
        standing: &standing,
        entries: &entries,
        part: part.as_ref(),
        output: &output,
        cache: cache.as_ref(),
        rules: &rules,
        counting,
        jobs,
        only: only.as_deref(),
        timings: args.timings,
    };
    let outcome = batch::grade_class(&batch, &|event| show_batch_event(&progress, event));
    status.clear();
    let outcome = outcome?;
    report_changes(&outcome, args.timings);
    let summary = outcome.summary;
    for line in class::report::describe_rules(&summary.rows) {
        print_note(&line);
    }
    report_totals(summary.totals(), summary.missing.as_ref().map(Vec::len));
    output::print(&format!("{}\n", class::report::describe_totals(summary.totals())))?;
    Ok(report_unused_times(class, report_decisions(&summary, &rules, part.is_none())))
}

/// Reports recomputed points, files that were left out, and the time taken if it was asked for.
fn report_changes(outcome: &BatchOutcome, with_timings: bool) {
    if outcome.new_points > 0 {
        print_note(&format!(
            "{}: recomputed points from existing verdicts, without running anything",
            counted(outcome.new_points, "submission")
        ));
    }
    for (name, files) in &outcome.left_out {
        print_note(&format!("{name}: {}", escape(&files.join("; "))));
    }
    if with_timings {
        print_note(&timings::chart_of_shares(&outcome.times));
    }
}

/// Writes the file of authors. An existing file is an error, because it may have been filled in.
fn write_authors(path: &Path, class: &Class) -> Result<(), CliError> {
    if path.exists() {
        return Err(CliError::Misuse {
            message: format!("`{}` already exists", path.display()),
            hint: "use it with `--authors`, or remove it".to_owned(),
        });
    }
    output::write_bytes(path, authors_table(class).as_bytes())
}

fn show_missing_layers(standing: &StandingLayers) {
    if !standing.is_whole() {
        let layers = standing.missing_layers();
        print_note(&format!("the process sandbox is incomplete: missing {layers}"));
    }
}

/// The maximum number of unused submission times to list.
/// More would push the summary off the screen. With so many, the file is for another class.
const UNUSED_TIMES: usize = 20;

/// Reports unused submission times, and returns the exit code.
fn report_unused_times(class: &Class, ending: Exit) -> Exit {
    let unused = &class.unused_times;
    if unused.is_empty() {
        return ending;
    }
    for time in unused.iter().take(UNUSED_TIMES) {
        print_note(&escape(&format!("submission time not used: {time}")));
    }
    let more = unused.len().saturating_sub(UNUSED_TIMES);
    if more > 0 {
        print_note(&format!("... and {} not used", counted(more, "more submission time")));
    }
    if ending == Exit::Passed { Exit::Failed } else { ending }
}

/// Returns the error for counting the last attempt before the due date, without a due date.
fn no_due_date() -> CliError {
    CliError::Misuse {
        message: "the last attempt before the due date counts, but the assignment has no due date"
            .to_owned(),
        hint: "add a due date to `[late]` in the rubric, such as `due = 2026-11-22T23:59:00+01:00`"
            .to_owned(),
    }
}

/// Prints what the instructor must decide. Returns the exit code for a class, or a part of one.
pub(super) fn report_decisions(summary: &Summary, rules: &ClassRules, is_whole: bool) -> Exit {
    let totals = summary.totals();
    let mut doubts = class::report::list_doubts(&summary.rows, rules, rules.people(), true);
    doubts.extend(class::report::list_unmatched(rules));
    for line in &doubts {
        print_note(line);
    }
    let is_any = is_whole && totals.submissions > 0;
    let are_all_rejected = is_any && totals.rejected == totals.submissions;
    if are_all_rejected {
        print_note(
            "all submissions were rejected; check the reasons, and check that this is the class \
             folder",
        );
    }
    // An exit code can name only one reason. A fault of the grader comes first, because it must not be overlooked.
    if totals.grader_errors > 0 {
        Exit::GraderFault
    } else if are_all_rejected || !doubts.is_empty() {
        Exit::Failed
    } else {
        Exit::Passed
    }
}

fn report_totals(totals: SummaryTotals, missing: Option<usize>) {
    let SummaryTotals {
        submissions,
        graded,
        rejected,
        grader_errors,
        held,
        corrected,
        late,
        incomplete,
    } = totals;
    let mut fields = Map::new();
    for (name, count) in [
        ("submissions", Some(submissions)),
        ("graded", Some(graded)),
        ("rejected", Some(rejected)),
        ("grader_error", Some(grader_errors)),
        ("held", Some(held).filter(|held| *held > 0)),
        ("corrected", Some(corrected)),
        ("late", Some(late)),
        ("incomplete", Some(incomplete).filter(|count| *count > 0)),
        ("missing", missing),
    ] {
        fields.extend(count.map(|count| (name.to_owned(), count.into())));
    }
    events::ProgressEvent::Summary { fields: &fields }.report_to_programs();
}

/// Returns the name of a student's submission, or an error unless there is exactly one.
fn find_only(student: &str, entries: &[Attempt]) -> Result<String, CliError> {
    let is_called = |text: &Option<String>| {
        text.as_deref().is_some_and(|text| text.to_lowercase() == student.to_lowercase())
    };
    let is_from = |entry: &&Attempt| {
        let mut accounts = entry.students.iter().flat_map(Person::self_and_platform_account);
        entry.name == student
            || accounts.any(|account| {
                [&account.id, &account.sid, &account.email, &account.name]
                    .into_iter()
                    .any(is_called)
            })
    };
    let found: Vec<&str> =
        entries.iter().filter(is_from).map(|entry| entry.name.as_str()).collect();
    match found[..] {
        [name] => Ok(name.to_owned()),
        [] => Err(CliError::Misuse {
            message: format!("there is no submission from `{}`", escape(student)),
            hint: "use an id, an email address, or the name of a folder in `submissions`"
                .to_owned(),
        }),
        _ => Err(CliError::Misuse {
            message: format!("`{}` has several submissions: {}", escape(student), found.join(", ")),
            hint: "use one of these names".to_owned(),
        }),
    }
}

/// Files that an instructor may add before the first grading.
const OWN_FILES: [&str; 4] = [class::OVERRIDES, class::EXTENSIONS, class::TIMES, class::LATE_DAYS];

/// Returns an error if the folder contains files but no grades.
fn refuse_other_files(out: &Path) -> Result<(), CliError> {
    let refused = |message| CliError::Misuse {
        message,
        hint: "use an empty or new folder, or a folder with grades, for `--out`".to_owned(),
    };
    if out.is_file() {
        return Err(refused(format!("`--out {}` is a file, not a folder", out.display())));
    }
    let Ok(entries) = fs::read_dir(out) else { return Ok(()) };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let names: BTreeSet<String> = names.collect();
    let is_other = |name: &&String| !name.starts_with('.') && !OWN_FILES.contains(&name.as_str());
    match names.iter().find(is_other) {
        Some(other) if !names.contains(class::SUBMISSIONS) => {
            let (out, other) = (out.display(), escape(other));
            Err(refused(format!(
                "`--out {out}` contains other files, such as `{other}`, but no grades"
            )))
        }
        _ => Ok(()),
    }
}

/// Returns an error if the folder has grades for the instructor's assignment, but `--assignment` is missing.
/// Otherwise, forgetting the option would replace them with grades for the built-in assignment.
fn refuse_other_assignment(out: &Path) -> Result<(), CliError> {
    let about =
        if out.is_dir() { AssignmentSummary::read_from(&GradesFolder::open(out)?)? } else { None };
    let Some(about) = about.filter(|about| about.own) else { return Ok(()) };
    Err(CliError::Misuse {
        message: format!(
            "`{}` was graded with your own assignment (\"{}\"), but `--assignment` is missing",
            out.display(),
            escape(&about.heading())
        ),
        hint: "use the same `--assignment`, or another folder for `--out`".to_owned(),
    })
}

/// Returns an error if the folder has grades of submissions outside this class, because the new summary would leave
/// them out.
/// When late submissions were graded into the grades of their class, everyone else became missing.
fn refuse_other_class(
    part: Option<&ClassPart>,
    output: &Output,
    entries: &[Attempt],
) -> Result<(), CliError> {
    let others = ClassPart::foreign_grades(part, output.graded(), entries)?;
    if others.is_empty() {
        return Ok(());
    }
    Err(CliError::Misuse {
        message: format!(
            "`{}` contains grades for submissions that are not in this class: {}",
            output.graded().folder().display(),
            others.join(", ")
        ),
        hint: "grade the whole class together, use another folder for `--out`, or leave these \
               grades out of the summary with `--replace-class`"
            .to_owned(),
    })
}

fn show_batch_event(progress: &TaskProgress<'_>, event: BatchEvent<'_>) {
    match event {
        BatchEvent::Begin { departed } => {
            if !departed.is_empty() {
                let departed = departed.join(", ");
                let text = format!("in the folder, but not in this class: {departed}");
                progress.print_above(&text);
            }
            progress.reach(0);
        }
        BatchEvent::Postponed { name, message } => {
            progress.clear_line_and_print(&events::ProgressEvent::Postponed { name, message });
        }
        BatchEvent::Done { row, from } => {
            let step = ProgressStep {
                ending: match row.status {
                    Status::Graded | Status::Held => Ending::Well,
                    Status::Rejected => Ending::Rejected,
                    Status::GraderError => Ending::Fault,
                },
                is_fresh: from == GradeOrigin::Grading,
                line: class::report::describe_row(row),
            };
            let mut fields = row.json_fields();
            fields.insert("from".to_owned(), from.as_str().into());
            progress.add_item_with(&step, &fields);
        }
    }
}

fn requested_part(args: &GradeArgs, class: &[Attempt]) -> Result<Option<ClassPart>, ClassError> {
    let Some(wish) = args.partition else { return Ok(None) };
    let partition = match wish {
        PartitionSpec::Of(partition) => partition,
        PartitionSpec::Auto(kind) => {
            ClassPartition::from_environment(kind, &|name| std::env::var(name).ok())?
        }
    };
    Ok(Some(ClassPart::new(partition, class)))
}

fn entries_in(class: Vec<Attempt>, partition: ClassPartition) -> Vec<Attempt> {
    let in_part =
        |(place, entry): &(usize, Attempt)| partition.contains_submission(*place, &entry.name);
    class.into_iter().enumerate().filter(in_part).map(|(_, entry)| entry).collect()
}
