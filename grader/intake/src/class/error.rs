//! Errors in the layout of a class folder.

use std::io;
use std::path::PathBuf;

use super::Platform;
use super::naming::PlatformClaim;
use crate::{IntakeError, size};
use base::UserError;

/// Why the submissions in a class cannot be determined. Nothing is graded in this case.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the error messages describe the variants")]
pub enum ClassReadError {
    #[error("`{}` does not exist", path.display())]
    NoPath { path: PathBuf },
    #[error("`{}` is neither a folder nor an archive", path.display())]
    File { path: PathBuf },
    #[error("cannot read `{}`", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error(transparent)]
    Input(#[from] IntakeError),
    #[error("cannot tell which platform `{}` comes from: {}", path.display(), list_claims(claims))]
    Unclear { path: PathBuf, claims: Vec<PlatformClaim> },
    #[error("nothing in {} is named like a {} download", quoted_paths(paths), platform.name())]
    NotFrom { paths: Vec<PathBuf>, platform: Platform },
    #[error("there are no submissions in {}", quoted_paths(paths))]
    Nothing { paths: Vec<PathBuf> },
    #[error(
        "two submissions have the name `{name}`: `{}` and `{}`",
        first.display(),
        second.display()
    )]
    Duplicate { name: String, first: PathBuf, second: PathBuf },
    #[error("two submissions are from {who}: `{}` and `{}`", first.display(), second.display())]
    SamePerson { who: String, first: PathBuf, second: PathBuf },
    #[error("`{}`, line {line}: {message}", path.display())]
    Line { path: PathBuf, line: u64, message: String },
    #[error("`{}` needs a column {column}", path.display())]
    NoColumn { path: PathBuf, column: &'static str, header: Vec<String> },
    #[error("no submission is named after a group in `{}`: {}", path.display(), groups.join(", "))]
    NoGroup { path: PathBuf, groups: Vec<String> },
    #[error("`{}` needs a column with submission times, such as `time`", path.display())]
    NoTimes { path: PathBuf, header: Vec<String> },
    #[error(
        "`{}`, line {line}, column `{column}`: `{text}` is not a date and time",
        path.display()
    )]
    NoTime { path: PathBuf, line: u64, column: String, text: String },
    #[error("`{}`, line {line}, column `{column}`: {message}", path.display())]
    Cell { path: PathBuf, line: u64, column: String, message: String, hint: Option<String> },
    #[error("`{}` contains no students", path.display())]
    EmptyRoster { path: PathBuf },
    #[error("`{}` is too large: the limit is {}", path.display(), size::format_bytes(*limit))]
    TooLarge { path: PathBuf, limit: u64 },
    #[error("`{}` is not UTF-8 text", path.display())]
    NotText { path: PathBuf },
}

fn quoted_paths(paths: &[PathBuf]) -> String {
    let paths: Vec<_> = paths.iter().map(|path| format!("`{}`", path.display())).collect();
    paths.join(", ")
}

/// Lists the names that match each platform, as in `` `a`, `b` may be from Canvas``.
fn list_claims(claims: &[PlatformClaim]) -> String {
    let claim = |claim: &PlatformClaim| {
        let names: Vec<_> =
            claim.names.iter().map(|name| format!("`{}`", name.escape_debug())).collect();
        let (platform, count) = (claim.platform.name(), claim.count);
        if names.len() == count {
            format!("{} may be from {platform}", names.join(", "))
        } else {
            format!("{count} names, such as {}, may be from {platform}", names.join(", "))
        }
    };
    claims.iter().map(claim).collect::<Vec<_>>().join("; ")
}

impl UserError for ClassReadError {
    fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::NoPath { .. } | Self::File { .. } => {
                "pass submissions, or folders that contain submissions"
            }
            Self::Unreadable { .. } => "check its permissions",
            Self::Input(error) => return error.hint(),
            Self::Unclear { claims, .. } => {
                let options: Vec<_> = claims
                    .iter()
                    .map(|claim| format!("`--platform {}`", claim.platform.id()))
                    .collect();
                return Some(format!(
                    "specify the platform ({}); if you have downloads from several platforms, put \
                     each in its own folder",
                    options.join(", ")
                ));
            }
            Self::NotFrom { .. } => "leave out `--platform`, or use a download from that platform",
            Self::Nothing { .. } => {
                "a class is a folder with one folder or archive per student, or a download from \
                 Canvas, Moodle, Blackboard, Brightspace or Gradescope, packed or unpacked"
            }
            Self::Duplicate { .. } => {
                "rename or move one of them, because the results are named after the submission"
            }
            Self::SamePerson { .. } => "move the one that should not count out of the class folder",
            Self::Line { .. } => return None,
            Self::Cell { hint, .. } => return hint.clone(),
            Self::NoTime { .. } => {
                "write it as `2026-11-22T23:59:00+01:00`, or omit the offset to use the time zone \
                 of the due date"
            }
            Self::NoGroup { .. } => {
                "name the folders after the groups, or list the authors of each submission in a \
                 file for `--authors`"
            }
            Self::NoColumn { header, .. } | Self::NoTimes { header, .. } => {
                return Some(format!("the columns in its first line are {}", header.join(", ")));
            }
            Self::EmptyRoster { .. } => {
                "the first line must name the columns `id`, `name` and `email`; each line after it \
                 is a student"
            }
            Self::TooLarge { .. } => "use the file exported by the platform",
            Self::NotText { .. } => "save the file as UTF-8",
        };
        Some(hint.to_owned())
    }
}
