//! Implements `grader build`, which compiles a class for machines without a compiler.

use class::prebuild::{self, PrebuildResult};
use intake::class::{Attempt, ClassContext};
use late::Counting;

use super::class_args::{BuildArgs, counting};
use super::error::CliError;
use super::exit::Exit;
use super::output;
use super::progress::{Ending, ProgressStep, TaskProgress};
use super::setup::{self, GradingSetup};
use super::status_line::StatusLine;
use super::{class_input, output_place};

pub(super) fn run(args: &BuildArgs) -> Result<Exit, CliError> {
    let assignment = args.assignment.load_or_embedded()?;
    setup::refuse_low_limits(&assignment, 1)?;
    output_place::refuse_among_submissions("--out", &args.out, &args.submissions)?;
    let known = ClassContext { platform: args.platform.platform, ..ClassContext::default() };
    let class = class_input::find_class(&args.submissions, known)?;
    let class = class.entries.iter();
    let entries: Vec<Attempt> = match counting(args.attempts, &assignment) {
        Counting::Latest => class.cloned().collect(),
        // We do not know the extensions yet, which affect the attempt to count.
        Counting::Best | Counting::LastBeforeDue => {
            class.flat_map(Attempt::counting_attempts).collect()
        }
    };
    let status = StatusLine::new();
    let setup = GradingSetup::new(&args.machine, &status)?;
    let jobs = setup.jobs_in_memory(&assignment);
    let grader = setup.create_grader(args.assignment.path(), assignment, 1, &status)?;
    let into = grader.open_prebuilt(&args.out)?;
    setup::check_trust(&args.out)?;

    let progress = TaskProgress::new(&status, "built", entries.len());
    let observer = |name: &str, made: &PrebuildResult| {
        let ending = match made {
            PrebuildResult::Ready => Ending::Well,
            PrebuildResult::Rejected(_) => Ending::Rejected,
            PrebuildResult::Failed(_) => Ending::Fault,
        };
        let line = class::report::describe_prebuilt(name, made);
        progress.add_item(&ProgressStep { ending, is_fresh: true, line });
    };
    let workers = setup::create_workers(&grader, args.sandbox.require_sandbox)?;
    workers.probe_sandbox_layers().map_err(CliError::from)?;
    let workers = workers
        .skipping_programs_in(into.folder())
        .map_err(|source| CliError::Scratch { source })?;
    let totals = prebuild::run(&grader, &workers, &entries, &into, jobs, &observer);
    status.clear();
    let totals = totals?;
    output::print(&format!("{}\n", class::report::describe_built(totals)))?;
    Ok(if totals.failed > 0 { Exit::GraderFault } else { Exit::Passed })
}
