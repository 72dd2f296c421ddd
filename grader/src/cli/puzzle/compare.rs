//! `grader puzzle compare`: every search with every heuristic on one puzzle.

use reference::puzzle::is_solvable;
use reference::search::Limit;

use super::args::{CompareArgs, CompareFormat};
use super::input::{self, Task};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::output;
use crate::cli::status_line::StatusLine;
use crate::puzzle::compare::compare;
use crate::report::puzzle as report;

pub(super) fn run(args: &CompareArgs) -> Result<Exit, CliError> {
    let Task { found, goal } = input::one_task(&args.input)?;
    if !is_solvable(&found.grid, &goal) {
        return Err(CliError::Misuse {
            message: "the puzzle has no solution, so there is nothing to compare".to_owned(),
            hint: "`grader puzzle show` tells why".to_owned(),
        });
    }
    let out = args.output.out.as_deref();
    if let Some(out) = out {
        output::check_writable(out)?;
    }
    let status = StatusLine::new();
    let limit = Limit::expanded(args.nodes.get());
    let rows = compare(&found.grid, &goal, limit, &|algorithm, estimate| {
        let with = estimate.map_or_else(String::new, |it| format!(" with {}", it.name()));
        status.say(&format!("{}{with}", algorithm.name()), false);
    });
    status.clear();
    let text = match args.format {
        CompareFormat::Human => {
            let layout = output::layout(args.output.color, out.is_some());
            report::compare(&rows, args.times, &layout)
        }
        CompareFormat::Markdown => report::compare_markdown(&rows, args.times),
        CompareFormat::Json => report::compare_json(&rows, args.times),
    };
    output::write(out, &text)?;
    Ok(Exit::Passed)
}
