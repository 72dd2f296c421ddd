//! Defines the arguments of `grader puzzle verify`.

use std::num::{NonZeroU64, NonZeroUsize};

use clap::ValueEnum;

use super::GoalArgs;
use crate::cli::shared_args::OutputArgs;

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
pub(in crate::cli::puzzle) struct VerifyArgs {
    /// Puzzle files in TOML, or lists of boards with their move counts
    #[arg(required = true, value_name = "FILE")]
    pub(in crate::cli::puzzle) files: Vec<String>,

    #[command(flatten)]
    pub(in crate::cli::puzzle) goal: GoalArgs,

    /// Maximum number of expanded nodes for each method and puzzle
    #[arg(long, value_name = "N", default_value = "50000000")]
    pub(in crate::cli::puzzle) nodes: NonZeroU64,

    /// Use large pattern databases from the start, for the hardest 4x4 and 5x5 boards. They are
    /// built only once, and take up a few hundred megabytes in the cache folder
    #[arg(long)]
    pub(in crate::cli::puzzle) large: bool,

    /// Number of puzzles to verify in parallel
    #[arg(long, value_name = "N", default_value = "2")]
    pub(in crate::cli::puzzle) jobs: NonZeroUsize,

    /// Report format
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(in crate::cli::puzzle) format: VerifyFormat,

    #[command(flatten)]
    pub(in crate::cli::puzzle) output: OutputArgs,
}

/// The format of a verification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli::puzzle) enum VerifyFormat {
    /// Human-readable text
    Human,
    /// Machine-readable JSON, schema `puzzle-verify/1`
    Json,
}
