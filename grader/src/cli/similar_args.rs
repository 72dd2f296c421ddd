//! The arguments of `grader similar`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::ValueEnum;

use super::args::Color;

/// The least share of a pair that is shown, in percent, and the most pairs, if nothing else is asked
/// for.
pub(super) const AT_LEAST: u32 = 30;
pub(super) const TOP: usize = 50;

const HELP: &str = "\
What is found is advice: similar code has many reasons, and only people can tell them apart. No grade
is read or changed.

Names, numbers, texts, comments, layout and the order of functions are no matter. A run of 30 tokens
that two submissions share is always found, and no run of fewer than 20 counts. What was given out
with the assignment does not count, nor what more than ten submissions and a quarter of the class have.

Exit codes:
  0  compared
  2  wrong usage or bad input, such as fewer than two submissions; nothing was compared
  3  this machine is at fault";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct SimilarArgs {
    /// The submissions: a folder with a folder or an archive for each, what Gradescope, Canvas or
    /// Moodle gives, unpacked, or single submissions
    #[arg(required = true)]
    pub(super) submissions: Vec<PathBuf>,

    /// Who is in the class: a CSV file with a column `id`, and possibly `name` and `email`
    #[arg(long, value_name = "FILE")]
    pub(super) roster: Option<PathBuf>,

    /// Code that was given out beside the built-in template and `slider`; may be repeated
    #[arg(long, value_name = "DIR")]
    pub(super) template: Vec<PathBuf>,

    /// Submissions of an earlier year, to be compared with the class and not with each other; may
    /// be repeated
    #[arg(long, value_name = "DIR")]
    pub(super) past: Vec<PathBuf>,

    /// How to write what is found
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(super) format: SimilarFormat,

    /// Write what is found to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,

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

    /// The most submissions to read or compare at once [default: one for each core]
    #[arg(long, value_name = "N")]
    pub(super) jobs: Option<NonZeroUsize>,

    /// When to use colour
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(super) color: Color,
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
