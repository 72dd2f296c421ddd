//! Defines arguments for several commands.

use std::ffi::OsStr;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use assignment::Assignment;
use base::pool;
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use grade::check::{Check, Group};
use grade::view::Audience;
use intake::class::{Class, ClassContext, Platform};
use report::{Format, Layout};
use worker::threads_that_fit;

use super::class_input;
use super::error::{CliError, print_note};
use super::output::{self, Color};
use crate::starter::{KIT, RUBRIC};

/// The assignment used for grading.
#[derive(Debug, clap::Args)]
pub(super) struct AssignmentArgs {
    /// Assignment folder, or its `assignment.toml` [default: the built-in 8-puzzle]
    #[arg(long, value_name = "DIR|FILE")]
    assignment: Option<PathBuf>,
}

impl AssignmentArgs {
    /// Uses the assignment of the student repository in the current folder, unless another one is named, and prints
    /// this. Only for output that people read: where grades count, a student must not choose the rubric.
    pub(super) fn use_kit(&mut self) {
        if self.assignment.is_none() && Path::new(KIT).join(RUBRIC).is_file() {
            print_note(&format!("using the rules in `{KIT}`; use `--assignment` for others"));
            self.assignment = Some(KIT.into());
        }
    }

    pub(super) fn path(&self) -> Option<&Path> {
        self.assignment.as_deref()
    }

    /// Returns a path that the rubric gives as seen from its own folder.
    pub(super) fn resolve_path(&self, path: &Path) -> Option<PathBuf> {
        let assignment = self.path()?;
        let folder = if assignment.is_dir() { assignment } else { assignment.parent()? };
        Some(folder.join(path))
    }

    pub(super) fn load_or_embedded(&self) -> Result<Assignment, CliError> {
        let loaded = self.path().map(Assignment::load).transpose()?;
        Ok(loaded.unwrap_or_else(Assignment::embedded))
    }
}

/// The submissions and the roster of a class.
#[derive(Debug, clap::Args)]
pub(super) struct ClassArgs {
    /// Submissions: a download from Canvas, Moodle, Blackboard, Brightspace or Gradescope, packed
    /// or unpacked; a folder that contains a folder or archive for each submission; or individual
    /// submissions
    #[arg(required = true)]
    pub(super) submissions: Vec<PathBuf>,

    /// Roster: a CSV file with an `id` column and optional `name` and `email` columns, or a student
    /// list or gradebook exported from a platform
    #[arg(long, value_name = "FILE")]
    pub(super) roster: Option<PathBuf>,

    #[command(flatten)]
    pub(super) platform: PlatformArgs,
}

impl ClassArgs {
    /// Finds the submissions, with the files of authors, groups and times in `known`.
    pub(super) fn find(&self, known: ClassContext<'_>) -> Result<Class, CliError> {
        let (roster, platform) = (self.roster.as_deref(), self.platform.platform);
        class_input::find_class(&self.submissions, ClassContext { roster, platform, ..known })
    }
}

/// The platform that submissions were downloaded from.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct PlatformArgs {
    /// Platform that the submissions were downloaded from [default: detected from the file names]
    #[arg(long, value_name = "NAME", value_parser = parser_of_platforms(), requires = "submissions")]
    pub(super) platform: Option<Platform>,
}

fn parser_of_platforms() -> impl TypedValueParser<Value = Platform> {
    let from_id = |id: String| Platform::from_id(&id).ok_or("unknown platform");
    let with_downloads =
        Platform::all().filter(|platform| platform.has_download()).map(Platform::id);
    PossibleValuesParser::new(with_downloads).try_map(from_id)
}

/// Other code to compare submissions with.
#[derive(Debug, clap::Args)]
pub(super) struct OtherCodeArgs {
    /// Folder with code that students received, besides the built-in template and `slider`; can be
    /// repeated
    #[arg(long, value_name = "DIR", requires = "submissions")]
    pub(super) template: Vec<PathBuf>,

