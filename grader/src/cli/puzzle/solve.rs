//! Implements `grader puzzle solve`, which solves puzzles and reports whether each solution is proven to be optimal.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::{self, IsTerminal as _};
use std::num::NonZeroU64;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use ::report::Layout;
use clap::ValueEnum;
use oracle::heuristic::HeuristicName;
use oracle::search::{Algorithm, Limit, boards_along};
use puzzle::heuristics::NamedHeuristic;
use puzzle::report::{self as report, ShownAnswer, board_as_text};
use puzzle::solve::SolveResult;
use puzzle::{BoardFormat, SolvedPuzzle};

use super::args::{FORMS, InputArgs, heuristic_help, parser_of_algorithms};
use super::input::{self, PuzzleTask};
use super::print;
use super::prover::create_prover;
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::output;
use crate::cli::shared_args::OutputArgs;
use crate::cli::status_line::StatusLine;

/// The default limit on expanded nodes for searches that store all nodes. On 4-by-4 boards, this takes about a
/// gigabyte.
pub(super) const MOST_REMEMBERED: u64 = 2_000_000;

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
#[command(after_help = FORMS, after_long_help = format!("{FORMS}\n\n{}\n\n{SOLVE_EXIT_CODES}", heuristic_help()))]
pub(super) struct SolveArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,

    /// Search algorithm [default: the fastest that proves the minimum number of moves]
    #[arg(long, value_name = "SEARCH", value_parser = parser_of_algorithms())]
    pub(super) algorithm: Option<Algorithm>,

    /// Heuristic for `a-star`, `greedy` and `ida-star` [default: manhattan]
    #[arg(long, value_name = "HEURISTIC")]
    pub(super) heuristic: Option<String>,

    /// Maximum number of expanded nodes [default: 2000000 for searches that store nodes, otherwise no limit]
    #[arg(long, value_name = "N")]
    pub(super) nodes: Option<NonZeroU64>,

    /// Maximum number of moves for `depth-first`, `iterative-deepening` and `ida-star`
    #[arg(long, value_name = "MOVES")]
    pub(super) bound: Option<usize>,

    /// Use large pattern databases from the start, for the hardest 4x4 and 5x5 boards. They are
    /// built only once, and take up a few hundred megabytes in the cache folder
    #[arg(long, conflicts_with_all = ["algorithm", "heuristic", "bound", "steps", "print"])]
    pub(super) large: bool,

    /// Show each expanded node with its number of moves and its estimate [default search: A*]
    #[arg(long)]
    pub(super) steps: bool,

    /// Animate the solution if the output is a terminal; otherwise, print its boards one by one
    #[arg(long, conflicts_with_all = ["steps", "format", "out", "print"])]
    pub(super) animate: bool,

    /// Time to show each board of the animation
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 400, requires = "animate")]
    pub(super) pause: u64,

    /// Print exactly what a published 8-puzzle program prints
    #[arg(
        long,
        value_name = "PROGRAM",
        conflicts_with_all = ["algorithm", "heuristic", "bound", "steps", "format"]
    )]
    pub(super) print: Option<PublishedProgram>,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(super) format: SolveFormat,

    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// The format of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum SolveFormat {
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
pub(super) enum PublishedProgram {
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

pub(super) fn run(args: &SolveArgs) -> Result<Exit, CliError> {
    let search = requested_search(args)?;
    if args.steps && !matches!(args.format, SolveFormat::Human | SolveFormat::Json) {
        return Err(CliError::Misuse {
            message: "`--steps` can only be used with `--format human` or `--format json`"
                .to_owned(),
            hint: "leave out one of the options".to_owned(),
        });
    }
    let tasks = if args.animate {
        vec![input::read_one_task(&args.input)?]
    } else {
        input::read_tasks(&args.input)?
    };
    args.output.check_writable()?;
    if let (Some(program), [task]) = (args.print, &tasks[..]) {
        return print::run(program, task, args);
    }
    let solved = solve_all(&tasks, search.as_ref(), args)?;
    let is_open = |solved: &SolvedPuzzle| {
        matches!(solved.answer, SolveResult::GaveUp(_) | SolveResult::Beyond(_))
    };
    let gave_up = solved.iter().any(is_open);
    let shown: Vec<ShownAnswer<'_>> = tasks
        .iter()
        .zip(&solved)
        .map(|(PuzzleTask { found, goal }, solved)| ShownAnswer {
            name: found.name.as_deref(),
            grid: &found.grid,
            goal,
            solved,
            with_steps: args.steps,
        })
        .collect();
    let layout = args.output.layout();
    match (&shown[..], args.animate) {
        ([one], true) if one.solved.slides().is_some() => {
            animate(one, args.pause, &layout)?;
        }
        _ => {
            let texts = |text: &dyn Fn(&ShownAnswer<'_>) -> String, between: &str| {
                shown.iter().map(text).collect::<Vec<_>>().join(between)
            };
            let text = match args.format {
                SolveFormat::Human => texts(&|solved| report::solve(solved, &layout), "\n"),
                SolveFormat::Json => report::solve_json(&shown),
                SolveFormat::Classic => {
                    texts(&|solved| report::boards(solved, BoardFormat::Classic), "\n")
                }
                SolveFormat::Flat => {
                    texts(&|solved| report::boards(solved, BoardFormat::Flat), "\n")
                }
                SolveFormat::Moves => texts(&report::moves, ""),
            };
            args.output.write_result(&text)?;
        }
    }
    Ok(if gave_up { Exit::Failed } else { Exit::Passed })
}

/// Returns the requested search, or `None` for the fastest search that proves the answer.
fn requested_search(args: &SolveArgs) -> Result<Option<(Algorithm, HeuristicName)>, CliError> {
    let named = args.heuristic.as_ref().map(|name| name.parse::<HeuristicName>()).transpose();
    let named = named.map_err(CliError::UnknownHeuristic)?;
    let algorithm = match (args.algorithm, &named) {
        (None, None) if !args.steps && args.bound.is_none() => return Ok(None),
        (algorithm, _) => algorithm.unwrap_or(Algorithm::AStar),
    };
    if named.is_some() && !algorithm.uses_heuristic() {
        return Err(CliError::Misuse {
            message: format!("`{algorithm}` does not use a heuristic"),
            hint: "leave out `--heuristic`, or use `a-star`, `ida-star` or `greedy`".to_owned(),
        });
    }
    if args.bound.is_some() && algorithm.remembers_all() {
        return Err(CliError::Misuse {
            message: format!("`{algorithm}` does not support a bound"),
            hint: "use `--bound` with `depth-first`, `iterative-deepening` or `ida-star`"
                .to_owned(),
        });
    }
    Ok(Some((algorithm, named.unwrap_or(HeuristicName::Manhattan))))
}

/// Solves puzzles of any dimensions. Puzzles with the same goal share databases and heuristics.
fn solve_all(
    tasks: &[PuzzleTask],
    search: Option<&(Algorithm, HeuristicName)>,
    args: &SolveArgs,
) -> Result<Vec<SolvedPuzzle>, CliError> {
    let status = Arc::new(StatusLine::new());
    let nodes = args.nodes.map(NonZeroU64::get);
    let (mut provers, mut heuristics) = (BTreeMap::new(), BTreeMap::new());
    let mut all = Vec::with_capacity(tasks.len());
    for PuzzleTask { found, goal } in tasks {
        status.show_step(&format!("solving puzzle {} of {}", all.len() + 1, tasks.len()), false);
        let n = goal.dimension();
        all.push(if let Some((algorithm, named)) = search {
            let heuristic = match heuristics.entry(n) {
                Entry::Occupied(entry) => entry.into_mut(),
                Entry::Vacant(entry) => {
                    status.show_step(&format!("building the heuristic {named}"), false);
                    let built = NamedHeuristic::new(named, goal);
                    entry.insert(built.map_err(|why| CliError::Unsupported { why })?)
                }
            };
            let grows = algorithm.remembers_all() || *algorithm == Algorithm::DepthFirst;
            let most = if grows || args.steps { MOST_REMEMBERED } else { u64::MAX };
            let limit =
                Limit::expanded(nodes.unwrap_or(most)).with_bound(args.bound.unwrap_or(usize::MAX));
            SolvedPuzzle::by_search((&found.grid, goal), *algorithm, heuristic, limit, args.steps)
        } else {
            let prover = match provers.entry(n) {
                Entry::Occupied(entry) => entry.into_mut(),
                Entry::Vacant(entry) => entry.insert(create_prover(goal, args.large, &status)?),
            };
            SolvedPuzzle::by_prover(prover, &found.grid, Limit::expanded(nodes.unwrap_or(u64::MAX)))
        });
    }
    Ok(all)
}

/// Shows the boards of a solution one by one. When the terminal is tall enough, each board will replace the previous
/// one.
///
/// Each board is written in a single call that leaves the cursor below, and the settings of the terminal do not change.
/// This way, the user can interrupt the animation at any time, and we do not need signal handlers.
fn animate(shown: &ShownAnswer<'_>, pause: u64, layout: &Layout) -> Result<(), CliError> {
    let slides = shown.solved.slides().unwrap_or_default();
    let last = slides.len();
    // The line with the number of the move is above the board.
    let in_place = is_in_place(board_as_text(shown.grid, layout.width).lines().count() + 1);
    let mut above = 0;
    for (made, grid) in boards_along(shown.grid, slides).enumerate() {
        let tile = made.checked_sub(1).map(|slide| slides[slide].tile);
        let slid = tile.map_or_else(String::new, |tile| format!(": tile {tile} slides"));
        let frame = format!("move {made} of {last}{slid}\n{}", board_as_text(&grid, layout.width));
        if in_place {
            // Move up to the previous board, and clear each line before overwriting it.
            let up = if above == 0 { String::new() } else { format!("\x1b[{above}A") };
            let lines: Vec<&str> = frame.lines().collect();
            let text = lines.join("\n\r\x1b[2K");
            output::print(&format!("{up}\r\x1b[2K{text}\n"))?;
            above = frame.lines().count();
            if made < last {
                thread::sleep(Duration::from_millis(pause));
            }
        } else {
            let gap = if made == 0 { "" } else { "\n" };
            output::print(&format!("{gap}{frame}"))?;
        }
    }
    Ok(())
}

/// Returns `true` if the terminal has enough rows to redraw this many lines in place.
fn is_in_place(lines: usize) -> bool {
    io::stdout().is_terminal()
        && !output::is_dumb_terminal()
        && terminal_size::terminal_size().is_some_and(|(_, height)| lines < usize::from(height.0))
}
