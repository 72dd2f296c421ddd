//! The arguments of `grader puzzle verify`.

use std::num::{NonZeroU64, NonZeroUsize};

use clap::ValueEnum;

use super::GoalArgs;
use crate::cli::shared_args::OutputArgs;

const VERIFY_EXIT_CODES: &str = "\
Every count needs two proofs by methods that do not depend on each other. That of a board without
a solution is its twin's: the first two tiles of the first row exchanged or, where the blank is one
of them, the last two of the last row.

Exit codes:
  0  all counts hold
  1  some are wrong, or not proven within the limit on nodes; the report tells which
  2  wrong usage or a bad file
  3  the grader or this machine is at fault, or methods contradict each other";

#[derive(Debug, clap::Args)]
#[command(after_help = VERIFY_EXIT_CODES)]
pub(in crate::cli::puzzle) struct VerifyArgs {
    /// Puzzle files in TOML, or lists of positions with their moves
    #[arg(required = true, value_name = "FILE")]
    pub(in crate::cli::puzzle) files: Vec<String>,

    #[command(flatten)]
    pub(in crate::cli::puzzle) goal: GoalArgs,

    /// The most nodes that a method may expand for a puzzle
    #[arg(long, value_name = "N", default_value = "50000000")]
    pub(in crate::cli::puzzle) nodes: NonZeroU64,

    /// Use large pattern databases, for the hardest 4-by-4 and 5-by-5 boards: a few hundred megabytes,
    /// which are built once and kept in the folder for caches
    #[arg(long)]
    pub(in crate::cli::puzzle) large: bool,

    /// The most puzzles to prove at once
    #[arg(long, value_name = "N", default_value = "2")]
    pub(in crate::cli::puzzle) jobs: NonZeroUsize,

    /// How to write the report
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(in crate::cli::puzzle) format: VerifyFormat,

    #[command(flatten)]
    pub(in crate::cli::puzzle) output: OutputArgs,
}

/// How a verification is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli::puzzle) enum VerifyFormat {
    /// For people
    Human,
    /// For programs, schema `puzzle-verify/1`
    Json,
}
