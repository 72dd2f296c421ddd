//! Random numbers that are the same on all machines.

use std::ops::RangeInclusive;

use super::digest::PartsHash;

/// Derives a seed from texts.
pub fn from_texts(texts: &[&str]) -> u64 {
    texts.iter().collect::<PartsHash>().first_bytes_as_seed()
}

/// Returns a random number below `end`. The modulo bias is too small to matter.
pub fn random_below(state: &mut u64, end: usize) -> usize {
    // An empty range would divide by zero. Nothing is drawn from it.
    usize::try_from(next_random(state) % end.max(1) as u64).unwrap_or(0)
}

/// Returns a random number in a range. The modulo bias is too small to matter.
pub fn random_within(state: &mut u64, range: RangeInclusive<usize>) -> usize {
    range.start() + random_below(state, range.clone().count())
}

/// Returns a random item, or `None` if there is none.
pub fn choose<'a, T>(state: &mut u64, items: &'a [T]) -> Option<&'a T> {
    items.get(random_below(state, items.len()))
}

/// Draws up to `count` different items.
pub fn choose_several<T>(state: &mut u64, count: usize, mut items: Vec<T>) -> Vec<T> {
    let count = count.min(items.len());
    (0..count).map(|_| items.swap_remove(random_below(state, items.len()))).collect()
}

/// Shuffles the items.
pub fn shuffle<T>(state: &mut u64, items: &mut [T]) {
    // This is the Fisher-Yates shuffle, which makes all orders equally likely.
    for last in (1..items.len()).rev() {
        items.swap(last, random_below(state, last + 1));
    }
}

/// Returns the next number of the `SplitMix64` generator.
///
/// Source: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators",
/// OOPSLA 2014.
pub fn next_random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
