//! Implements `grader compile-model`, which prepares a build of the students' edition. Only releases need it.

use std::fs;
use std::path::{Path, PathBuf};

use super::error::CliError;
use super::exit::Exit;
use super::output;
use super::setup::GradingSetup;
use super::shared_args::{AssignmentArgs, ColorArgs, MachineArgs};
use super::status_line::StatusLine;

const HELP: &str = "\
The folder contains the model answer, and the faults that the assignment's tests must catch, compiled
from sources without comments. To build the students' edition, set COMPILED_MODEL to this folder:

  grader compile-model --out DIR
  COMPILED_MODEL=DIR cargo build -p grader

Exit codes:
  0  written
  2  the folder exists or cannot be written to
  3  the grader or this machine is at fault";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct CompileModelArgs {
    /// Folder to create
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    #[command(flatten)]
    assignment: AssignmentArgs,

    #[command(flatten)]
    machine: MachineArgs,

    #[command(flatten)]
    pub(super) color: ColorArgs,
}

pub(super) fn run(args: &CompileModelArgs) -> Result<Exit, CliError> {
    let assignment = args.assignment.load_or_embedded()?;
    let unwritable =
        |folder: &Path, source| CliError::Unwritable { path: folder.to_owned(), source };
    // Compiling takes seconds, so a wrong folder is reported before.
    fs::create_dir(&args.out).map_err(|source| unwritable(&args.out, source))?;
    let status = StatusLine::new();
    let setup = GradingSetup::new(&args.machine, &status)?;
    let grader = setup.create_grader(args.assignment.path(), assignment, setup.jobs, &status)?;
    let files = grader.compile_model().map_err(CliError::from)?;
    for (name, bytes) in &files {
        let path = args.out.join(name);
        let folder = path.parent().unwrap_or(&args.out);
        fs::create_dir_all(folder).map_err(|source| unwritable(folder, source))?;
        output::write_bytes(&path, bytes)?;
    }
    output::print(&format!("{}: {} files\n", args.out.display(), files.len()))?;
    Ok(Exit::Passed)
}
