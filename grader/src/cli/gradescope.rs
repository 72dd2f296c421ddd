//! `grader gradescope`: makes an autograder to be uploaded.

use std::fmt::Write as _;

use checks::assignment::Assignment;

use super::class_args::GradescopeArgs;
use super::error::CliError;
use super::exit::Exit;
use super::output;
use crate::autograder::{self, Autograder, Program};

pub(super) fn run(args: &GradescopeArgs) -> Result<Exit, CliError> {
    let assignment = args.assignment.path().map(autograder::assignment).transpose()?;
    output::check_writable(&args.out)?;
    let (program, needs) = program(args)?;
    let autograder = Autograder { assignment, program, minutes: args.minutes };
    let zip = autograder.zip()?;
    output::write_bytes(&args.out, &zip)?;
    output::print(&told(args, zip.len(), &needs))?;
    Ok(Exit::Passed)
}

/// The program that grades, and its needs of the image.
fn program(args: &GradescopeArgs) -> Result<(Program, String), CliError> {
    if let Some(folder) = &args.source {
        let needs = "built there from its sources, which takes some minutes".to_owned();
        return Ok((Program::sources(folder)?, needs));
    }
    let own = || std::env::current_exe().map_err(|source| CliError::NoProgram { source });
    let path = args.grader.clone().map_or_else(own, Ok)?;
    let (program, elf) = Program::binary(&path)?;
    let needs = match elf.glibc() {
        Some(version) => format!("a program that needs glibc {version} or newer"),
        None => "a program that needs nothing of the system".to_owned(),
    };
    Ok((program, needs))
}

/// The message about the archive that was made, and its use.
fn told(args: &GradescopeArgs, bytes: usize, needs: &str) -> String {
    let mut text = String::new();
    let assignment = match args.assignment.path() {
        Some(path) => path.display().to_string(),
        None => format!("the built-in {}", Assignment::embedded().title),
    };
    let (minutes, rust) = (args.minutes, autograder::rust());
    let _ = write!(
        text,
        "\
{}: {}.{} MB
  assignment  {assignment}
  compiler    Rust {rust}, installed by setup.sh
  grader      {needs}
  time limit  {minutes} minutes: set it to that, or more, in the assignment's settings

Upload it under Configure Autograder, with a base image of Ubuntu. The versions have glibc 2.31
(20.04), 2.35 (22.04) and 2.39 (24.04).
",
        args.out.display(),
        bytes / 1_000_000,
        bytes / 100_000 % 10,
    );
    text
}
