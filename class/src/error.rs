//! Errors from grading, merging and comparing classes.

use std::io;
use std::path::PathBuf;

use base::UserError;
use base::input::FileError;
use base::regular::Unusual;
use base::trust::Distrust;
use sandbox::build::BuildError;

use super::feedback::list_files;
use super::hand::HAND;
use super::hand::sheet::HandSheetError;
use super::late_days::LATE_DAYS;
use super::output::{EXTENSIONS, TIMES};
use super::partition::NoPart;

/// Why a class cannot be graded, merged or compared.
#[derive(Debug, thiserror::Error)]
pub enum ClassError {
    /// Listing the submissions failed.
    #[error(transparent)]
    Intake(#[from] intake::class::ClassReadError),
    /// No folders were given.
    #[error("there are no folders to merge")]
    Nothing,
    /// The environment does not determine the part.
    #[error(transparent)]
    NoPart(#[from] NoPart),
    /// A file with corrections or extensions is invalid.
    #[error(transparent)]
    File(#[from] FileError),
    /// There is a file of late days, but the assignment has no rule for them.
    #[error("`{}` has late days, but the assignment does not let students use them", path.display())]
    NoLateDayRule {
        /// The file.
        path: PathBuf,
    },
    /// A sheet with points given by hand is invalid.
    #[error(transparent)]
    HandSheet(#[from] HandSheetError),
    /// The given file differs from the one in the folder.
    #[error("the {} in `{}` differ from those in the given file", describe_file(file), path.display())]
    OtherOverrides {
        /// The file in the folder.
        path: PathBuf,
        /// The file name.
        file: &'static str,
    },
    /// The corrections, extensions or points given by hand are newer than the summary.
    #[error("the summary in `{}` is older than its corrections, extensions or points given by hand", folder.display())]
    Stale {
        /// The folder.
        folder: PathBuf,
    },
    /// Writing a file or folder failed.
    #[error("cannot write `{}`", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// Other users can change a folder.
    #[error("cannot use the folder `{}`", folder.display())]
    Untrusted {
        /// The folder.
        folder: PathBuf,
        /// The cause: see [`Distrust`].
        source: io::Error,
    },
    /// Reading a file or folder failed.
    #[error("cannot read `{}`", path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// A file has been changed, or was not written by the grader.
    #[error("`{}` is damaged: {message}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// A description of the problem.
        message: String,
    },
    /// Files are in the way of feedback.
    #[error("the grader did not write {}, or somebody has changed it since", list_files(paths))]
    OtherFiles {
        /// The files.
        paths: Vec<PathBuf>,
    },
    /// A grade has no key, or one that belongs to a different grade.
    #[error("`{}` does not fit `{key}`", path.display())]
    Unsealed {
        /// The file with the grade.
        path: PathBuf,
        /// The name of the file with the key.
        key: String,
    },
    /// Another run is writing to the folder.
    #[error("another run of the grader is writing to `{}`", folder.display())]
    Locked {
        /// The folder.
        folder: PathBuf,
    },
    /// The folder contains a different part of the class.
    #[error("`{}` contains {found}, but this run is for {wanted}", folder.display())]
    OtherPart {
        /// The folder.
        folder: PathBuf,
        /// The part in the folder.
        found: String,
        /// The requested part.
        wanted: String,
    },
    /// The folder does not contain any grades.
    #[error("`{}` contains no grades", folder.display())]
    NoGrades {
        /// The folder.
        folder: PathBuf,
    },
    /// The folder contains no grading run, or an interrupted one.
    #[error("the grading run in `{}` is not complete", folder.display())]
    Unfinished {
        /// The folder.
        folder: PathBuf,
    },
    /// Two folders are from different grading runs.
    #[error("`{}` and `{}` differ in {what}: `{left}` and `{right}`", first.display(), second.display())]
    Differ {
        /// The first folder.
        first: PathBuf,
        /// The second folder.
        second: PathBuf,
        /// The differing field.
        what: &'static str,
        /// The value in the first folder.
        left: String,
        /// The value in the second folder.
        right: String,
    },
    /// A submission has two different grades.
    #[error("`{name}` has different grades in `{}` and `{}`", first.display(), second.display())]
    Conflict {
        /// The submission's name.
        name: String,
        /// The first folder.
        first: PathBuf,
        /// The second folder.
        second: PathBuf,
    },
    /// Two folders list different authors or data for a submission.
    #[error("`{}` and `{}` list different students for `{name}`", first.display(), second.display())]
    OtherPeople {
        /// The submission's name.
        name: String,
        /// The first folder.
        first: PathBuf,
        /// The second folder.
        second: PathBuf,
    },
    /// Some parts are missing.
    #[error("some of the {count} parts are missing: {}", missing.join(", "))]
    MissingParts {
        /// The missing parts.
        missing: Vec<String>,
        /// The total number of parts.
        count: u64,
    },
    /// The parts do not contain exactly the submissions of the class.
    #[error("the parts contain {found} submissions, but the class had {wanted}")]
    NotWhole {
        /// The number of submissions in the parts.
        found: usize,
        /// The number of submissions in the class.
        wanted: usize,
    },
    /// Only one submission may be graded, but others also need to be.
    #[error(
        "cannot grade only one submission: others have not been graded yet or have changed: {}",
        names.join(", ")
    )]
    Ungraded {
        /// The names of the other submissions.
        names: Vec<String>,
    },
    /// The output folder contains submissions that are not in any part.
    #[error("`{}` contains a grade for `{name}`, but none of the parts contains this submission", folder.display())]
    Foreign {
        /// The folder.
        folder: PathBuf,
        /// The submission's name.
        name: String,
    },
    /// The machine can no longer grade.
    #[error("this machine can no longer grade submissions")]
    Machine {
        /// The cause.
        #[source]
        source: BuildError,
    },
}

/// Describes an instructor's file.
fn describe_file(file: &str) -> &'static str {
    match file {
        EXTENSIONS => "extensions",
        TIMES => "submission times",
        LATE_DAYS => "late days",
        HAND => "points given by hand",
        _ => "corrections",
    }
}

