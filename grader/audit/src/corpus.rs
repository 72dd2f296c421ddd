//! Corpora: submissions with labels that say what becomes of each check.
//!
//! A corpus is a folder with a folder for each group of submissions. In a group, a file `NAME.toml`
//! is the label of a submission that it makes itself, by edits of the model answer or of another
//! submission of the corpus, and a folder with a `label.toml` is a whole crate. What the groups are
//! called means nothing: a submission is right if its label says that it fails no check. The grader
//! carries the corpus that proves its default assignment.

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
    /// The submissions, in the order of their names.
    pub submissions: Vec<Labelled>,
    /// Whether it is the grader's own, whose labels are written for the default assignment.
    pub is_of_grader: bool,
    /// Whether some of its submissions were left out: see [`retain`](Self::retain).
    pub is_part: bool,
}

impl Corpus {
    /// Leaves out all submissions but these.
    pub fn retain(&mut self, is_wanted: impl FnMut(&Labelled) -> bool) {
        let all = self.submissions.len();
        self.submissions.retain(is_wanted);
        self.is_part |= self.submissions.len() < all;
    }
}

/// A submission with its label.
#[derive(Clone, Debug)]
pub struct Labelled {
    /// Its group and its own name, such as `faults/greedy`.
    pub name: String,
    /// The peculiarity of the submission, for people.
    pub about: String,
    /// The results that it has to have, if the assignment is right.
    pub expected: Expected,
    /// The submission itself.
    pub submission: Submission,
}

/// The reason why there is no corpus.
#[derive(Debug, Error)]
pub enum CorpusError {
    /// One of its files is wrong.
    #[error(transparent)]
    File(#[from] FileError),
    /// The submissions that labels make cannot be written down, which is no fault of the corpus.
    #[error("cannot use the temporary folder")]
    Scratch(#[source] io::Error),
}
