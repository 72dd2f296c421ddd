//! The cases that the points of a check rest on, and how they ended.

use grade::{Parts, Tally};

/// The cases that a check rests on: all that the assignment has for it, whatever a submission does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cases {
    /// How the cases ended.
    pub tally: Tally,
    /// The cases.
    pub of_what: Parts,
}

impl Cases {
    /// Whether at least half of the cases are right: so much it takes to judge *how* a solver
    /// searches.
    pub fn is_enough(&self) -> bool {
        self.tally.correct.saturating_mul(2) >= self.tally.cases()
    }
}
