//! Draws reproducible samples.

#[derive(Clone, Debug)]
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next number, by `SplitMix64`.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below `end`, or 0 if `end` is 0. This is biased by the modulo, which does not matter here.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end.max(1) as u64).unwrap_or(0)
    }
}

/// Draws up to `count` elements, in their original order.
pub(crate) fn draw<T>(all: Vec<T>, count: usize, seed: u64) -> Vec<T> {
    let mut chance = Chance::new(seed);
    let mut places: Vec<usize> = (0..all.len()).collect();
    let count = count.min(places.len());
    for i in 0..count {
        let other = i + chance.below(places.len() - i);
        places.swap(i, other);
    }
    let mut is_drawn = vec![false; all.len()];
    for &place in &places[..count] {
        is_drawn[place] = true;
    }
    all.into_iter().zip(is_drawn).filter_map(|(one, is_drawn)| is_drawn.then_some(one)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_always_draws_the_same_sample() {
        let of = |count, seed| draw((0..100).collect(), count, seed);
        assert_eq!(of(6, 1), of(6, 1));
        assert_ne!(of(6, 1), of(6, 2));
        // The seed is on the page, so the sequence for a seed should not change.
        assert_eq!(of(6, 1), [18, 53, 56, 61, 65, 66]);
    }

    #[test]
    fn samples_are_sorted_without_duplicates() {
        for seed in 0..50 {
            let sample = draw((0..20).collect(), 10, seed);
            assert_eq!(sample.len(), 10);
            assert!(sample.is_sorted_by(|a, b| a < b), "{sample:?}");
        }
        assert_eq!(draw(vec![3, 1, 2], 9, 7), [3, 1, 2]);
        assert_eq!(draw(vec![3, 1, 2], 0, 7), [0; 0]);
    }
}
