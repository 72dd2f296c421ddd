//! The plan: everything that decides a grade beside the submission.

use base::digest::Parts;

use super::{Grader, engine};

impl Grader {
    /// A hash of everything that decides a grade but the submission itself, such as
    /// `sha256:0b1c...`: the assignment, the compiler with all that it says of itself, what
    /// submissions are compiled against, the engine, and the grader's own sources.
    ///
    /// Under the same plan, submissions with the same hash get the same grade, so that it need not
    /// be found out again.
    pub fn plan(&self) -> String {
        let parts = [
            "plan/1",
            env!("SOURCES"),
            &self.assignment.hash(),
            self.workshop.compiler(),
            self.workshop.libraries(),
            &engine(),
        ];
        parts.into_iter().collect::<Parts>().named()
    }
}
