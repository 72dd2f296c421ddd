//! Implements `grader init`, which creates a new assignment for an instructor.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use assignment::Assignment;

use super::anonymous;
use super::error::CliError;
use super::exit::Exit;
use super::folder;
use super::new::{self, NameArgs};
use super::output;
use super::shared_args::ColorArgs;
use crate::starter::{self, Files, StagedFolder};

const HELP: &str = "\
The folder contains a rubric with every option, visible and hidden puzzles, labelled submissions to
test the rubric, recipes for platforms, a README that lists the commands in order, and the student
repository. After a change, recreate the student repository with `grader new DIR/student
--assignment DIR`.

Exit codes:
  0  written
  2  a folder is not empty or cannot be written to; nothing was written";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct InitArgs {
    /// Folder to create; must be new or empty
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Folder for the student repository [default: `student` in DIR]
    #[arg(long, value_name = "OUT")]
    student: Option<PathBuf>,

    #[command(flatten)]
    name: NameArgs,

    #[command(flatten)]
    pub(super) color: ColorArgs,
}

pub(super) fn run(args: &InitArgs) -> Result<Exit, CliError> {
    let name = args.name.crate_name()?;
    let seed = anonymous::random_secret().map_err(|source| CliError::Random { source })?;
    let mut files = starter::assignment_files(&seed);
    let (student, _, _) = new::student_files(&load_new_assignment(&files)?, true, &name)?;
    let place = args.student.clone().unwrap_or_else(|| args.folder.join(starter::STUDENT));
    if let Some(inside) = path_inside(&args.folder, &place)? {
        if files.keys().any(|file| file.starts_with(&inside)) {
            return Err(overlapping_folders());
        }
        files.extend(student.into_iter().map(|(file, text)| (format!("{inside}{file}"), text)));
        StagedFolder::prepare(&args.folder, &files)?.commit()?;
    } else {
        let made = StagedFolder::prepare(&place, &student)?.commit()?;
        let rest = StagedFolder::prepare(&args.folder, &files).and_then(StagedFolder::commit);
        if let Err(error) = rest {
            made.remove_created();
            return Err(error.into());
        }
    }
    let mut text = format!(
        "{}: an assignment; the student repository is in {}\n\n",
        args.folder.display(),
        place.display()
    );
    let enter = folder::as_argument(&args.folder).map(|folder| format!("cd {folder}"));
    let begin = ["grader assignment .", "grader audit --assignment . --corpus submissions"];
    for command in enter.into_iter().chain(begin.map(str::to_owned)) {
        let _ = writeln!(text, "  {command}");
    }
    text.push_str(
        "\nSee its `README.md` for how to grade, write reports and update the student \
         repository.\n",
    );
    output::print(&text)?;
    Ok(Exit::Passed)
}

fn load_new_assignment(files: &Files) -> Result<Assignment, CliError> {
    let scratch = |source| CliError::Scratch { source };
    let folder = tempfile::tempdir().map_err(scratch)?;
    for (name, text) in files.iter().filter(|(name, _)| is_part_of_assignment(name)) {
        let file = folder.path().join(name);
        let made = file.parent().map_or(Ok(()), fs::create_dir_all);
        made.and_then(|()| fs::write(&file, text)).map_err(scratch)?;
    }
    Ok(Assignment::load(folder.path())?)
}

fn is_part_of_assignment(name: &str) -> bool {
    name == starter::RUBRIC || name.starts_with("puzzles/")
}

/// Returns the path of `place` relative to `folder`, with a trailing slash. This is `None` outside `folder`.
fn path_inside(folder: &Path, place: &Path) -> Result<Option<String>, CliError> {
    let absolute = |path: &Path| {
        std::path::absolute(path)
            .map_err(|source| CliError::Unwritable { path: path.to_owned(), source })
    };
    let (folder, place) = (absolute(folder)?, absolute(place)?);
    if folder.starts_with(&place) {
        return Err(overlapping_folders());
    }
    let Ok(inside) = place.strip_prefix(&folder) else { return Ok(None) };
    let parts = inside.iter().map(|part| format!("{}/", part.to_string_lossy()));
    Ok(Some(parts.collect()))
}

fn overlapping_folders() -> CliError {
    CliError::Misuse {
        message: "the student repository would overwrite the assignment".to_owned(),
        hint: "use another folder for `--student`, or leave the option out".to_owned(),
    }
}
