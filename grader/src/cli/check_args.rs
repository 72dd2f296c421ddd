//! Defines the arguments of `grader check`.

use std::iter;
use std::path::{Path, PathBuf};

use grade::check::Check;
use grade::view::Audience;
use report::{Format, Layout};

use super::check_files::CheckFiles;
use super::error::CliError;
use super::events::ProgressArgs;
use super::folder;
use super::shared_args::{
    AssignmentArgs, CheckName, MachineArgs, OutputArgs, SandboxArgs, parser_of_audiences,
    parser_of_formats,
};

const HELP: &str = "\
Examples:
  grader check
  grader check --only board
  grader check --watch
  grader check --open
  grader check alice.zip --assignment hw --also junit=report.xml

Reports are for students unless you use `--audience`. A student's report shows only the number of
hidden checks. The `json` format always contains everything. So does the `gradescope` format, but
the platform does not show the hidden parts to students.

Exit codes:
  0  graded, all checks in the report passed
  1  graded, some checks in the report failed
  2  usage error or invalid input; no submission was graded
  3  the grader or this machine is at fault; no score

If only hidden checks failed, the exit code of a student's report is 0. For `json`, `gradescope` and
`--audience instructor`, all checks count. With `--also`, the exit code depends only on `--format`.

With `--watch`, the grader grades the submission again after each save, until you press `q` or
Ctrl-C. On a terminal, you see the first check to fix, and can press keys to see the others. Without
a terminal, the grader prints one report after another until the input ends. The exit code is that
of the last report.";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct CheckArgs {
    /// Submission: a crate folder, a folder with `board.rs` and `solver.rs`, or an archive
    #[arg(default_value = ".", hide_default_value = true)]
    pub(super) submission: PathBuf,

    #[command(flatten)]
    pub(super) assignment: AssignmentArgs,

    /// Report format
    #[arg(
        help_heading = "Output",
        long,
        value_name = "FORMAT",
        default_value = "human",
        value_parser = parser_of_formats(),
    )]
    pub(super) format: Format,

    /// Package ID for the messages of `--format rustc`, as printed by `cargo pkgid`
    #[arg(help_heading = "Platforms and programs", long, value_name = "ID")]
    pub(super) cargo_package: Option<String>,

    /// Audience of the report and other output [default: student]
    #[arg(long, value_name = "WHO", value_parser = parser_of_audiences())]
    pub(super) audience: Option<Audience>,

    /// TOML file with corrections, as for `grader grade`
    #[arg(help_heading = "Platforms and programs", long, value_name = "FILE")]
    pub(super) overrides: Option<PathBuf>,

    /// Gradescope's `submission_metadata.json`, which lists earlier attempts. It is used only if
    /// the rubric limits attempts
    #[arg(help_heading = "Platforms and programs", long, value_name = "FILE")]
    pub(super) history: Option<PathBuf>,

    /// Report only this check or group, such as `board`; can be repeated. Board checks do not run the solver
    #[arg(long, value_name = "CHECK", value_parser = CheckName, hide_possible_values = true)]
    pub(super) only: Vec<String>,

    #[command(flatten, next_help_heading = "Output")]
    pub(super) files: CheckFiles,

    /// Grade again after each save, and show the first failure to fix
    #[arg(
        long,
        conflicts_with_all = ["overrides", "history", "out"],
        conflicts_with_all = CheckFiles::ids(),
    )]
    pub(super) watch: bool,

    #[command(flatten, next_help_heading = "Machine")]
    pub(super) machine: MachineArgs,

    #[command(flatten, next_help_heading = "Machine")]
    pub(super) sandbox: SandboxArgs,

    #[command(flatten, next_help_heading = "Platforms and programs")]
    pub(super) progress: ProgressArgs,

    #[command(flatten, next_help_heading = "Output")]
    pub(super) output: OutputArgs,
}

impl CheckArgs {
    /// Returns all formats to write, starting with `--format`.
    pub(super) fn formats_to_write(&self) -> impl Iterator<Item = Format> {
        iter::once(self.format).chain(self.files.also.iter().map(|also| also.format))
    }

    pub(super) fn writes_format(&self, format: Format) -> bool {
        self.formats_to_write().any(|other| other == format)
    }

    pub(super) fn is_for_people(&self) -> bool {
        self.formats_to_write().all(|format| format == Format::Human)
    }

    /// Returns `true` if there are no corrections and no files for all checks, so that the report depends only on the
    /// selected checks.
    pub(super) fn has_report_alone(&self) -> bool {
        self.overrides.is_none() && !self.files.need_all_checks()
    }

    pub(super) fn refuse_same_file(&self) -> Result<(), CliError> {
        let mut files: Vec<&Path> = self.output.out.as_deref().into_iter().collect();
        for file in self.files.paths() {
            if files.contains(&file) {
                return Err(CliError::Misuse {
                    message: format!("two results would be written to `{}`", file.display()),
                    hint: "use different files".to_owned(),
                });
            }
            files.push(file);
        }
        Ok(())
    }

    pub(super) fn layout(&self, title: Option<String>) -> Layout {
        let assignment =
            self.assignment.path().map(|path| folder::quote_for_shell(&path.to_string_lossy()));
        let folder = folder::as_argument(&self.submission);
        let asked = match &self.only[..] {
            [id] => Check::named(id),
            _ => Vec::new(),
        };
        let asked = if let [check] = asked[..] { Some(check) } else { None };
        Layout { folder, assignment, title, asked, ..self.output.layout() }
    }
}
