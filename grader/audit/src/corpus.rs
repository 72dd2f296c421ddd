//! Corpora: submissions with labels that list the expected verdicts.
//!
//! A corpus is a folder of groups, which are folders of submissions. A `NAME.toml` file in a group is a label that
//! creates a submission by editing the model answer or another submission. A folder with a `label.toml` is a complete
//! crate. Group names have no meaning: a submission is correct if the label lists no failed checks. The corpus of the
//! default assignment is embedded in the grader.

mod base;
mod expected;
mod label;
mod load;
mod make;
mod problem;
mod shows;

use std::io;

use thiserror::Error;

pub use expected::{Expected, ScoreRange};
pub use shows::{Shows, Steps};

use ::base::input::FileError;
use intake::Submission;

/// Submissions with labels.
#[derive(Clone, Debug)]
pub struct Corpus {
    /// The submissions, sorted by name.
    pub submissions: Vec<Labelled>,
    /// Whether this is the embedded corpus, with labels for the default assignment.
    pub is_of_grader: bool,
    /// Whether submissions were removed; see [`retain`](Self::retain).
    pub is_part: bool,
}

impl Corpus {
    /// Removes all submissions except these.
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
    /// A description.
    pub about: String,
    /// The expected results.
    pub expected: Expected,
    /// The submission itself.
    pub submission: Submission,
}

/// The reason why a corpus was not loaded.
#[derive(Debug, Error)]
pub enum CorpusError {
    /// A file is invalid.
    #[error(transparent)]
    File(#[from] FileError),
    /// The submissions that labels create cannot be written to disk. The corpus is not at fault.
    #[error("cannot use the temporary folder")]
    Scratch(#[source] io::Error),
}
