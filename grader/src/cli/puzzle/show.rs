//! `grader puzzle show`: draws boards and says what is known of them without a search.

use puzzle::Facts;
use puzzle::report::show;

use super::args::ShowArgs;
use super::input::{self, Task};
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::output;

pub(super) fn run(args: &ShowArgs) -> Result<Exit, CliError> {
    let tasks = input::tasks(&args.input)?;
    let out = args.output.out.as_deref();
    if let Some(out) = out {
        output::check_writable(out)?;
    }
    let layout = output::layout(args.output.color, out.is_some());
    let shown = |Task { found, goal }: &Task| {
        show(found.name.as_deref(), &found.grid, &Facts::new(&found.grid, goal), &layout)
    };
    let texts: Vec<String> = tasks.iter().map(shown).collect();
    output::write(out, &texts.join("\n"))?;
    Ok(Exit::Passed)
}
