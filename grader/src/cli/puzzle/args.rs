//! Defines the arguments of `grader puzzle`.

use std::fmt::Write as _;

use clap::Subcommand;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use oracle::heuristic::{DatabaseSizes, HeuristicName};
use oracle::search::Algorithm;
use slider::Tile;

use super::compare::CompareArgs;
use super::generate::GenerateArgs;
use super::solve::SolveArgs;
use super::verify::VerifyArgs;
use crate::cli::shared_args::OutputArgs;

pub(in crate::cli) const FORMS: &str = "\
You can give puzzles in a file, on standard input (`-`) or as arguments. The format is detected:
  classic: the number of rows, then the tiles, with 0 for the blank
  rows: `1,0,3`, `4,2,5` and `7,8,6` on separate lines, or `1 0 3 / 4 2 5 / 7 8 6` on one line
  flat: `1 0 3 4 2 5 7 8 6`; up to 3x3, also without spaces: `103425786`
  a list with one board per line: the tiles; a name and the tiles; or a name, the number of moves
    and the tiles
  an assignment's puzzle file, in TOML
If there is one number too many for a square, the first number is the number of rows. You can use
spaces, commas and brackets. A comment starts with `#`.";

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct PuzzleArgs {
    #[command(subcommand)]
    pub(in crate::cli::puzzle) command: PuzzleCommand,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli::puzzle) enum PuzzleCommand {
    /// Solve puzzles in the fewest moves, or with a search of your choice
    Solve(SolveArgs),
    /// Compare all searches and heuristics on a puzzle
    Compare(CompareArgs),
    /// Prove the move counts in puzzle files with two independent methods
    Verify(VerifyArgs),
    /// Generate puzzles with a given number of moves
    Generate(GenerateArgs),
    /// Show a board, its distances, and why it is or is not solvable
    Show(ShowArgs),
}

/// The puzzle and its goal.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct InputArgs {
    /// Puzzle: a file, `-` for standard input, or the tiles
    #[arg(required = true, value_name = "FILE|TILES")]
    pub(in crate::cli) puzzle: Vec<String>,

    /// Name of the puzzle, if there is more than one
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) name: Option<String>,

    /// Tile that stands for the blank; the other tiles are then numbered from 1 in order
    #[arg(long, value_name = "TILE", default_value_t = 0, hide_default_value = true)]
    pub(in crate::cli) blank: Tile,

    #[command(flatten)]
    pub(in crate::cli) goal: GoalArgs,
}

/// The goal of a puzzle.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct GoalArgs {
    /// Goal: `blank-last`, `blank-first`, `spiral`, a file, or the tiles
    #[arg(long, value_name = "GOAL", default_value = "blank-last")]
    pub(in crate::cli) goal: String,
}

const SHOW_EXAMPLES: &str = "\
Examples:
  grader puzzle show 8 1 3 4 0 2 7 6 5
  grader puzzle show puzzle04.txt";

#[derive(Debug, clap::Args)]
#[command(after_help = format!("{FORMS}\n\n{SHOW_EXAMPLES}"))]
pub(in crate::cli::puzzle) struct ShowArgs {
    #[command(flatten)]
    pub(in crate::cli::puzzle) input: InputArgs,

    #[command(flatten)]
    pub(in crate::cli::puzzle) output: OutputArgs,
}

pub(super) fn parser_of_algorithms() -> impl TypedValueParser<Value = Algorithm> {
    let value =
        |algorithm: Algorithm| PossibleValue::new(algorithm.name()).help(algorithm.description());
    PossibleValuesParser::new(Algorithm::ALL.map(value)).try_map(|name| name.parse::<Algorithm>())
}

pub(super) fn heuristic_help() -> String {
    let mut text = String::from("Heuristics:\n");
    let is_single = |named: &HeuristicName| {
        !matches!(
            named,
            HeuristicName::Reflected(_) | HeuristicName::Database(DatabaseSizes::Additive(_))
        )
    };
    for named in HeuristicName::offered_heuristics().into_iter().filter(is_single) {
        let _ = writeln!(text, "  {named}\n      {}", named.summary());
    }
    let additive = |named: &HeuristicName| {
        matches!(named, HeuristicName::Database(DatabaseSizes::Additive(_)))
    };
    let additive: Vec<String> = HeuristicName::offered_heuristics()
        .into_iter()
        .filter(additive)
        .map(|named| named.to_string())
        .collect();
    let _ = write!(
        text,
        "{}, and other sizes\n      additive pattern databases with patterns of these sizes\n  \
         reflected-fringe, reflected-additive-4-4 and so on\n      the larger of the values for \
         the board and its mirror image\n  manhattan,fringe and so on\n      the largest of \
         several heuristics, separated by commas",
        additive.join(", ")
    );
    text
}
