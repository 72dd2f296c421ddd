//! Implements `grader gradescope`, which creates an autograder.

use std::fmt::Write as _;

use assignment::Assignment;
use embedded::RUST_VERSION;
use worker::least_memory_mib;

use super::class_args::GradescopeArgs;
use super::error::CliError;
use super::exit::Exit;
use super::output;
use crate::autograder::{self, Autograder, Elf, PackedGrader};

pub(super) fn run(args: &GradescopeArgs) -> Result<Exit, CliError> {
    let assignment = args.assignment.path().map(autograder::assignment_files).transpose()?;
    let least_memory = least_memory_mib(args.assignment.load_or_embedded()?.limits.memory_mib);
    output::check_writable(&args.out)?;
    let (program, elf) = read_program(args)?;
    let autograder = Autograder { assignment, program, minutes: args.minutes };
    let zip = autograder.zip()?;
    output::write_bytes(&args.out, &zip)?;
    output::print(&describe_autograder(args, zip.len(), elf.as_ref(), least_memory))?;
    Ok(Exit::Passed)
}

/// Returns the grader for the zip file and, unless it is compiled on the platform, the system requirements.
fn read_program(args: &GradescopeArgs) -> Result<(PackedGrader, Option<Elf>), CliError> {
    if let Some(folder) = &args.source {
        return Ok((PackedGrader::read_sources(folder)?, None));
    }
    let own = || std::env::current_exe().map_err(|source| CliError::NoProgram { source });
    let path = args.grader.clone().map_or_else(own, Ok)?;
    let (program, elf) = PackedGrader::read_binary(&path)?;
    Ok((program, Some(elf)))
}

/// The memory of the platform's default container, in MiB.
const DEFAULT_CONTAINER: u64 = 768;

fn describe_autograder(
    args: &GradescopeArgs,
    bytes: usize,
    elf: Option<&Elf>,
    least_memory: u64,
) -> String {
    let mut text = String::new();
    let assignment = match args.assignment.path() {
        Some(path) => path.display().to_string(),
        None => format!("the built-in {}", Assignment::embedded().title),
    };
    let glibc = elf.and_then(Elf::glibc);
    let needs = match (elf, glibc) {
        (None, _) => "built from source on the platform, in a few minutes".to_owned(),
        (_, Some(version)) => format!("a program that needs glibc {version} or newer"),
        (_, None) => "a program without system requirements".to_owned(),
    };
    let note = match elf {
        Some(elf) if !elf.is_as_released() => {
            "\n  note        with a released grader, the file is smaller and works on all Ubuntu \
             images"
        }
        _ => "",
    };
    let minutes = args.minutes;
    let container = if least_memory <= DEFAULT_CONTAINER {
        format!("the default container, with {DEFAULT_CONTAINER} MiB, is enough")
    } else {
        "choose a larger container than the default one in the assignment's settings".to_owned()
    };
    let _ = write!(
        text,
        "\
{}: {}.{} MB
  assignment  {assignment}
  compiler    Rust {RUST_VERSION}, installed by setup.sh
  grader      {needs}{note}
  memory      {least_memory} MiB; {container}
  time limit  {minutes} minutes; set at least this time limit in the assignment's settings

Upload this file under Configure Autograder, with an Ubuntu base image.",
        args.out.display(),
        bytes / 1_000_000,
        // This is the first decimal.
        bytes / 100_000 % 10,
    );
    if glibc.is_some() {
        text += "\nUbuntu 20.04 has glibc 2.31, 22.04 has 2.35, and 24.04 has 2.39.";
    }
    text.push('\n');
    text
}
