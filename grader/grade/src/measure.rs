//! The figures that limits are set on.

use std::collections::BTreeMap;

use crate::check::Check;

/// The amount that a submission takes of something, beside the limit, both in hundredths.
///
/// The unit is the check's own: for most it is a multiple of the model's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Measure {
    /// The largest amount that it takes.
    pub value: u64,
    /// The limit.
    pub limit: u64,
    /// The name of the puzzle that it takes so much on, if it was measured on puzzles.
    pub puzzle: Option<String>,
}

impl Measure {
    /// The most that is written down: a number of hundredths that a float holds exactly. What has
    /// no end has no figure either.
    pub const MOST: u64 = 1_000_000_000_000;

    /// The measure of `taken`, in hundredths of `unit`.
    pub fn of(taken: u64, unit: u64, limit: u64) -> Self {
        let value = taken.saturating_mul(100).div_ceil(unit.max(1)).min(Self::MOST);
        Self { value, limit, puzzle: None }
    }

    /// The measure as one on a puzzle.
    #[must_use]
    pub fn on(self, puzzle: &str) -> Self {
        Self { puzzle: Some(puzzle.to_owned()), ..self }
    }

    /// Whether it is within the limit.
    pub fn holds(&self) -> bool {
        self.value <= self.limit
    }
}

/// The worst measure of each check that has a limit.
pub type Measures = BTreeMap<Check, Measure>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measure_can_be_written_down() {
        assert_eq!(Measure::of(1, 3, 100).value, 34, "rounded up");
        assert_eq!(Measure::of(u64::MAX, 1, 100).value, Measure::MOST);
        assert_eq!(Measure::of(1, 0, 100).value, 100);
    }
}
