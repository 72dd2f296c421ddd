//! Reasons for rejecting a submission.

use std::io;
use std::path::{Path, PathBuf};

use super::opened::Gathered;
use super::{ArchiveError, Refusal};

/// Why a folder or an archive is not a submission. Nothing is graded in this case.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the error messages describe the variants")]
pub enum IntakeError {
    #[error("the folder `{}` does not exist", path.display())]
    NoFolder { path: PathBuf },
    #[error("`{}` is a file; a submission is a folder or an archive", path.display())]
    File { path: PathBuf },
    #[error("the folder `{}` is empty", path.display())]
    Empty { path: PathBuf },
    #[error("the folder `{}` contains no Rust crate{}", path.display(), only(names))]
    NotRust { path: PathBuf, names: Vec<String> },
    #[error("the folder `{}` contains no Rust files", path.display())]
    NoRustFile { path: PathBuf },
    #[error("the submission in `{}` has no `Board`", path.display())]
    NoBoard { path: PathBuf },
    #[error("cannot read `{}`", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("`{}` is not UTF-8 text", path.display())]
    NotText { path: PathBuf },
    #[error("`{}` is a link or a special file; a submission must contain the files themselves", path.display())]
    Link { path: PathBuf },
    #[error("the submission in `{}` is too large: the limit is {limit}", path.display())]
    TooLarge { path: PathBuf, limit: String },
    #[error(
        "`{}` contains two submissions: `{}` and `{}`",
        path.display(),
        first.display(),
        second.display()
    )]
    Ambiguous { path: PathBuf, first: PathBuf, second: PathBuf },
    #[error("there is no Rust source and no archive, only {}", list(names))]
    NoSource { names: Vec<String> },
    #[error("there is no crate in {}", [&[list(names)], &left_out[..]].concat().join("; "))]
    NoBeginning { names: Vec<String>, left_out: Vec<String> },
    #[error("there is no `Board` in {}", list(names))]
    NoBoardIn { names: Vec<String> },
    #[error("the submission ({}) is too large: the limit is {limit}", list(names))]
    TooLargeTogether { names: Vec<String>, limit: String },
    #[error(
        "several archives contain Rust code, and it is unclear which one counts: {}",
        list(names)
    )]
    SeveralArchives { names: Vec<String> },
    #[error("no archive contains Rust code: {}", archives.join("; "))]
    NoCode { archives: Vec<String> },
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    #[error("cannot use the temporary folder")]
    Scratch { source: io::Error },
}

/// Returns the end of a sentence with the first few of these files, which were found instead of code.
pub(super) fn only(names: &[String]) -> String {
    const SHOWN: usize = 3;
    match names.len() {
        0 => String::new(),
        count if count <= SHOWN => format!(", only {}", list(names)),
        count => format!(", only {} and {} more files", list(&names[..2]), count - 2),
    }
}

fn list(names: &[String]) -> String {
    let names: Vec<_> = names.iter().map(|name| format!("`{}`", name.escape_debug())).collect();
    names.join(", ")
}

impl IntakeError {
    /// Returns the message with the hint: the full text for a rejected submission.
    pub fn reason(&self) -> String {
        self.hint().map_or_else(|| self.to_string(), |hint| format!("{self}; {hint}"))
    }

