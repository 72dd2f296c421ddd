//! Errors in corpora, and their messages.

use base::UserError;
use thiserror::Error;

use super::shows;

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum LabelProblem {
    // Errors in folders.
    #[error("no such folder")]
    NotFound,
    #[error("expected a folder, found a file")]
    File,
    #[error("no labelled submissions in this folder")]
    NoSubmission,
    #[error("no `label.toml` in this folder")]
    NoLabel,
    #[error("the name `{0}` is used twice")]
    SecondName(String),

    // Errors in labels.
    #[error("`about` is empty")]
    About,
    #[error("unknown check `{0}`")]
    UnknownCheck(String, Option<&'static str>),
    #[error("unknown check or group `{0}`")]
    UnknownName(String, Option<&'static str>),
    #[error("check `{0}` is listed twice")]
    NamedTwice(String),
    #[error("`{check}` is in both `{one}` and `{other}`")]
    NamedInBoth { check: &'static str, one: &'static str, other: &'static str },
    #[error("`score` must be a range of points")]
    Score,
    #[error("`{0}` is not in `fails`")]
    ShowsNoFailure(&'static str),
    #[error("the entry for `{0}` is empty")]
    ShowsNothing(&'static str),
    #[error("unknown cause `{name}`")]
    UnknownCause { name: String, group: &'static str, there: Vec<&'static str> },
    #[error("unknown mistake `{0}`")]
    UnknownMistake(String, Option<String>),
    #[error("unknown moment `{0}`")]
    UnknownMoment(String, Vec<&'static str>),
    #[error("`step` must be a range of steps")]
    Steps,
    #[error("edits cannot be used with a whole crate")]
    CrateEdited,

    // Errors in bases.
    #[error("unknown base submission `{0}`")]
    UnknownBase(String, Option<String>),
    #[error("cycle in base submissions: {}", list_with_arrows(.0))]
    Circle(Vec<String>),

    // Errors in the submission that a label creates.
    #[error("`{0}` is not a valid file path in a submission")]
    Path(String),
    #[error("`{0}` appears twice")]
    FileTwice(String),
    #[error("there is no `{file}` to edit")]
    NoFile { file: String, there: Vec<String> },
    #[error("`{0}` is not UTF-8 text")]
    NotText(String),
    #[error("this text is not in `{0}`")]
    NotThere(String),
    #[error("this text appears {times} times in `{file}`")]
    Ambiguous { file: String, times: usize },
    #[error("two edits of `{0}` overlap")]
    Overlap(String),
    #[error("{message}")]
    Refused { message: String, hint: Option<String> },
}

const CORPUS: &str = "a corpus contains label files (`NAME.toml`) and complete crates (with a \
                      `label.toml`)";

/// The maximum number of files to list in a message.
/// A crate has fewer, so usually all of them are listed.
const MOST_FILES: usize = 12;

impl UserError for LabelProblem {
    fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::NotFound | Self::File | Self::NoSubmission | Self::NoLabel => CORPUS,
            Self::SecondName(_) => "a file and a folder have this name",
            Self::About => "describe what is special about the submission",
            Self::UnknownCheck(_, Some(like)) | Self::UnknownName(_, Some(like)) => {
                return Some(did_you_mean(like));
            }
            Self::UnknownBase(_, Some(like)) | Self::UnknownMistake(_, Some(like)) => {
                return Some(did_you_mean(like));
            }
            Self::UnknownMistake(_, None) => "the audit lists the mistakes that reports name",
            Self::UnknownCheck(_, None) => "the default assignment lists every check",
            Self::UnknownName(_, None) => {
                "a group is `compile`, `board`, `solver` or `tests`; the default assignment lists \
                 every check"
            }
            Self::NamedInBoth { .. } => "keep it in only one of them",
            Self::Score => {
                "write `score = 100` or `score = [85, 100]`, in points of the default assignment"
            }
            Self::ShowsNoFailure(_) => "only a check that must fail can have `[[shows]]`",
            Self::ShowsNothing(_) => "add `cause`, `moment`, `step`, `puzzle` or `tiles`",
            Self::UnknownCause { name, group, there } => {
                let of = format!("causes of `{group}` checks");
                return Some(shows::hint_with_known_names(name, &of, there));
            }
            Self::UnknownMoment(name, there) => {
                return Some(shows::hint_with_known_names(name, "moments", there));
            }
            Self::Steps => "write `step = 37` or `step = [30, 40]`; the first step is 1",
            Self::CrateEdited => "change the files in the crate instead",
            Self::UnknownBase(_, None) => {
                "use the group and name of a submission in this corpus, such as `faults/greedy`; \
                 leave out `base` to edit the model answer"
            }
            Self::Circle(_) => "start from a whole crate or from the model answer",
            Self::Path(_) => "use a path relative to the crate, such as `src/board.rs`",
            Self::NoFile { there, .. } => return Some(list_files(there)),
            Self::NotText(_) => "replace the whole file",
            Self::NotThere(_) => {
                "the base, or the model answer, may have changed: use its current text"
            }
            Self::Ambiguous { .. } => "include more of the surrounding text",
            Self::Overlap(_) => "merge the two edits",
            Self::Refused { hint, .. } => return hint.clone(),
            Self::NamedTwice(_) | Self::FileTwice(_) => return None,
        };
        Some(hint.to_owned())
    }
}

fn did_you_mean(like: &str) -> String {
    format!("did you mean `{like}`?")
}

fn list_files(files: &[String]) -> String {
    let shown = &files[..files.len().min(MOST_FILES)];
    let more = match files.len() - shown.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("its files are {}{more}", list_quoted(shown, ", "))
}

fn list_quoted(names: &[String], between: &str) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(between)
}

fn list_with_arrows(names: &[String]) -> String {
    list_quoted(names, " -> ")
}
