//! Tests the checks by mutation: makes one or two small changes to the model answer or another correct submission, and
//! grades the result.
//!
//! When a mutant gets all points, either it is correct, or no check covers the change. The correct mutants are in
//! `explained.toml`, with reasons.
//!
//! ```sh
//! cargo run -p tools --bin mutants                       # all mutants, takes a few minutes
//! cargo run -p tools --bin mutants -- --only Board::twin # only lines that contain this
//! ```

mod base;
mod default;
mod explained;
mod fate;
mod fate_cache;
mod judge;
mod lists;
mod mutant;
mod mutator;
mod operator;
mod page;
mod pair;
mod report;
mod sample;
mod tables;

use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use crate::base::Base;
use crate::explained::Explained;
use crate::fate::MutantFate;
use crate::judge::MutantJudge;
use crate::mutant::Mutant;
use crate::report::MutantResults;

/// Grades mutants of the model answer, or of another submission that gets all points.
///
/// The grader's cache keeps the fate of each mutant, so an interrupted run resumes where it stopped. The exit code is 0
/// if every survivor is explained, 1 if one is not, 2 for invalid usage, and 3 if the grader or the machine fails.
#[derive(Debug, Parser)]
#[command(name = "mutants")]
struct Args {
    /// Mutate the submission in DIR instead of the model answer
    #[arg(long, value_name = "DIR")]
    base: Option<PathBuf>,

    /// Maximum number of mutants to grade at once [default: one per core]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,

    /// Use only mutants whose line contains SUBSTRING, such as `Board::twin` or `[statement]`
    #[arg(long, value_name = "SUBSTRING")]
    only: Option<String>,

    /// Grade a random sample of N mutants instead of all
    #[arg(long, value_name = "N")]
    sample: Option<usize>,

    /// Also grade N pairs of mutants that compile, each with changes in two places
    #[arg(long, value_name = "N", default_value_t = 0)]
    second_order: usize,

    /// Seed for random samples
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Replace the row of this base in the page FILE, unless the grader is at fault
    #[arg(long, value_name = "FILE", conflicts_with_all = ["only", "list"])]
    page: Option<PathBuf>,

    /// Print the mutants with a single change, without grading them
    #[arg(long)]
    list: bool,
}

impl Args {
    /// Returns the arguments that select the mutants.
    fn options(&self) -> String {
        let mut words = Vec::new();
        if let Some(base) = &self.base {
            words.push(format!("--base {}", base.display()));
        }
        if let Some(sample) = self.sample {
            words.push(format!("--sample {sample}"));
        }
        if self.second_order > 0 {
            words.push(format!("--second-order {}", self.second_order));
        }
        words.push(format!("--seed {}", self.seed));
        words.join(" ")
    }
}

#[derive(Debug)]
enum MutantsError {
    Usage(String),
    Machine(Box<dyn std::error::Error + Send + Sync>),
}

impl<E: std::error::Error + Send + Sync + 'static> From<E> for MutantsError {
    fn from(error: E) -> Self {
        Self::Machine(Box::new(error))
    }
}

impl MutantsError {
    fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            Self::Usage(_) => 2,
            Self::Machine(_) => 3,
        })
    }
}

impl fmt::Display for MutantsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(message) => f.write_str(message),
            Self::Machine(error) => error.fmt(f),
        }
    }
}

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    if let Some(exit) = grader::cli::run_internal_command(&arguments) {
        return exit;
    }
    match run(&Args::parse()) {
        Ok(exit) => exit,
        Err(fault) => {
            // If this message cannot be written, the exit code will still report the failure.
            let _ = writeln!(io::stderr(), "error: {fault}");
            fault.exit_code()
        }
    }
}

fn run(args: &Args) -> Result<ExitCode, MutantsError> {
    let base = Base::read_submission(args.base.as_deref())?;
    let made = Mutant::of_submission(&base.submission)
        .map_err(|fault| MutantsError::Usage(format!("{}: {fault}", base.name)))?;
    let is_wanted = |mutant: &&Mutant| {
        args.only.as_ref().is_none_or(|only| mutant.one_line_summary().contains(only.as_str()))
    };
    let wanted: Vec<Mutant> = made.iter().filter(is_wanted).cloned().collect();
    let count = args.sample.unwrap_or(usize::MAX);
    let sample = sample::draw(wanted.clone(), count, args.seed);
    if args.list {
        print(&report::list_mutants(&sample))?;
        return Ok(ExitCode::SUCCESS);
    }
    let explained = Explained::load()?;
    let judge = MutantJudge::new(&base, &explained, args.jobs)?;
    let outcomes = judge.judge_mutants(sample)?;
    let pairs = judge.judge_pairs(&wanted, args.second_order, args.seed)?;
    let stale = explained.entries_without_mutant(&base.name, &made, &outcomes, &pairs);
    let results = MutantResults {
        base: &base,
        options: args.options(),
        all: wanted.len(),
        outcomes,
        pairs,
        explained: &explained,
        stale,
    };
    print(&report::human(&results))?;
    if results.all_fates().any(|fate| matches!(fate, MutantFate::GraderFault(_))) {
        return Ok(ExitCode::from(3));
    }
    if let Some(page) = &args.page {
        page::write_row(page, &base.name, &report::page_row(&results))?;
    }
    Ok(ExitCode::from(u8::from(results.has_unexplained_survivors())))
}

fn print(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()
}