impl UserError for ClassError {
    fn is_fault(&self) -> bool {
        matches!(self, Self::Write { .. } | Self::Machine { .. })
    }

    fn text_with_source_line(&self) -> Option<String> {
        if let Self::File(error) = self { error.text_with_source_line() } else { None }
    }

    fn hint(&self) -> Option<String> {
        Some(match self {
            Self::Intake(error) => return error.hint(),
            Self::NoLateDayRule { .. } => {
                "add `late_days = 2` or another number to `[late]` in the rubric, or remove the file"
                    .into()
            }
            Self::Nothing => "pass folders that `grader grade` wrote".into(),
            Self::NoGrades { .. } => {
                "use the folder that was given to `grader grade` with `--out`".into()
            }
            Self::NoPart(NoPart::NoCount { count, .. }) => {
                format!("set `{count}` to the number of jobs, or use `hash:M/N`")
            }
            Self::NoPart(_) => "use `hash:M/N` or `slice:M/N`".into(),
            Self::HandSheet(error) => return error.hint(),
            Self::OtherOverrides { path, file: HAND } => format!(
                "enter the same points in all folders, or remove `{}` where it is outdated",
                path.display()
            ),
            Self::OtherOverrides { path, file } => {
                let option = match *file {
                    EXTENSIONS => "--extensions",
                    TIMES => "--times",
                    LATE_DAYS => "--late-days",
                    _ => "--overrides",
                };
                format!("edit `{}` instead, and leave out `{option}`", path.display())
            }
            Self::Stale { folder } => {
                format!("run `grader report {}` to update it", folder.display())
            }
            Self::Write { .. } => {
                "free some disk space, or use a folder that you can write to; then run the same \
                 command again to resume"
                    .into()
            }
            Self::Untrusted { source, .. } => {
                return Distrust::from_io_error(source)
                    .map(|why| why.hint("use a folder of your own"));
            }
            Self::Read { source, .. } if Unusual::from_io_error(source).is_some() => {
                "the grader writes only regular files here; remove it, and grade again".into()
            }
            Self::Read { .. } => {
                "check that it exists and that you have permission to read it".into()
            }
            Self::Damaged { .. } => "remove it and run the command again; only this grade will be \
                                     missing"
                .into(),
            Self::Unsealed { .. } => {
                "run `grader grade` again with the same `--out`; grades that have not changed are \
                 kept"
                    .into()
            }
            Self::Locked { .. } => "wait until it finishes, or use a different `--out`".into(),
            Self::OtherPart { .. } => "use a different folder for each part".into(),
            Self::Unfinished { .. } => {
                "run `grader grade` again with this `--out` to resume".into()
            }
            Self::Differ { .. } => "grade both with the same assignment and compiler".into(),
            Self::Conflict { .. } => "grade it only once, or leave out one of the folders".into(),
            Self::OtherPeople { .. } => {
                "grade the parts again with the same roster; existing grades are reused".into()
            }
            Self::MissingParts { .. } => "pass the folders of all parts".into(),
            Self::NotWhole { .. } => {
                "the class changed between the parts; grade the parts again".into()
            }
            Self::Ungraded { .. } => {
                "leave out `--only-student`; submissions that have not changed keep their grades"
                    .into()
            }
            Self::OtherFiles { .. } => {
                "move it to another place, or use a new folder or file for `--out`; nothing was \
                 written"
                    .into()
            }
            Self::Foreign { .. } => "use an empty folder for `--out`".into(),
            Self::Machine { source } => source.hint().unwrap_or_else(|| {
                "fix the problem, then run the same command again; existing grades are kept".into()
            }),
            Self::File(error) => return UserError::hint(error),
        })
    }
}
