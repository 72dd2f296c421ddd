//! Selects the version that a test runs on.

use base::seed;

/// How many more times a test that passes on the model is run on it, with other numbers for the model.
/// Each costs a run per test.
pub(super) const DECOYS: u32 = 2;

/// The numbers that select the version under test. Each version has many of them.
///
/// The number is in the guest's memory, where unsound code can read it. A test could then pass on the model and fail on
/// all faults without testing anything, if the model always had the same number. As the numbers depend on a hash of the
/// tests, a test cannot contain the right one, and it must pass on the model with several numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct SubjectNumbers {
    seed: u64,
    subjects: u32,
}

impl SubjectNumbers {
    /// Returns the numbers for the model and this number of faults. `key` must cover the tests.
    pub(super) fn new(key: &str, faults: usize) -> Self {
        // One more for the model, which is subject 0.
        let subjects = u32::try_from(faults).unwrap_or(u32::MAX - 1) + 1;
        Self { seed: seed::from_texts(&["subject numbers", key]), subjects }
    }

    /// Returns the number of a subject in this round.
    pub(super) fn number_of(self, subject: u32, round: u32) -> u32 {
        let multiples = u32::MAX / self.subjects;
        let mut random = self.seed.wrapping_add(round.into());
        let multiple =
            seed::random_below(&mut random, usize::try_from(multiples).unwrap_or(usize::MAX));
        // The multiple is below a 32-bit number, so it always fits.
        let multiple = u32::try_from(multiple).unwrap_or(0);
        multiple * self.subjects + subject
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_subject_has_many_numbers_that_depend_on_the_tests() {
        for faults in [0, 1, 8, 200] {
            let mut seen = BTreeSet::new();
            for key in 0..100 {
                let numbers = SubjectNumbers::new(&format!("tests-{key}"), faults);
                for round in 0..=DECOYS {
                    for subject in (0..).take(faults + 1) {
                        let number = numbers.number_of(subject, round);
                        assert_eq!(number % numbers.subjects, subject);
                        seen.insert(number);
                    }
                }
            }
            assert_eq!(seen.len(), 100 * 3 * (faults + 1), "{faults} faults");
        }
    }
}
