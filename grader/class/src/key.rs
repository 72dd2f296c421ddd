//! The key of a grade: the hashes that it rests on, kept beside it, so that it is known whether it
//! still holds.

use base::digest::Parts;
use sha2::{Digest, Sha256};

/// The first line of every key, with the version of its form.
const FORM: &str = "grade-key/1";

/// The hashes that decide a grade: under the same key a submission has the same grade, whatever its
/// name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Key {
    /// All but the submission: see `Grader::plan`.
    pub(super) plan: String,
    /// A hash of the submission.
    pub(super) sources: String,
}

impl Key {
    /// The key as it is kept beside this text of a grade.
    pub(super) fn seal(&self, grade: &str) -> String {
        let Self { plan, sources } = self;
        format!("{FORM}\nplan {plan}\nsources {sources}\ngrade {}\n", hash(grade))
    }

    /// A name for the file in the cache: 64 hexadecimal digits.
    pub(super) fn id(&self) -> String {
        [FORM, &self.plan, &self.sources].into_iter().collect::<Parts>().hex()
    }
}

/// A hash of a text, such as `sha256:0b1c...`.
fn hash(text: &str) -> String {
    format!("sha256:{:x}", Sha256::digest(text))
}
