//! Runs all commands of one program, in a folder of its own.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{env, fs, io};

use audit::corpus::Labelled;
use base::pool;
use thiserror::Error;

use crate::commands::{self, Sequence};
use crate::{inputs, wrong};

/// The name of the folder in which each program runs, so that paths in outputs do not depend on the program.
const WORK: &str = "work";

/// The name of the program in this folder, and of its folder for caches and temporary files.
pub(crate) const PROGRAM: &str = "grader";
pub(crate) const CACHE: &str = "cache";
pub(crate) const TEMPORARY: &str = "tmp";

/// The folder with the output of each command.
const OUTPUTS: &str = "outputs";

/// The key for pseudonyms, which the program would otherwise choose at random.
const KEY: &str = "pseudonyms.key";

/// The variables that help to find the compiler. Programs get no others from this process.
const INHERITED: [&str; 4] = ["PATH", "HOME", "RUSTUP_HOME", "CARGO_HOME"];

/// The variables of a platform, for the formats that need them.
const PLATFORM: [(&str, &str); 6] = [
    ("CLASSROOM", "cs"),
    ("ASSIGNMENT", "puzzle"),
    ("OWNER", "alice"),
    ("SUBMISSION_TAG", "submit/2026-06-01T14-32-05Z-a1b2c3d"),
    ("COMMIT_URL", "https://example.org/c"),
    ("RELEASE_URL", "https://example.org/r"),
];

/// The exit code for usage errors and invalid input.
const USAGE: i32 = 2;

/// The reason why a program could not be run.
#[derive(Debug, Error)]
pub(crate) enum RunError {
    #[error("`{program}` cannot be run: {source}", program = .program.display())]
    Program { program: PathBuf, source: io::Error },
    #[error("`{program} {MANUAL}` wrote no pages", program = .0.display(), MANUAL = commands::MANUAL)]
    NoManual(PathBuf),
    #[error("`grader {line}` must work, but ended with a usage error: {message}")]
    Refused { line: String, message: String },
    #[error("`{path}` cannot be written: {source}", path = .path.display())]
    Write { path: PathBuf, source: io::Error },
}

/// The folder to work in, and what to grade there.
pub(crate) struct ComparisonBench<'a> {
    pub(crate) folder: &'a Path,
    pub(crate) submissions: &'a [Labelled],
    /// The maximum number of commands to run at once.
    pub(crate) jobs: usize,
}

/// What a program has done.
pub(crate) struct ProgramRun {
    /// The folder with everything that was printed and written.
    pub(crate) tree: PathBuf,
    /// The lines that ended with a usage error, and the messages.
    refused: Vec<(String, String)>,
}

impl ProgramRun {
    /// Checks that only those lines ended with a usage error that must. A line that is no longer understood would
    /// compare nothing.
    ///
    /// # Errors
    ///
    /// Returns an error for the first other line.
    pub(crate) fn check_lines(self) -> Result<PathBuf, RunError> {
        let is_unexpected = |(line, _): &(String, String)| !wrong::LINES.contains(&line.as_str());
        match self.refused.into_iter().find(is_unexpected) {
            Some((line, message)) => Err(RunError::Refused { line, message }),
            None => Ok(self.tree),
        }
    }
}

