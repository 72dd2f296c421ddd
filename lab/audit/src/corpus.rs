//! Corpora: collections of submissions, labelled with the expected verdicts.
//!
//! A corpus is a folder of groups, and each group is a folder of submissions. To create a submission by editing the
//! model answer or another submission, add a label, `NAME.toml`, to a group. A folder with a `label.toml` is a complete
//! submission. Group names have no meaning: a submission is correct if the label lists no failed checks. The corpus for
//! the default assignment is embedded in the grader.

mod base;
mod expected;
mod label;
mod load;
mod make;
mod problem;
mod shows;

use std::collections::BTreeMap;
use std::io;

use ::base::UserError;
use ::base::trust::Distrust;
use thiserror::Error;

pub use expected::{Expected, ScoreRange};
pub use shows::{Shows, Steps};

use ::base::input::FileError;
use intake::Submission;

/// A collection of labelled submissions.
#[derive(Clone, Debug)]
pub struct Corpus {
    /// The submissions, sorted by name.
    pub submissions: Vec<Labelled>,
    /// Whether this is the embedded corpus, with labels for the default assignment.
    pub is_of_grader: bool,
    /// Whether [`retain`](Self::retain) removed any submissions.
    pub is_part: bool,
}

impl Corpus {
    /// Keeps only the submissions accepted by `is_wanted`.
    pub fn retain(&mut self, is_wanted: impl FnMut(&Labelled) -> bool) {
        let all = self.submissions.len();
        self.submissions.retain(is_wanted);
        self.is_part |= self.submissions.len() < all;
    }
}

/// A submission with its label.
#[derive(Clone, Debug)]
pub struct Labelled {
    /// The group and the name, such as `faults/greedy`.
    pub name: String,
    /// What the submission does, and how it is wrong if it is a fault.
    pub about: String,
    /// The expected results.
    pub expected: Expected,
    /// The submission itself.
    pub submission: Submission,
    /// The files to hand in, by their paths in the submission's folder.
    pub files: BTreeMap<String, Vec<u8>>,
}

/// The reason why a corpus could not be loaded.
#[derive(Debug, Error)]
pub enum CorpusError {
    /// A file is invalid.
    #[error(transparent)]
    File(#[from] FileError),
    /// A submission could not be written to a temporary folder. This is the machine's fault, not the corpus's.
    #[error("cannot use the temporary folder")]
    Scratch(#[source] io::Error),
}

impl UserError for CorpusError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::File(error) => UserError::hint(error),
            Self::Scratch(source) => Some(Distrust::hint_for_temporary_folder(source)),
        }
    }

    fn is_fault(&self) -> bool {
        matches!(self, Self::Scratch(_))
    }

    fn text_with_source_line(&self) -> Option<String> {
        if let Self::File(error) = self { error.text_with_source_line() } else { None }
    }
}
