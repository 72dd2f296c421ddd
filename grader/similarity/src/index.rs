//! Finds grams that appear in more than one submission, and decides which pairs to compare in detail.
//!
//! To avoid comparing all pairs, two passes over all code find the shared grams, one part of the hashes at a time to
//! limit memory use. An inverted index of fingerprints then finds the candidates for each submission.

use std::ops::Range;

use super::document::{Document, Origin};
use super::fingerprint::{Gram, NOISE, grams, winnow};

/// The number of parts to divide the grams into.
const PARTS: u64 = 16;

/// The grams that appear in more than one submission.
#[derive(Debug)]
pub struct Shared {
    /// The shared grams of each submission that contain own code, in order.
    pub seeds: Vec<Vec<Gram>>,
}

/// Returns the number of submissions that can contain the same code before it counts as common: a quarter, but at least
/// ten.
///
/// Ten is also the default in MOSS (the `-m` option).
pub(crate) fn common_limit(submissions: usize) -> usize {
    (submissions / 4).max(10)
}

impl Shared {
    /// Finds the shared grams. Marks code as common if more than `common_limit` submissions from the class or from
    /// previous years contain it.
    pub fn find(documents: &mut [Document]) -> Self {
        let past = documents.iter().filter(|it| it.is_past).count();
        let limits = [documents.len() - past, past].map(common_limit);
        let mut seeds: Vec<Vec<Gram>> = vec![Vec::new(); documents.len()];
        let mut common: Vec<Vec<u32>> = vec![Vec::new(); documents.len()];
        for part in 0..PARTS {
            let mut found: Vec<(u64, u32, u32)> = Vec::new();
            for (index, document) in documents.iter().enumerate() {
                let of_part = grams(document.tokens()).filter(|gram| gram.hash % PARTS == part);
                found.extend(of_part.map(|gram| (gram.hash, short(index), short(gram.start))));
            }
            found.sort_unstable();
            for same in found.chunk_by(|a, b| a.0 == b.0) {
                let mut counts = [0; 2];
                for of_one in same.chunk_by(|a, b| a.1 == b.1) {
                    counts[usize::from(documents[of_one[0].1 as usize].is_past)] += 1;
                }
                let is_common = counts.iter().zip(limits).any(|(count, limit)| *count > limit);
                for &(hash, index, start) in same {
                    if is_common {
                        common[index as usize].push(start);
                    } else if counts[0] + counts[1] > 1 {
                        seeds[index as usize].push(Gram { start: start as usize, hash });
                    }
                }
            }
        }
        for ((document, seeds), common) in documents.iter_mut().zip(&mut seeds).zip(common) {
            let common = common.into_iter().map(|start| start as usize);
            document.mark(common.map(|start| start..start + NOISE), Origin::Common);
            seeds.retain(|gram| has_own(document, gram));
            seeds.sort_unstable_by_key(|gram| gram.start);
            seeds.shrink_to_fit();
        }
        Self { seeds }
    }
}

fn has_own(document: &Document, gram: &Gram) -> bool {
    (gram.start..gram.start + NOISE).any(|at| document.is_own(at))
}

/// Converts an index to 32 bits, which are enough because of the size limits.
fn short(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Maps fingerprints to the submissions that contain them.
#[derive(Debug)]
pub struct Index {
    /// The sorted submissions of each fingerprint, one fingerprint after another.
    holders: Vec<u32>,
    /// The ranges in `holders` for the fingerprints of each submission.
    lists: Vec<Vec<Range<u32>>>,
}

impl Index {
    /// Creates the index. Given and common code must already be marked.
    pub fn new(documents: &[Document]) -> Self {
        let mut all: Vec<(u64, u32)> = Vec::new();
        for (index, document) in documents.iter().enumerate() {
            let chosen = winnow(grams(document.tokens())).into_iter();
            let own = chosen.filter(|gram| has_own(document, gram));
            all.extend(own.map(|gram| (gram.hash, short(index))));
        }
        all.sort_unstable();
        all.dedup();
        let mut lists = vec![Vec::new(); documents.len()];
        let mut start = 0;
        for same in all.chunk_by(|a, b| a.0 == b.0) {
            let end = start + short(same.len());
            if same.len() > 1 {
                for (_, holder) in same {
                    lists[*holder as usize].push(start..end);
                }
            }
            start = end;
        }
        Self { holders: all.into_iter().map(|(_, holder)| holder).collect(), lists }
    }

    /// Returns the submissions with a higher index that share a fingerprint with this submission and need to be
    /// compared with it, in order.
    pub fn candidates(&self, document: usize) -> Vec<usize> {
        let mut is_candidate = vec![false; self.lists.len()];
        for list in &self.lists[document] {
            let holders = &self.holders[list.start as usize..list.end as usize];
            let after = holders.partition_point(|&holder| holder as usize <= document);
            for &holder in &holders[after..] {
                is_candidate[holder as usize] = true;
            }
        }
        let numbered = is_candidate.into_iter().enumerate();
        numbered.filter_map(|(index, it)| it.then_some(index)).collect()
    }
}
