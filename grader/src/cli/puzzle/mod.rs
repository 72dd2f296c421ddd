//! `grader puzzle`: puzzles beside any grading.

pub(super) mod args;
mod input;
mod show;

use args::{PuzzleArgs, PuzzleCommand};

use super::error::CliError;
use super::exit::Exit;

pub(super) fn run(args: &PuzzleArgs) -> Result<Exit, CliError> {
    match &args.command {
        PuzzleCommand::Show(args) => {
            args.output.color.for_errors();
            show::run(args)
        }
    }
}
