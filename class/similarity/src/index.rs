//! Finds grams that appear in more than one submission, and decides which pairs to compare in detail.
//!
//! To avoid comparing all pairs, two passes over all code find the shared grams, one part of the hashes at a time to
//! limit memory use. An inverted index of fingerprints then finds the candidates for each submission.

use super::document::{Document, TokenOrigin};
use super::fingerprint::{NOISE, hash_grams, winnow};

/// The number of parts to divide the grams into.
/// Only one part is in memory at a time.
// This divides the memory for them by sixteen, but each part reads all documents again.
const PARTS: u64 = 16;

/// A gram that appears in more than one submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed {
    /// The hash of all symbols in the gram.
    pub hash: u64,
    /// The index of the first token.
    pub start: u32,
    /// The number that stands for the hash in [`SharedGrams::holders`].
    group: u32,
}

/// The grams that appear in more than one submission.
#[derive(Debug)]
pub struct SharedGrams {
    /// For each submission, the shared grams that contain own code, in order.
    pub seeds: Vec<Vec<Seed>>,
    /// The submissions in which the grams of each group contain own code.
    holders: GramHolders,
}

/// Returns the number of submissions that can contain the same code before it counts as common: a quarter, but at least
/// ten. Code that more students have probably comes from a common source, such as a lecture.
///
/// Ten is also the default in MOSS (the `-m` option).
pub(crate) fn most_submissions_before_common(submissions: usize) -> usize {
    (submissions / 4).max(10)
}

impl SharedGrams {
    /// Finds the shared grams. Marks code as common if more than `most_submissions_before_common` submissions from the
    /// class or from previous years contain it.
    pub fn find(documents: &mut [Document]) -> Self {
        let past = documents.iter().filter(|document| document.is_past).count();
        let limits = [documents.len() - past, past].map(most_submissions_before_common);
        let mut seeds: Vec<Vec<Seed>> = vec![Vec::new(); documents.len()];
        let mut common: Vec<Vec<u32>> = vec![Vec::new(); documents.len()];
        let mut groups = 0;
        for part in 0..PARTS {
            let mut found: Vec<(u64, u32, u32)> = Vec::new();
            for (index, document) in documents.iter().enumerate() {
                let of_part =
                    hash_grams(document.tokens()).filter(|gram| gram.hash % PARTS == part);
                found.extend(of_part.map(|gram| (gram.hash, to_u32(index), to_u32(gram.start))));
            }
            found.sort_unstable();
            for same in found.chunk_by(|a, b| a.0 == b.0) {
                let mut counts = [0; 2];
                for of_one in same.chunk_by(|a, b| a.1 == b.1) {
                    counts[usize::from(documents[of_one[0].1 as usize].is_past)] += 1;
                }
                let is_common = counts.iter().zip(limits).any(|(count, limit)| *count > limit);
                let is_shared = !is_common && counts[0] + counts[1] > 1;
                for &(hash, index, start) in same {
                    if is_common {
                        common[index as usize].push(start);
                    } else if is_shared {
                        seeds[index as usize].push(Seed { hash, start, group: groups });
                    }
                }
                groups += u32::from(is_shared);
            }
        }
        for ((document, seeds), common) in documents.iter_mut().zip(&mut seeds).zip(common) {
            let common = common.into_iter().map(|start| start as usize);
            // Common code stays in the list of tokens. Without it, a copied run would fall apart into pieces that are
            // too short to be found.
            document.mark_origin(common.map(|start| start..start + NOISE), TokenOrigin::Common);
            seeds.retain(|seed| contains_own_code(document, seed.start as usize));
            // The parts found them in the order of their hashes.
            seeds.sort_unstable_by_key(|seed| seed.start);
            seeds.shrink_to_fit();
        }
        let groups_of = seeds.iter().map(|seeds| seeds.iter().map(|seed| seed.group));
        let holders = GramHolders::new(groups, groups_of);
        Self { seeds, holders }
    }

