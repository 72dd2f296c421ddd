//! Proves the checks by mutation: makes small changes to the model answer, one at a time, and grades
//! what comes of each.
//!
//! A mutant that gets full marks is either right, or shows something that no check looks at. Those
//! that are right are in `explained.toml`, with the reason.
//!
//! ```sh
//! cargo run -p grader --example mutants                       # all, some minutes
//! cargo run -p grader --example mutants -- --only Board::twin # those with this in their line
//! ```

mod default;
mod explained;
mod fate;
mod lists;
mod mutant;
mod mutator;
mod operator;
mod report;
mod tables;

use std::ffi::OsString;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use clap::{Parser, ValueEnum};
use grader::assignment::Assignment;
use grader::build::{self, Toolchain};
use grader::grading::{self, Grader};
use grader::pool;

use crate::explained::Explained;
use crate::fate::{Fate, Outcome};
use crate::mutant::Mutant;

/// Grades mutants of the model answer.
///
/// The exit code is 0 if every survivor is explained, 1 if one is not, 2 for wrong usage and 3 if
/// the grader or this machine is at fault.
#[derive(Debug, Parser)]
#[command(name = "mutants")]
struct Args {
    /// The most mutants to grade at once [default: one for each core]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,

    /// Grade only mutants with this text in their line, such as `Board::twin` or `[statement]`
    #[arg(long, value_name = "SUBSTRING")]
    only: Option<String>,

    /// How to write the report
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: Format,

    /// Print the mutants and grade none
    #[arg(long)]
    list: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    Human,
    Markdown,
}

/// Why there is no report.
type Fault = Box<dyn std::error::Error + Send + Sync>;

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    if let Some(exit) = grader::cli::internal(&arguments) {
        return exit;
    }
    match run(&Args::parse()) {
        Ok(exit) => exit,
        Err(fault) => {
            // Where not even this can be said, the exit code says it.
            let _ = writeln!(io::stderr(), "error: {fault}");
            ExitCode::from(3)
        }
    }
}

fn run(args: &Args) -> Result<ExitCode, Fault> {
    let mutants = mutants(args.only.as_deref())?;
    if args.list {
        print(&report::list(&mutants))?;
        return Ok(ExitCode::SUCCESS);
    }
    let explained = Explained::load()?;
    let outcomes = grade(mutants, args.jobs, &explained)?;
    let stale = if args.only.is_none() { explained.stale(&outcomes) } else { Vec::new() };
    print(&match args.format {
        Format::Human => report::human(&outcomes, &explained, &stale),
        Format::Markdown => report::markdown(&outcomes, &explained, &stale),
    })?;
    let any = |fate: fn(&Fate) -> bool| outcomes.iter().any(|outcome| fate(&outcome.fate));
    Ok(ExitCode::from(match () {
        () if any(|fate| matches!(fate, Fate::GraderFault(_))) => 3,
        () if any(|fate| matches!(fate, Fate::Survived(None))) => 1,
        () => 0,
    }))
}

/// The mutants of the model answer, or those that are asked for.
fn mutants(only: Option<&str>) -> Result<Vec<Mutant>, Fault> {
    let model = grading::model();
    let mut mutants = Vec::new();
    // The root has nothing in it but names.
    for file in model.files().filter(|file| file.path != "src/lib.rs") {
        mutants.extend(Mutant::all(file.path, file.text)?);
    }
    if let Some(only) = only {
        mutants.retain(|mutant| mutant.line().contains(only));
    }
    Ok(mutants)
}

/// Grades all mutants with the default assignment.
fn grade(
    mutants: Vec<Mutant>,
    jobs: Option<NonZeroUsize>,
    explained: &Explained,
) -> Result<Vec<Outcome>, Fault> {
    let say = |text: &str| {
        // It is for whoever waits; if nobody can read it, nothing is lost.
        let _ = writeln!(io::stderr(), "{text}");
    };
    let toolchain = Toolchain::find(None)?;
    let cache = build::cache_folder().map_err(|(_, error)| error)?;
    // The mutants share the cores among them, so that each gets one thread.
    let grader = Grader::new(toolchain, Assignment::embedded(), &cache, 1, &|_| {
        say("preparing (only this once)");
    })?;
    if !grader.grade(&grading::model(), &|_| {})?.all_passed() {
        return Err("the model answer itself does not get full marks".into());
    }
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let jobs = jobs.map_or_else(cores, usize::from);
    let (done, all) = (AtomicUsize::new(0), mutants.len());
    let fates = pool::map(jobs, &mutants, |mutant| {
        let submission = grading::model().with_file(&mutant.file, &mutant.text);
        let grade = grader.grade(&submission, &|_| {});
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if done.is_multiple_of(20) || done == all {
            say(&format!("graded {done} of {all} mutants"));
        }
        grade.map(|grade| Fate::of(&grade, explained.reason(mutant)))
    });
    let outcomes = mutants.into_iter().zip(fates);
    Ok(outcomes
        .map(|(mutant, fate)| Ok(Outcome { mutant, fate: fate? }))
        .collect::<Result<_, build::BuildError>>()?)
}

fn print(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()
}
