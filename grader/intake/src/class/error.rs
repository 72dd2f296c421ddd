//! The reasons why the submissions of a class cannot be told.

use std::io;
use std::path::PathBuf;

/// The reason why the submissions of a class cannot be told. Nothing is graded then.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ClassError {
    #[error("there is no file or folder `{}`", path.display())]
    NoPath { path: PathBuf },
    #[error("`{}` is neither a folder nor an archive", path.display())]
    File { path: PathBuf },
    #[error("`{}` cannot be read", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("there are no submissions in {}", list(paths))]
    Nothing { paths: Vec<PathBuf> },
    #[error(
        "two submissions are called `{name}`: `{}` and `{}`",
        first.display(),
        second.display()
    )]
    Duplicate { name: String, first: PathBuf, second: PathBuf },
    #[error("`{}`, line {line}: {message}", path.display())]
    Line { path: PathBuf, line: u64, message: String },
    #[error("the roster `{}` has no column `{column}`", path.display())]
    NoColumn { path: PathBuf, column: &'static str, header: Vec<String> },
    #[error("the roster `{}` lists nobody", path.display())]
    EmptyRoster { path: PathBuf },
    #[error("`{}` is too large: it has more than {limit} bytes", path.display())]
    TooLarge { path: PathBuf, limit: u64 },
    #[error("`{}` is not UTF-8 text", path.display())]
    NotText { path: PathBuf },
}

fn list(paths: &[PathBuf]) -> String {
    let paths: Vec<_> = paths.iter().map(|path| format!("`{}`", path.display())).collect();
    paths.join(", ")
}

impl ClassError {
    /// A hint for the user.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::NoPath { .. } | Self::File { .. } => {
                "give folders of submissions, or the submissions themselves"
            }
            Self::Unreadable { .. } => "check that you may read it",
            Self::Nothing { .. } => {
                "a class is a folder with a folder or an archive for each student, or what \
                 Gradescope, Canvas or Moodle gives, unpacked"
            }
            Self::Duplicate { .. } => {
                "rename one, or move one away: what is written for a submission is named after it"
            }
            Self::Line { .. } => return None,
            Self::NoColumn { header, .. } => {
                return Some(format!("its first line names the columns: {}", header.join(", ")));
            }
            Self::EmptyRoster { .. } => {
                "its first line names the columns `id`, `name` and `email`; each other line is \
                 somebody"
            }
            Self::TooLarge { .. } => "give the file that the platform wrote",
            Self::NotText { .. } => "save the file as UTF-8",
        };
        Some(hint.to_owned())
    }
}
