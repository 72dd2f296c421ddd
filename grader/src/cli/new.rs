//! Implements `grader new`, which creates a student's repository, or brings it up to date.

mod update;

use std::path::{Path, PathBuf};

use assignment::{Assignment, Loosened};
use base::UserError as _;
use grade::points::Points;
use grade::view::Audience;
use terminal::wrap::escape;

use super::assignment::kit;
use super::error::CliError;
use super::exit::Exit;
use super::folder;
use super::output;
use super::shared_args::{AssignmentArgs, ColorArgs};
use crate::starter::{self, CrateName, Files, KitRecord, RECORD, StagedFolder, Terms};

const HELP: &str = "\
Examples:
  grader new alice
  grader new alice --assignment hw
  grader new --update alice --assignment hw

The folder contains a crate to complete, the library `slider`, example tests, puzzles, a program
that solves a puzzle file, `HANDOUT.md` with the task and how it is graded, and settings for editors
and for GitHub Actions. `cargo test` and `grader check` work there without a network connection.

If you use your own assignment, the handout lists its points, limits, dates and visible puzzles, and
the folder `assignment` contains everything that students may see. Hidden parts are left out.

With `--update`, the command brings an existing repository up to date with this version of the
grader or the assignment. It adds new files, replaces or removes those that the student has not
changed, and lists them. A file that the student has changed stays. If the kit has a new version of
it, this is written beside it, as `FILE.new`. To only list the changes, use `--preview`. Unchanged
files are recognized by their hashes in `.grader-kit.json`. In a repository from an earlier version,
which has none, all files that differ stay. Links are never followed.

Exit codes:
  0  written, or up to date
  1  updated, but some files that the student has changed need attention
  2  the folder is not empty or cannot be written to, or the assignment is invalid; nothing was
     written. With `--update`: the folder is no student repository, or a file cannot be written";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct NewArgs {
    /// Folder to create; must be new or empty, unless you use `--update`
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Bring an existing repository up to date
    #[arg(long)]
    update: bool,

    /// List the changes without writing them
    #[arg(long, requires = "update")]
    preview: bool,

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
    pub(super) fn crate_name(&self) -> Result<CrateName, CliError> {
        let Some(name) = &self.name else { return Ok(CrateName::default()) };
        CrateName::new(name).map_err(|error| CliError::Misuse {
            message: error.to_string(),
            hint: error.hint().unwrap_or_default(),
        })
    }
}

pub(super) fn run(args: &NewArgs) -> Result<Exit, CliError> {
    if args.update {
        return update::run(args);
    }
    let name = args.name.crate_name()?;
    let assignment = args.assignment.load_or_embedded()?;
    let is_own = args.assignment.path().is_some();
    let (files, points, loosened) = student_files(&assignment, is_own, &name)?;
    StagedFolder::prepare(&args.folder, &files)?.commit()?;
    kit::print_differences(&loosened);
    let mut text = format!(
        "{}: a student repository for {}, {points} points\n\n",
        args.folder.display(),
        escape(&assignment.title),
    );
    text.push_str(&first_commands(&args.folder, is_own));
    text.push_str("\nRead the task in `HANDOUT.md`.\n");
    output::print(&text)?;
    Ok(Exit::Passed)
}

fn first_commands(place: &Path, is_own: bool) -> String {
    let check = if is_own {
        format!("grader check --assignment {}", starter::KIT)
    } else {
        "grader check".to_owned()
    };
    let enter = folder::as_argument(place).map(|folder| format!("cd {folder}"));
    let begin = ["cargo test --test board", "cargo run -- puzzles/puzzle04.txt"].map(str::to_owned);
    let commands: Vec<String> = enter.into_iter().chain(begin).chain([check]).collect();
    format!("  {}\n", commands.join("\n  "))
}

/// Returns the files of a student's repository, the visible points, and how grading with the student kit differs from
/// grading with the assignment.
pub(super) fn student_files(
    assignment: &Assignment,
    is_own: bool,
    name: &CrateName,
) -> Result<(Files, Points, Vec<Loosened>), CliError> {
    let (seen, loosened) = kit::part_seen_by(assignment, Audience::Student)?;
    let terms = Terms::new(assignment, &seen, is_own);
    let mut files = starter::student_files(&terms, name);
    let record = KitRecord::new(name.as_str(), &files);
    files.insert(RECORD.to_owned(), record.text());
    Ok((files, terms.points(), loosened))
}
