//! The arguments of `grader check`.

use std::iter;
use std::path::{Path, PathBuf};

use grade::check::Check;
use grade::view::Audience;
use report::{Format, Layout};

use super::also::{self, Also};
use super::check_names::CheckName;
use super::error::CliError;
use super::events::ProgressArgs;
use super::folder;
use super::shared_args::{
    AssignmentArgs, MachineArgs, OutputArgs, SandboxArgs, audiences, formats,
};

const HELP: &str = "\
Reports are for students unless `--audience` says otherwise: they have nothing of what the rubric
hides but how much there is. `json` always has everything, and `gradescope` hands everything to the
platform, which hides it.

Exit codes:
  0  graded, every check passed that the report may show
  1  graded, some check failed that the report may show
  2  wrong usage or bad input; nothing was graded
  3  the grader or this machine is at fault; no score

So a student's report ends with 0 if only hidden checks failed. For `json`, `gradescope` and
`--audience instructor` all checks count. With `--also` it is `--format` that decides.

With `--watch` the submission is graded again after each save, until `q` or Ctrl-C. On a terminal
the first check to mend is shown, and keys show the others; elsewhere each report is printed below the
one before, until the input ends. The exit code is that of the last report.";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct CheckArgs {
    /// The submission: a crate folder, just `board.rs` and `solver.rs`, or an archive of either
    #[arg(default_value = ".", hide_default_value = true)]
    pub(super) submission: PathBuf,

    #[command(flatten)]
    pub(super) assignment: AssignmentArgs,

    /// How to write the report
    #[arg(long, value_name = "FORMAT", default_value = "human", value_parser = formats())]
    pub(super) format: Format,

    /// Write the same grade in another format to a file, such as `junit=report.xml`; may be repeated
    #[arg(long, value_name = "FORMAT=FILE", value_parser = also::from_text, conflicts_with = "history")]
    pub(super) also: Vec<Also>,

    /// Write the messages of `--format rustc` as cargo does, as those of this package, which
    /// `cargo pkgid` prints
    #[arg(long, value_name = "ID")]
    pub(super) cargo_package: Option<String>,

    /// Who reads the report, and what is written beside it [default: student]
    #[arg(long, value_name = "WHO", value_parser = audiences())]
    pub(super) audience: Option<Audience>,

    /// Corrections by hand, as `grader grade` takes them, to be applied to the report
    #[arg(long, value_name = "FILE")]
    pub(super) overrides: Option<PathBuf>,

    /// Write a page of Markdown to this file, as for the summary of a job of GitHub Actions
    #[arg(long, value_name = "FILE")]
    pub(super) summary: Option<PathBuf>,

    /// What Gradescope tells of earlier attempts, where the rubric counts them: its file
    /// `submission_metadata.json`
    #[arg(long, value_name = "FILE")]
    pub(super) history: Option<PathBuf>,

    /// Report only this check, or all of a group like `board`; may be repeated
    #[arg(long, value_name = "CHECK", value_parser = CheckName, hide_possible_values = true)]
    pub(super) only: Vec<String>,

    /// Write the operations that were counted on each puzzle to this file, as JSON
    #[arg(long, value_name = "FILE")]
    pub(super) counts: Option<PathBuf>,

    /// Write tests that show the failures, as a Rust file for the folder `tests` of the crate
    #[arg(long, value_name = "FILE")]
    pub(super) tests: Option<PathBuf>,

    /// Grade again after each save, and show the first thing to mend
    #[arg(
        long,
        conflicts_with_all = ["also", "overrides", "summary", "history", "counts", "tests", "out"],
    )]
    pub(super) watch: bool,

    #[command(flatten)]
    pub(super) machine: MachineArgs,

    #[command(flatten)]
    pub(super) sandbox: SandboxArgs,

    #[command(flatten)]
    pub(super) progress: ProgressArgs,

    #[command(flatten)]
    pub(super) output: OutputArgs,
}

impl CheckArgs {
    /// All formats that are written, that of the report first.
    pub(super) fn formats(&self) -> impl Iterator<Item = Format> {
        iter::once(self.format).chain(self.also.iter().map(|it| it.format))
    }

    /// Whether something is written in this format.
    pub(super) fn writes(&self, format: Format) -> bool {
        self.formats().any(|it| it == format)
    }

    /// Whether only people read what is written.
    pub(super) fn is_for_people(&self) -> bool {
        self.formats().all(|it| it == Format::Human)
    }

    /// Refuses two results for one file, of which only the last would be left.
    pub(super) fn refuse_same_file(&self) -> Result<(), CliError> {
        let others = [&self.output.out, &self.summary, &self.counts, &self.tests];
        let mut files: Vec<&Path> = others.into_iter().flatten().map(PathBuf::as_path).collect();
        for also in &self.also {
            if files.contains(&also.file.as_path()) {
                return Err(CliError::Misuse {
                    message: format!("two results go to `{}`", also.file.display()),
                    hint: "give each a file of its own".to_owned(),
                });
            }
            files.push(&also.file);
        }
        Ok(())
    }

    /// The layout of the report for people.
    pub(super) fn layout(&self, title: Option<String>) -> Layout {
        let assignment = self.assignment.path().map(|path| folder::quoted(&path.to_string_lossy()));
        let folder = folder::named(&self.submission);
        let asked = match &self.only[..] {
            [id] => Check::named(id),
            _ => Vec::new(),
        };
        let asked = if let [check] = asked[..] { Some(check) } else { None };
        Layout { folder, assignment, title, asked, ..self.output.layout() }
    }
}
