//! The errors of grading, joining and comparing classes.

use std::io;
use std::path::PathBuf;

use base::input::FileError;
use sandbox::build::BuildError;

use super::output::EXTENSIONS;
use super::partition::NoPart;

/// The reason why a class cannot be graded, joined or compared.
#[derive(Debug, thiserror::Error)]
pub enum ClassError {
    /// The submissions cannot be told.
    #[error(transparent)]
    Intake(#[from] intake::class::ClassError),
    /// No folder was given.
    #[error("there are no folders to merge")]
    Nothing,
    /// The environment does not tell the part.
    #[error(transparent)]
    NoPart(#[from] NoPart),
    /// A file of corrections is wrong.
    #[error(transparent)]
    File(#[from] FileError),
    /// There are corrections or extensions in the folder already, and others were given.
    #[error("the {} in `{}` are different from the given file", path.display(), what(file))]
    OtherOverrides {
        /// The file in the folder.
        path: PathBuf,
        /// Its name.
        file: &'static str,
    },
    /// A summary was made with other corrections or extensions than those beside it.
    #[error("the summary in `{}` is older than its corrections or extensions", folder.display())]
    Stale {
        /// The folder.
        folder: PathBuf,
    },
    /// A file or folder of the grading cannot be written.
    #[error("cannot write `{}`", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file or folder of a grading cannot be read.
    #[error("cannot read `{}`", path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file of a grading is not what the grader writes.
    #[error("`{}` is damaged: {message}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The damage.
        message: String,
    },
    /// Another run writes to the folder.
    #[error("another run of the grader is writing to `{}`", folder.display())]
    Locked {
        /// The folder.
        folder: PathBuf,
    },
    /// The folder is that of another part.
    #[error("`{}` has {found} of a class, but this run is for {wanted}", folder.display())]
    OtherPart {
        /// The folder.
        folder: PathBuf,
        /// The part that is in it.
        found: String,
        /// The part that was to be written to it.
        wanted: String,
    },
    /// A folder holds no grade at all.
    #[error("`{}` has no grades", folder.display())]
    NoGrades {
        /// The folder.
        folder: PathBuf,
    },
    /// A folder holds no grading, or one that was stopped.
    #[error("the grading in `{}` is not complete", folder.display())]
    Unfinished {
        /// The folder.
        folder: PathBuf,
    },
    /// Two folders do not belong to one grading.
    #[error("`{}` and `{}` differ in {what}: `{left}` and `{right}`", first.display(), second.display())]
    Differ {
        /// The one folder.
        first: PathBuf,
        /// The other.
        second: PathBuf,
        /// The field in which they differ.
        what: &'static str,
        /// The value of the first.
        left: String,
        /// The value of the second.
        right: String,
    },
    /// The same submission has two grades.
    #[error("`{name}` has different grades in `{}` and `{}`", first.display(), second.display())]
    Conflict {
        /// The submission.
        name: String,
        /// The one folder.
        first: PathBuf,
        /// The other.
        second: PathBuf,
    },
    /// Two folders tell different things of one submission.
    #[error("`{}` and `{}` differ in who `{name}` is from", first.display(), second.display())]
    OtherPeople {
        /// The submission.
        name: String,
        /// The one folder.
        first: PathBuf,
        /// The other.
        second: PathBuf,
    },
    /// Not all parts were given.
    #[error("these of {count} parts are missing: {}", missing.join(", "))]
    MissingParts {
        /// Those that are.
        missing: Vec<String>,
        /// The number of parts.
        count: u64,
    },
    /// The parts do not add up to the class that they were cut from.
    #[error("the parts have {found} submissions, but the class had {wanted}")]
    NotWhole {
        /// The number of submissions that the parts hold.
        found: usize,
        /// The number that the class had.
        wanted: usize,
    },
    /// The folder for what is joined holds something else.
    #[error("`{}` has a grade for `{name}`, but none of the parts has this submission", folder.display())]
    Foreign {
        /// The folder.
        folder: PathBuf,
        /// The submission.
        name: String,
    },
    /// This machine can no longer grade.
    #[error("this machine can no longer grade")]
    Machine {
        /// Why.
        #[source]
        source: BuildError,
    },
}

/// What a file beside the grades holds.
fn what(file: &str) -> &'static str {
    if file == EXTENSIONS { "extensions" } else { "corrections" }
}

impl ClassError {
    /// Whether the grader or its machine is at fault, and not what it was given.
    pub fn is_fault(&self) -> bool {
        matches!(self, Self::Write { .. } | Self::Machine { .. })
    }

    /// A hint on how to go on.
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            Self::Intake(error) => return error.hint(),
            Self::Nothing => "use the folders from `grader grade`".into(),
            Self::NoGrades { .. } => "use the folder from `--out` of `grader grade`".into(),
            Self::NoPart(NoPart::NoCount { count, .. }) => {
                format!("set `{count}` to the number of jobs, or use `hash:M/N`")
            }
            Self::NoPart(_) => "use `hash:M/N` or `slice:M/N`".into(),
            Self::OtherOverrides { path, file } => {
                let option = if *file == EXTENSIONS { "--extensions" } else { "--overrides" };
                format!("change `{}` instead, and leave out `{option}`", path.display())
            }
            Self::Stale { folder } => {
                format!("`grader report {}` writes it again", folder.display())
            }
            Self::Write { .. } => {
                "free some space, or use a folder that you can write to; then run the same \
                 command again to resume"
                    .into()
            }
            Self::Read { .. } => "check that it exists and that you can read it".into(),
            Self::Damaged { .. } => "remove it and rerun the command; only this grade is missing \
                                     then"
                .into(),
            Self::Locked { .. } => "wait until it ends, or use another `--out`".into(),
            Self::OtherPart { .. } => "use a different folder for each part".into(),
            Self::Unfinished { .. } => {
                "run `grader grade` with this `--out` again to resume".into()
            }
            Self::Differ { .. } => "grade both with the same assignment and compiler".into(),
            Self::Conflict { .. } => "grade it once, or leave out one of the folders".into(),
            Self::OtherPeople { .. } => {
                "grade the parts again with the same roster; existing grades are reused".into()
            }
            Self::MissingParts { .. } => "use the folders of all parts".into(),
            Self::NotWhole { .. } => {
                "the class changed between the parts; grade the parts again".into()
            }
            Self::Foreign { .. } => "use an empty folder for `--out`".into(),
            Self::Machine { .. } => {
                "fix the problem, then run the same command again; existing grades are kept".into()
            }
            Self::File(_) => return None,
        })
    }
}
