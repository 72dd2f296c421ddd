//! What can be typed after `grader puzzle`.

use std::fmt::Write as _;
use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Subcommand, ValueEnum};
use reference::heuristic::Named;
use reference::search::Algorithm;
use slider::Tile;

use crate::cli::args::Color;

const FORMS: &str = "\
Puzzles are read from a file, from standard input (`-`) or from the arguments. The text tells
its form:
  the classic file: the number of rows, then the tiles, 0 for the blank
  rows: `1,0,3`, `4,2,5` and `7,8,6` in a line each, or `1 0 3 / 4 2 5 / 7 8 6` in one
  flat: `1 0 3 4 2 5 7 8 6`, and up to 3-by-3 without spaces: `103425786`
  a list, a position a line: its tiles alone, or a name before them, or a name and the moves
  a puzzle file of an assignment, in TOML
Whether the number of rows comes first is told by how many numbers there are: a square, or one
more. White space, commas and brackets are alike, and `#` begins a remark.";

const SOLVE_EXIT_CODES: &str = "\
Exit codes:
  0  answered: solved, or proven to have no solution
  1  not solved: the limit on nodes came first
  2  wrong usage or a bad puzzle
  3  the grader or this machine is at fault";

const VERIFY_EXIT_CODES: &str = "\
Every count needs two proofs by methods that do not depend on each other. That of a board without
a solution is its twin's: the first two tiles of the first row exchanged or, where the blank is one
of them, the last two of the last row.

Exit codes:
  0  all counts hold
  1  some are wrong, or not proven within the limit on nodes; the report tells which
  2  wrong usage or a bad file
  3  the grader or this machine is at fault, or methods contradict each other";

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
pub(in crate::cli) struct PuzzleArgs {
    #[command(subcommand)]
    pub(super) command: PuzzleCommand,
}

#[derive(Debug, Subcommand)]
pub(super) enum PuzzleCommand {
    /// Solve puzzles in the fewest moves, or by a search of your choice
    Solve(SolveArgs),
    /// Run every search with every heuristic on a puzzle and compare what they do
    Compare(CompareArgs),
    /// Prove the counts in puzzle files by two independent methods
    Verify(VerifyArgs),
    /// Make new puzzles that take a given number of moves
    Generate(GenerateArgs),
    /// Show a board: its distances, whether it can be solved and why
    Show(ShowArgs),
}

/// Which puzzle is meant, and where its tiles should end.
#[derive(Debug, clap::Args)]
pub(super) struct InputArgs {
    /// A file with a puzzle, `-` for standard input, or its tiles
    #[arg(required = true, value_name = "FILE|TILES")]
    pub(super) puzzle: Vec<String>,

    /// The puzzle with this name, where there are several
    #[arg(long, value_name = "NAME")]
    pub(super) name: Option<String>,

    /// The tile that stands for the blank; the others are then numbered from 1 in their order
    #[arg(long, value_name = "TILE", default_value_t = 0, hide_default_value = true)]
    pub(super) blank: Tile,

    #[command(flatten)]
    pub(super) goal: GoalArgs,
}

/// Where the tiles should end.
#[derive(Debug, clap::Args)]
pub(super) struct GoalArgs {
    /// Where the tiles should end: `blank-last`, `blank-first`, `spiral`, a file or tiles
    #[arg(long, value_name = "GOAL", default_value = "blank-last")]
    pub(super) goal: String,
}

/// Where the result goes and how it looks.
#[derive(Debug, clap::Args)]
pub(super) struct OutputArgs {
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,

    /// When to use colour
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(super) color: Color,
}

#[derive(Debug, clap::Args)]
#[command(after_help = FORMS, after_long_help = format!("{FORMS}\n\n{}\n\n{SOLVE_EXIT_CODES}", heuristics()))]
pub(super) struct SolveArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,

    /// The search [default: the fastest that proves the least number of moves]
    #[arg(long, value_name = "SEARCH", value_parser = algorithms())]
    pub(super) algorithm: Option<Algorithm>,

    /// The heuristic of `a-star`, `greedy` and `ida-star` [default: manhattan]
    #[arg(long, value_name = "HEURISTIC")]
    pub(super) heuristic: Option<String>,

    /// The most nodes to expand [default: 2000000 for searches that remember them, or no limit]
    #[arg(long, value_name = "N")]
    pub(super) nodes: Option<NonZeroU64>,

    /// Show each node that is expanded, with its moves made and estimated (A* if no other is named)
    #[arg(long)]
    pub(super) steps: bool,

    /// Replay the solution in place, on a terminal; elsewhere print its boards one by one
    #[arg(long, conflicts_with_all = ["steps", "format", "out", "print"])]
    pub(super) animate: bool,

    /// How long each board of an animation is shown
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 400, requires = "animate")]
    pub(super) pause: u64,

    /// Print what the program of a text on the 8-puzzle prints, to the letter
    #[arg(
        long,
        value_name = "PROGRAM",
        conflicts_with_all = ["algorithm", "heuristic", "steps", "format"]
    )]
    pub(super) print: Option<Program>,

    /// How to write the answer
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(super) format: SolveFormat,

    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// How a solution is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum SolveFormat {
    /// For people
    Human,
    /// For programs, schema `puzzle-solve/1`
    Json,
    /// The boards, each as a classic file
    Classic,
    /// The boards, a line each
    Flat,
    /// The tiles that slide
    Moves,
}

