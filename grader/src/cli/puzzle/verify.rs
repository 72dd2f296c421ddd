//! Implements `grader puzzle verify`, which proves the move counts in puzzle files.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::num::{NonZeroU64, NonZeroUsize};
use std::sync::Arc;

use clap::ValueEnum;
use oracle::search::Limit;
use puzzle::read::{self, ReadRequest};
use puzzle::report;
use puzzle::verify::{ClaimVerdict, Verified, verify};

use super::args::GoalArgs;
use super::input;
use super::prover::create_prover;
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::progress::TaskProgress;
use crate::cli::shared_args::OutputArgs;
use crate::cli::status_line::StatusLine;

const VERIFY_EXIT_CODES: &str = "\
Two independent methods must prove each number of moves. For an unsolvable board, they prove the
number of moves of its twin. The twin swaps the first two tiles of the first row or, if the blank is
one of them, the last two tiles of the last row.

Examples:
  grader puzzle verify puzzles/*.toml

Exit codes:
  0  all numbers of moves are correct
  1  some numbers of moves are incorrect, or not proven within the limit on nodes; the report lists
     them
  2  usage error or invalid file
  3  the grader or this machine is at fault, or the methods contradict each other";

#[derive(Debug, clap::Args)]
#[command(after_help = VERIFY_EXIT_CODES)]
pub(super) struct VerifyArgs {
    /// Puzzle files in TOML, or lists of boards with their move counts
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<String>,

    #[command(flatten)]
    pub(super) goal: GoalArgs,

    /// Maximum number of expanded nodes for each method and puzzle
    #[arg(long, value_name = "N", default_value = "50000000")]
    pub(super) nodes: NonZeroU64,

    /// Use large pattern databases from the start, for the hardest 4x4 and 5x5 boards. They are
    /// built only once, and take up a few hundred megabytes in the cache folder
    #[arg(long)]
    pub(super) large: bool,

    /// Number of puzzles to verify in parallel
    #[arg(long, value_name = "N", default_value = "2")]
    pub(super) jobs: NonZeroUsize,

    /// Report format
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(super) format: VerifyFormat,

    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// The format of a verification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum VerifyFormat {
    /// Human-readable text
    Human,
    /// Machine-readable JSON, schema `puzzle-verify/1`
    Json,
}

pub(super) fn run(args: &VerifyArgs) -> Result<Exit, CliError> {
    let goal = input::read_goal(&args.goal, 0)?;
    let mut puzzles = Vec::new();
    for file in &args.files {
        let found = read::read(&ReadRequest { input: file, name: None, blank: 0 })?;
        puzzles.extend(found.into_iter().map(|found| (file.clone(), found)));
    }
    args.output.check_writable()?;
    let status = Arc::new(StatusLine::new());
    let mut provers = BTreeMap::new();
    for (_, found) in &puzzles {
        let n = found.grid.dimension();
        if let Entry::Vacant(entry) = provers.entry(n) {
            entry.insert(create_prover(&goal.for_dimension(n)?, args.large, &status)?);
        }
    }
    let counter = TaskProgress::new(&status, "proved", puzzles.len());
    let limit = Limit::expanded(args.nodes.get());
    let verified = verify(puzzles, &provers, limit, args.jobs.get(), &|done| counter.reach(done));
    status.clear();
    let text = match args.format {
        VerifyFormat::Human => report::verify(&verified, &args.output.layout()),
        VerifyFormat::Json => report::verify_json(&verified),
    };
    args.output.write_result(&text)?;
    Ok(exit_code(&verified))
}

/// Returns the exit code. Contradictions between the methods are grader errors, which take precedence.
fn exit_code(verified: &[Verified]) -> Exit {
    let any =
        |wanted: fn(&ClaimVerdict) -> bool| verified.iter().any(|result| wanted(&result.verdict));
    if any(|verdict| *verdict == ClaimVerdict::Contradiction) {
        Exit::GraderFault
    } else if any(|verdict| !matches!(verdict, ClaimVerdict::Holds | ClaimVerdict::NothingSaid)) {
        Exit::Failed
    } else {
        Exit::Passed
    }
}
