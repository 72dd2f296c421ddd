//! Reads puzzles and goals from arguments.

use std::path::Path;

use oracle::puzzle::Goal;
use puzzle::read::{self, ReadRequest};
use puzzle::{GoalChoice, InputPuzzle};
use slider::Tile;

use super::args::{GoalArgs, InputArgs};
use crate::cli::error::CliError;

/// A puzzle and a goal of the same dimension.
pub(in crate::cli) struct PuzzleTask {
    pub(in crate::cli) found: InputPuzzle,
    pub(in crate::cli) goal: Goal,
}

pub(super) fn read_tasks(args: &InputArgs) -> Result<Vec<PuzzleTask>, CliError> {
    let input = join_arguments(args)?;
    let found = read::read(&read_request(args, &input))?;
    let goal = read_goal(&args.goal, args.blank)?;
    found.into_iter().map(|found| create_task(found, &goal)).collect()
}

/// Reads a single puzzle with its goal, or returns an error if there are more.
pub(in crate::cli) fn read_one_task(args: &InputArgs) -> Result<PuzzleTask, CliError> {
    let input = join_arguments(args)?;
    let found = read::read_one(&read_request(args, &input))?;
    create_task(found, &read_goal(&args.goal, args.blank)?)
}

/// Joins the arguments, which may be the tiles of a board. A file should be the only argument.
fn join_arguments(args: &InputArgs) -> Result<String, CliError> {
    if let [_, .., _] = &args.puzzle[..]
        && let Some(file) =
            args.puzzle.iter().find(|puzzle| *puzzle == "-" || Path::new(puzzle).is_file())
    {
        return Err(CliError::Misuse {
            message: format!("the puzzle `{file}` cannot be combined with other arguments"),
            hint: "use one file, or the tiles of one board".to_owned(),
        });
    }
    if args.puzzle.iter().any(|puzzle| puzzle == "-") && args.goal.goal == "-" {
        return Err(CliError::Misuse {
            message: "standard input cannot be both the puzzle and the goal".to_owned(),
            hint: "use a file for one of them".to_owned(),
        });
    }
    Ok(args.puzzle.join(" "))
}

fn read_request<'a>(args: &'a InputArgs, input: &'a str) -> ReadRequest<'a> {
    ReadRequest { input, name: args.name.as_deref(), blank: args.blank }
}

fn create_task(found: InputPuzzle, goal: &GoalChoice) -> Result<PuzzleTask, CliError> {
    let goal = goal.for_dimension(found.grid.dimension())?;
    Ok(PuzzleTask { found, goal })
}

/// Returns the goal with this name, or reads one from a file or from tiles.
pub(in crate::cli) fn read_goal(args: &GoalArgs, blank: Tile) -> Result<GoalChoice, CliError> {
    if let Some(goal) = GoalChoice::named(&args.goal) {
        return Ok(goal);
    }
    let is_name = args.goal.starts_with(|c: char| c.is_ascii_alphabetic())
        && args.goal.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if is_name && !Path::new(&args.goal).exists() {
        return Err(CliError::UnknownGoal { name: args.goal.clone() });
    }
    let request = ReadRequest { input: &args.goal, name: None, blank };
    Ok(GoalChoice::Board(read::read_one(&request)?.grid))
}
