//! Reasons for rejecting a submission.

use std::io;
use std::path::PathBuf;

use super::ArchiveError;
use super::input::InputName;
use base::UserError;

/// Why an input is not a submission. Nothing is graded in this case.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the error messages describe the variants")]
pub enum IntakeError {
    #[error("the folder `{}` does not exist", path.display())]
    NoFolder { path: PathBuf },
    #[error("`{}` is a file; a submission is a folder or an archive", path.display())]
    File { path: PathBuf },
    #[error("{input} is empty")]
    Empty { input: InputName },
    #[error("{}", sentence_about_missing_crate(input, names, left_out))]
    NotRust { input: InputName, names: Vec<String>, left_out: Vec<String> },
    #[error("{input} contains no Rust files")]
    NoRustFile { input: InputName },
    #[error("the submission in {} has no `Board`", input.in_code())]
    NoBoard { input: InputName },
    #[error("cannot read `{}`", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("`{}` is a link or a special file; a submission must contain the files themselves", path.display())]
    Link { path: PathBuf },
    #[error("`{}` and `{}` are the same name on some systems", path.display(), other.escape_debug())]
    SameName { path: PathBuf, other: String },
    #[error("the submission in {} is too large: the limit is {limit}", input.in_code())]
    TooLarge { input: InputName, limit: String },
    #[error("`{}` is too large: the limit is {limit}", path.display())]
    FileTooLarge { path: PathBuf, limit: String },
    #[error(
        "{} contains two submissions: `{}` and `{}`",
        input.in_code(),
        first.display(),
        second.display()
    )]
    Ambiguous { input: InputName, first: PathBuf, second: PathBuf },
    #[error(
        "several archives contain Rust code, and it is unclear which one counts: {}",
        quoted_list(names)
    )]
    SeveralArchives { names: Vec<String> },
    #[error("no archive contains Rust code: {}", archives.join("; "))]
    NoCode { archives: Vec<String> },
    #[error(transparent)]
    Archive(#[from] ArchiveError),
}

/// Returns a sentence about an input without a crate.
fn sentence_about_missing_crate(
    input: &InputName,
    names: &[String],
    left_out: &[String],
) -> String {
    match input {
        InputName::Folder(_) | InputName::Archive(_) if left_out.is_empty() => {
            format!("{input} contains no Rust crate{}", only_these_files(names))
        }
        _ => format!(
            "there is no crate in {}",
            [&[quoted_list(names)], left_out].concat().join("; ")
        ),
    }
}

/// Returns the end of a sentence with the first few of these files, which were found instead of code.
pub(super) fn only_these_files(names: &[String]) -> String {
    // Three names tell a student which wrong folder it is.
    const SHOWN: usize = 3;
    match names.len() {
        0 => String::new(),
        count if count <= SHOWN => format!(", only {}", quoted_list(names)),
        count => format!(", only {} and {} more files", quoted_list(&names[..2]), count - 2),
    }
}

pub(super) fn quoted_list(names: &[String]) -> String {
    let names: Vec<_> = names.iter().map(|name| format!("`{}`", name.escape_debug())).collect();
    names.join(", ")
}

impl UserError for IntakeError {
    fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::NoFolder { .. } => "use the folder that contains `Cargo.toml` and `src`",
            Self::File { .. } => "use its folder, or a `.zip` or `.tar.gz` archive",
            Self::Empty { .. }
            | Self::NotRust { .. }
            | Self::NoRustFile { .. }
            | Self::NoCode { .. } => {
                "a submission is a crate (`Cargo.toml`, `src/lib.rs`), or only `board.rs` and \
                 `solver.rs`"
            }
            Self::NoBoard { .. } => "the root of the crate must export `Board` and `Solver<B>`",
            Self::Unreadable { .. } => "check its permissions",
            Self::Link { .. } => "replace it with the file itself",
            Self::SameName { .. } => "rename one of them",
            Self::TooLarge { .. } | Self::FileTooLarge { .. } => {
                "only source files belong in `src`"
            }
            Self::Ambiguous { .. } => "submit only one of them",
            Self::SeveralArchives { .. } => "submit a single archive, or the files themselves",
            Self::Archive(error) => error.hint(),
        };
        Some(hint.to_owned())
    }
}

impl IntakeError {
    /// Returns the message with the hint: the full text for a rejected submission.
    pub fn reason(&self) -> String {
        self.hint().map_or_else(|| self.to_string(), |hint| format!("{self}; {hint}"))
    }

    /// Returns `true` if the machine or missing permissions are at fault. You should then retry instead of rejecting
    /// the submission.
    pub fn is_fault_of_machine(&self) -> bool {
        matches!(self, Self::Unreadable { .. })
    }

    /// Returns `true` if the submission is invalid. Any other error is a problem with the machine or a nonexistent
    /// path.
    pub fn is_rejection(&self) -> bool {
        !self.is_fault_of_machine() && !matches!(self, Self::NoFolder { .. })
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;

    /// A full disk, a quota, and a disk error are never the submission's fault.
    #[test]
    fn disk_errors_are_never_blamed_on_the_submission() {
        let (io, full, quota) = (5, 28, 122);
        for code in [io, full, quota] {
            let source = io::Error::from_raw_os_error(code);
            let error = IntakeError::Unreadable { path: "alice".into(), source };
            assert!(error.is_fault_of_machine() && !error.is_rejection(), "{error}");
        }
    }
}
