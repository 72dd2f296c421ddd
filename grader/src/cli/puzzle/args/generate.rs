//! Defines the arguments of `grader puzzle generate`.

use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::ValueEnum;

use super::GoalArgs;
use crate::cli::shared_args::ColorArgs;

const GENERATE_EXIT_CODES: &str = "\
The same options generate the same puzzles on every machine. Up to 3x3, all boards with the given
number of moves are equally likely. For larger boards, the command tries random walks from the goal
until the number of moves is proven to be in the range.

Examples:
  grader puzzle generate --n 3 --moves 10..20 --count 5

Exit codes:
  0  all puzzles were generated
  1  the random search did not find enough puzzles
  2  usage error, or there are not enough such boards
  3  the grader or this machine is at fault";

#[derive(Debug, clap::Args)]
#[command(after_help = GENERATE_EXIT_CODES)]
pub(in crate::cli::puzzle) struct GenerateArgs {
    /// Number of rows
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=127))]
    pub(in crate::cli::puzzle) n: u8,

    /// Minimum and maximum number of moves, such as `10..20`
    #[arg(long, value_name = "A..B", value_parser = moves)]
    pub(in crate::cli::puzzle) moves: Option<RangeInclusive<usize>>,

    /// Generate unsolvable puzzles whose twins take A to B moves to solve
    #[arg(long, value_name = "A..B", value_parser = moves, conflicts_with = "moves")]
    pub(in crate::cli::puzzle) twin_moves: Option<RangeInclusive<usize>>,

    /// Generate unsolvable puzzles; `--moves` then applies to their twins
    #[arg(long)]
    pub(in crate::cli::puzzle) unsolvable: bool,

    /// Generate random boards instead, solvable or not, with any number of moves
    #[arg(long, conflicts_with_all = ["moves", "twin_moves", "unsolvable"])]
    pub(in crate::cli::puzzle) shuffle: bool,

    /// Generate boards by making this number of random moves from the goal instead; some moves may
    /// cancel out
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["moves", "twin_moves", "unsolvable", "shuffle"])]
    pub(in crate::cli::puzzle) walk: Option<usize>,

    /// Number of puzzles
    #[arg(long, value_name = "K", default_value = "10")]
    pub(in crate::cli::puzzle) count: NonZeroUsize,

    /// Random seed, which is also the first part of puzzle names
    #[arg(long, value_name = "SEED", default_value = "random", value_parser = seed)]
    pub(in crate::cli::puzzle) seed: String,

    #[command(flatten)]
    pub(in crate::cli::puzzle) goal: GoalArgs,

    /// Maximum number of nodes to expand when proving the number of moves for one board
    #[arg(long, value_name = "N", default_value = "5000000")]
    pub(in crate::cli::puzzle) nodes: NonZeroU64,

    /// Output format [default: toml, or flat if a solution is not known to be the shortest]
    #[arg(long, value_name = "FORMAT")]
    pub(in crate::cli::puzzle) format: Option<GenerateFormat>,

    /// Write files to DIR instead of writing to standard output
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli::puzzle) out: Option<PathBuf>,

    #[command(flatten)]
    pub(in crate::cli::puzzle) color: ColorArgs,
}

/// The format of new puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli::puzzle) enum GenerateFormat {
    /// Puzzle file, as in an assignment
    Toml,
    /// Classic format: one file per puzzle, or all puzzles on standard output
    Classic,
    /// List with a name, the number of moves and the tiles on each line
    Flat,
}

/// Parses a number, or a range of moves such as `10..20` or `10..=20`. Both of these ranges include 20.
fn moves(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (least, most) = match text.split_once("..") {
        Some((least, most)) => (least, most.strip_prefix('=').unwrap_or(most)),
        None => (text, text),
    };
    let number = |text: &str| {
        let number = text.trim().parse::<u16>().map(usize::from);
        number.map_err(|_| {
            "expected the minimum and maximum number of moves, such as `10..20`".to_owned()
        })
    };
    let (least, most) = (number(least)?, number(most)?);
    if least > most {
        return Err(format!("the range from {least} to {most} is empty"));
    }
    Ok(least..=most)
}

/// Parses a seed, which needs to be valid in puzzle names and file names.
fn seed(text: &str) -> Result<String, String> {
    let is_right = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if text.is_empty() || !text.chars().all(is_right) {
        return Err(
            "a seed can contain only letters, digits, `-` and `_`, because puzzle names start with \
             it"
            .to_owned(),
        );
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn move_ranges_are_inclusive() {
        assert_eq!(moves("10..20"), Ok(10..=20));
        assert_eq!(moves("10..=20"), Ok(10..=20));
        assert_eq!(moves("7"), Ok(7..=7));
        for wrong in ["", "..", "5..", "..5", "9..3", "a..b", "-1..3", "99999"] {
            assert!(moves(wrong).is_err(), "{wrong}");
        }
    }
}
