//! Errors for users, with causes and hints. They should not be formatted anywhere else.

use std::error::Error;
use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use audit::corpus::CorpusError;
use base::input::{self, FileError};
use base::trust::Distrust;
use checks::grading::ModelFailure;
use class::ClassError;
use class::entries::NoZeros;
use grade::check::Check;
use gradebook::GradebookError;
use intake::IntakeError;
use jail::Standing;
use oracle::heuristic::{UnknownHeuristic, Unsupported};
use player::engine::EngineError;
use puzzle::GoalChoice;
use puzzle::generate::Shortage;
use puzzle::goal::OtherSize;
use report::RenderError;
use sandbox::build::{BuildError, FEWER_JOBS, PrebuiltError, ToolchainError, is_out_of_processes};
use similarity::CollectError;
use similarity::jplag::JplagError;
use worker::{Death, Fault, ReadError};

use super::events::{self, ProgressEvent};
use super::exit::Exit;
use crate::autograder::AutograderError;
use crate::starter::StageError;

#[derive(Debug, thiserror::Error)]
pub(super) enum CliError {
    #[error(transparent)]
    Intake(#[from] IntakeError),
    #[error(transparent)]
    NotRead(ReadError),
    #[error("{reason}")]
    Rejected { reason: String },
    /// An error in the grader or on the machine, reported by a worker.
    #[error(transparent)]
    Fault(Fault),
    #[error(transparent)]
    Worker(Death),
    #[error(transparent)]
    File(#[from] FileError),
    #[error(transparent)]
    Build(#[from] BuildError),
    #[error(transparent)]
    Model(#[from] ModelFailure),
    #[error(transparent)]
    Prebuilt(#[from] PrebuiltError),
    #[error(transparent)]
    Toolchain(#[from] ToolchainError),
    #[error("cannot compile the page's engine")]
    Engine(#[from] EngineError),
    #[error("unknown check `{id}`")]
    UnknownCheck { id: String },
    #[error("the assignment does not grade `{id}`")]
    UngradedCheck { id: String },
    #[error("students cannot see the check `{id}`")]
    UnseenCheck { id: String },
    #[error("no submission has `{only}` in its name")]
    NothingToAudit { only: String },
    #[error("cannot use the temporary folder")]
    Scratch { source: io::Error },
    #[error("the system has no random numbers for the private seed")]
    Random { source: io::Error },
    #[error("cannot write `{}`", path.display())]
    Unwritable { path: PathBuf, source: io::Error },
    #[error("cannot use the cache folder `{}`", folder.display())]
    Cache { folder: PathBuf, source: io::Error },
    #[error("cannot use the folder `{}`", folder.display())]
    Untrusted { folder: PathBuf, source: io::Error },
    #[error("the folder for temporary files, `{}`, has {} MiB of free space, but grading needs {} MiB", folder.display(), free >> 20, needed >> 20)]
    FullDisk { folder: PathBuf, free: u64, needed: u64 },
    #[error("cannot print the output")]
    Print { source: io::Error },
    #[error("unknown goal `{name}`")]
    UnknownGoal { name: String },
    #[error(transparent)]
    OtherSize(#[from] OtherSize),
    #[error("unknown heuristic `{name}`")]
    UnknownHeuristic { name: String, nearest: Option<String> },
    /// The message includes the cause.
    #[error("this heuristic does not work for this puzzle: {why}")]
    Unsupported { why: Unsupported },
    #[error(transparent)]
    Shortage(#[from] Shortage),
    #[error(transparent)]
    Class(ClassError),
    #[error("`{}`: {error}", path.display())]
    Gradebook { path: PathBuf, error: GradebookError },
    #[error(transparent)]
    NoZeros(#[from] NoZeros),
    #[error("cannot read `{}`", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error(transparent)]
    Autograder(#[from] AutograderError),
    #[error("cannot locate the grader's own executable")]
    NoProgram { source: io::Error },
    #[error(transparent)]
    Collect(#[from] CollectError),
    #[error(transparent)]
    Jplag(#[from] JplagError),
    #[error(transparent)]
    Stage(#[from] StageError),
    #[error("nothing was written: {0}")]
    Render(#[from] RenderError),
    /// Incorrect use of the command line, such as a combination of exclusive arguments.
    #[error("{message}")]
    Misuse { message: String, hint: String },
    /// The reader of standard output closed the pipe. This is not a failure.
    #[error("the output was closed")]
    Closed,
}

impl From<UnknownHeuristic> for CliError {
    fn from(UnknownHeuristic { name, nearest }: UnknownHeuristic) -> Self {
        Self::UnknownHeuristic { name, nearest }
    }
}

impl From<Unsupported> for CliError {
    fn from(why: Unsupported) -> Self {
        Self::Unsupported { why }
    }
}

impl From<ClassError> for CliError {
    fn from(error: ClassError) -> Self {
        match error {
            ClassError::File(error) => Self::File(error),
            error => Self::Class(error),
        }
    }
}

impl From<CorpusError> for CliError {
    fn from(error: CorpusError) -> Self {
        match error {
            CorpusError::File(error) => Self::File(error),
            CorpusError::Scratch(source) => Self::Scratch { source },
        }
    }
}

const ERROR: Style = AnsiColor::Red.on_default().bold();
const HINT: Style = AnsiColor::Cyan.on_default().bold();

/// Returns a hint if the folder for temporary files is not trusted.
fn other_folder(error: &dyn Error) -> Option<String> {
    let cause = error.source()?;
    let why = cause.downcast_ref().and_then(Distrust::behind);
    why.map(|why| why.hint("set `TMPDIR` to a folder of your own")).or_else(|| other_folder(cause))
}

impl CliError {
    pub(super) fn exit(&self) -> Exit {
        match self {
            Self::Fault(_)
            | Self::Worker(_)
            | Self::Build(_)
            | Self::Prebuilt(PrebuiltError::Write { .. })
            | Self::Toolchain(_)
            | Self::Engine(_)
            | Self::Cache { .. }
            | Self::FullDisk { .. }
            | Self::Scratch { .. }
            | Self::Random { .. }
            | Self::NoProgram { .. }
            | Self::Autograder(AutograderError::Archive(_))
            | Self::Render(RenderError::NoScore(_))
            | Self::Print { .. } => Exit::GraderFault,
            Self::NotRead(error) if error.is_fault_of_machine() && !error.is_unreadable() => {
                Exit::GraderFault
            }
            Self::Intake(_)
            | Self::Model(_)
            | Self::NotRead(_)
            | Self::Rejected { .. }
            | Self::Prebuilt(_)
            | Self::File(_)
            | Self::UnknownCheck { .. }
            | Self::UngradedCheck { .. }
            | Self::UnseenCheck { .. }
            | Self::NothingToAudit { .. }
            | Self::UnknownGoal { .. }
            | Self::OtherSize(_)
            | Self::UnknownHeuristic { .. }
            | Self::Unsupported { .. }
            | Self::Shortage(Shortage::TooFew { .. })
            | Self::Misuse { .. }
            | Self::Autograder(_)
            | Self::Gradebook { .. }
            | Self::NoZeros(_)
            | Self::Unreadable { .. }
            | Self::Untrusted { .. }
            | Self::Render(RenderError::NoIdentity(_) | RenderError::OtherMaximum(_))
            | Self::Jplag(_)
            | Self::Stage(_)
            | Self::Unwritable { .. } => Exit::Usage,
            Self::Shortage(Shortage::NotFound { .. }) => Exit::Failed,
            Self::Class(error) if !error.is_fault() => Exit::Usage,
            Self::Collect(error) if !error.is_fault() => Exit::Usage,
            Self::Class(_) | Self::Collect(_) => Exit::GraderFault,
            Self::Closed => Exit::Passed,
        }
    }

    pub(super) fn hint(&self) -> Option<String> {
        match self {
            Self::Intake(error) => error.hint().map(str::to_owned),
            Self::NotRead(error) => error.hint().map(str::to_owned),
            Self::Rejected { .. } => {
                Some("this happened twice, so the submission is the cause".to_owned())
            }
            Self::FullDisk { .. } => Some(
                "delete files that you do not need, or set `TMPDIR` to a folder with more space"
                    .to_owned(),
            ),
            Self::Worker(Death::Scratch(source)) | Self::Scratch { source } => {
                Some(hint_for_temporary_folder(source))
            }
            Self::Worker(Death::Start(source)) if is_out_of_processes(source) => {
                Some(FEWER_JOBS.to_owned())
            }
            Self::Fault(fault) => fault.hint().map(str::to_owned),
            Self::Build(error @ (BuildError::Processes(_) | BuildError::Child(_))) => {
                error.hint().map(str::to_owned)
            }
            Self::Untrusted { source, .. } => {
                Distrust::behind(source).map(|why| why.hint("use a folder of your own"))
            }
            Self::Worker(Death::Limits(shortages)) | Self::Build(BuildError::Limits(shortages)) => {
                Some(shortages.hint())
            }
            Self::Model(failure) => Some(hint_for_model(failure).to_owned()),
            Self::Worker(Death::NotWalled(standing)) => {
                Some(format!("missing: {}", missing_layers(standing)))
            }
            Self::Toolchain(error) | Self::Build(BuildError::Toolchain(error)) => {
                Some(error.hint())
            }
            Self::Prebuilt(error) | Self::Build(BuildError::Prebuilt(error)) => {
                error.hint().map(str::to_owned)
            }
            Self::UnknownCheck { id } => Some(if let Some(like) = Check::or_group_like(id) {
                format!("did you mean `{like}`?")
            } else {
                "run `grader explain` to list the checks".to_owned()
            }),
            Self::UnseenCheck { .. } => {
                Some("use `--audience instructor` to report hidden checks".to_owned())
            }
            Self::NothingToAudit { .. } => Some(
                "a name consists of a group and a submission, such as `faults/greedy`".to_owned(),
            ),
            Self::UnknownGoal { name } => {
                let names = GoalChoice::NAMES.map(|(name, _)| name);
                Some(match input::most_like(name, names) {
                    Some(like) => format!("did you mean `{like}`?"),
                    None => format!("use `{}`, or your own board", names.join("`, `")),
                })
            }
            Self::Misuse { hint, .. } => Some(hint.clone()),
            Self::Render(RenderError::OtherMaximum(_)) => Some(
                "use `--audience instructor` to include all points, but students could then infer \
                 the results of hidden checks"
                    .to_owned(),
            ),
            Self::Class(error) => error.hint(),
            Self::Autograder(error) => error.hint().map(str::to_owned),
            Self::Gradebook { error, .. } => Some(error.hint()),
            Self::NoZeros(error) => Some(error.hint().to_owned()),
            Self::Unreadable { .. } => Some("check that it exists".to_owned()),
            Self::NoProgram { .. } => Some("use `--grader` with the program's path".to_owned()),
            Self::Collect(error) => error.hint().or_else(|| other_folder(error)),
            Self::Stage(error) => Some(error.hint().to_owned()),
            Self::Jplag(JplagError::NotEmpty { .. }) => {
                Some("use an empty or new folder".to_owned())
            }
            Self::Jplag(JplagError::Unwritable { .. }) => {
                Some("use a folder that you can write to".to_owned())
            }
            Self::UnknownHeuristic { nearest: Some(nearest), .. } => {
                Some(format!("did you mean `{nearest}`?"))
            }
            Self::UnknownHeuristic { nearest: None, .. } | Self::Unsupported { .. } => {
                Some("run `grader puzzle solve --help` to list the heuristics".to_owned())
            }
            Self::Shortage(Shortage::TooFew { most, n, .. }) => {
                Some(format!("no {n}x{n} board needs more than {most} moves to reach this goal"))
            }
            Self::Shortage(Shortage::NotFound { .. }) => {
                Some("use a smaller `--count`, a different range, or a larger `--nodes`".to_owned())
            }
            Self::Unwritable { .. } => {
                Some("use a file in a folder that you can write to".to_owned())
            }
            Self::Cache { source, .. } => {
                let variable = sandbox::build::CACHE_VARIABLE;
                Some(Distrust::behind(source).map_or_else(
                    || format!("set `{variable}` to a folder that you can write to"),
                    |why| why.hint(&format!("set `{variable}` to a folder of your own")),
                ))
            }
            _ => None,
        }
    }

    pub(super) fn show(&self) {
        if events::are_for_programs() {
            let mut message = self.to_string();
            let mut source = self.source();
            while let Some(cause) = source {
                let _ = write!(message, ": {cause}");
                source = cause.source();
            }
            let hint = match self {
                Self::File(error) => error.hint().map(str::to_owned),
                _ => self.hint(),
            };
            ProgressEvent::Error { message: &message, hint: hint.as_deref() }.report();
            return;
        }
        show_plain(&self.text());
    }

    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        if let Self::File(error) = self {
            text.push_str(error.render(true).trim_end());
            text.push('\n');
        } else {
            let _ = writeln!(text, "{ERROR}error{ERROR:#}: {self}");
            let mut source = self.source();
            while let Some(cause) = source {
                let _ = writeln!(text, "  caused by: {cause}");
                source = cause.source();
            }
            if let Some(hint) = self.hint() {
                let _ = writeln!(text, "\n{HINT}hint{HINT:#}: {hint}");
            }
            if self.exit() == Exit::GraderFault {
                let lost = match self {
                    Self::Class(_) => "Existing grades are kept",
                    _ => "No submissions were graded",
                };
                let _ = writeln!(text, "\n{lost}. This does not cost anyone points.");
            }
        }
        text.truncate(text.trim_end().len());
        text
    }
}

fn hint_for_temporary_folder(source: &io::Error) -> String {
    Distrust::behind(source).map_or_else(
        || "check that there is free space and that you have permission to write".to_owned(),
        |why| why.hint("set `TMPDIR` to a folder of your own"),
    )
}

fn hint_for_model(failure: &ModelFailure) -> &'static str {
    match (failure.memory_mib, &failure.puzzle) {
        (Some(_), Some(_)) => {
            "use a higher value in the rubric (the default is 512), or leave out the puzzle"
        }
        (Some(_), None) => "use a higher value in the rubric; the default is 512",
        (None, _) => "leave out the puzzle, and report this as a bug in the grader",
    }
}

/// Lists the missing layers of the process sandbox, with reasons.
pub(super) fn missing_layers(standing: &Standing) -> String {
    let missing = standing.missing.iter().map(|(layer, why)| format!("`{layer}` ({why})"));
    let missing: Vec<_> = missing.collect();
    format!("{}; run `grader doctor` for details", missing.join(", "))
}

/// Prints a note to standard error, for people or for programs.
pub(super) fn show_plain(text: &str) {
    ProgressEvent::Note { text }.report();
}
