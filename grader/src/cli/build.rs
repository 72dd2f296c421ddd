//! `grader build`: compiles a class, for machines without a compiler to grade.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use class::ClassError;
use class::prebuild::{self, Made};
use intake::class::find;

use super::class_args::BuildArgs;
use super::error::{CliError, show_plain};
use super::exit::Exit;
use super::output;
use super::progress::{self, Counts};
use super::setup::Setup;
use super::status_line::StatusLine;

pub(super) fn run(args: &BuildArgs) -> Result<Exit, CliError> {
    let assignment = args.assignment.load()?;
    let entries = find(&args.submissions, None).map_err(ClassError::from)?.entries;
    let status = StatusLine::new();
    let setup = Setup::new(&args.machine, &status)?;
    let grader = setup.grader(assignment, 1, &status)?;
    let into = grader.open_prebuilt(&args.out)?;

    let began = Instant::now();
    let counts = Mutex::new(Counts { total: entries.len(), ..Counts::default() });
    let observer = |name: &str, made: &Made| {
        let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.done += 1;
        counts.fresh += 1;
        counts.failed += usize::from(*made != Made::Ready);
        if *made != Made::Ready || !status.is_terminal() {
            status.clear();
            show_plain(&class::report::made(name, made));
        }
        status.say(&progress::line("built", &counts, began.elapsed().as_secs_f64()), false);
    };
    let totals = prebuild::run(&grader, &entries, &into, setup.jobs, &observer);
    status.clear();
    let totals = totals?;
    output::print(&format!("{}\n", class::report::built(totals)))?;
    Ok(if totals.failed > 0 { Exit::GraderFault } else { Exit::Passed })
}
