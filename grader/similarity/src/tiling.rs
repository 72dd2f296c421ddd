//! The runs of tokens that two submissions share.
//!
//! *Greedy string tiling* (Wise: "String Similarity via Greedy String Tiling and Running Karp-Rabin
//! Matching", 1993): the longest run that both have becomes a tile, then the longest of what is
//! left, and so on; no token is part of two tiles. Where a run is found does not matter, so code that
//! was put into another order is found as well.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use super::document::Document;
use super::fingerprint::{Gram, NOISE};
use super::symbol::Symbol;

/// At how many places of a submission the same gram is looked up: the first ones. What is repeated
/// more often, as in a table of tables, is found by what is around it.
const PLACES: usize = 32;

/// A run of tokens that two submissions share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// Its place in the one.
    pub first: Range<usize>,
    /// Its place in the other. It is as long.
    pub second: Range<usize>,
    /// The number of its tokens that are the own of both: at least [`NOISE`].
    pub own: usize,
}

/// A run of tokens from these places on.
///
/// Runs are ordered by what counts of them, then by their length, and then the one that comes first
/// is the greatest.
type Run = (usize, usize, Reverse<usize>, Reverse<usize>);

/// A submission that others are held against.
#[derive(Debug)]
pub(crate) struct Tiler<'a> {
    document: &'a Document,
    /// Its grams that others may have, by their hashes and then by their places.
    seeds: Vec<(u64, usize)>,
    /// A bit for each possible beginning of a hash: whether there is a gram with it.
    beginnings: Vec<u64>,
}

/// The number of bits of a hash that are its beginning.
const BEGINNING: u32 = 16;

impl<'a> Tiler<'a> {
    /// Prepares a submission with its grams that others may have.
    pub(crate) fn new(document: &'a Document, seeds: &[Gram]) -> Self {
        let mut seeds: Vec<_> = seeds.iter().map(|gram| (gram.hash, gram.start)).collect();
        seeds.sort_unstable();
        let mut beginnings = vec![0; 1 << (BEGINNING - 6)];
        for (hash, _) in &seeds {
            let (word, bit) = place(*hash);
            beginnings[word] |= bit;
        }
        Self { document, seeds, beginnings }
    }

    /// The tiles that it shares with another, in the order of their places in it. `seeds` are those
    /// grams of the other that others may have, in their order.
    pub(crate) fn tiles(&self, other: &Document, seeds: &[Gram]) -> Vec<Tile> {
        let runs = self.runs(other, seeds);
        if runs.is_empty() {
            return Vec::new();
        }
        let mut taken = vec![false; self.document.tokens().len()];
        let mut other_taken = vec![false; other.tokens().len()];
        let mut tiles = Vec::new();
        let mut queue = BinaryHeap::from(runs);
        while let Some((own, length, Reverse(first), Reverse(second))) = queue.pop() {
            let is_free = |at: usize| !taken[first + at] && !other_taken[second + at];
            let free = stretches(length, is_free);
            if free.first().is_some_and(|it| it.len() == length) {
                let (first, second) = (first..first + length, second..second + length);
                taken[first.clone()].fill(true);
                other_taken[second.clone()].fill(true);
                tiles.push(Tile { first, second, own });
            } else {
                let rest = free.into_iter();
                queue.extend(rest.filter_map(|it| {
                    self.run(other, first + it.start, second + it.start, it.len())
                }));
            }
        }
        tiles.sort_unstable_by_key(|tile| tile.first.start);
        tiles
    }

    /// All runs that cannot be made longer and that count.
    fn runs(&self, other: &Document, seeds: &[Gram]) -> Vec<Run> {
        let (mine, others) = (self.document.tokens(), other.tokens());
        let same = |a: usize, b: usize| {
            mine[a].symbol == others[b].symbol && mine[a].symbol != Symbol::BOUNDARY
        };
        let mut runs = Vec::new();
        // Of each diagonal of places that are as far apart, how far it has been looked at.
        let mut seen: Vec<usize> = Vec::new();
        for gram in seeds {
            for start in self.places(gram.hash) {
                if seen.is_empty() {
                    seen = vec![0; mine.len() + others.len()];
                }
                let diagonal = start + others.len() - gram.start;
                if seen[diagonal] > gram.start {
                    continue;
                }
                let steps_back = start.min(gram.start);
                let back = (1..=steps_back).take_while(|&it| same(start - it, gram.start - it));
                let back = back.count();
                let (first, second) = (start - back, gram.start - back);
                let most = (mine.len() - first).min(others.len() - second);
                let length = (0..most).take_while(|&it| same(first + it, second + it)).count();
                seen[diagonal] = (second + length).max(gram.start + 1);
                runs.extend(self.run(other, first, second, length));
            }
        }
        runs
    }

    /// The run from these places on, if it counts.
    fn run(&self, other: &Document, first: usize, second: usize, length: usize) -> Option<Run> {
        if length < NOISE {
            return None;
        }
        let is_own = |&at: &usize| self.document.is_own(first + at) && other.is_own(second + at);
        let own = (0..length).filter(is_own).count();
        (own >= NOISE).then_some((own, length, Reverse(first), Reverse(second)))
    }

    /// The places of a gram.
    fn places(&self, hash: u64) -> impl Iterator<Item = usize> {
        let (word, bit) = place(hash);
        let seeds = if self.beginnings[word] & bit == 0 { &[][..] } else { &self.seeds };
        let start = seeds.partition_point(|(it, _)| *it < hash);
        let same = seeds[start..].iter().take_while(move |(it, _)| *it == hash);
        same.take(PLACES).map(|(_, start)| *start)
    }
}

