//! The cases that determine the points for a check, and their results.

use grade::{Parts, Tally};

/// The cases of a check, which depend only on the assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cases {
    /// The results.
    pub tally: Tally,
    /// What the cases are, such as puzzles.
    pub of_what: Parts,
}

impl Cases {
    /// Returns `true` if at least half of the cases are correct. Only then is a solver's search judged.
    pub fn is_enough(&self) -> bool {
        self.tally.correct.saturating_mul(2) >= self.tally.cases()
    }
}
