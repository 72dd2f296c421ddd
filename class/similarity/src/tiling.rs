//! Finds the runs that two submissions share.
//!
//! This uses *greedy string tiling* (Wise: "String Similarity via Greedy String Tiling and Running Karp-Rabin
//! Matching", 1993). The longest common run becomes a tile, then the longest run among the remaining tokens, and so on.
//! Tiles never overlap. The position of a run does not matter, so reordered code is also found.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use super::document::Document;
use super::fingerprint::NOISE;
use super::index::Seed;
use super::symbol::Symbol;

/// The maximum number of occurrences of a gram to look up in a submission. If a gram occurs more often, as in a large
/// table, the code around it leads to the shared run instead.
/// With 32 in both submissions, a gram leads to about a thousand comparisons at most.
const PLACES: usize = 32;

/// A run that two submissions share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The tokens in the first submission.
    pub first: Range<usize>,
    /// The tokens in the second submission: the same number as in the first.
    pub second: Range<usize>,
    /// The number of tokens that are own code in both submissions, at least [`NOISE`].
    pub own: usize,
}

/// A run: the number of tokens that count, the length, and the starting position in each submission.
///
/// Runs are compared by the number of tokens that count, and then by length. If both are equal, the first run is the
/// greatest.
type Run = (usize, usize, Reverse<usize>, Reverse<usize>);

/// A submission that can be compared with others.
#[derive(Debug)]
pub(crate) struct Tiler<'a> {
    document: &'a Document,
    /// The shared grams, sorted by hash and then by position.
    seeds: Vec<(u64, usize)>,
    /// A bit set of the hash prefixes that exist in `seeds`.
    beginnings: Vec<u64>,
}

/// The number of bits in a hash prefix. A prefix in common almost always means that the hash is in common.
/// The set takes 128 KiB, which fits into a cache. With ten thousand shared grams, only one bit in a hundred is set.
const BEGINNING: u32 = 20;

impl<'a> Tiler<'a> {
    /// Prepares a submission whose shared grams are `seeds`.
    pub(crate) fn new(document: &'a Document, seeds: &[Seed]) -> Self {
        let mut seeds: Vec<_> = seeds.iter().map(|seed| (seed.hash, seed.start as usize)).collect();
        seeds.sort_unstable();
        // A word of the set has 64 bits.
        let mut beginnings = vec![0; 1 << (BEGINNING - 6)];
        for (hash, _) in &seeds {
            let (word, bit) = prefix_bit(*hash);
            beginnings[word] |= bit;
        }
        Self { document, seeds, beginnings }
    }

    /// Finds the tiles that this submission shares with another, in order. `seeds` must contain the other submission's
    /// shared grams, also in order.
    pub(crate) fn tiles(&self, other: &Document, seeds: &[Seed]) -> Vec<Tile> {
        let runs = self.find_runs(other, seeds);
        if runs.is_empty() {
            return Vec::new();
        }
        let mut taken = vec![false; self.document.tokens().len()];
        let mut other_taken = vec![false; other.tokens().len()];
        let mut tiles = Vec::new();
        let mut queue = BinaryHeap::from(runs);
        while let Some((own, length, Reverse(first), Reverse(second))) = queue.pop() {
            let is_free = |at: usize| !taken[first + at] && !other_taken[second + at];
            let free = free_stretches(length, is_free);
            if free.first().is_some_and(|stretch| stretch.len() == length) {
                let (first, second) = (first..first + length, second..second + length);
                taken[first.clone()].fill(true);
                other_taken[second.clone()].fill(true);
                tiles.push(Tile { first, second, own });
            } else {
                let rest = free.into_iter();
                queue.extend(rest.filter_map(|stretch| {
                    self.run_at(other, first + stretch.start, second + stretch.start, stretch.len())
                }));
            }
        }
        tiles.sort_unstable_by_key(|tile| tile.first.start);
        tiles
    }

