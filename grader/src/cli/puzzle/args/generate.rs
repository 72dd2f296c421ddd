//! The arguments of `grader puzzle generate`.

use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::ValueEnum;

use super::GoalArgs;
use crate::cli::shared_args::ColorArgs;

const GENERATE_EXIT_CODES: &str = "\
The same options give the same puzzles on every machine. Up to 3-by-3 they are drawn from all
boards that take so many moves, each as likely as any other; beyond, walks from the goal are tried
until their lengths are proven to be in the range.

Exit codes:
  0  as many puzzles as were asked for
  1  chance did not find so many
  2  wrong usage, or there are not so many boards
  3  the grader or this machine is at fault";

#[derive(Debug, clap::Args)]
#[command(after_help = GENERATE_EXIT_CODES)]
pub(in crate::cli::puzzle) struct GenerateArgs {
    /// The number of rows
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=127))]
    pub(in crate::cli::puzzle) n: u8,

    /// The moves that each puzzle takes at least and at most, both included, as `10..20`
    #[arg(long, value_name = "A..B", value_parser = moves)]
    pub(in crate::cli::puzzle) moves: Option<RangeInclusive<usize>>,

    /// Puzzles without a solution, whose twins take so many moves
    #[arg(long, value_name = "A..B", value_parser = moves, conflicts_with = "moves")]
    pub(in crate::cli::puzzle) twin_moves: Option<RangeInclusive<usize>>,

    /// Puzzles without a solution; `--moves` is then that of their twins
    #[arg(long)]
    pub(in crate::cli::puzzle) unsolvable: bool,

    /// Any boards instead, solvable or not, whatever moves they take
    #[arg(long, conflicts_with_all = ["moves", "twin_moves", "unsolvable"])]
    pub(in crate::cli::puzzle) shuffle: bool,

    /// Boards that so many random moves lead to from the goal instead, however many they take back
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["moves", "twin_moves", "unsolvable", "shuffle"])]
    pub(in crate::cli::puzzle) walk: Option<usize>,

    /// How many puzzles
    #[arg(long, value_name = "K", default_value = "10")]
    pub(in crate::cli::puzzle) count: NonZeroUsize,

    /// The seed of the random choices; also the first part of the puzzles' names
    #[arg(long, value_name = "SEED", default_value = "random", value_parser = seed)]
    pub(in crate::cli::puzzle) seed: String,

    #[command(flatten)]
    pub(in crate::cli::puzzle) goal: GoalArgs,

    /// The most nodes that the proof of one board may expand
    #[arg(long, value_name = "N", default_value = "5000000")]
    pub(in crate::cli::puzzle) nodes: NonZeroU64,

    /// How to write the puzzles [default: toml, or flat for those whose moves are not proven]
    #[arg(long, value_name = "FORMAT")]
    pub(in crate::cli::puzzle) format: Option<GenerateFormat>,

    /// Write to files in this folder instead of standard output
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli::puzzle) out: Option<PathBuf>,

    #[command(flatten)]
    pub(in crate::cli::puzzle) color: ColorArgs,
}

/// How new puzzles are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli::puzzle) enum GenerateFormat {
    /// A puzzle file, as in an assignment
    Toml,
    /// Classic files: one for each puzzle, or all after each other
    Classic,
    /// A list: a name, the moves and the tiles in a line
    Flat,
}

/// A range of moves: `10..20` and `10..=20`, both ends included, or one number.
fn moves(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (least, most) = match text.split_once("..") {
        Some((least, most)) => (least, most.strip_prefix('=').unwrap_or(most)),
        None => (text, text),
    };
    let number = |text: &str| {
        let number = text.trim().parse::<u16>().map(usize::from);
        number
            .map_err(|_| "give the least and the greatest number of moves, as `10..20`".to_owned())
    };
    let (least, most) = (number(least)?, number(most)?);
    if least > most {
        return Err(format!("no number is at least {least} and at most {most}"));
    }
    Ok(least..=most)
}

/// Reads a seed, which can be the name of a puzzle and of a file.
fn seed(text: &str) -> Result<String, String> {
    let is_right = |it: char| it.is_ascii_alphanumeric() || it == '-' || it == '_';
    if text.is_empty() || !text.chars().all(is_right) {
        return Err(
            "a seed has letters, digits, `-` and `_`, because puzzles are named by it".to_owned()
        );
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_hold_both_ends() {
        assert_eq!(moves("10..20"), Ok(10..=20));
        assert_eq!(moves("10..=20"), Ok(10..=20));
        assert_eq!(moves("7"), Ok(7..=7));
        for wrong in ["", "..", "5..", "..5", "9..3", "a..b", "-1..3", "99999"] {
            assert!(moves(wrong).is_err(), "{wrong}");
        }
    }
}
