//! Proves that two programs have the same outputs.
//!
//! Both programs run the same commands on the same files, one program after the other, in a folder of the same name.
//! The commands grade labelled submissions as a class, and print or write everything that the grader can: reports,
//! pages, gradebooks, explanations, help, and error messages. Each byte of the standard streams, the exit codes and the
//! written files is compared.
//!
//! ```sh
//! cargo run -p tools --bin same -- OLD NEW                  # all labelled submissions
//! cargo run -p tools --bin same -- OLD NEW --sample 45      # some of them, chosen by a seed
//! cargo run -p tools --bin same -- OLD NEW --only twin --keep /tmp/same
//! ```

mod commands;
mod downloads;
mod gradebooks;
mod inputs;
mod run;
mod students;
mod trees;
mod wrong;

use std::fs;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use audit::corpus::{Corpus, CorpusError, Labelled};
use base::{pool, seed};
use clap::Parser;
use thiserror::Error;

use crate::run::{ComparisonBench, RunError};
use crate::trees::{FileDifference, TreeError};

/// Runs two programs on the same commands and files, and compares everything that they print and write.
///
/// The exit code is 0 if everything is the same, 1 if something differs, and 3 if a program does not start or this
/// machine fails.
#[derive(Debug, Parser)]
#[command(name = "same")]
struct Args {
    /// The first program
    #[arg(value_name = "OLD")]
    old: PathBuf,

    /// The second program
    #[arg(value_name = "NEW")]
    new: PathBuf,

    /// Use only labelled submissions whose names contain one of these strings
    #[arg(long, value_name = "SUBSTRING", num_args = 1..)]
    only: Vec<String>,

    /// Use only N of these submissions
    #[arg(long, value_name = "N")]
    sample: Option<NonZeroUsize>,

    /// Seed for choosing them
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Maximum number of commands to run at once [default: one per core]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,

    /// Work in this folder, which must not exist, and keep the files [default: a temporary folder]
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
}

#[derive(Debug, Error)]
enum SameError {
    #[error("no labelled submission has `{0}` in its name")]
    NoSubmission(String),
    #[error("the labelled submissions cannot be read: {0}")]
    Corpus(#[from] CorpusError),
    #[error("the folder for the files cannot be created: {0}")]
    Folder(io::Error),
    #[error(transparent)]
    Run(#[from] RunError),
    #[error(transparent)]
    Tree(#[from] TreeError),
}

fn main() -> ExitCode {
    match compare_programs(&Args::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            // If standard error is closed, the exit code alone will report the failure.
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(3)
        }
    }
}

/// Runs both programs, and prints all differences. Returns whether there are none.
fn compare_programs(args: &Args) -> Result<bool, SameError> {
    let chosen = choose_submissions(args)?;
    let scratch;
    let folder = if let Some(folder) = &args.keep {
        fs::create_dir(folder).map_err(SameError::Folder)?;
        folder.canonicalize().map_err(SameError::Folder)?
    } else {
        scratch = tempfile::tempdir().map_err(SameError::Folder)?;
        scratch.path().to_owned()
    };
    let jobs = args.jobs.map_or_else(pool::cores, usize::from);
    let bench = ComparisonBench { folder: &folder, submissions: &chosen, jobs };
    let names = bench.names_of_commands(&args.old)?;
    let phases = commands::phases_of_lines(&chosen, &names);
    let number = phases.iter().flatten().map(Vec::len).sum::<usize>();
    print_or_ignore(&format!("{number} commands, {} submissions", chosen.len()));
    let old = bench.run_program("old", &args.old, &phases)?.check_lines()?;
    let new = bench.run_program("new", &args.new, &phases)?.tree;
    let found = trees::compare(&old, &new)?;
    found.differences.iter().map(FileDifference::to_string).for_each(|text| print_or_ignore(&text));
    let (files, bytes) = (found.files, found.bytes);
    print_or_ignore(&format!(
        "{number} commands, {files} files with {bytes} bytes compared; differences: {}",
        found.differences.len()
    ));
    Ok(found.differences.is_empty())
}

/// Returns the labelled submissions to use, sorted by name.
fn choose_submissions(args: &Args) -> Result<Vec<Labelled>, SameError> {
    let mut corpus = Corpus::embedded()?;
    for only in &args.only {
        if !corpus.submissions.iter().any(|labelled| labelled.name.contains(only.as_str())) {
            return Err(SameError::NoSubmission(only.clone()));
        }
    }
    if !args.only.is_empty() {
        corpus.retain(|labelled| args.only.iter().any(|only| labelled.name.contains(only)));
    }
    let mut submissions = corpus.submissions;
    let mut random = args.seed;
    while args.sample.is_some_and(|most| submissions.len() > most.get()) {
        submissions.remove(seed::random_below(&mut random, submissions.len()));
    }
    Ok(submissions)
}

fn print_or_ignore(line: &str) {
    // If standard output is closed, the exit code alone will report the differences.
    let _ = writeln!(io::stdout(), "{line}");
}
