//! Implements `grader puzzle`, a set of commands for working with puzzles outside of grading.

pub(super) mod args;
mod compare;
mod generate;
pub(super) mod input;
mod print;
mod prover;
mod show;
mod solve;
mod verify;

use super::error::CliError;
use super::exit::Exit;
use args::{PuzzleArgs, PuzzleCommand};

pub(super) fn run(args: &PuzzleArgs) -> Result<Exit, CliError> {
    match &args.command {
        PuzzleCommand::Solve(args) => {
            args.output.color.apply_to_errors();
            solve::run(args)
        }
        PuzzleCommand::Compare(args) => {
            args.output.color.apply_to_errors();
            compare::run(args)
        }
        PuzzleCommand::Verify(args) => {
            args.output.color.apply_to_errors();
            verify::run(args)
        }
        PuzzleCommand::Generate(args) => {
            args.color.apply_to_errors();
            generate::run(args)
        }
        PuzzleCommand::Show(args) => {
            args.output.color.apply_to_errors();
            show::run(args)
        }
    }
}