    /// Submissions from an earlier year, packed or unpacked, which are compared with this
    /// class but not with each other; can be repeated
    #[arg(long, value_name = "PATH", requires = "submissions")]
    pub(super) past: Vec<PathBuf>,
}

/// How a command uses the machine.
#[derive(Debug, Default, clap::Args)]
pub(super) struct JobsArgs {
    /// Number of cases, or of submissions in a class, to process in parallel [default: one per
    /// core]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

impl JobsArgs {
    pub(super) fn jobs_or_cores(&self) -> usize {
        self.jobs.map_or_else(pool::cores, usize::from)
    }

    /// Returns the number of threads for a submission, up to the number of cores: more would only use memory, and spend
    /// time on cases that will not be needed.
    pub(super) fn threads(&self) -> usize {
        self.jobs_or_cores().min(pool::cores()).min(MAX_THREADS)
    }
}

impl MachineArgs {
    /// Returns the number of threads for a submission of this assignment. In a small container, it is one, because more
    /// threads need more memory.
    pub(super) fn threads(&self, assignment: &Assignment) -> usize {
        threads_that_fit(assignment.limits.memory_mib, self.jobs.threads())
    }
}

/// The maximum number of threads for a submission, on machines with many cores.
/// A submission has only a few cases that take long, so more threads would mostly wait for these.
const MAX_THREADS: usize = 8;

/// How a command that compiles uses the machine.
#[derive(Debug, clap::Args)]
pub(super) struct MachineArgs {
    #[command(flatten)]
    pub(super) jobs: JobsArgs,

    /// Do not install the compiler target for the sandbox if it is missing
    #[arg(long)]
    pub(super) no_install: bool,
}

/// Requirements for the sandbox.
#[derive(Debug, Default, clap::Args)]
pub(super) struct SandboxArgs {
    /// Do not grade unless the process sandbox is complete; see `grader doctor`
    #[arg(long)]
    pub(super) require_sandbox: bool,
}

/// Where a command writes its result.
#[derive(Debug, clap::Args)]
pub(super) struct OutputArgs {
    /// Write the result to FILE instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,

    #[command(flatten)]
    pub(super) color: ColorArgs,
}

impl OutputArgs {
    pub(super) fn check_writable(&self) -> Result<(), CliError> {
        self.out.as_deref().map_or(Ok(()), output::check_writable)
    }

    pub(super) fn layout(&self) -> Layout {
        output::output_layout(self.color.color, self.out.is_some())
    }

    pub(super) fn write_result(&self, text: &str) -> Result<(), CliError> {
        output::write_text(self.out.as_deref(), text)
    }
}

/// When to use color.
#[derive(Debug, clap::Args)]
pub(super) struct ColorArgs {
    /// When to use color
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(super) color: Color,
}

impl ColorArgs {
    pub(super) fn apply_to_errors(&self) {
        match self.color {
            Color::Auto => {}
            Color::Always => anstream::ColorChoice::Always.write_global(),
            Color::Never => anstream::ColorChoice::Never.write_global(),
        }
    }
}

pub(super) fn parser_of_formats() -> impl TypedValueParser<Value = Format> {
    let from_name = |name: String| Format::from_name(&name).ok_or("unknown format");
    let values = Format::ALL.map(|format| PossibleValue::new(format.name()).help(format.about()));
    PossibleValuesParser::new(values).try_map(from_name)
}

pub(super) fn parser_of_audiences() -> impl TypedValueParser<Value = Audience> {
    let from_name = |name: String| Audience::from_name(&name).ok_or("unknown audience");
    let values =
        Audience::ALL.map(|audience| PossibleValue::new(audience.name()).help(audience.about()));
    PossibleValuesParser::new(values).try_map(from_name)
}

/// Accepts any text, because the commands report unknown names with better errors.
#[derive(Clone)]
pub(super) struct CheckName;

impl TypedValueParser for CheckName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let groups = Group::ALL.into_iter().map(Group::id);
        let checks = Check::ALL.into_iter().map(Check::id);
        Some(Box::new(groups.chain(checks).map(PossibleValue::new)))
    }
}
