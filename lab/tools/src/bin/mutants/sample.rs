//! Draws reproducible samples.

use base::seed::random_below;

/// Draws up to `count` elements, in their original order.
pub(crate) fn draw<T>(all: Vec<T>, count: usize, mut random: u64) -> Vec<T> {
    let mut places: Vec<usize> = (0..all.len()).collect();
    let count = count.min(places.len());
    for i in 0..count {
        let other = i + random_below(&mut random, places.len() - i);
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
