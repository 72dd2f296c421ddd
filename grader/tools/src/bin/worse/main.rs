//! Tests that a worse submission never gets more points.
//!
//! A wrapper adds faults to labelled submissions. A fault applies after some number of expansions, from some board size
//! or solution length on, in one method, or to unsolvable boards. It returns a wrong result, denies that there is a
//! solution, panics, loops forever, or allocates memory forever. The grade is compared with that of the submission in a
//! wrapper without faults. If only the board is worse, a correct solver must keep its points. Versions that differ only in a comment must have equal grades, although the grader selects
//! some cases at random for each submission.
//!
//! ```sh
//! cargo run -p tools --bin worse                           # 300 pairs, about half an hour
//! cargo run -p tools --bin worse -- --pairs 20 --seed 7    # fewer pairs, another seed
//! cargo run -p tools --bin worse -- --only faults/greedy   # names that contain this
//! cargo run -p tools --bin worse -- --sizes                # wrong boards from each size on
//! ```

mod fault;
mod laws;
mod trial;
mod wrapper;

use std::ffi::OsString;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::thread;

use assignment::Assignment;
use audit::corpus::Corpus;
use base::pool;
use checks::grading::Grader;
use clap::Parser;
use sandbox::build::{self, Toolchain};
use thiserror::Error;

use crate::trial::{Outcome, Trial};

/// Makes submissions worse and checks that their grades follow the laws of grading.
///
/// The exit code is 0 if every law holds, 1 if one does not, and 3 if the grader or the machine fails.
#[derive(Debug, Parser)]
#[command(name = "worse")]
struct Args {
    /// Minimum number of pairs to compare, each a submission and a worse version
    #[arg(long, value_name = "N", default_value_t = 300)]
    pairs: usize,

    /// Seed for choosing submissions and faults
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Use only submissions whose names contain SUBSTRING
    #[arg(long, value_name = "SUBSTRING")]
    only: Option<String>,

    /// Compare boards that return wrong results from some size on with boards that panic or loop instead
    #[arg(long)]
    sizes: bool,

    /// Maximum number of trials to run at once [default: one per core]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

#[derive(Debug, Error)]
enum WorseError {
    #[error("no labelled submission has `{0}` in its name")]
    NoSubmission(String),
    #[error(transparent)]
    Machine(#[from] Box<dyn std::error::Error + Send + Sync>),
}

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    if let Some(exit) = grader::cli::internal(&arguments) {
        return exit;
    }
    match run(&Args::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            // If standard error is closed, the exit code alone will report the failure.
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(3)
        }
    }
}

/// Runs all trials. Returns whether all of them followed every law.
fn run(args: &Args) -> Result<bool, WorseError> {
    let machine = |error: Box<dyn std::error::Error + Send + Sync>| WorseError::Machine(error);
    let mut corpus = Corpus::embedded().map_err(|error| machine(error.into()))?;
    if let Some(only) = &args.only {
        corpus.retain(|labelled| labelled.name.contains(only.as_str()));
    }
    let submissions: Vec<_> =
        corpus.submissions.into_iter().filter(|it| wrapper::can_wrap(&it.submission)).collect();
    if submissions.is_empty() {
        return Err(WorseError::NoSubmission(args.only.clone().unwrap_or_default()));
    }
    let toolchain = Toolchain::find(None).map_err(|error| machine(error.into()))?;
    let cache = build::cache_folder().map_err(|(_, error)| machine(error.into()))?;
    // The trials run in parallel, so use one thread each. Disable random puzzles, because the versions of a submission
    // would get different ones.
    let assignment = Assignment { random: None, ..Assignment::embedded() };
    let grader = Grader::new(toolchain, assignment, &cache, 1, &|_| {})
        .map_err(|error| machine(error.into()))?;
    let draw = if args.sizes { trial::draw_sizes } else { trial::draw };
    let trials = draw(&submissions, args.pairs, args.seed);
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let jobs = args.jobs.map_or_else(cores, usize::from);
    let outcomes = pool::map(jobs, &trials, |trial: &Trial<'_>| {
        let outcome = trial.run(&grader).map_err(|error| machine(error.into()))?;
        say(&outcome.to_string());
        Ok(outcome)
    });
    let outcomes: Vec<Outcome> = outcomes.into_iter().collect::<Result<_, WorseError>>()?;
    let pairs: usize = outcomes.iter().map(|outcome| outcome.pairs).sum();
    let unwrapped = outcomes.iter().filter(|outcome| outcome.pairs == 0).count();
    let violations: usize = outcomes.iter().map(|outcome| outcome.violations.len()).sum();
    say(&format!(
        "{pairs} pairs in {} trials, of which {unwrapped} do not compile in the wrapper; violations: {violations}",
        outcomes.len(),
    ));
    Ok(violations == 0)
}

fn say(line: &str) {
    let _ = writeln!(io::stdout(), "{line}");
}