    /// Finds all runs that contain enough own code and cannot be extended.
    fn find_runs(&self, other: &Document, seeds: &[Seed]) -> Vec<Run> {
        let (mine, others) = (self.document.tokens(), other.tokens());
        let same = |a: usize, b: usize| {
            mine[a].symbol == others[b].symbol && mine[a].symbol != Symbol::BOUNDARY
        };
        let mut runs = Vec::new();
        // For each diagonal, the end of the code that has already been compared.
        let mut seen: Vec<usize> = Vec::new();
        for seed in seeds {
            let at = seed.start as usize;
            for start in self.positions_of(seed.hash) {
                // Most pairs share no gram and do not need it.
                if seen.is_empty() {
                    seen = vec![0; mine.len() + others.len()];
                }
                let diagonal = start + others.len() - at;
                // This seed is inside a run that is already known.
                if seen[diagonal] > at {
                    continue;
                }
                let steps_back = start.min(at);
                let back = (1..=steps_back).take_while(|&steps| same(start - steps, at - steps));
                let back = back.count();
                let (first, second) = (start - back, at - back);
                let most = (mine.len() - first).min(others.len() - second);
                let length =
                    (0..most).take_while(|&steps| same(first + steps, second + steps)).count();
                seen[diagonal] = (second + length).max(at + 1);
                runs.extend(self.run_at(other, first, second, length));
            }
        }
        runs
    }

    /// Returns the run that starts here, if it contains enough own code.
    fn run_at(&self, other: &Document, first: usize, second: usize, length: usize) -> Option<Run> {
        if length < NOISE {
            return None;
        }
        let is_own = |&at: &usize| self.document.is_own(first + at) && other.is_own(second + at);
        let own = (0..length).filter(is_own).count();
        (own >= NOISE).then_some((own, length, Reverse(first), Reverse(second)))
    }

    /// Returns `false` if the submission does not contain this shared gram. May return `true` even if it does not.
    fn may_contain(&self, hash: u64) -> bool {
        let (word, bit) = prefix_bit(hash);
        self.beginnings[word] & bit != 0
    }

    /// Finds the positions of a gram.
    fn positions_of(&self, hash: u64) -> impl Iterator<Item = usize> {
        let seeds = if self.may_contain(hash) { &self.seeds[..] } else { &[] };
        let start = seeds.partition_point(|(gram, _)| *gram < hash);
        let same = seeds[start..].iter().take_while(move |(gram, _)| *gram == hash);
        // Two submissions with the same table would otherwise compare every place with every other.
        same.take(PLACES).map(|(_, start)| *start)
    }
}

/// Returns the word and the bit for a hash.
fn prefix_bit(hash: u64) -> (usize, u64) {
    let beginning = hash >> (u64::BITS - BEGINNING);
    ((beginning >> 6) as usize, 1 << (beginning & 63))
}

