//! The arguments of `grader similar`.

use std::path::PathBuf;

use clap::ValueEnum;

use super::anonymous::AnonymousArgs;
use super::shared_args::{ClassArgs, JobsArgs, OtherCodeArgs, OutputArgs};

/// The least share of a pair that is shown, in percent, and the most pairs, if nothing else is asked
/// for.
pub(super) const AT_LEAST: u32 = 30;
pub(super) const TOP: usize = 50;

const HELP: &str = "\
The result is advice: similar code has many reasons, and only people can tell them apart. No grade is read
or changed.

Names, numbers, texts, comments, layout and the order of functions do not matter. A run of 30 tokens
that two submissions share is always found, and no run of fewer than 20 counts. Code that was given out
with the assignment does not count, nor does code that more than ten submissions and a quarter of the
class have.

Exit codes:
  0  compared
  2  wrong usage or bad input, such as fewer than two submissions; nothing was compared
  3  this machine is at fault";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct SimilarArgs {
    #[command(flatten)]
    pub(super) class: ClassArgs,

    #[command(flatten)]
    pub(super) other_code: OtherCodeArgs,

    /// How to write what is found
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(super) format: SimilarFormat,

    /// Write all submissions into this folder as `JPlag` reads them, and say how to run it
    #[arg(long, value_name = "DIR")]
    pub(super) jplag: Option<PathBuf>,

    /// Show at most so many pairs
    #[arg(long, value_name = "N", default_value_t = TOP)]
    pub(super) top: usize,

    /// Show pairs of which one has at least so much of the other
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

/// How to write what is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum SimilarFormat {
    /// For people
    Human,
    /// For programs: schema `similarity/1`
    Json,
    /// A page with each pair side by side
    Html,
}
