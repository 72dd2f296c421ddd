//! Measures what grading costs, and writes the figures to `docs/book/src/trust/cost.md`.
//!
//! All figures are from one run. A ratio is the median of the ratios of pairs, which run one after the other, so that
//! other work on the machine affects both.
//!
//! ```sh
//! cargo build --release -p grader -p tools
//! cargo run --release -p tools --bin costs                  # takes about ten minutes
//! cargo run --release -p tools --bin costs -- --pairs 3 --class 10
//! cargo run --release -p tools --bin costs -- --page docs/book/src/trust/cost.md
//! ```

mod class;
#[path = "../redteam/folder.rs"]
mod folder;
mod page;
mod sample;
mod single;
mod subject;
#[expect(dead_code, reason = "the red team uses the rest")]
#[path = "../redteam/watch.rs"]
mod watch;

use std::fs;
use std::io::{self, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::thread;
use std::time::Duration;

use clap::Parser;
use thiserror::Error;

use crate::watch::WatchedRun;

/// Measures what grading costs.
///
/// The exit code is 0 if everything was measured, 2 for invalid usage, and 3 if a command fails.
#[derive(Debug, Parser)]
#[command(name = "costs")]
struct Args {
    /// Number of times to measure each submission
    #[arg(long, value_name = "N", default_value = "7")]
    pairs: NonZeroUsize,

    /// Maximum number of submissions in the class
    #[arg(long, value_name = "N", default_value = "1000")]
    class: NonZeroUsize,

    /// Path to the grader [default: in the folder of this program]
    #[arg(long, value_name = "FILE")]
    grader: Option<PathBuf>,

    /// Replace the figures in the page FILE
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
}

#[derive(Debug, Error)]
enum CostsError {
    #[error("{0}")]
    Io(#[from] io::Error),
    #[error("`{command}` ended with {end}:\n{output}")]
    Failed { command: String, end: String, output: String },
    #[error("{}: {message}", file.display())]
    Unreadable { file: PathBuf, message: String },
    #[error(
        "{} has no marks for figures\nhint: add the lines `{begin}` and `{end}` where they belong",
        file.display()
    )]
    NoMarks { file: PathBuf, begin: &'static str, end: &'static str },
}

impl CostsError {
    fn unreadable_error(file: impl Into<PathBuf>, error: &dyn std::error::Error) -> Self {
        Self::Unreadable { file: file.into(), message: error.to_string() }
    }

    fn exit_code(&self) -> ExitCode {
        ExitCode::from(if matches!(self, Self::NoMarks { .. }) { 2 } else { 3 })
    }
}

/// The longest time that a command may take.
const PATIENCE: Duration = Duration::from_hours(1);

/// Runs the programs to measure in a temporary folder.
struct CostsBench {
    grader: PathBuf,
    folder: tempfile::TempDir,
}

impl CostsBench {
    fn path(&self, inner: &str) -> PathBuf {
        self.folder.path().join(inner)
    }

    /// Returns a call of the grader with an empty cache of its own, which the first call fills.
    fn grader(&self) -> Command {
        let mut command = Command::new(&self.grader);
        command.env(sandbox::build::CACHE_VARIABLE, self.path("cache"));
        command
    }

    /// Runs a command that must succeed.
    fn measure(&self, command: &mut Command) -> Result<WatchedRun, CostsError> {
        let [stdout, stderr] = ["stdout.txt", "stderr.txt"].map(|name| self.path(name));
        let watched = watch::run_watched(command, &stdout, &stderr, PATIENCE)?;
        if watched.code == Some(0) {
            return Ok(watched);
        }
        let text = |file: &Path| fs::read_to_string(file).unwrap_or_default();
        Err(CostsError::Failed {
            command: format!("{command:?}"),
            end: watched.code.map_or("a signal".to_owned(), |code| format!("exit code {code}")),
            output: format!("{}{}", text(&stdout), text(&stderr)),
        })
    }
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If standard error is closed, the exit code alone will report the failure.
            let _ = writeln!(io::stderr(), "error: {error}");
            error.exit_code()
        }
    }
}

fn run(args: &Args) -> Result<(), CostsError> {
    if let Some(page) = &args.page {
        // Find a wrong page before ten minutes of work.
        page::replace(page, &fs::read_to_string(page)?, "")?;
    }
    let grader = match &args.grader {
        Some(grader) => std::path::absolute(grader)?,
        None => std::env::current_exe()?.with_file_name("grader"),
    };
    let bench = CostsBench { grader, folder: tempfile::tempdir()? };
    let pairs = args.pairs.get();
    let subjects = subject::subjects(&bench)?;
    let mut rows = Vec::new();
    for subject in &subjects {
        report_progress(subject.name)?;
        rows.push((subject.name, single::measure_single(&bench, subject, pairs)?));
    }
    report_progress("a class")?;
    let class = class::measure_class(&bench, args.class.get())?;
    let cores = thread::available_parallelism()?.get();
    let figures = page::figures(&rows, &class, page::RunConditions { pairs, cores });
    match &args.page {
        Some(page) => fs::write(page, page::replace(page, &fs::read_to_string(page)?, &figures)?)?,
        None => io::stdout().lock().write_all(figures.as_bytes())?,
    }
    Ok(())
}

/// Reports progress.
fn report_progress(what: &str) -> io::Result<()> {
    writeln!(io::stderr(), "measuring {what}")
}
