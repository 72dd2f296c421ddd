//! Implements `grader new`, which creates a student's repository.

use std::path::{Path, PathBuf};

use checks::assignment::{self, Assignment, Hard, Loosened, Partial, Random, RunLimits};
use grade::points::Points;
use grade::view::Audience;
use starter::{CrateName, Files, Limits, Line, Partly, Puzzle, PuzzleAnswer, Staged, Terms, Tests};
use terminal::wrap::escape;

use super::assignment::kit;
use super::error::CliError;
use super::exit::Exit;
use super::folder;
use super::output;
use super::shared_args::{AssignmentArgs, ColorArgs};

const HELP: &str = "\
Examples:
  grader new alice
  grader new alice --assignment hw

The folder contains a crate to complete, the library `slider`, example tests, puzzles, a program
that solves a puzzle file, `HANDOUT.md` with the task and how it is graded, and settings for editors
and for GitHub Actions. `cargo test` and `grader check` work there without a network connection.

If you use your own assignment, the handout lists its points, limits, dates and visible puzzles, and
the folder `assignment` contains everything that students may see. Hidden parts are left out.

Exit codes:
  0  written
  2  the folder is not empty or cannot be written to, or the assignment is invalid; nothing was written";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct NewArgs {
    /// Folder to create; must be new or empty
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    #[command(flatten)]
    assignment: AssignmentArgs,

    #[command(flatten)]
    name: NameArgs,

    #[command(flatten)]
    pub(super) color: ColorArgs,
}

/// The name of the crate.
#[derive(Debug, clap::Args)]
pub(super) struct NameArgs {
    /// Name of the student's crate [default: sliding-puzzle]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
}

impl NameArgs {
    pub(super) fn read(&self) -> Result<CrateName, CliError> {
        let Some(name) = &self.name else { return Ok(CrateName::default()) };
        CrateName::new(name).map_err(|error| CliError::Misuse {
            message: error.to_string(),
            hint: error.hint().to_owned(),
        })
    }
}

pub(super) fn run(args: &NewArgs) -> Result<Exit, CliError> {
    let name = args.name.read()?;
    let assignment = args.assignment.load()?;
    let is_own = args.assignment.path().is_some();
    let (files, points, loosened) = student(&assignment, is_own, &name)?;
    Staged::prepare(&args.folder, &files)?.commit()?;
    kit::print_differences(&loosened);
    let mut text = format!(
        "{}: a student repository for {}, {points} points\n\n",
        args.folder.display(),
        escape(&assignment.title),
    );
    text.push_str(&commands(&args.folder, is_own));
    text.push_str("\nRead the task in `HANDOUT.md`.\n");
    output::print(&text)?;
    Ok(Exit::Passed)
}

fn commands(place: &Path, is_own: bool) -> String {
    let check = if is_own {
        format!("grader check --assignment {}", starter::KIT)
    } else {
        "grader check".to_owned()
    };
    let enter = folder::named(place).map(|folder| format!("cd {folder}"));
    let begin = ["cargo test --test board", "cargo run -- puzzles/puzzle04.txt"].map(str::to_owned);
    let commands: Vec<String> = enter.into_iter().chain(begin).chain([check]).collect();
    format!("  {}\n", commands.join("\n  "))
}

/// Returns the files of a student's repository, the visible points, and how grading with the student kit differs from
/// grading with the assignment.
pub(super) fn student(
    assignment: &Assignment,
    is_own: bool,
    name: &CrateName,
) -> Result<(Files, Points, Vec<Loosened>), CliError> {
    let (seen, loosened) = kit::seen_by(assignment, Audience::Student)?;
    let terms = terms(assignment, &seen, is_own);
    Ok((starter::student(&terms, name), terms.points(), loosened))
}

/// Collects the facts for students. `seen` is the visible part of the assignment.
fn terms(assignment: &Assignment, seen: &Assignment, is_own: bool) -> Terms {
    let is_seen = |visibility| Audience::Student.sees(visibility);
    let shown = || assignment.checks.iter().filter(|rated| is_seen(rated.visibility));
    let all: Points = assignment.checks.iter().map(|rated| rated.points).sum();
    let checks = shown().map(|rated| Line {
        check: rated.check,
        points: rated.points,
        partly: partly(&rated.partial),
        requires: rated
            .requires
            .iter()
            .copied()
            .filter(|needed| shown().any(|rated| rated.check == *needed))
            .collect(),
    });
    let RunLimits { time, stop, memory_mib, board_memory, solver_memory } = assignment.limits;
    Terms {
        title: assignment.title.clone(),
        course: assignment.course.clone(),
        checks: checks.collect(),
        hidden: all.without(shown().map(|rated| rated.points).sum()),
        // A cap above the visible points is not in the kit, but will still apply to the total.
        caps: assignment
            .caps
            .iter()
            .filter(|cap| shown().any(|rated| rated.check == cap.unless))
            .cloned()
            .collect(),
        limits: Limits { time, stop, memory_mib, board_memory, solver_memory },
        puzzles: seen.solve.iter().filter_map(puzzle).collect(),
        has_hidden_puzzles: assignment
            .solve
            .iter()
            .chain(&assignment.boards)
            .any(|puzzle| !is_seen(puzzle.visibility)),
        random: seen.random.as_ref().map(drawn).filter(|count| *count > 0),
        tests: seen
            .tests
            .as_ref()
            .map(|tests| Tests { faults: tests.faults.len(), catch: tests.catch }),
        late: assignment.late.clone(),
        attempts: assignment.attempts,
        kit: is_own.then(|| seen.texts()),
    }
}

fn partly(partial: &Partial) -> Partly {
    match partial {
        Partial::None => Partly::No,
        Partial::Share { most } => Partly::Share(*most),
        Partial::Thresholds(steps) => Partly::Thresholds(steps.clone()),
        Partial::Large { part } => Partly::Large(*part),
    }
}

fn drawn(random: &Random) -> usize {
    let hard = random.hard.as_ref().map_or(0, |Hard { count, .. }| *count);
    random.solvable + random.unsolvable + hard
}

/// Converts a puzzle, if it is used to grade the solver.
fn puzzle(puzzle: &assignment::Puzzle) -> Option<Puzzle> {
    let answer = match puzzle.answer {
        assignment::ExpectedAnswer::Moves(moves) => PuzzleAnswer::Moves(moves),
        assignment::ExpectedAnswer::Unsolvable { .. } => PuzzleAnswer::NoSolution,
        assignment::ExpectedAnswer::BoardOnly => return None,
    };
    Some(Puzzle { name: puzzle.name.clone(), tiles: puzzle.tiles.to_vec(), answer })
}
