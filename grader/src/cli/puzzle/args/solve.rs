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
  0  solved, or proven to be unsolvable
  1  not solved: the limit on nodes or moves was reached first
  2  wrong usage or an invalid puzzle
  3  the grader or this machine is at fault";

#[derive(Debug, clap::Args)]
#[command(after_help = FORMS, after_long_help = format!("{FORMS}\n\n{}\n\n{SOLVE_EXIT_CODES}", heuristics()))]
pub(in crate::cli::puzzle) struct SolveArgs {
    #[command(flatten)]
    pub(in crate::cli::puzzle) input: InputArgs,

    /// The search [default: the fastest that proves the smallest number of moves]
    #[arg(long, value_name = "SEARCH", value_parser = algorithms())]
    pub(in crate::cli::puzzle) algorithm: Option<Algorithm>,

    /// The heuristic of `a-star`, `greedy` and `ida-star` [default: manhattan]
    #[arg(long, value_name = "HEURISTIC")]
    pub(in crate::cli::puzzle) heuristic: Option<String>,

    /// The limit on expanded nodes [default: 2000000 for searches that store nodes, or no limit]
    #[arg(long, value_name = "N")]
    pub(in crate::cli::puzzle) nodes: Option<NonZeroU64>,

    /// The limit on moves for `depth-first`, `iterative-deepening` and `ida-star`
    #[arg(long, value_name = "MOVES")]
    pub(in crate::cli::puzzle) bound: Option<usize>,

    /// Use large pattern databases for the hardest 4-by-4 and 5-by-5 boards. They are built once
    /// and take a few hundred megabytes in the cache folder
    #[arg(long, conflicts_with_all = ["algorithm", "heuristic", "bound", "steps", "print"])]
    pub(in crate::cli::puzzle) large: bool,

    /// Show each expanded node with its moves and its estimate [default search: A*]
    #[arg(long)]
    pub(in crate::cli::puzzle) steps: bool,

    /// Animate the solution on a terminal, or print its boards one by one
    #[arg(long, conflicts_with_all = ["steps", "format", "out", "print"])]
    pub(in crate::cli::puzzle) animate: bool,

    /// The time that each board of an animation is shown
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 400, requires = "animate")]
    pub(in crate::cli::puzzle) pause: u64,

    /// Print exactly what the program in a text about the 8-puzzle prints
    #[arg(
        long,
        value_name = "PROGRAM",
        conflicts_with_all = ["algorithm", "heuristic", "bound", "steps", "format"]
    )]
    pub(in crate::cli::puzzle) print: Option<Program>,

    /// The format of the answer
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(in crate::cli::puzzle) format: SolveFormat,

    #[command(flatten)]
    pub(in crate::cli::puzzle) output: OutputArgs,
}

/// The format of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli::puzzle) enum SolveFormat {
    /// For people
    Human,
    /// For programs, schema `puzzle-solve/1`
    Json,
    /// The boards, in the classic file format
    Classic,
    /// The boards, one per line
    Flat,
    /// The tiles that slide
    Moves,
}

/// A program of a published text. But for the first two, their searches are their own, too, with
/// what is wrong in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli::puzzle) enum Program {
    /// The test client of the Princeton assignment, with a shortest solution
    Princeton,
    /// The same, as in its sample run
    PrincetonSample,
    /// The A* of a C++ tutorial
    Cpp,
    /// Its greedy best-first search
    CppGreedy,
    /// Its breadth-first search
    CppBreadthFirst,
    /// The search that it calls depth-first
    CppDepthFirst,
    /// The A* of a C# tutorial
    Csharp,
    /// The A* of a Python tutorial
    Python,
}
