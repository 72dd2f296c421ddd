//! Implements `grader puzzle show`, which draws boards and lists facts about them that can be determined without a
//! search.

use puzzle::PuzzleFacts;
use puzzle::report::board_facts;

use super::args::ShowArgs;
use super::input::{self, PuzzleTask};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;

pub(super) fn run(args: &ShowArgs) -> Result<Exit, CliError> {
    let tasks = input::read_tasks(&args.input)?;
    args.output.check_writable()?;
    let layout = args.output.layout();
    let shown = |PuzzleTask { found, goal }: &PuzzleTask| {
        board_facts(
            found.name.as_deref(),
            &found.grid,
            &PuzzleFacts::new(&found.grid, goal),
            &layout,
        )
    };
    let texts: Vec<String> = tasks.iter().map(shown).collect();
    args.output.write_result(&texts.join("\n"))?;
    Ok(Exit::Passed)
}
