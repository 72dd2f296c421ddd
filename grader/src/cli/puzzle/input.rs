//! The puzzles and the goal that the arguments name.

use reference::puzzle::Goal;

use super::args::InputArgs;
use crate::cli::error::CliError;
use crate::puzzle::read::{self, Request};
use crate::puzzle::{Found, GoalChoice};

/// A puzzle and the goal that it is to reach, of the same dimension.
pub(super) struct Task {
    pub(super) found: Found,
    pub(super) goal: Goal,
}

/// All puzzles that are named, each with its goal.
pub(super) fn tasks(args: &InputArgs) -> Result<Vec<Task>, CliError> {
    let input = joined(args);
    let found = read::read(&request(args, &input))?;
    let goal = goal(args)?;
    found.into_iter().map(|found| task(found, &goal)).collect()
}

/// The one puzzle that is named, with its goal.
pub(super) fn one_task(args: &InputArgs) -> Result<Task, CliError> {
    let input = joined(args);
    let found = read::read_one(&request(args, &input))?;
    task(found, &goal(args)?)
}

/// Tiles may be several arguments.
fn joined(args: &InputArgs) -> String {
    args.puzzle.join(" ")
}

fn request<'a>(args: &'a InputArgs, input: &'a str) -> Request<'a> {
    Request { input, name: args.name.as_deref(), blank: args.blank }
}

fn task(found: Found, goal: &GoalChoice) -> Result<Task, CliError> {
    let goal = goal.of(found.grid.dimension())?;
    Ok(Task { found, goal })
}

/// The goal of that name, or the board in that file.
fn goal(args: &InputArgs) -> Result<GoalChoice, CliError> {
    if let Some(goal) = GoalChoice::named(&args.goal) {
        return Ok(goal);
    }
    let is_bare = args.goal.chars().all(|it| it.is_ascii_alphabetic() || it == '-');
    if is_bare && args.goal != "-" && !std::path::Path::new(&args.goal).exists() {
        return Err(CliError::UnknownGoal { name: args.goal.clone() });
    }
    let request = Request { input: &args.goal, name: None, blank: args.blank };
    Ok(GoalChoice::Board(read::read_one(&request)?.grid))
}
