//! Defines the arguments of `grader puzzle solve`.

use std::num::NonZeroU64;

use clap::ValueEnum;
use oracle::search::Algorithm;

use super::{FORMS, InputArgs, algorithms, heuristics};
use crate::cli::shared_args::OutputArgs;

const SOLVE_EXIT_CODES: &str = "\
Examples:
  grader puzzle solve \"0 1 3 / 4 2 5 / 7 8 6\"
  grader puzzle solve puzzle04.txt --algorithm ida-star

Exit codes:
  0  solved, or proven unsolvable
  1  not solved: a limit on nodes or moves was reached first
  2  usage error or invalid puzzle
  3  the grader or this machine is at fault";

#[derive(Debug, clap::Args)]
#[command(after_help = FORMS, after_long_help = format!("{FORMS}\n\n{}\n\n{SOLVE_EXIT_CODES}", heuristics()))]
pub(in crate::cli::puzzle) struct SolveArgs {
    #[command(flatten)]
    pub(in crate::cli::puzzle) input: InputArgs,

    /// Search algorithm [default: the fastest that proves the minimum number of moves]
    #[arg(long, value_name = "SEARCH", value_parser = algorithms())]
    pub(in crate::cli::puzzle) algorithm: Option<Algorithm>,

    /// Heuristic for `a-star`, `greedy` and `ida-star` [default: manhattan]
    #[arg(long, value_name = "HEURISTIC")]
    pub(in crate::cli::puzzle) heuristic: Option<String>,

    /// Maximum number of expanded nodes [default: 2000000 for searches that store nodes, otherwise no limit]
    #[arg(long, value_name = "N")]
    pub(in crate::cli::puzzle) nodes: Option<NonZeroU64>,

    /// Maximum number of moves for `depth-first`, `iterative-deepening` and `ida-star`
    #[arg(long, value_name = "MOVES")]
    pub(in crate::cli::puzzle) bound: Option<usize>,

    /// Use large pattern databases from the start, for the hardest 4x4 and 5x5 boards. They are
    /// built only once, and take up a few hundred megabytes in the cache folder
    #[arg(long, conflicts_with_all = ["algorithm", "heuristic", "bound", "steps", "print"])]
    pub(in crate::cli::puzzle) large: bool,

    /// Show each expanded node with its number of moves and its estimate [default search: A*]
    #[arg(long)]
    pub(in crate::cli::puzzle) steps: bool,

    /// Animate the solution if the output is a terminal; otherwise, print its boards one by one
    #[arg(long, conflicts_with_all = ["steps", "format", "out", "print"])]
    pub(in crate::cli::puzzle) animate: bool,

    /// Time to show each board of the animation
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 400, requires = "animate")]
    pub(in crate::cli::puzzle) pause: u64,

    /// Print exactly what a published 8-puzzle program prints
    #[arg(
        long,
        value_name = "PROGRAM",
        conflicts_with_all = ["algorithm", "heuristic", "bound", "steps", "format"]
    )]
    pub(in crate::cli::puzzle) print: Option<PublishedProgram>,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(in crate::cli::puzzle) format: SolveFormat,

    #[command(flatten)]
    pub(in crate::cli::puzzle) output: OutputArgs,
}

/// The format of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli::puzzle) enum SolveFormat {
    /// Human-readable text
    Human,
    /// Machine-readable JSON, schema `puzzle-solve/1`
    Json,
    /// Boards, in the classic file format
    Classic,
    /// Boards, one per line
    Flat,
    /// Tiles that slide
    Moves,
}

/// A program from a published text. All but the first two are reproduced with their own search, including its mistakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli::puzzle) enum PublishedProgram {
    /// Test client of the Princeton assignment, with a shortest solution
    Princeton,
    /// The same client, as in its sample run
    PrincetonSample,
    /// A* from a C++ tutorial
    Cpp,
    /// Greedy best-first search from the C++ tutorial
    CppGreedy,
    /// Breadth-first search from the C++ tutorial
    CppBreadthFirst,
    /// Search that the C++ tutorial calls depth-first
    CppDepthFirst,
    /// A* from a C# tutorial
    Csharp,
    /// A* from a Python tutorial
    Python,
}
