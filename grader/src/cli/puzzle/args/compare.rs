//! Defines the arguments of `grader puzzle compare`.

use std::num::NonZeroU64;

use clap::ValueEnum;
use oracle::search::Algorithm;

use super::{FORMS, InputArgs, algorithms, heuristics};
use crate::cli::shared_args::OutputArgs;

const EXAMPLES: &str = "\
Examples:
  grader puzzle compare 8 1 3 4 0 2 7 6 5
  grader puzzle compare puzzle04.txt --format markdown";

#[derive(Debug, clap::Args)]
#[command(after_help = FORMS, after_long_help = format!("{FORMS}\n\n{}\n\n{EXAMPLES}", heuristics()))]
pub(in crate::cli::puzzle) struct CompareArgs {
    #[command(flatten)]
    pub(in crate::cli::puzzle) input: InputArgs,

    /// Compare only this search; can be repeated
    #[arg(long, value_name = "SEARCH", value_parser = algorithms())]
    pub(in crate::cli::puzzle) algorithm: Vec<Algorithm>,

    /// Compare only this heuristic; can be repeated [default: all that need no preparation]
    #[arg(long, value_name = "HEURISTIC")]
    pub(in crate::cli::puzzle) heuristic: Vec<String>,

    /// Maximum number of expanded nodes for each search
    #[arg(long, value_name = "N", default_value = "200000")]
    pub(in crate::cli::puzzle) nodes: NonZeroU64,

    /// Show the time of each search, which differs from run to run
    #[arg(long)]
    pub(in crate::cli::puzzle) times: bool,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(in crate::cli::puzzle) format: CompareFormat,

    #[command(flatten)]
    pub(in crate::cli::puzzle) output: OutputArgs,
}

/// The format of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli::puzzle) enum CompareFormat {
    /// Human-readable text
    Human,
    /// Markdown table
    Markdown,
    /// Machine-readable JSON, schema `puzzle-compare/1`
    Json,
}
