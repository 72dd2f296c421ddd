//! Errors for users, with causes and hints. They should not be formatted anywhere else.

use std::error::Error;
use std::fmt::{self, Write as _};
use std::io;
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use base::UserError;
use base::input;
use base::trust::Distrust;
use class::ClassError;
use grade::check::Check;
use gradebook::GradebookError;
use oracle::heuristic::{UnknownHeuristic, Unsupported};
use player::engine::EngineError;
use puzzle::GoalChoice;
use puzzle::generate::PuzzleShortage;
use report::RenderError;
use worker::ReadError;

use super::events::{self, ProgressEvent};
use super::exit::Exit;

#[derive(Debug, thiserror::Error)]
pub(super) enum CliError {
    /// An error of a library, which knows its hint and its cause.
    #[error(transparent)]
    Library(LibraryError),
    #[error(transparent)]
    NotRead(ReadError),
    #[error("{reason}")]
    Rejected { reason: String },
    #[error("cannot compile the page's engine")]
    Engine(#[source] EngineError),
    #[error(
        "`grader {command}` needs the complete edition, because this one for students has no model answer to read"
    )]
    NotForStudents { command: &'static str },
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
    #[error("`{}` is not a key for pseudonyms", file.display())]
    NoKey { file: PathBuf },
    #[error("cannot use the folder `{}`", folder.display())]
    Untrusted { folder: PathBuf, source: io::Error },
    #[error("the folder for temporary files, `{}`, has {} MiB of free space, but grading needs {} MiB", folder.display(), free >> 20, needed >> 20)]
    FullDisk { folder: PathBuf, free: u64, needed: u64 },
    #[error("cannot print the output")]
    Print { source: io::Error },
    #[error("unknown goal `{name}`")]
    UnknownGoal { name: String },
    #[error("unknown heuristic `{}`", .0.name)]
    UnknownHeuristic(UnknownHeuristic),
    /// The message includes the cause.
    #[error("this heuristic does not work for this puzzle: {why}")]
    Unsupported { why: Unsupported },
    #[error(transparent)]
    Shortage(PuzzleShortage),
    #[error("`{}`: {error}", path.display())]
    Gradebook { path: PathBuf, error: GradebookError },
    #[error("cannot read `{}`", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("cannot locate the grader's own executable")]
    NoProgram { source: io::Error },
    #[error("nothing was written: {0}")]
    Render(RenderError),
    /// Incorrect use of the command line, such as a combination of exclusive arguments.
    #[error("{message}")]
    Misuse { message: String, hint: String },
    /// The reader of standard output closed the pipe. This is not a failure.
    #[error("the output was closed")]
    Closed,
}

impl<E: UserError + Send + Sync + 'static> From<E> for CliError {
    fn from(error: E) -> Self {
        Self::Library(LibraryError(Box::new(error)))
    }
}

/// An error of a library with its own message and causes.
#[derive(Debug)]
pub(super) struct LibraryError(Box<dyn UserError + Send + Sync>);

impl fmt::Display for LibraryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Error for LibraryError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source()
    }
}

const ERROR: Style = AnsiColor::Red.on_default().bold();
const HINT: Style = AnsiColor::Cyan.on_default().bold();

impl CliError {
    pub(super) fn exit_code(&self) -> Exit {
        match self {
            Self::Library(error) if error.0.is_fault() => Exit::GraderFault,
            Self::Engine(_)
            | Self::Cache { .. }
            | Self::NoKey { .. }
            | Self::FullDisk { .. }
            | Self::Scratch { .. }
            | Self::Random { .. }
            | Self::NoProgram { .. }
            | Self::Render(RenderError::NoScore(_))
            | Self::Print { .. } => Exit::GraderFault,
            Self::NotRead(error) if error.is_fault_of_machine() && !error.is_unreadable() => {
                Exit::GraderFault
            }
            Self::Library(_)
            | Self::NotRead(_)
            | Self::Rejected { .. }
            | Self::NotForStudents { .. }
            | Self::UnknownCheck { .. }
            | Self::UngradedCheck { .. }
            | Self::UnseenCheck { .. }
            | Self::NothingToAudit { .. }
            | Self::UnknownGoal { .. }
            | Self::UnknownHeuristic(_)
            | Self::Unsupported { .. }
            | Self::Shortage(PuzzleShortage::TooFew { .. })
            | Self::Misuse { .. }
            | Self::Gradebook { .. }
            | Self::Unreadable { .. }
            | Self::Untrusted { .. }
            | Self::Render(
                RenderError::NoIdentity(_) | RenderError::OtherMaximum(_) | RenderError::Held,
            )
            | Self::Unwritable { .. } => Exit::Usage,
            Self::Shortage(PuzzleShortage::NotFound { .. })
            | Self::Render(RenderError::Incomplete(_)) => Exit::Failed,
            Self::Closed => Exit::Passed,
        }
    }

