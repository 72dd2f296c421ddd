//! Implements `grader puzzle compare`, which runs all searches with all heuristics on a puzzle.

use oracle::puzzle::is_solvable;
use oracle::search::{Algorithm, Limit};
use puzzle::compare::compare;
use puzzle::{heuristics, report};

use super::args::{CompareArgs, CompareFormat};
use super::input::{self, PuzzleTask};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::status_line::StatusLine;

pub(super) fn run(args: &CompareArgs) -> Result<Exit, CliError> {
    let PuzzleTask { found, goal } = input::read_one_task(&args.input)?;
    if !is_solvable(&found.grid, &goal) {
        return Err(CliError::Misuse {
            message: "the puzzle has no solution, so searches cannot be compared".to_owned(),
            hint: "run `grader puzzle show` to see why".to_owned(),
        });
    }
    let heuristics = match &args.heuristic[..] {
        [] => heuristics::quick(&goal),
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
