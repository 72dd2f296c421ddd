//! The figures that limits are set on.

use std::collections::BTreeMap;

use crate::check::Check;

/// What a submission takes of something, beside what is allowed, both in hundredths.
///
/// The unit is the check's own: for most it is a multiple of the model's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// What it takes at worst.
    pub value: u64,
    /// What is allowed.
    pub limit: u64,
}

impl Measure {
    /// What is taken of `allowed` if that is worth `limit` hundredths of the unit.
    pub fn of(taken: u64, unit: u64, limit: u64) -> Self {
        Self { value: taken.saturating_mul(100).div_ceil(unit.max(1)), limit }
    }

    /// Whether it is within the limit.
    pub fn holds(self) -> bool {
        self.value <= self.limit
    }
}

/// The worst measure of each check that has a limit.
pub type Measures = BTreeMap<Check, Measure>;

/// Keeps a measure if it is worse than what was measured before.
pub(super) fn keep_worst(measures: &mut Measures, check: Check, measure: Measure) {
    let worst = measures.entry(check).or_insert(measure);
    if measure.value > worst.value {
        *worst = measure;
    }
}
