//! Implements `grader audit`, which tests an assignment with a corpus of labelled submissions.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use assignment::Assignment;
use audit::corpus::{Corpus, Labelled};
use audit::propose::{ProposalOptions, propose_puzzles};
use audit::report::AuditFormat;
use audit::{Audit, AuditCache, AuditEvent, AuditSettings};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::Map;
use worker::Scratch;

use super::error::CliError;
use super::events::{self, ProgressArgs};
use super::exit::Exit;
use super::progress::{Ending, ProgressStep, TaskProgress};
use super::setup::{GradingSetup, refuse_low_limits_of_audit};
use super::shared_args::{AssignmentArgs, MachineArgs, OutputArgs};
use super::status_line::StatusLine;

/// The maximum cost of a proposed puzzle, as a multiple of the assignment's most expensive puzzle.
/// A more expensive puzzle would make grading slower than all that it could replace.
const BUDGET: u64 = 3;

const HELP: &str = "\
A label lists the checks that its submission fails. With `[[shows]]`, it also lists the details of a
failure: the cause, the puzzle, the board, the moment of the search and its step. A failure with
other details contradicts the label.

Exit codes:
  0  all results match their labels
  1  some results contradict their labels
  2  usage error, or invalid corpus or assignment; no submission was graded
  3  the grader or this machine is at fault";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct AuditArgs {
    /// Folder of labelled submissions [default: the built-in 8-puzzle corpus]
    #[arg(long, value_name = "DIR")]
    pub(super) corpus: Option<PathBuf>,

    #[command(flatten)]
    pub(super) assignment: AssignmentArgs,

    /// Report format
    #[arg(long, value_name = "FORMAT", default_value = "human", value_parser = parser_of_audit_formats())]
    pub(super) format: AuditFormat,

    /// Grade only submissions whose name contains one of these strings, such as `faults/` or `twin`
    #[arg(long, value_name = "TEXT", num_args = 1..)]
    pub(super) only: Vec<String>,

    /// Grade everything again, without using the cache
    #[arg(long)]
    pub(super) no_cache: bool,

    /// Propose the cheapest puzzles that expose all faults
    #[arg(long)]
    pub(super) propose: bool,

    /// Maximum cost of a proposed puzzle, as a multiple of the most expensive listed puzzle's cost [default: 3]
    #[arg(long, value_name = "N", requires = "propose")]
    pub(super) budget: Option<NonZeroU64>,

    /// Target number of puzzles that expose each fault [default: 1]
    #[arg(long, value_name = "K", requires = "propose")]
    pub(super) times: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(super) machine: MachineArgs,

    #[command(flatten)]
    pub(super) progress: ProgressArgs,

    #[command(flatten)]
    pub(super) output: OutputArgs,
}

fn parser_of_audit_formats() -> impl TypedValueParser<Value = AuditFormat> {
    let names = AuditFormat::ALL.map(AuditFormat::name);
    let from_name = |name: String| AuditFormat::from_name(&name).ok_or("unknown format");
    PossibleValuesParser::new(names).try_map(from_name)
}

pub(super) fn run(args: &AuditArgs) -> Result<Exit, CliError> {
    let (assignment, puzzles) = match args.assignment.path() {
        Some(path) => Assignment::load_with_puzzles(path)?,
        None => Assignment::embedded_with_puzzles(),
    };
    args.output.check_writable()?;
    let scratch = Scratch::new().map_err(|source| CliError::Scratch { source })?;
    // It fails only if the folder was already chosen. Killed compilers leave files, which are removed with this one.
    let _ = tempfile::env::override_temp_dir(scratch.path());
    let corpus = load_corpus(args)?;

    let status = StatusLine::new();
    let setup = GradingSetup::new(&args.machine, &status)?;
    let jobs = setup.jobs;
    // All submissions run in this process, and every thread may be executing a large run.
    refuse_low_limits_of_audit(&assignment, jobs)?;
    // Submissions are graded in parallel, so use one thread each.
    let grader = |assignment| setup.create_grader(args.assignment.path(), assignment, 1, &status);
    let total = corpus.submissions.len();
    let title = Some(&*assignment.title);
    events::ProgressEvent::Begin { command: "audit", title, total: Some(total) }
        .report_to_programs();
    let progress = TaskProgress::new(&status, "graded", corpus.submissions.len());
    let observer = |event: AuditEvent<'_>| show_audit_event(&progress, event);
    let kept = (!args.no_cache).then(|| AuditCache::new(setup.cache()));
    let work = AuditSettings { jobs, kept: kept.as_ref(), observer: &observer };

    if args.propose {
        let wish = ProposalOptions {
            budget: args.budget.map_or(BUDGET, u64::from),
            times: args.times.map_or(1, usize::from),
        };
        let proposal = propose_puzzles(&assignment, &puzzles, &corpus, wish, work, &grader)?;
        status.clear();
        args.output.write_result(&args.format.render_proposal(&proposal))?;
        return Ok(exit_code(&proposal.audit));
    }
    let audit = audit::grade_corpus(&grader(assignment)?, &corpus, work)?;
    status.clear();
    args.output.write_result(&args.format.render(&audit, &args.output.layout()))?;
    Ok(exit_code(&audit))
}

/// Shows a counter on a terminal, or else one line per submission.
pub(super) fn show_audit_event(progress: &TaskProgress<'_>, event: AuditEvent<'_>) {
    match event {
        AuditEvent::Begin { .. } => progress.reach(0),
        AuditEvent::Done { outcome, is_kept } => {
            let points = match outcome.score {
                Some(points) => points.with_unit(),
                None => "not graded completely".to_owned(),
            };
            let label = if outcome.contradiction().is_some() { ", label contradicted" } else { "" };
            let kept = if is_kept { " (kept)" } else { "" };
            let step = ProgressStep {
                ending: match outcome.score {
                    None => Ending::Fault,
                    Some(_) if label.is_empty() => Ending::Well,
                    Some(_) => Ending::Contradicted,
                },
                is_fresh: !is_kept,
                line: format!("{}: {points}{label}{kept}", outcome.name),
            };
            let mut fields = Map::new();
            fields.insert("submission".to_owned(), outcome.name.as_str().into());
            progress.add_item_with(&step, &fields);
        }
    }
}

fn load_corpus(args: &AuditArgs) -> Result<Corpus, CliError> {
    let mut corpus = match &args.corpus {
        Some(folder) => Corpus::load(folder)?,
        None => Corpus::embedded()?,
    };
    let is_asked_for = |labelled: &Labelled, text: &String| labelled.name.contains(text);
    let has =
        |text: &&String| corpus.submissions.iter().any(|labelled| is_asked_for(labelled, text));
    if let Some(only) = args.only.iter().find(|text| !has(text)) {
        return Err(CliError::NothingToAudit { only: only.clone() });
    }
    if !args.only.is_empty() {
        let only = &args.only;
        corpus.retain(|labelled| only.iter().any(|text| is_asked_for(labelled, text)));
    }
    Ok(corpus)
}

/// Returns the exit code. Grader errors come first, because there may be contradictions that they hide.
fn exit_code(audit: &Audit) -> Exit {
    let totals = audit.totals();
    match (totals.grader_faults, totals.contradictions) {
        (0, 0) => Exit::Passed,
        (0, _) => Exit::Failed,
        _ => Exit::GraderFault,
    }
}