/// A program of a published text. But for the first two, their searches are their own, too, with
/// what is wrong in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Program {
    /// The test client of the Princeton assignment, with a shortest solution
    Princeton,
    /// The same as its sample run shows it
    PrincetonSample,
    /// The A* of a C++ tutorial
    Cpp,
    /// Its greedy best-first search
    CppGreedy,
    /// Its breadth-first search
    CppBreadthFirst,
    /// What it calls depth-first search
    CppDepthFirst,
    /// The A* of a C# tutorial
    Csharp,
    /// The A* of a Python tutorial
    Python,
}

#[derive(Debug, clap::Args)]
#[command(after_help = FORMS, after_long_help = format!("{FORMS}\n\n{}", heuristics()))]
pub(super) struct CompareArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,

    /// Only this search; may be repeated
    #[arg(long, value_name = "SEARCH", value_parser = algorithms())]
    pub(super) algorithm: Vec<Algorithm>,

    /// Only this heuristic; may be repeated [default: all that are ready at once]
    #[arg(long, value_name = "HEURISTIC")]
    pub(super) heuristic: Vec<String>,

    /// The most nodes that each search may expand
    #[arg(long, value_name = "N", default_value = "200000")]
    pub(super) nodes: NonZeroU64,

    /// Show how long each search took, which differs from run to run
    #[arg(long)]
    pub(super) times: bool,

    /// How to write the table
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(super) format: CompareFormat,

    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// How a comparison is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum CompareFormat {
    /// For people
    Human,
    /// A table in Markdown
    Markdown,
    /// For programs, schema `puzzle-compare/1`
    Json,
}

#[derive(Debug, clap::Args)]
#[command(after_help = VERIFY_EXIT_CODES)]
pub(super) struct VerifyArgs {
    /// Puzzle files in TOML, or lists of positions with their moves
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<String>,

    #[command(flatten)]
    pub(super) goal: GoalArgs,

    /// The most nodes that a method may expand for a puzzle
    #[arg(long, value_name = "N", default_value = "50000000")]
    pub(super) nodes: NonZeroU64,

    /// The most puzzles to prove at once
    #[arg(long, value_name = "N", default_value = "2")]
    pub(super) jobs: NonZeroUsize,

    /// How to write the report
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(super) format: VerifyFormat,

    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// How a verification is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum VerifyFormat {
    /// For people
    Human,
    /// For programs, schema `puzzle-verify/1`
    Json,
}

#[derive(Debug, clap::Args)]
#[command(after_help = GENERATE_EXIT_CODES)]
pub(super) struct GenerateArgs {
    /// The number of rows
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=127))]
    pub(super) n: u8,

    /// The moves that each puzzle takes at least and at most, both included, as `10..20`
    #[arg(long, value_name = "A..B", value_parser = moves)]
    pub(super) moves: Option<RangeInclusive<usize>>,

    /// Puzzles without a solution, whose twins take so many moves
    #[arg(long, value_name = "A..B", value_parser = moves, conflicts_with = "moves")]
    pub(super) twin_moves: Option<RangeInclusive<usize>>,

    /// Puzzles without a solution; `--moves` is then that of their twins
    #[arg(long)]
    pub(super) unsolvable: bool,

    /// How many puzzles
    #[arg(long, value_name = "K", default_value = "10")]
    pub(super) count: NonZeroUsize,

    /// What chance begins from; also the first part of the puzzles' names
    #[arg(long, value_name = "SEED", default_value = "random", value_parser = seed)]
    pub(super) seed: String,

    #[command(flatten)]
    pub(super) goal: GoalArgs,

    /// The most nodes that the proof of one board may expand
    #[arg(long, value_name = "N", default_value = "5000000")]
    pub(super) nodes: NonZeroU64,

    /// How to write the puzzles
    #[arg(long, value_name = "FORMAT", default_value = "toml")]
    pub(super) format: GenerateFormat,

    /// Write to files in this folder instead of standard output
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,

    /// When to use colour
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(super) color: Color,
}

/// How new puzzles are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum GenerateFormat {
    /// A puzzle file, as in an assignment
    Toml,
    /// Classic files: one for each puzzle, or all after each other
    Classic,
    /// A list: a name, the moves and the tiles in a line
    Flat,
}

#[derive(Debug, clap::Args)]
#[command(after_help = FORMS)]
pub(super) struct ShowArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,

    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// Searches by name.
fn algorithms() -> impl TypedValueParser<Value = Algorithm> {
    let value = |it: Algorithm| PossibleValue::new(it.name()).help(it.description());
    PossibleValuesParser::new(Algorithm::ALL.map(value)).try_map(|name| name.parse::<Algorithm>())
}

/// What can be asked for after `--heuristic`.
fn heuristics() -> String {
    let mut text = String::from("Heuristics:\n");
    for named in Named::known() {
        let _ = writeln!(text, "  {:<32}{}", named.to_string(), named.summary());
    }
    text.push_str(
        "Pattern databases of other sizes have names as well, such as `additive-3-3-2`. Names that \
         are\njoined by commas stand for the greatest of their bounds.",
    );
    text
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

/// What can be the name of a puzzle and of a file.
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
