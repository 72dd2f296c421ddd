//! What decides a grade beside the submission.

use sha2::{Digest, Sha256};

use super::{Grader, engine};
use crate::build::Libraries;

impl Grader {
    /// A hash of everything that decides a grade but the submission itself, such as
    /// `sha256:0b1c...`: the assignment, the compiler with all that it says of itself, what
    /// submissions are compiled against, the engine, and the grader's own sources.
    ///
    /// Under the same plan, submissions with the same hash get the same grade, so that it need not
    /// be found out again.
    pub fn plan(&self) -> String {
        let mut hash = Sha256::new();
        for part in [
            "plan/1",
            env!("GRADER_SOURCES"),
            &self.assignment.hash(),
            self.workshop.compiler(),
            &Libraries::name(self.workshop.compiler()),
            &engine(),
        ] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        format!("sha256:{:x}", hash.finalize())
    }
}
