//! `grader audit`: grades a corpus of labelled submissions and prints what it shows of the
//! assignment.

use audit::Audit;
use audit::corpus::{Corpus, Labelled};
use audit::propose::{ProposalOptions, propose};
use checks::assignment::Assignment;

use super::args::AuditArgs;
use super::error::CliError;
use super::events::Event;
use super::exit::Exit;
use super::progress::Progress;
use super::setup::Setup;
use super::status_line::StatusLine;

/// The most that a proposed puzzle may cost, as a multiple of the dearest puzzle of the list.
const BUDGET: u64 = 3;

pub(super) fn run(args: &AuditArgs) -> Result<Exit, CliError> {
    let (assignment, puzzles) = match args.assignment.path() {
        Some(path) => Assignment::load_with_puzzles(path)?,
        None => Assignment::embedded_with_puzzles(),
    };
    let corpus = corpus(args)?;
    args.output.check_writable()?;

    let status = StatusLine::new();
    let setup = Setup::new(&args.machine, &status)?;
    let jobs = setup.jobs;
    // The submissions share the cores among them, so that each gets one thread.
    let grader = |assignment| setup.grader(assignment, 1, &status);
    let total = Some(corpus.submissions.len());
    Event::Begin { command: "audit", title: Some(&assignment.title), total }.tell_programs();
    let counter = Progress::new(&status, "graded", corpus.submissions.len());
    let progress = |done| counter.reach(done);

    if args.propose {
        let wish = ProposalOptions {
            budget: args.budget.map_or(BUDGET, u64::from),
            times: args.times.map_or(1, usize::from),
        };
        let proposal = propose(&assignment, &puzzles, &corpus, wish, jobs, &grader, &progress)?;
        status.clear();
        args.output.write(&args.format.render_proposal(&proposal))?;
        return Ok(exit(&proposal.audit));
    }
    let audit = audit::run(&grader(assignment)?, &corpus, jobs, &progress)?;
    status.clear();
    args.output.write(&args.format.render(&audit, &args.output.layout()))?;
    Ok(exit(&audit))
}

/// The submissions that are asked for.
fn corpus(args: &AuditArgs) -> Result<Corpus, CliError> {
    let mut corpus = match &args.corpus {
        Some(folder) => Corpus::load(folder)?,
        None => Corpus::embedded()?,
    };
    let is_asked_for = |labelled: &Labelled, text: &String| labelled.name.contains(text);
    let has = |text: &&String| corpus.submissions.iter().any(|it| is_asked_for(it, text));
    if let Some(only) = args.only.iter().find(|text| !has(text)) {
        return Err(CliError::NothingToAudit { only: only.clone() });
    }
    if !args.only.is_empty() {
        let only = &args.only;
        corpus.submissions.retain(|it| only.iter().any(|text| is_asked_for(it, text)));
    }
    Ok(corpus)
}

/// A fault of the grader outweighs everything else: it may hide any contradiction.
fn exit(audit: &Audit) -> Exit {
    let totals = audit.totals();
    match (totals.grader_faults, totals.contradictions) {
        (0, 0) => Exit::Passed,
        (0, _) => Exit::Failed,
        _ => Exit::GraderFault,
    }
}
