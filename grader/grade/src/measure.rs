//! Measured amounts and their limits.

use std::collections::BTreeMap;

use crate::check::Check;

/// A measured amount and its limit, in hundredths.
///
/// The unit depends on the check. Usually, it is the amount that the model answer needs, so the value is a multiple.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Measure {
    /// The largest amount measured.
    pub value: u64,
    /// The limit.
    pub limit: u64,
    /// The puzzle with the largest amount, for amounts measured on puzzles.
    pub puzzle: Option<String>,
}

impl Measure {
    /// The maximum value. Up to this value, hundredths can be represented exactly as floats; larger values are reduced
    /// to it.
    pub const MOST: u64 = 1_000_000_000_000;

    /// Creates a measure for an amount, divided by a unit and stored in hundredths.
    pub fn in_units(taken: u64, unit: u64, limit: u64) -> Self {
        // A model that used nothing would divide by zero. Rounding up keeps a value above the limit above it.
        let value = taken.saturating_mul(100).div_ceil(unit.max(1)).min(Self::MOST);
        Self { value, limit, puzzle: None }
    }

    /// Sets the puzzle.
    #[must_use]
    pub fn on_puzzle(self, puzzle: &str) -> Self {
        Self { puzzle: Some(puzzle.to_owned()), ..self }
    }

    /// Returns `true` if the amount is within the limit.
    pub fn holds(&self) -> bool {
        self.value <= self.limit
    }
}

/// The largest measured amount for each check with a limit.
pub type Measures = BTreeMap<Check, Measure>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_are_rounded_up_and_bounded() {
        assert_eq!(Measure::in_units(1, 3, 100).value, 34, "rounded up");
        assert_eq!(Measure::in_units(u64::MAX, 1, 100).value, Measure::MOST);
        assert_eq!(Measure::in_units(1, 0, 100).value, 100);
    }
}
