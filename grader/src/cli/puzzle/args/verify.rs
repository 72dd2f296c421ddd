//! Defines the arguments of `grader puzzle verify`.

use std::num::{NonZeroU64, NonZeroUsize};

use clap::ValueEnum;

use super::GoalArgs;
use crate::cli::shared_args::OutputArgs;

const VERIFY_EXIT_CODES: &str = "\
Each number of moves needs two proofs by independent methods. For an unsolvable board, the number of
its twin is proven. The twin exchanges the first two tiles of the first row, or the last two tiles
of the last row if the blank is one of the first two.

Examples:
  grader puzzle verify puzzles/*.toml

Exit codes:
  0  all numbers are right
  1  some numbers are wrong, or not proven within the limit on nodes; the report lists them
  2  wrong usage or an invalid file
  3  the grader or this machine is at fault, or methods contradict each other";

#[derive(Debug, clap::Args)]
#[command(after_help = VERIFY_EXIT_CODES)]
pub(in crate::cli::puzzle) struct VerifyArgs {
    /// Puzzle files in TOML, or lists of positions with their moves
    #[arg(required = true, value_name = "FILE")]
    pub(in crate::cli::puzzle) files: Vec<String>,

    #[command(flatten)]
    pub(in crate::cli::puzzle) goal: GoalArgs,

    /// The limit on expanded nodes for each method and puzzle
    #[arg(long, value_name = "N", default_value = "50000000")]
    pub(in crate::cli::puzzle) nodes: NonZeroU64,

    /// Use large pattern databases for the hardest 4-by-4 and 5-by-5 boards. They are built once
    /// and take a few hundred megabytes in the cache folder
    #[arg(long)]
    pub(in crate::cli::puzzle) large: bool,

    /// The number of puzzles to prove in parallel
    #[arg(long, value_name = "N", default_value = "2")]
    pub(in crate::cli::puzzle) jobs: NonZeroUsize,

    /// The format of the report
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(in crate::cli::puzzle) format: VerifyFormat,

    #[command(flatten)]
    pub(in crate::cli::puzzle) output: OutputArgs,
}

/// The format of a verification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli::puzzle) enum VerifyFormat {
    /// For people
    Human,
    /// For programs, schema `puzzle-verify/1`
    Json,
}
