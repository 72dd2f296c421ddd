//! Implements `grader assignment`, which validates an assignment, and shows its points and what students see.

pub(super) mod kit;
mod overview;
mod text;

use std::path::PathBuf;

use assignment::Assignment;
use audit::corpus::Corpus;
use audit::{AuditCache, AuditSettings, load_cached_results};
use checks::grading::Grader;
use clap::ValueEnum;
use grade::words::counted;
use worker::Scratch;

use super::audit::show_audit_event;
use super::error::{CliError, print_note};
use super::exit::Exit;
use super::progress::TaskProgress;
use super::setup::GradingSetup;
use super::shared_args::{MachineArgs, OutputArgs};
use super::status_line::StatusLine;
use overview::Overview;

const HELP: &str = "\
The cost of grading and the submissions near a limit are known from earlier runs of `grader check`,
`grade` and `audit`. To measure what is not known yet, use `--measure`, which takes a few minutes
the first time.

A student kit is always written from scratch, without comments. Students who grade with it get the
same results as the instructor for all checks that it contains, except for failures that only hidden
puzzles expose, and for checks that depend on a hidden check.

Exit codes:
  0  the assignment is valid
  2  usage error, or the assignment is invalid
  3  the grader or this machine is at fault";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct AssignmentCheckArgs {
    /// Assignment folder, or its `assignment.toml` [default: the built-in 8-puzzle]
    #[arg(value_name = "DIR|FILE")]
    pub(super) path: Option<PathBuf>,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(super) format: OverviewFormat,

    /// Write the part that students may see to this new or empty folder, as a separate assignment
    #[arg(long, value_name = "DIR", conflicts_with_all = ["measure", "corpus"])]
    pub(super) student_kit: Option<PathBuf>,

    /// Also include the parts that students may see only after the due date
    #[arg(long, requires = "student_kit")]
    pub(super) after_due_date: bool,

    /// Measure the model answer, and grade the labelled submissions that are correct
    #[arg(long)]
    pub(super) measure: bool,

    /// Folder of labelled submissions [default: the built-in 8-puzzle corpus]
    #[arg(long, value_name = "DIR")]
    pub(super) corpus: Option<PathBuf>,

    #[command(flatten)]
    pub(super) machine: MachineArgs,

    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// The format of an assignment overview.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum OverviewFormat {
    /// Human-readable text
    Human,
    /// Machine-readable JSON, schema `assignment-overview/1`
    Json,
}

pub(super) fn run(args: &AssignmentCheckArgs) -> Result<Exit, CliError> {
    let Some(assignment) = load_or_report(args) else { return Ok(Exit::Usage) };
    if let Some(folder) = &args.student_kit {
        return kit::write_kit(&assignment, folder, args.after_due_date);
    }
    args.output.check_writable()?;
    let mut overview = Overview::new(&assignment);
    // Temporary files will be removed when this run ends or, if it is killed, by the next run.
    let scratch = args.measure.then(Scratch::new).transpose();
    let scratch = scratch.map_err(|source| CliError::Scratch { source })?;
    if let Some(scratch) = &scratch {
        // It fails only if the folder was already chosen. Compilers then write there, which is removed at the end.
        let _ = tempfile::env::override_temp_dir(scratch.path());
    }
    let status = StatusLine::new();
    if let Some((grader, jobs, kept)) = grader_and_cache(args, assignment.clone(), &status)? {
        overview.add_proofs(grader.assignment(), grader.proofs());
        overview.add_model_costs(&grader);
        let mut corpus = match &args.corpus {
            Some(folder) => Corpus::load(folder)?,
            None => Corpus::embedded()?,
        };
        corpus.retain(|labelled| labelled.expected.is_right());
        if args.measure {
            let progress = TaskProgress::new(&status, "graded", corpus.submissions.len());
            let observer = |event: audit::AuditEvent<'_>| show_audit_event(&progress, event);
            audit::grade_corpus(
                &grader,
                &corpus,
                AuditSettings { jobs, kept: Some(&kept), observer: &observer },
            )?;
        }
        overview
            .add_margins(&load_cached_results(&grader, &corpus, &kept), corpus.submissions.len());
    } else {
        overview.add_oracle(&assignment);
    }
    status.clear();
    let text = match args.format {
        OverviewFormat::Human => text::overview_for_people(&overview, &args.output.layout()),
        OverviewFormat::Json => overview.json(),
    };
    args.output.write_result(&text)?;
    Ok(Exit::Passed)
}

/// Loads the assignment, or prints the problems and returns `None`.
fn load_or_report(args: &AssignmentCheckArgs) -> Option<Assignment> {
    let Some(path) = &args.path else { return Some(Assignment::embedded()) };
    let problems = match Assignment::load_proven(path) {
        Ok(assignment) => return Some(assignment),
        Err(problems) => problems,
    };
    for problem in &problems {
        print_note(problem.render(true).trim_end());
    }
    print_note(&format!("{}: {}", path.display(), counted(problems.len(), "mistake")));
    None
}

/// Returns a grader, the number of jobs and the audit cache. Without `--measure`, this is `None` when anything needs to
/// be compiled or measured.
fn grader_and_cache(
    args: &AssignmentCheckArgs,
    assignment: Assignment,
    status: &StatusLine,
) -> Result<Option<(Grader, usize, AuditCache)>, CliError> {
    let setup = match GradingSetup::new(&args.machine, status) {
        Ok(setup) => setup,
        Err(_) if !args.measure => return Ok(None),
        Err(error) => return Err(error),
    };
    let grader = if args.measure {
        Some(setup.create_grader(args.path.as_deref(), assignment, 1, status)?)
    } else {
        setup.grader_if_ready(args.path.as_deref(), assignment, 1)?
    };
    let kept = AuditCache::new(setup.cache());
    Ok(grader.map(|grader| (grader, setup.jobs, kept)))
}
