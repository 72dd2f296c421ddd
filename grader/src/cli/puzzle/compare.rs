//! Implements `grader puzzle compare`, which runs all searches with all heuristics on a puzzle.

use std::num::NonZeroU64;

use clap::ValueEnum;
use oracle::puzzle::is_solvable;
use oracle::search::{Algorithm, Limit};
use puzzle::compare::compare;
use puzzle::{heuristics, report};

use super::args::{FORMS, InputArgs, heuristic_help, parser_of_algorithms};
use super::input::{self, PuzzleTask};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::shared_args::OutputArgs;
use crate::cli::status_line::StatusLine;

const EXAMPLES: &str = "\
Examples:
  grader puzzle compare 8 1 3 4 0 2 7 6 5
  grader puzzle compare puzzle04.txt --format markdown";

#[derive(Debug, clap::Args)]
#[command(after_help = FORMS, after_long_help = format!("{FORMS}\n\n{}\n\n{EXAMPLES}", heuristic_help()))]
pub(super) struct CompareArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,

    /// Compare only this search; can be repeated
    #[arg(long, value_name = "SEARCH", value_parser = parser_of_algorithms())]
    pub(super) algorithm: Vec<Algorithm>,

    /// Compare only this heuristic; can be repeated [default: all that need no preparation]
    #[arg(long, value_name = "HEURISTIC")]
    pub(super) heuristic: Vec<String>,

    /// Maximum number of expanded nodes for each search
    #[arg(long, value_name = "N", default_value = "200000")]
    pub(super) nodes: NonZeroU64,

    /// Show the time of each search, which differs from run to run
    #[arg(long)]
    pub(super) times: bool,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(super) format: CompareFormat,

    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// The format of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum CompareFormat {
    /// Human-readable text
    Human,
    /// Markdown table
    Markdown,
    /// Machine-readable JSON, schema `puzzle-compare/1`
    Json,
}

pub(super) fn run(args: &CompareArgs) -> Result<Exit, CliError> {
    let PuzzleTask { found, goal } = input::read_one_task(&args.input)?;
    if !is_solvable(&found.grid, &goal) {
        return Err(CliError::Misuse {
            message: "the puzzle has no solution, so searches cannot be compared".to_owned(),
            hint: "run `grader puzzle show` to see why".to_owned(),
        });
    }
    let heuristics = match &args.heuristic[..] {
        [] => heuristics::quickly_built_heuristics(&goal),
        names => {
            let names = names.iter().map(|name| name.parse()).collect::<Result<_, _>>();
            names.map_err(CliError::UnknownHeuristic)?
        }
    };
    let algorithms = match &args.algorithm[..] {
        [] => Algorithm::ALL.to_vec(),
        algorithms => algorithms.to_vec(),
    };
    args.output.check_writable()?;
    let status = StatusLine::new();
    let limit = Limit::expanded(args.nodes.get());
    let rows = compare((&found.grid, &goal), &algorithms, &heuristics, limit, &|text| {
        status.show_step(text, false);
    });
    let rows = rows.map_err(|why| CliError::Unsupported { why })?;
    status.clear();
    let text = match args.format {
        CompareFormat::Human => {
            let layout = args.output.layout();
            report::compare(&rows, args.times, &layout)
        }
        CompareFormat::Markdown => report::compare_markdown(&rows, args.times),
        CompareFormat::Json => report::compare_json(&rows, args.times),
    };
    args.output.write_result(&text)?;
    Ok(Exit::Passed)
}
