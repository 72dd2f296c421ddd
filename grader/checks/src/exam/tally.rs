//! The cases that determine a check's points, and their results.

use grade::{Parts, Tally};

/// A check's cases. They depend only on the assignment, not on the submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cases {
    /// The results.
    pub tally: Tally,
    /// The kind of the cases.
    pub of_what: Parts,
}

impl Cases {
    /// Returns `true` if at least half of the cases are correct. Only then is a solver judged on *how* it searches.
    pub fn is_enough(&self) -> bool {
        self.tally.correct.saturating_mul(2) >= self.tally.cases()
    }
}
