//! Selects fingerprints, which are hashes of short token runs.
//!
//! The method is *robust winnowing* (Schleimer, Wilkerson, Aiken: "Winnowing: Local Algorithms for Document
//! Fingerprinting", SIGMOD 2003). It selects the minimum of every `WINDOW` consecutive hashes. On a tie, it prefers the
//! hash selected for the previous window, and then the rightmost. Because the selection depends only on the window:
//!
//! - a run of at least `GUARANTEE` tokens that two programs share contains a hash selected in both;
//! - runs shorter than `NOISE` tokens are never found.
//!
//! On average, two out of `WINDOW + 1` hashes are selected.

use std::collections::VecDeque;

use super::code::CodeToken;
use super::symbol::Symbol;

/// The shortest run that can be found, about two lines of code: `k` in the paper.
pub(crate) const NOISE: usize = 20;

/// The shortest run that will always be found: `t` in the paper.
pub(crate) const GUARANTEE: usize = 30;

/// The hashes in a window: `w = t - k + 1` in the paper.
pub(crate) const WINDOW: usize = GUARANTEE - NOISE + 1;

/// A run of `NOISE` tokens within a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gram {
    /// The index of the first token.
    pub start: usize,
    /// The hash of all symbols in the run.
    pub hash: u64,
}

/// An odd constant whose bits look random: the golden ratio as a 64-bit fraction.
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

/// `BASE` to the power of `NOISE`.
const LEAVES: u64 = {
    let mut power = 1u64;
    let mut i = 0;
    while i < NOISE {
        power = power.wrapping_mul(BASE);
        i += 1;
    }
    power
};

/// Returns all grams in order. A gram never crosses a boundary between files.
///
/// The rolling hash by Karp and Rabin (1987) takes constant time to compute from the previous hash. It is a polynomial
/// modulo 2^64 with the scrambled symbols as coefficients.
pub(crate) fn hash_grams(tokens: &[CodeToken]) -> impl Iterator<Item = Gram> {
    let mut hash = 0u64;
    let mut length = 0;
    tokens.iter().enumerate().filter_map(move |(at, token)| {
        if token.symbol == Symbol::BOUNDARY {
            (hash, length) = (0, 0);
            return None;
        }
        // All arithmetic is modulo 2^64, as in a rolling hash by Rabin and Karp.
        hash = hash.wrapping_mul(BASE).wrapping_add(symbol_hash(token.symbol));
        length += 1;
        if length > NOISE {
            let leaving = symbol_hash(tokens[at - NOISE].symbol);
            hash = hash.wrapping_sub(leaving.wrapping_mul(LEAVES));
        }
        (length >= NOISE).then(|| Gram { start: at + 1 - NOISE, hash: scramble(hash) })
    })
}

fn symbol_hash(symbol: Symbol) -> u64 {
    // `scatter` maps 0 to 0, which would not change the hash of a run.
    scramble(u64::from(symbol.as_u8()) + 1)
}

