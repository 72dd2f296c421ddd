//! Implements `grader puzzle solve --print`, which reproduces the output of published programs.

use std::num::NonZeroU64;

use oracle::puzzle::Grid;
use oracle::search::{Limit, boards_along};
use oracle::tutorial::print::{Princeton, princeton, transcript};
use oracle::tutorial::{self, TutorialEnd};
use puzzle::solve::SolveResult;
use puzzle::{Prover, SolvedPuzzle};

use super::input::PuzzleTask;
use super::solve::{MOST_REMEMBERED, PublishedProgram, SolveArgs};
use crate::cli::error::{CliError, print_note};
use crate::cli::exit::Exit;

pub(super) fn run(
    program: PublishedProgram,
    task: &PuzzleTask,
    args: &SolveArgs,
) -> Result<Exit, CliError> {
    let PuzzleTask { found, goal } = task;
    let nodes = args.nodes.map(NonZeroU64::get);
    let edition = match program {
        PublishedProgram::Princeton => Princeton::Client,
        PublishedProgram::PrincetonSample => Princeton::SampleRun,
        _ => {
            let program = search_of(program);
            let most = nodes.unwrap_or(MOST_REMEMBERED);
            let run = tutorial::run(program, &found.grid, goal, most);
            let run = run.expect("a task's goal has the same dimension as its board");
            args.output.write_result(&transcript(&run))?;
            return Ok(match run.end {
                TutorialEnd::Goal(_) => Exit::Passed,
                TutorialEnd::Exhausted => {
                    print_note("note: the board has no solution");
                    Exit::Passed
                }
                TutorialEnd::GaveUp => {
                    print_note(&format!("note: the program was stopped after {most} nodes"));
                    Exit::Failed
                }
            });
        }
    };
    let limit = Limit::expanded(nodes.unwrap_or(u64::MAX));
    let solved = SolvedPuzzle::by_prover(&Prover::new(goal.clone()), &found.grid, limit);
    if matches!(solved.answer, SolveResult::GaveUp(_) | SolveResult::Beyond(_)) {
        print_note("note: the search was stopped by `--nodes`; nothing is proven");
        return Ok(Exit::Failed);
    }
    let boards: Option<Vec<Grid>> =
        solved.slides().map(|slides| boards_along(&found.grid, slides).collect());
    args.output.write_result(&princeton(boards.as_deref(), edition))?;
    Ok(Exit::Passed)
}

/// Returns the search of a published program. The Princeton programs have none.
fn search_of(program: PublishedProgram) -> tutorial::TutorialProgram {
    match program {
        PublishedProgram::Princeton | PublishedProgram::PrincetonSample | PublishedProgram::Cpp => {
            tutorial::TutorialProgram::CppAStar
        }
        PublishedProgram::CppGreedy => tutorial::TutorialProgram::CppGreedy,
        PublishedProgram::CppBreadthFirst => tutorial::TutorialProgram::CppBreadthFirst,
        PublishedProgram::CppDepthFirst => tutorial::TutorialProgram::CppDepthFirst,
        PublishedProgram::Csharp => tutorial::TutorialProgram::CSharp,
        PublishedProgram::Python => tutorial::TutorialProgram::Python,
    }
}
