//! The arguments of `grader puzzle solve`.

use std::num::NonZeroU64;

use clap::ValueEnum;
use oracle::search::Algorithm;

use super::{FORMS, InputArgs, algorithms, heuristics};
use crate::cli::shared_args::OutputArgs;

const SOLVE_EXIT_CODES: &str = "\
Exit codes:
  0  answered: solved, or proven to have no solution
  1  not solved: the limit on nodes or the bound came first
  2  wrong usage or a bad puzzle
  3  the grader or this machine is at fault";

#[derive(Debug, clap::Args)]
#[command(after_help = FORMS, after_long_help = format!("{FORMS}\n\n{}\n\n{SOLVE_EXIT_CODES}", heuristics()))]
pub(in crate::cli::puzzle) struct SolveArgs {
    #[command(flatten)]
    pub(in crate::cli::puzzle) input: InputArgs,

    /// The search [default: the fastest that proves the least number of moves]
    #[arg(long, value_name = "SEARCH", value_parser = algorithms())]
    pub(in crate::cli::puzzle) algorithm: Option<Algorithm>,

    /// The heuristic of `a-star`, `greedy` and `ida-star` [default: manhattan]
    #[arg(long, value_name = "HEURISTIC")]
    pub(in crate::cli::puzzle) heuristic: Option<String>,

    /// The most nodes to expand [default: 2000000 for searches that remember them, or no limit]
    #[arg(long, value_name = "N")]
    pub(in crate::cli::puzzle) nodes: Option<NonZeroU64>,

    /// The most moves that `depth-first`, `iterative-deepening` or `ida-star` looks ahead
    #[arg(long, value_name = "MOVES")]
    pub(in crate::cli::puzzle) bound: Option<usize>,

    /// Use large pattern databases, for the hardest 4-by-4 and 5-by-5 boards: a few hundred megabytes,
    /// which are built once and kept in the folder for caches
    #[arg(long, conflicts_with_all = ["algorithm", "heuristic", "bound", "steps", "print"])]
    pub(in crate::cli::puzzle) large: bool,

    /// Show each node that is expanded, with its moves made and estimated (A* if no other is named)
    #[arg(long)]
    pub(in crate::cli::puzzle) steps: bool,

    /// Replay the solution in place, on a terminal; elsewhere print its boards one by one
    #[arg(long, conflicts_with_all = ["steps", "format", "out", "print"])]
    pub(in crate::cli::puzzle) animate: bool,

    /// How long each board of an animation is shown
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 400, requires = "animate")]
    pub(in crate::cli::puzzle) pause: u64,

    /// Print what the program of a text on the 8-puzzle prints, to the letter
    #[arg(
        long,
        value_name = "PROGRAM",
        conflicts_with_all = ["algorithm", "heuristic", "bound", "steps", "format"]
    )]
    pub(in crate::cli::puzzle) print: Option<Program>,

    /// How to write the answer
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(in crate::cli::puzzle) format: SolveFormat,

    #[command(flatten)]
    pub(in crate::cli::puzzle) output: OutputArgs,
}

/// How a solution is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli::puzzle) enum SolveFormat {
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
pub(in crate::cli::puzzle) enum Program {
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
