//! The cases that determine the points for a check, their results, and the worst measurements.

use grade::check::Check;
use grade::{Measure, Measures, ShareUnit, Tally};

/// The cases of a check, which depend only on the assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cases {
    /// The results.
    pub tally: Tally,
    /// What the cases are, such as puzzles.
    pub of_what: ShareUnit,
}

/// Records a measurement if it is worse than the previous one.
pub(super) fn keep_worst(measures: &mut Measures, check: Check, measure: Measure) {
    match measures.get_mut(&check) {
        Some(worst) if measure.value <= worst.value => {}
        Some(worst) => *worst = measure,
        None => drop(measures.insert(check, measure)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_measure_is_kept_with_its_puzzle() {
        let mut measures = Measures::new();
        for (taken, puzzle) in [(10, "a"), (30, "b"), (30, "c"), (20, "d")] {
            let measure = Measure::in_units(taken, 8, 300).on(puzzle);
            keep_worst(&mut measures, Check::SolverTime, measure);
        }
        let expected = Measure { value: 375, limit: 300, puzzle: Some("b".to_owned()) };
        assert_eq!(measures[&Check::SolverTime], expected);
        assert!(!expected.holds());
    }
}
