//! Tests that a worse submission never gets more points.
//!
//! A wrapper adds faults to labelled submissions. A fault applies after some number of expansions, from some board size
//! or solution length on, in one method, or to unsolvable boards. It returns a wrong result, denies that there is a
//! solution, panics, loops forever, or allocates memory forever. The grade is compared with that of the submission in a
//! wrapper without faults. If only the board is worse, a correct solver must keep its points. Versions that differ only
//! in a comment must have equal grades, although the grader selects some cases at random for each submission.
//!
//! A correct submission must pass with every private seed of an assignment.
//!
//! ```sh
//! cargo run -p tools --bin worse                           # 300 pairs, about half an hour
//! cargo run -p tools --bin worse -- --pairs 20 --seed 7    # fewer pairs, another seed
//! cargo run -p tools --bin worse -- --only faults/greedy   # names that contain this
//! cargo run -p tools --bin worse -- --sizes                # wrong boards from each size on
//! cargo run -p tools --bin worse -- --private-seeds 200    # correct submissions with private seeds
//! ```

mod fault;
mod laws;
mod private;
mod versions;
mod wrapper;

use std::ffi::OsString;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::process::ExitCode;

use assignment::Assignment;
use audit::corpus::{Corpus, Labelled};
use base::pool;
use checks::grading::Grader;
use clap::Parser;
use sandbox::build::{self, Toolchain};
use thiserror::Error;

use crate::private::SeedTrial;
use crate::versions::{VersionedSubmission, VersionsOutcome};

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

    /// Instead, grade correct submissions with N private seeds
    #[arg(long, value_name = "N", conflicts_with = "sizes")]
    private_seeds: Option<NonZeroUsize>,

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
    if let Some(exit) = grader::cli::run_internal_command(&arguments) {
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
    if let Some(count) = args.private_seeds {
        return run_private(args, &corpus.submissions, count.into());
    }
    let submissions: Vec<_> = corpus
        .submissions
        .into_iter()
        .filter(|labelled| wrapper::can_wrap(&labelled.submission))
        .collect();
    if submissions.is_empty() {
        return Err(WorseError::NoSubmission(args.only.clone().unwrap_or_default()));
    }
    // Disable random puzzles, because the versions of a submission would get different ones.
    let grader = set_up_grader(Assignment { random: None, ..Assignment::embedded() })?;
    let draw = if args.sizes { versions::draw_board_size_trials } else { versions::draw_trials };
    let trials = draw(&submissions, args.pairs, args.seed);
    let outcomes =
        pool::map_in_parallel(args.jobs_or_cores(), &trials, |trial: &VersionedSubmission<'_>| {
            let outcome = trial.check_laws(&grader).map_err(|error| machine(error.into()))?;
            print_or_ignore(&outcome.to_string());
            Ok(outcome)
        });
    let outcomes: Vec<VersionsOutcome> = outcomes.into_iter().collect::<Result<_, WorseError>>()?;
    let pairs: usize = outcomes.iter().map(|outcome| outcome.pairs).sum();
    let unwrapped = outcomes.iter().filter(|outcome| outcome.pairs == 0).count();
    let violations: usize = outcomes.iter().map(|outcome| outcome.violations.len()).sum();
    print_or_ignore(&format!(
        "{pairs} pairs in {} trials, of which {unwrapped} do not compile in the wrapper; violations: {violations}",
        outcomes.len(),
    ));
    Ok(violations == 0)
}

/// Grades correct submissions with `count` private seeds. Returns whether all of them pass.
fn run_private(args: &Args, corpus: &[Labelled], count: usize) -> Result<bool, WorseError> {
    let embedded = Assignment::embedded();
    let trials = SeedTrial::draw(corpus, count, args.pairs.div_ceil(count), args.seed);
    let results = pool::map_in_parallel(args.jobs_or_cores(), &trials, |trial: &SeedTrial<'_>| {
        let grader = set_up_grader(trial.assignment(&embedded))?;
        let (lines, violations) =
            trial.check_laws(&grader).map_err(|error| WorseError::Machine(error.into()))?;
        for line in &lines {
            print_or_ignore(line);
        }
        Ok::<_, WorseError>((lines.len(), violations))
    });
    let (mut graded, mut violations) = (0, 0);
    for result in results {
        let (submissions, wrong) = result?;
        (graded, violations) = (graded + submissions, violations + wrong);
    }
    print_or_ignore(&format!(
        "{graded} grades with {count} private seeds; violations: {violations}"
    ));
    Ok(violations == 0)
}

/// Sets up a grader with one thread, because trials run in parallel.
fn set_up_grader(assignment: Assignment) -> Result<Grader, WorseError> {
    let machine = |error: Box<dyn std::error::Error + Send + Sync>| WorseError::Machine(error);
    let toolchain = Toolchain::find(None).map_err(|error| machine(error.into()))?;
    let cache = build::cache_folder().map_err(|(_, error)| machine(error.into()))?;
    Grader::new(toolchain, assignment, &cache, 1, &|_| {}).map_err(|error| machine(error.into()))
}

impl Args {
    fn jobs_or_cores(&self) -> usize {
        self.jobs.map_or_else(pool::cores, usize::from)
    }
}

fn print_or_ignore(line: &str) {
    let _ = writeln!(io::stdout(), "{line}");
}
