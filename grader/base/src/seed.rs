//! Random numbers that are the same on all machines.

use std::ops::RangeInclusive;

use super::digest::Parts;

/// Derives a seed from texts.
pub fn begin(texts: &[&str]) -> u64 {
    texts.iter().collect::<Parts>().seed()
}

/// Returns a random number below `end`. The modulo bias is too small to matter.
pub fn below(state: &mut u64, end: usize) -> usize {
    usize::try_from(next_random(state) % end.max(1) as u64).unwrap_or(0)
}

/// Returns a random number in a range. The modulo bias is too small to matter.
pub fn within(state: &mut u64, range: RangeInclusive<usize>) -> usize {
    range.start() + below(state, range.clone().count())
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