    /// Returns for each submission an upper bound on the number of tokens that it shares with `first`. Counts only
    /// tokens that are own code in both, and only submissions with a higher index; the bound of others is 0.
    ///
    /// A token of a tile that is own code in both submissions lies in a gram that both share. The bound counts the own
    /// tokens of `first` in such grams, whether or not they can form tiles. Each pair costs only as much as it shares,
    /// so this is much cheaper than the tiles.
    pub fn shared_at_most(&self, first: usize, document: &Document) -> Vec<usize> {
        let mut most = vec![0; self.seeds.len()];
        // For each submission, the end of the last gram that counted.
        let mut ends = vec![0; self.seeds.len()];
        for seed in &self.seeds[first] {
            let start = seed.start as usize;
            for holder in self.holders.holders_after(seed.group, first) {
                most[holder] += document.own_tokens_in(start.max(ends[holder])..start + NOISE);
                ends[holder] = start + NOISE;
            }
        }
        most
    }
}

/// Returns `true` if the gram that starts here contains own code.
fn contains_own_code(document: &Document, start: usize) -> bool {
    (start..start + NOISE).any(|at| document.is_own(at))
}

/// For each group of equal grams, the submissions that contain them.
#[derive(Debug)]
struct GramHolders {
    /// The sorted submissions for each group, one group after another.
    submissions: Vec<u32>,
    /// The start of each group in `submissions`, and the end of the last one.
    starts: Vec<usize>,
}

impl GramHolders {
    /// Collects the holders, given the groups of each submission.
    fn new(groups: u32, of_each: impl Iterator<Item: IntoIterator<Item = u32>>) -> Self {
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for (submission, groups) in of_each.enumerate() {
            pairs.extend(groups.into_iter().map(|group| (group, to_u32(submission))));
        }
        pairs.sort_unstable();
        // A gram may occur several times in a submission.
        pairs.dedup();
        let start = |group| pairs.partition_point(|&(held, _)| held < group);
        let starts = (0..=groups).map(start).collect();
        Self { submissions: pairs.into_iter().map(|(_, submission)| submission).collect(), starts }
    }

    /// Returns the holders of a group that have a higher index than `submission`, in order.
    fn holders_after(&self, group: u32, submission: usize) -> impl Iterator<Item = usize> {
        let group = group as usize;
        let holders = &self.submissions[self.starts[group]..self.starts[group + 1]];
        let after = holders.partition_point(|&holder| holder as usize <= submission);
        holders[after..].iter().map(|&holder| holder as usize)
    }
}

/// Converts an index to 32 bits, which are enough because of the size limits.
fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Maps fingerprints to the submissions that contain them.
#[derive(Debug)]
pub struct FingerprintIndex {
    holders: GramHolders,
    /// The fingerprints of each submission, as groups of `holders`.
    fingerprints: Vec<Vec<u32>>,
}

impl FingerprintIndex {
    /// Creates the index. Given and common code must already be marked.
    pub fn new(documents: &[Document]) -> Self {
        let mut all: Vec<(u64, u32)> = Vec::new();
        for (index, document) in documents.iter().enumerate() {
            let chosen = winnow(hash_grams(document.tokens())).into_iter();
            let own = chosen.filter(|gram| contains_own_code(document, gram.start));
            all.extend(own.map(|gram| (gram.hash, to_u32(index))));
        }
        all.sort_unstable();
        all.dedup();
        let mut fingerprints = vec![Vec::new(); documents.len()];
        let mut groups = 0;
        for same in all.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() > 1) {
            for (_, holder) in same {
                fingerprints[*holder as usize].push(groups);
            }
            groups += 1;
        }
        let holders =
            GramHolders::new(groups, fingerprints.iter().map(|groups| groups.iter().copied()));
        Self { holders, fingerprints }
    }

    /// Returns the submissions with a higher index that share a fingerprint with this submission and need to be
    /// compared with it, in order.
    pub fn submissions_to_compare(&self, document: usize) -> Vec<usize> {
        let mut is_candidate = vec![false; self.fingerprints.len()];
        for &fingerprint in &self.fingerprints[document] {
            for holder in self.holders.holders_after(fingerprint, document) {
                is_candidate[holder] = true;
            }
        }
        let numbered = is_candidate.into_iter().enumerate();
        numbered.filter_map(|(index, is_candidate)| is_candidate.then_some(index)).collect()
    }
}
