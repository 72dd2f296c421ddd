//! Compares all submissions with each other.

use std::cmp::Reverse;

use base::pool;

use super::document::{Document, TokenOrigin};
use super::fingerprint::GUARANTEE;
use super::given_code::GivenCode;
use super::index::{FingerprintIndex, SharedGrams, most_submissions_before_common};
use super::tiling::{Tile, Tiler};

/// The minimum share, in percent, to put two submissions in the same group.
/// A group is connected by chains of pairs, so a lower share would soon connect the whole class.
const GROUP_AT_LEAST: u32 = 50;

/// Which pairs to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompareOptions {
    /// The minimum share, in percent. One of the pair's shares needs to reach it.
    pub at_least: u32,
    /// The maximum number of pairs.
    pub top: usize,
    /// The number of threads, which does not affect the result.
    pub jobs: usize,
}

/// The code in common between two submissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimilarPair {
    /// The first submission's index.
    pub first: usize,
    /// The second submission's index, larger than `first`.
    pub second: usize,
    /// The number of shared tokens that are own code in both submissions.
    pub shared: usize,
    /// The number of shared tokens in the longest run.
    pub longest: usize,
}

/// The result of comparing a class.
#[derive(Debug)]
pub struct Comparison {
    documents: Vec<Document>,
    shared: SharedGrams,
    /// The pairs to show, most similar first.
    pub pairs: Vec<SimilarPair>,
    /// The number of pairs with the minimum share, including those not shown.
    pub found: usize,
    /// Groups of submissions connected by shares of at least `Comparison::least_grouped_share`, largest first.
    pub groups: Vec<Vec<usize>>,
    /// The options.
    pub wish: CompareOptions,
}

impl Comparison {
    /// Compares the submissions in the class with each other and with those from previous years, which are not compared
    /// with each other.
    ///
    /// The order does not affect the result, as long as names are unique within the class and within previous years.
    pub fn new(mut documents: Vec<Document>, given: &GivenCode, wish: CompareOptions) -> Self {
        // The class comes first, then earlier years.
        documents.sort_by(|a, b| (a.is_past, &a.name).cmp(&(b.is_past, &b.name)));
        given.mark_given(&mut documents);
        let shared = SharedGrams::find(&mut documents);
        let index = FingerprintIndex::new(&documents);
        let class: Vec<usize> =
            (0..documents.len()).filter(|&index| !documents[index].is_past).collect();
        let least = GROUP_AT_LEAST.max(wish.at_least);
        let of_each = pool::map_in_parallel(wish.jobs, &class, |&first| {
            let tiler = Tiler::new(&documents[first], &shared.seeds[first]);
            let most = shared.shared_at_most(first, &documents[first]);
            let mut pairs: Vec<SimilarPair> = index
                .submissions_to_compare(first)
                .into_iter()
                .filter(|&second| {
                    // Most pairs share too little to be shown. The upper bound shows that without finding the tiles.
                    let shared = most[second];
                    let most = SimilarPair { first, second, shared, longest: shared };
                    most.has_share_of(&documents, wish.at_least)
                })
                .filter_map(|second| {
                    let common = tiler.tiles(&documents[second], &shared.seeds[second]);
                    SimilarPair::from_tiles(first, second, &common)
                })
                .filter(|pair| pair.has_share_of(&documents, wish.at_least))
                .collect();
            let links = pairs.iter().filter(|pair| pair.has_share_of(&documents, least));
            let links: Vec<usize> = links.map(|pair| pair.second).collect();
            let count = pairs.len();
            pairs.sort_by_key(|pair| pair.most_similar_first_key(&documents));
            // Of each submission's pairs, more are never shown. This limits memory in a class where everybody shares
            // code.
            pairs.truncate(wish.top);
            (pairs, links, count)
        });
        let mut groups = LinkedGroups::new(documents.len());
        let mut pairs = Vec::new();
        let mut count = 0;
        for (first, (top, links, its_count)) in class.into_iter().zip(of_each) {
            pairs.extend(top);
            count += its_count;
            for second in links {
                groups.join_groups(first, second);
            }
        }
        pairs.sort_by_key(|pair| pair.most_similar_first_key(&documents));
        pairs.truncate(wish.top);
        Self { documents, shared, pairs, found: count, groups: groups.finish(), wish }
    }

    /// Returns the submissions by name: first the class, then previous years.
    pub fn documents(&self) -> &[Document] {
        &self.documents
    }

    /// Returns the runs that a pair shares, in the order of the first submission.
    pub fn shared_runs(&self, pair: &SimilarPair) -> Vec<Tile> {
        let tiler = Tiler::new(&self.documents[pair.first], &self.shared.seeds[pair.first]);
        tiler.tiles(&self.documents[pair.second], &self.shared.seeds[pair.second])
    }