/// The word and the bit of the beginning of a hash.
fn place(hash: u64) -> (usize, u64) {
    let beginning = hash >> (u64::BITS - BEGINNING);
    ((beginning >> 6) as usize, 1 << (beginning & 63))
}

/// The stretches of the numbers below `length` in which all are free.
fn stretches(length: usize, is_free: impl Fn(usize) -> bool) -> Vec<Range<usize>> {
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

    use super::super::document::Origin;
    use super::super::fingerprint::grams;
    use super::*;

    /// A submission of one file, each character of which is a token.
    fn document(code: &str) -> Document {
        let text: String = code.chars().flat_map(|c| [c, ' ']).collect();
        Document::new(String::new(), BTreeMap::from([("a.rs".to_owned(), text)]))
    }

    fn tiles(one: &Document, other: &Document) -> Vec<Tile> {
        let seeds = |it: &Document| grams(it.tokens()).collect::<Vec<_>>();
        Tiler::new(one, &seeds(one)).tiles(other, &seeds(other))
    }

    /// The places of tiles on both sides, and their lengths.
    fn places(one: &str, other: &str) -> Vec<(usize, usize, usize)> {
        let tiles = tiles(&document(one), &document(other)).into_iter();
        tiles.map(|it| (it.first.start, it.second.start, it.first.len())).collect()
    }

    const A: &str = "+-*/%^!<>.;:?@&|+*%!>"; // 21 tokens, no two the same beside each other
    const B: &str = "|&@?:;.><!^%/*-+|@:.<!"; // 22 tokens

    #[test]
    fn parts_in_another_order_are_found() {
        assert_eq!(A.len(), 21);
        assert_eq!(places(&format!("{A}={B}"), &format!("{B}~{A}")), [(0, 23, 21), (22, 0, 22)]);
        assert_eq!(places(A, B), []);
        assert_eq!(places(&A[..19], &A[..19]), []);
        assert_eq!(places(&A[1..21], A), [(0, 1, 20)]);
    }

    #[test]
    fn the_longest_run_comes_first() {
        // The other has all of it, and a part of it once more.
        let one = format!("{A}={B}");
        assert_eq!(places(&one, &format!("{B}~{A}={B}")), [(0, 23, 44)]);
        // Twice on one side is once on the other: no token counts twice.
        assert_eq!(places(A, &format!("{A}={A}")), [(0, 0, 21)]);
        assert_eq!(places(&format!("{A}={A}"), &format!("{A}~{A}")), [(0, 0, 21), (22, 22, 21)]);
    }

    #[test]
    fn what_a_tile_has_taken_is_cut_off() {
        // The run of B and A begins in a token that the longer run has already.
        let long = format!("{A}={B}");
        let one = format!("{long}{A}");
        let other = format!("{long}~{}{A}", &B[17..]);
        assert_eq!(places(&one, &other), [(0, 0, 43 + 1), (44, 50, 21)]);
    }

    #[test]
    fn what_was_given_out_counts_nothing_but_does_not_part() {
        let (mut one, other) = (document(&format!("{A}{B}")), document(&format!("{A}{B}")));
        one.mark(std::iter::once(5..10), Origin::Given);
        let it = tiles(&one, &other);
        assert_eq!((it.len(), it[0].first.len(), it[0].own), (1, 43, 38));
        one.mark(std::iter::once(0..24), Origin::Given);
        assert_eq!(tiles(&one, &other), []);
    }

    #[test]
    fn code_that_only_repeats_itself_is_no_trouble() {
        let one = "+".repeat(3000);
        let other = "+".repeat(2000);
        assert_eq!(places(&one, &other), [(0, 0, 2000)]);
    }

    proptest! {
        #[test]
        fn tiles_are_the_same_code_and_do_not_overlap(
            one in "[+*-]{0,20}([+*/%^!<>.;:]{25}){0,3}[+*-]{0,60}",
            other in "[+*-]{0,60}([+*-]{30}){0,3}",
            planted in "[+*/%-]{30,60}",
            at in 0usize..20,
        ) {
            let cut = |text: &str| text.len().min(at);
            let with = |text: &str| format!("{}{planted}{}", &text[..cut(text)], &text[cut(text)..]);
            let (one, other) = (document(&with(&one)), document(&with(&other)));
            let tiles = tiles(&one, &other);
            let symbols = |it: &Document, range: &Range<usize>| {
                it.tokens()[range.clone()].iter().map(|it| it.symbol).collect::<Vec<_>>()
            };
            let mut taken = [vec![false; one.tokens().len()], vec![false; other.tokens().len()]];
            for tile in &tiles {
                prop_assert!(tile.own >= NOISE && tile.own == tile.first.len());
                prop_assert_eq!(symbols(&one, &tile.first), symbols(&other, &tile.second));
                for (taken, range) in taken.iter_mut().zip([&tile.first, &tile.second]) {
                    prop_assert!(taken[range.clone()].iter().all(|it| !it));
                    taken[range.clone()].fill(true);
                }
            }
            // The run that was planted is there, whether the greedy choice took it as one or with
            // others.
            prop_assert!(tiles.iter().map(|it| it.own).max() >= Some(planted.len()));
        }
    }
}
