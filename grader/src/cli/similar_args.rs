//! Defines the arguments of `grader similar`.

use std::path::PathBuf;

use clap::ValueEnum;

use super::anonymous::AnonymousArgs;
use super::shared_args::{ClassArgs, JobsArgs, OtherCodeArgs, OutputArgs};

/// The default minimum percentage of shared code, and the default maximum number of pairs.
// Solutions of the same assignment share some code even if written independently. A lower limit would list many such
// pairs, and a much higher one would hide a copy of one of the two types.
pub(super) const AT_LEAST: u32 = 30;
// Somebody has to look at each pair.
pub(super) const TOP: usize = 50;

const HELP: &str = "\
The result is only an indication: code can be similar for many reasons, and a person must decide.
This command neither reads nor changes grades.

Names, numbers, strings, comments, layout and the order of functions do not matter. A match of 30 or
more tokens in a row is always found. A match of fewer than 20 tokens never counts. Code from the
assignment does not count, and neither does code that more than ten submissions and more than a
quarter of the class share.

Examples:
  grader similar submissions
  grader similar submissions --format html --out similar.html

Exit codes:
  0  compared
  2  usage error or invalid input, such as fewer than two submissions; nothing was compared
  3  this machine is at fault";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct SimilarArgs {
    #[command(flatten)]
    pub(super) class: ClassArgs,

    #[command(flatten)]
    pub(super) other_code: OtherCodeArgs,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(super) format: SimilarFormat,

    /// Write all submissions to DIR for `JPlag`, and print the command to run
    #[arg(long, value_name = "DIR")]
    pub(super) jplag: Option<PathBuf>,

    /// Maximum number of pairs to show
    #[arg(long, value_name = "N", default_value_t = TOP)]
    pub(super) top: usize,

    /// Show only pairs in which one submission contains at least this percentage of the other
    #[arg(long, value_name = "PERCENT", default_value_t = AT_LEAST,
          value_parser = clap::value_parser!(u32).range(0..=100))]
    pub(super) at_least: u32,

    #[command(flatten)]
    pub(super) anonymous: AnonymousArgs,

    #[command(flatten)]
    pub(super) jobs: JobsArgs,

    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// The output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum SimilarFormat {
    /// Human-readable text
    Human,
    /// Machine-readable JSON, schema `similarity/1`
    Json,
    /// HTML page with each pair side by side
    Html,
}