impl ComparisonBench<'_> {
    /// Returns the names of all commands, such as `puzzle solve`, as the program's manual lists them.
    pub(crate) fn names_of_commands(&self, program: &Path) -> Result<Vec<String>, RunError> {
        let work = self.prepare(program)?;
        execute(&work, program, commands::MANUAL)?;
        let pages = fs::read_dir(work.join("manual"));
        let mut names = Vec::new();
        for page in pages.map_err(|_| RunError::NoManual(program.to_owned()))? {
            let page =
                page.map_err(|source| RunError::Program { program: program.to_owned(), source })?;
            let page = page.file_name().to_string_lossy().into_owned();
            let name = page.strip_prefix("grader-").and_then(|name| name.strip_suffix(".1"));
            names.extend(name.map(|name| name.replace('-', " ")));
        }
        names.sort();
        self.remove_work()?;
        Ok(names)
    }

    /// Runs the lines with the program. The result is in a folder of this name.
    pub(crate) fn run_program(
        &self,
        name: &str,
        program: &Path,
        phases: &[Vec<Sequence>],
    ) -> Result<ProgramRun, RunError> {
        let work = self.prepare(program)?;
        let mut number = 0;
        let mut refused = Vec::new();
        for phase in phases {
            let first = number;
            number += phase.iter().map(Vec::len).sum::<usize>();
            let mut numbers = first..number;
            let sequences: Vec<Vec<(&String, usize)>> =
                phase.iter().map(|lines| lines.iter().zip(numbers.by_ref()).collect()).collect();
            let results = pool::map_in_parallel(self.jobs, &sequences, |lines| {
                let run = |(line, number): &(&String, usize)| {
                    Self::run_line(&work, program, *number, line)
                };
                lines.iter().filter_map(|line| run(line).transpose()).collect::<Result<Vec<_>, _>>()
            });
            for result in results {
                refused.extend(result?);
            }
        }
        let tree = self.folder.join(name);
        fs::rename(&work, &tree)
            .map_err(|source| RunError::Write { path: tree.clone(), source })?;
        Ok(ProgramRun { tree, refused })
    }

    /// Runs a line, and writes its output. Returns the line and the message of a usage error, if there is one.
    fn run_line(
        work: &Path,
        program: &Path,
        number: usize,
        line: &str,
    ) -> Result<Option<(String, String)>, RunError> {
        let output = execute(work, program, line)?;
        record_output(&work.join(OUTPUTS).join(output_name(number, line)), line, &output)?;
        let message = || (line.to_owned(), String::from_utf8_lossy(&output.stderr).into_owned());
        Ok((output.status.code() == Some(USAGE)).then(message))
    }

    /// Creates the folder in which the program runs.
    fn prepare(&self, program: &Path) -> Result<PathBuf, RunError> {
        let work = self.folder.join(WORK);
        let failed = |source| RunError::Write { path: work.clone(), source };
        inputs::write_all(&work, self.submissions).map_err(failed)?;
        inputs::write_input(&work.join(CACHE).join(KEY), "5a".repeat(32).as_bytes())
            .map_err(failed)?;
        fs::create_dir(work.join(TEMPORARY)).map_err(failed)?;
        fs::copy(program, work.join(PROGRAM))
            .map_err(|source| RunError::Program { program: program.to_owned(), source })?;
        Ok(work)
    }

    fn remove_work(&self) -> Result<(), RunError> {
        let path = self.folder.join(WORK);
        fs::remove_dir_all(&path).map_err(|source| RunError::Write { path, source })
    }
}

/// Runs a line with the copy of the program in the folder.
fn execute(work: &Path, program: &Path, line: &str) -> Result<Output, RunError> {
    let inherited = INHERITED.iter().filter_map(|name| Some((*name, env::var_os(name)?)));
    Command::new(work.join(PROGRAM))
        .args(line.split_whitespace())
        .current_dir(work)
        .stdin(Stdio::null())
        .env_clear()
        .envs(inherited)
        .envs(PLATFORM)
        .env("COLUMNS", "100")
        .env("GRADER_CACHE_DIR", work.join(CACHE))
        .env("TMPDIR", work.join(TEMPORARY))
        .output()
        .map_err(|source| RunError::Program { program: program.to_owned(), source })
}

/// Returns a name for the folder with a command's output: the number, and the beginning of the line.
fn output_name(number: usize, line: &str) -> String {
    // File names have at most 255 bytes, and a slash would start a folder.
    let line: String = line.chars().take(80).map(|c| if c == '/' { ':' } else { c }).collect();
    format!("{number:04} {line}").trim_end().to_owned()
}

/// Writes the standard streams and the exit status to files.
fn record_output(folder: &Path, line: &str, output: &Output) -> Result<(), RunError> {
    let status = format!("{}\n", output.status);
    let line = format!("grader {line}\n");
    for (name, bytes) in [
        ("command", line.as_bytes()),
        ("status", status.as_bytes()),
        ("stdout", &output.stdout),
        ("stderr", &output.stderr),
    ] {
        let path = folder.join(name);
        inputs::write_input(&path, bytes).map_err(|source| RunError::Write { path, source })?;
    }
    Ok(())
}