    pub(super) fn hint(&self) -> Option<String> {
        match self {
            Self::Library(error) => error.0.hint(),
            Self::NotRead(error) => error.hint().map(str::to_owned),
            Self::Rejected { .. } => {
                Some("this happened twice, so the submission is the cause".to_owned())
            }
            Self::FullDisk { .. } => Some(
                "delete files that you do not need, or set `TMPDIR` to a folder with more space"
                    .to_owned(),
            ),
            Self::NotForStudents { .. } => Some(
                "use the archive named `grader-VERSION-TARGET`, without `students`, from the same \
                 release"
                    .to_owned(),
            ),
            Self::Scratch { source } => Some(Distrust::hint_for_temporary_folder(source)),
            Self::Untrusted { source, .. } => {
                Distrust::from_io_error(source).map(|why| why.hint("use a folder of your own"))
            }
            Self::UnknownCheck { id } => {
                Some(if let Some(like) = Check::most_similar_check_or_group(id) {
                    format!("did you mean `{like}`?")
                } else {
                    "run `grader explain` to list the checks".to_owned()
                })
            }
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
            Self::Render(RenderError::Held) => {
                Some("remove the correction with `hold` to release the grade".to_owned())
            }
            Self::Gradebook { error, .. } => Some(error.hint()),
            Self::Unreadable { .. } => Some("check that it exists".to_owned()),
            Self::NoProgram { .. } => Some("use `--grader` with the program's path".to_owned()),
            Self::UnknownHeuristic(UnknownHeuristic { nearest: Some(nearest), .. }) => {
                Some(format!("did you mean `{nearest}`?"))
            }
            Self::UnknownHeuristic(_) | Self::Unsupported { .. } => {
                Some("run `grader puzzle solve --help` to list the heuristics".to_owned())
            }
            Self::Shortage(PuzzleShortage::TooFew { most, n, .. }) => {
                Some(format!("no {n}x{n} board needs more than {most} moves to reach this goal"))
            }
            Self::Shortage(PuzzleShortage::NotFound { .. }) => {
                Some("use a smaller `--count`, a different range, or a larger `--nodes`".to_owned())
            }
            Self::Unwritable { .. } => {
                Some("use a file in a folder that you can write to".to_owned())
            }
            Self::NoKey { .. } => Some(
                "remove this file: the pseudonyms in later reports will be different".to_owned(),
            ),
            Self::Cache { source, .. } => {
                let variable = sandbox::build::CACHE_VARIABLE;
                Some(Distrust::from_io_error(source).map_or_else(
                    || format!("set `{variable}` to a folder that you can write to"),
                    |why| why.hint(&format!("set `{variable}` to a folder of your own")),
                ))
            }
            _ => None,
        }
    }

    /// Returns the error if it is about a class.
    pub(super) fn class_error(&self) -> Option<&ClassError> {
        let Self::Library(error) = self else { return None };
        let error: &dyn Error = error.0.as_ref();
        error.downcast_ref()
    }

    pub(super) fn print_to_stderr(&self) {
        if events::are_for_programs() {
            let mut message = self.to_string();
            let mut source = self.source();
            while let Some(cause) = source {
                let _ = write!(message, ": {cause}");
                source = cause.source();
            }
            let hint = self.hint();
            ProgressEvent::Error { message: &message, hint: hint.as_deref() }.print_event();
            return;
        }
        print_note(&self.to_text());
    }

    pub(super) fn to_text(&self) -> String {
        let mut text = String::new();
        let full_text = match self {
            Self::Library(error) => error.0.text_with_source_line(),
            _ => None,
        };
        if let Some(full_text) = full_text {
            text = full_text;
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
            if self.exit_code() == Exit::GraderFault {
                let lost = match self.class_error() {
                    Some(_) => "Existing grades are kept",
                    None => "No submissions were graded",
                };
                let _ = writeln!(text, "\n{lost}. This does not cost anyone points.");
            }
        }
        text.truncate(text.trim_end().len());
        text
    }
}

/// Prints a note to standard error, for people or for programs.
pub(super) fn print_note(text: &str) {
    ProgressEvent::Note { text }.print_event();
}