    /// Returns a hint to resolve the error.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            Self::NoFolder { .. } => Some("use the folder that contains `Cargo.toml` and `src`"),
            Self::File { .. } => Some("use its folder, or a `.zip` or `.tar.gz` archive"),
            Self::Empty { .. }
            | Self::NotRust { .. }
            | Self::NoRustFile { .. }
            | Self::NoSource { .. }
            | Self::NoBeginning { .. }
            | Self::NoCode { .. } => Some(
                "a submission is a crate (`Cargo.toml`, `src/lib.rs`), or only `board.rs` and \
                 `solver.rs`",
            ),
            Self::NoBoard { .. } | Self::NoBoardIn { .. } => {
                Some("the root of the crate must export `Board` and `Solver<B>`")
            }
            Self::Unreadable { .. } => Some("check its permissions"),
            Self::NotText { .. } => Some("save the file as UTF-8"),
            Self::Link { .. } => Some("replace it with the file itself"),
            Self::TooLarge { .. } | Self::TooLargeTogether { .. } => {
                Some("only source files belong in `src`")
            }
            Self::Ambiguous { .. } => Some("submit only one of them"),
            Self::SeveralArchives { .. } => {
                Some("submit a single archive, or the files themselves")
            }
            Self::Archive(error) => Some(error.hint()),
            Self::Scratch { .. } => {
                Some("check that there is free disk space and that you have write permission")
            }
        }
    }

    /// Returns `true` if the machine or missing permissions are at fault. You should then retry instead of rejecting
    /// the submission.
    pub fn is_fault_of_machine(&self) -> bool {
        matches!(self, Self::Unreadable { .. } | Self::Scratch { .. })
    }

    /// Returns `true` if the submission is invalid. Any other error is a problem with the machine or a nonexistent
    /// path.
    pub fn is_rejection(&self) -> bool {
        !self.is_fault_of_machine() && !matches!(self, Self::NoFolder { .. })
    }

    /// Returns the message with `path` replaced by `name`, because local paths do not belong in a grade.
    pub fn without_path(&self, path: &Path, name: &str) -> String {
        self.to_string().replace(&path.display().to_string(), name)
    }

    /// Replaces paths in the temporary `folder` with paths in `label`.
    pub(super) fn seen_from(self, folder: &Path, label: &Path) -> Self {
        let seen = |path: PathBuf| match path.strip_prefix(folder) {
            Ok(rest) if rest.as_os_str().is_empty() => label.to_owned(),
            Ok(rest) => label.join(rest),
            Err(_) => path,
        };
        let archive = |refusal| ArchiveError { archive: label.to_owned(), entry: None, refusal };
        match self {
            Self::NotRust { names, .. } => archive(Refusal::NotRust { names }).into(),
            Self::Empty { .. } | Self::NoRustFile { .. } => {
                archive(Refusal::NotRust { names: Vec::new() }).into()
            }
            error => error.with_paths(seen),
        }
    }

    /// Replaces paths in the temporary `folder` with the names of the submitted files. `left_out` contains a sentence
    /// about each skipped file and archive, because the student may have meant to submit one of them.
    pub(super) fn seen_as_handed_in(
        self,
        folder: &Path,
        files: &[Gathered],
        left_out: &[String],
    ) -> Self {
        let names = || files.iter().map(|it| it.name.clone()).collect();
        // An error about all of the files has no path of its own.
        let seen = |path: PathBuf| match files.iter().find(|it| it.place == path) {
            Some(file) => file.path.clone(),
            None => path.strip_prefix(folder).map(Path::to_owned).unwrap_or(path),
        };
        match self {
            Self::Empty { .. } | Self::NotRust { .. } | Self::NoRustFile { .. } => {
                Self::NoBeginning { names: names(), left_out: left_out.to_vec() }
            }
            Self::NoBoard { .. } => Self::NoBoardIn { names: names() },
            Self::TooLarge { path, limit } if path == folder => {
                Self::TooLargeTogether { names: names(), limit }
            }
            error => error.with_paths(seen),
        }
    }

    fn with_paths(self, seen: impl Fn(PathBuf) -> PathBuf) -> Self {
        match self {
            Self::NoFolder { path } => Self::NoFolder { path: seen(path) },
            Self::File { path } => Self::File { path: seen(path) },
            Self::Empty { path } => Self::Empty { path: seen(path) },
            Self::NotRust { path, names } => Self::NotRust { path: seen(path), names },
            Self::NoRustFile { path } => Self::NoRustFile { path: seen(path) },
            Self::NoBoard { path } => Self::NoBoard { path: seen(path) },
            Self::Unreadable { path, source } => Self::Unreadable { path: seen(path), source },
            Self::NotText { path } => Self::NotText { path: seen(path) },
            Self::Link { path } => Self::Link { path: seen(path) },
            Self::TooLarge { path, limit } => Self::TooLarge { path: seen(path), limit },
            Self::Ambiguous { path, first, second } => {
                Self::Ambiguous { path: seen(path), first: seen(first), second: seen(second) }
            }
            Self::Archive(_)
            | Self::Scratch { .. }
            | Self::NoSource { .. }
            | Self::NoBeginning { .. }
            | Self::NoBoardIn { .. }
            | Self::TooLargeTogether { .. }
            | Self::SeveralArchives { .. }
            | Self::NoCode { .. } => self,
        }
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;

    /// A full disk, a quota, and a disk error while unpacking are never the submission's fault.
    #[test]
    fn disk_errors_are_never_blamed_on_the_submission() {
        let (io, full, quota) = (5, 28, 122);
        for code in [io, full, quota] {
            let source = || io::Error::from_raw_os_error(code);
            for error in [
                IntakeError::Scratch { source: source() },
                IntakeError::Unreadable { path: "alice".into(), source: source() },
            ] {
                assert!(error.is_fault_of_machine() && !error.is_rejection(), "{error}");
            }
        }
    }
}