/// Scrambles a number with the final steps of `SplitMix64` (Steele, Lea, Flood 2014).
fn scramble(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// Selects fingerprints as described in the module documentation. The grams must be in order. A gap between grams
/// separates files, which do not share a window. A file with fewer grams than a window counts as one window.
pub(crate) fn winnow(grams: impl Iterator<Item = Gram>) -> Vec<Gram> {
    let mut chosen: Vec<Gram> = Vec::new();
    // The grams in this window that are smaller than all later grams.
    let mut least: VecDeque<Gram> = VecDeque::new();
    let mut choose = |least: &VecDeque<Gram>, window: usize| {
        let Some(&first) = least.front() else { return };
        let is_kept =
            chosen.last().is_some_and(|last| last.start >= window && last.hash == first.hash);
        if !is_kept {
            chosen.push(first);
        }
    };
    let mut begin = 0;
    let mut next = 0;
    for gram in grams {
        if gram.start != next {
            if next - begin < WINDOW {
                choose(&least, begin);
            }
            least.clear();
            begin = gram.start;
        }
        next = gram.start + 1;
        while least.back().is_some_and(|last| last.hash >= gram.hash) {
            least.pop_back();
        }
        least.push_back(gram);
        if next - begin >= WINDOW {
            let window = next - WINDOW;
            while least.front().is_some_and(|gram| gram.start < window) {
                least.pop_front();
            }
            choose(&least, window);
        }
    }
    if next - begin < WINDOW {
        choose(&least, begin);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::super::code;
    use super::*;

    /// Returns tokens with few distinct symbols, to make many runs repeat.
    fn tokens(numbers: &[usize]) -> Vec<CodeToken> {
        let text: String = numbers
            .iter()
            .flat_map(|&index| ["+-*/%^!<>.;:?@&|"[index..].chars().next().unwrap(), ' '])
            .collect();
        let tokens = code::read_code(&text).tokens;
        assert_eq!(tokens.len(), numbers.len());
        tokens
    }

    fn hashes(grams: impl IntoIterator<Item = Gram>) -> BTreeSet<u64> {
        grams.into_iter().map(|gram| gram.hash).collect()
    }

    #[test]
    fn gram_hashes_are_equal_only_for_equal_symbols() {
        let numbers: Vec<usize> = (0..400).map(|i| (i * i / 7 + i % 3) % 16).collect();
        let numbers = [&numbers[..], &numbers[100..200]].concat();
        let mut seen: BTreeMap<u64, &[usize]> = BTreeMap::new();
        for gram in hash_grams(&tokens(&numbers)) {
            let run = &numbers[gram.start..gram.start + NOISE];
            assert_eq!(*seen.entry(gram.hash).or_insert(run), run);
        }
        let distinct: BTreeSet<_> = numbers.windows(NOISE).collect();
        assert_eq!(seen.len(), distinct.len());
    }

    #[test]
    fn grams_do_not_span_files() {
        let boundary = CodeToken { symbol: Symbol::BOUNDARY, start: 0, end: 0 };
        let part: Vec<usize> = (0..=NOISE).map(|i| i % 16).collect();
        let mut all = tokens(&part);
        all.push(boundary);
        all.extend(tokens(&part[..NOISE - 1]));
        all.push(boundary);
        all.extend(tokens(&part));
        let starts: Vec<usize> = hash_grams(&all).map(|gram| gram.start).collect();
        let last = 2 * NOISE + 2;
        assert_eq!(starts, [0, 1, last, last + 1]);
        // Although each file has only two grams, it counts as a window.
        assert_eq!(winnow(hash_grams(&all)).len(), 2);
        assert!(winnow(hash_grams(&[])).is_empty());
    }

    #[test]
    fn winnowing_selects_few_grams() {
        // Repetitive code has one selected gram per window. Other code should have about two out of `WINDOW + 1`.
        let same = tokens(&vec![0; 2000]);
        let chosen = winnow(hash_grams(&same)).len();
        assert!((160..=200).contains(&chosen), "{chosen}");
        let mut state = 1u64;
        let mut next = || {
            state = scramble(state.wrapping_add(BASE));
            (state % 16) as usize
        };
        let any = tokens(&(0..12_000).map(|_| next()).collect::<Vec<_>>());
        let chosen = winnow(hash_grams(&any)).len();
        assert!((1900..=2100).contains(&chosen), "{chosen}");
    }

    proptest! {
        /// The paper's guarantee, for runs of exactly the minimum length.
        #[test]
        fn shared_runs_have_a_common_fingerprint(
            symbols in 2usize..16,
            shared in prop::collection::vec(0usize..16, GUARANTEE),
            around in prop::collection::vec(prop::collection::vec(0usize..16, 0..50), 4),
        ) {
            let within = |run: &[usize]| run.iter().map(|symbol| symbol % symbols).collect::<Vec<_>>();
            let around: Vec<_> = around.iter().map(|run| within(run)).collect();
            let shared = within(&shared);
            let one = tokens(&[&around[0][..], &shared, &around[1]].concat());
            let other = tokens(&[&around[2][..], &shared, &around[3]].concat());
            let run = hashes(hash_grams(&tokens(&shared)));
            let (one, other) = (hashes(winnow(hash_grams(&one))), hashes(winnow(hash_grams(&other))));
            let common: BTreeSet<_> = one.intersection(&other).copied().collect();
            prop_assert!(common.intersection(&run).next().is_some());
        }

        /// As the paper requires.
        #[test]
        fn the_minimum_of_each_window_is_selected(numbers in prop::collection::vec(0usize..3, 0..200)) {
            let all: Vec<Gram> = hash_grams(&tokens(&numbers)).collect();
            let chosen = winnow(all.iter().copied());
            prop_assert!(chosen.windows(2).all(|pair| pair[0].start < pair[1].start));
            prop_assert!(chosen.iter().all(|gram| all.contains(gram)));
            for window in all.windows(WINDOW) {
                let least = window.iter().map(|gram| gram.hash).min().unwrap();
                let range = window[0].start..window[0].start + WINDOW;
                let is_there = chosen.iter().any(|gram| range.contains(&gram.start) && gram.hash == least);
                prop_assert!(is_there);
            }
        }
    }
}