/// Finds all maximal ranges below `length` in which every position is free.
fn free_stretches(length: usize, is_free: impl Fn(usize) -> bool) -> Vec<Range<usize>> {
    let mut stretches: Vec<Range<usize>> = Vec::new();
    for at in (0..length).filter(|&at| is_free(at)) {
        match stretches.last_mut() {
            Some(last) if last.end == at => last.end += 1,
            _ => stretches.push(at..at + 1),
        }
    }
    stretches
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::super::document::TokenOrigin;
    use super::super::index::SharedGrams;
    use super::*;

    /// Creates a submission with one file, in which every character is a token.
    fn document(code: &str) -> Document {
        let text: String = code.chars().flat_map(|c| [c, ' ']).collect();
        Document::new(String::new(), BTreeMap::from([("a.rs".to_owned(), text)]))
    }

    /// Returns the tiles, and the upper bound on their own tokens.
    fn tiles_and_most(one: &Document, other: &Document) -> (Vec<Tile>, usize) {
        let mut documents = [one.clone(), other.clone()];
        let shared = SharedGrams::find(&mut documents);
        let tiles = Tiler::new(one, &shared.seeds[0]).tiles(other, &shared.seeds[1]);
        (tiles, shared.shared_at_most(0, &documents[0])[1])
    }

    fn tiles(one: &Document, other: &Document) -> Vec<Tile> {
        tiles_and_most(one, other).0
    }

    /// Returns the positions and lengths of the tiles.
    fn places(one: &str, other: &str) -> Vec<(usize, usize, usize)> {
        let tiles = tiles(&document(one), &document(other)).into_iter();
        tiles.map(|tile| (tile.first.start, tile.second.start, tile.first.len())).collect()
    }

    const A: &str = "+-*/%^!<>.;:?@&|+*%!>"; // 21 tokens, no two adjacent ones equal
    const B: &str = "|&@?:;.><!^%/*-+|@:.<!"; // 22 tokens

    #[test]
    fn reordered_parts_are_found() {
        assert_eq!(A.len(), 21);
        assert_eq!(places(&format!("{A}={B}"), &format!("{B}~{A}")), [(0, 23, 21), (22, 0, 22)]);
        assert_eq!(places(A, B), []);
        assert_eq!(places(&A[..19], &A[..19]), []);
        assert_eq!(places(&A[1..21], A), [(0, 1, 20)]);
    }

    #[test]
    fn the_longest_run_is_matched_first() {
        // The second text contains all of the first, with a part repeated.
        let one = format!("{A}={B}");
        assert_eq!(places(&one, &format!("{B}~{A}={B}")), [(0, 23, 44)]);
        // Code that is repeated in only one submission counts once, because tiles do not overlap.
        assert_eq!(places(A, &format!("{A}={A}")), [(0, 0, 21)]);
        assert_eq!(places(&format!("{A}={A}"), &format!("{A}~{A}")), [(0, 0, 21), (22, 22, 21)]);
    }

    #[test]
    fn overlapping_runs_are_trimmed() {
        // The first token in the run B, A already belongs to the longer run.
        let long = format!("{A}={B}");
        let one = format!("{long}{A}");
        let other = format!("{long}~{}{A}", &B[17..]);
        assert_eq!(places(&one, &other), [(0, 0, 43 + 1), (44, 50, 21)]);
    }

    #[test]
    fn given_code_neither_counts_nor_splits_tiles() {
        let (mut one, other) = (document(&format!("{A}{B}")), document(&format!("{A}{B}")));
        one.mark_origin(std::iter::once(5..10), TokenOrigin::Given);
        let found = tiles(&one, &other);
        assert_eq!((found.len(), found[0].first.len(), found[0].own), (1, 43, 38));
        one.mark_origin(std::iter::once(0..24), TokenOrigin::Given);
        assert_eq!(tiles(&one, &other), []);
    }

    #[test]
    fn repetitive_code_is_tiled() {
        let one = "+".repeat(3000);
        let other = "+".repeat(2000);
        assert_eq!(places(&one, &other), [(0, 0, 2000)]);
    }

    proptest! {
        #[test]
        fn tiles_match_and_do_not_overlap(
            one in "[+*-]{0,20}([+*/%^!<>.;:]{25}){0,3}[+*-]{0,60}",
            other in "[+*-]{0,60}([+*-]{30}){0,3}",
            planted in "[+*/%-]{30,60}",
            at in 0usize..20,
        ) {
            let cut = |text: &str| text.len().min(at);
            let with = |text: &str| format!("{}{planted}{}", &text[..cut(text)], &text[cut(text)..]);
            let (one, other) = (document(&with(&one)), document(&with(&other)));
            let (tiles, most) = tiles_and_most(&one, &other);
            let symbols = |document: &Document, range: &Range<usize>| {
                document.tokens()[range.clone()].iter().map(|token| token.symbol).collect::<Vec<_>>()
            };
            let mut taken = [vec![false; one.tokens().len()], vec![false; other.tokens().len()]];
            for tile in &tiles {
                prop_assert!(tile.own >= NOISE && tile.own == tile.first.len());
                prop_assert_eq!(symbols(&one, &tile.first), symbols(&other, &tile.second));
                for (taken, range) in taken.iter_mut().zip([&tile.first, &tile.second]) {
                    prop_assert!(taken[range.clone()].iter().all(|is_taken| !is_taken));
                    taken[range.clone()].fill(true);
                }
            }
            prop_assert!(tiles.iter().map(|tile| tile.own).sum::<usize>() <= most);
            // The shared run must be found, either by itself or as part of longer runs.
            prop_assert!(tiles.iter().map(|tile| tile.own).max() >= Some(planted.len()));
        }
    }
}