    /// Returns both shares, in tenths of a percent: the proportion of a submission's own code that is also in the other
    /// submission.
    pub fn shares(&self, pair: &SimilarPair) -> [u32; 2] {
        pair.shares_per_thousand(&self.documents)
    }

    /// Returns the numbers of submissions in the class and from previous years.
    pub fn class_and_past_counts(&self) -> [usize; 2] {
        let past = self.documents.iter().filter(|document| document.is_past).count();
        [self.documents.len() - past, past]
    }

    pub(crate) fn least_grouped_share(&self) -> u32 {
        GROUP_AT_LEAST.max(self.wish.at_least)
    }

    pub(crate) fn most_submissions_before_common(&self) -> usize {
        most_submissions_before_common(self.class_and_past_counts()[0])
    }

    /// Returns the submissions with too little own code to compare.
    pub(crate) fn with_little_code(&self) -> impl Iterator<Item = &Document> {
        self.documents.iter().filter(|document| has_little_code(document))
    }

    pub(crate) fn mostly_common_documents(&self) -> impl Iterator<Item = &Document> {
        let is = |document: &&Document| document.count(TokenOrigin::Common) > document.own_tokens();
        self.documents.iter().filter(|document| !document.is_past).filter(is)
    }
}

fn has_little_code(document: &Document) -> bool {
    document.own_tokens() < 2 * GUARANTEE
}

impl SimilarPair {
    fn from_tiles(first: usize, second: usize, tiles: &[Tile]) -> Option<Self> {
        let longest = tiles.iter().map(|tile| tile.own).max()?;
        let shared = tiles.iter().map(|tile| tile.own).sum();
        Some(Self { first, second, shared, longest })
    }

    fn shares_per_thousand(&self, documents: &[Document]) -> [u32; 2] {
        [self.first, self.second].map(|index| {
            // In tenths of a percent: whole percents would give many pairs the same rank, and floats could round
            // differently.
            let tenths = self.shared * 1000 / documents[index].own_tokens().max(1);
            u32::try_from(tenths).unwrap_or(u32::MAX)
        })
    }

    /// Returns the larger share, so adding code cannot hide a copy. Ignores the share of a submission with very little
    /// code.
    fn larger_share(&self, documents: &[Document]) -> u32 {
        let shares = self.shares_per_thousand(documents).into_iter().zip([self.first, self.second]);
        let counts = shares.filter(|(_, index)| !has_little_code(&documents[*index]));
        counts.map(|(share, _)| share).max().unwrap_or(0)
    }

    fn has_share_of(&self, documents: &[Document], percent: u32) -> bool {
        let share = self.larger_share(documents);
        // Shares are in tenths of a percent.
        share > 0 && share >= 10 * percent
    }

    fn most_similar_first_key(&self, documents: &[Document]) -> impl Ord + use<> {
        (Reverse(self.larger_share(documents)), Reverse(self.shared), self.first, self.second)
    }
}

/// Groups items by single linkage: a chain of links puts two items in the same group.
#[derive(Debug)]
struct LinkedGroups {
    /// The parent of each item. A root is its own parent.
    parents: Vec<usize>,
}

impl LinkedGroups {
    /// Starts without links.
    fn new(things: usize) -> Self {
        Self { parents: (0..things).collect() }
    }

    fn join_groups(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find_root(a), self.find_root(b));
        // Any root would do. The smallest item makes the result independent of the order of calls.
        self.parents[a.max(b)] = a.min(b);
    }

    fn find_root(&mut self, mut thing: usize) -> usize {
        while self.parents[thing] != thing {
            // Path halving keeps the paths short (Tarjan and van Leeuwen, 1984).
            self.parents[thing] = self.parents[self.parents[thing]];
            thing = self.parents[thing];
        }
        thing
    }

    /// Returns all groups of at least two items, larger groups first, then sorted by their items.
    fn finish(mut self) -> Vec<Vec<usize>> {
        let mut groups = vec![Vec::new(); self.parents.len()];
        for thing in 0..self.parents.len() {
            groups[self.find_root(thing)].push(thing);
        }
        groups.retain(|group| group.len() > 1);
        // The largest groups first, and then in the order of the names.
        groups.sort_by_key(|group| (Reverse(group.len()), group[0]));
        groups
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linked_items_form_groups() {
        let mut groups = LinkedGroups::new(9);
        for (a, b) in [(8, 3), (5, 1), (3, 4), (4, 8), (7, 6)] {
            groups.join_groups(a, b);
        }
        assert_eq!(groups.finish(), [vec![3, 4, 8], vec![1, 5], vec![6, 7]]);
        assert!(LinkedGroups::new(3).finish().is_empty());
    }
}
