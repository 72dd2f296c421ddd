//! The cases behind the points of a check, and the results.

use grade::{Parts, Tally};

/// The cases of a check. The assignment determines them, regardless of the submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cases {
    /// The results.
    pub tally: Tally,
    /// The kind of the cases.
    pub of_what: Parts,
}

impl Cases {
    /// Returns whether at least half of the cases are correct, which is required to judge *how* a solver searches.
    pub fn is_enough(&self) -> bool {
        self.tally.correct.saturating_mul(2) >= self.tally.cases()
    }
}
