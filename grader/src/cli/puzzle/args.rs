//! What can be typed after `grader puzzle`.

use std::path::PathBuf;

use clap::Subcommand;
use slider::Tile;

use crate::cli::args::Color;

const FORMS: &str = "\
Puzzles:
  FILE       a file; `-` is standard input. Which form it has is told by what is in it:
               the classic file: the number of rows, then the tiles, 0 for the blank
               rows, such as `1,0,3`, `4,2,5`, `7,8,6` in a line each
               a list: one position a line, before it nothing, a name, or a name and
               the moves; `#` begins a remark
               a puzzle file of an assignment, in TOML
  TILES      the tiles themselves: `1 0 3 / 4 2 5 / 7 8 6`, `1 0 3 4 2 5 7 8 6`, and
             up to 3-by-3 without spaces, `103425786`

  Whether the number of rows comes first is told by the count of numbers: it is a
  square, or one more than a square.";

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct PuzzleArgs {
    #[command(subcommand)]
    pub(super) command: PuzzleCommand,
}

#[derive(Debug, Subcommand)]
pub(super) enum PuzzleCommand {
    /// Show a board: its distances, whether it can be solved and why
    Show(ShowArgs),
}

/// Which puzzle is meant, and where its tiles should end.
#[derive(Debug, clap::Args)]
pub(super) struct InputArgs {
    /// A file with a puzzle, `-` for standard input, or its tiles
    #[arg(required = true, value_name = "FILE|TILES", allow_hyphen_values = false)]
    pub(super) puzzle: Vec<String>,

    /// The puzzle with this name, where there are several
    #[arg(long, value_name = "NAME")]
    pub(super) name: Option<String>,

    /// The tile that stands for the blank; the others are then numbered from 1 in their order
    #[arg(long, value_name = "TILE", default_value_t = 0, hide_default_value = true)]
    pub(super) blank: Tile,

    /// Where the tiles should end: `blank-last`, `blank-first`, `spiral`, or a board of one's own
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
#[command(after_help = FORMS)]
pub(super) struct ShowArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,

    #[command(flatten)]
    pub(super) output: OutputArgs,
}
