//! Everything that can be wrong with a corpus, in words.

use thiserror::Error;

use crate::input;

/// One thing that is wrong with a corpus.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum Fault {
    // Folders.
    #[error("no such folder")]
    NotFound,
    #[error("a file; a corpus is a folder")]
    File,
    #[error("no labelled submission in this folder")]
    NoSubmission,
    #[error("no `label.toml` in this folder")]
    NoLabel,
    #[error("a second submission is called `{0}`")]
    SecondName(String),

    // Labels.
    #[error("`about` says nothing")]
    About,
    #[error("unknown check `{0}`")]
    UnknownCheck(String, Option<&'static str>),
    #[error("check `{0}` is named twice")]
    NamedTwice(String),
    #[error("a whole crate is not edited")]
    CrateEdited,

    // The submission that a label makes.
    #[error("`{0}` is no path of a file in a submission")]
    Path(String),
    #[error("`{0}` is there twice")]
    FileTwice(String),
    #[error("there is no `{0}` to edit")]
    NoFile(String),
    #[error("this text is not in `{0}`")]
    NotThere(String),
    #[error("this text is in `{file}` {times} times")]
    Ambiguous { file: String, times: usize },
    #[error("two edits of `{0}` touch each other")]
    Overlap(String),
    #[error("{message}")]
    Refused { message: String, hint: Option<&'static str> },
}

/// What a corpus looks like.
const CORPUS: &str = "a corpus holds folders of labels, `NAME.toml`, and of whole crates, which have \
                      a `label.toml`";

impl input::Fault for Fault {
    fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::NotFound | Self::File | Self::NoSubmission | Self::NoLabel => CORPUS,
            Self::SecondName(_) => "a file and a folder are both called so",
            Self::About => "write what is special about the submission",
            Self::UnknownCheck(_, Some(like)) => return Some(format!("did you mean `{like}`?")),
            Self::UnknownCheck(_, None) => "the default assignment lists every check",
            Self::CrateEdited => "change its files themselves",
            Self::Path(_) => "give it from the folder of the crate, as `src/board.rs`",
            Self::NoFile(_) => {
                "a submission has the model's `src/board.rs` and `src/solver.rs`, and the files of \
                 its label"
            }
            Self::NotThere(_) => "an edit follows the model: look for what it says now",
            Self::Ambiguous { .. } => "take in more of what is around it",
            Self::Overlap(_) => "make one of the two",
            Self::Refused { hint, .. } => return hint.map(str::to_owned),
            Self::NamedTwice(_) | Self::FileTwice(_) => return None,
        };
        Some(hint.to_owned())
    }
}
