//! Compares all submissions of a class with each other.

use std::cmp::Reverse;

use base::pool;

use super::document::{Document, Origin};
use super::fingerprint::GUARANTEE;
use super::given::Given;
use super::groups::Groups;
use super::index::{Index, Shared, common_limit};
use super::tiling::{Tile, Tiler};

/// The least share, in percent, by which submissions are put into one group.
const GROUP_AT_LEAST: u32 = 50;

/// The pairs that are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompareOptions {
    /// The least share in percent that a pair needs on one side to be shown.
    pub at_least: u32,
    /// The most pairs to show.
    pub top: usize,
    /// The number of threads. It changes nothing about the answer.
    pub jobs: usize,
}

/// The common code of two submissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The number of the one.
    pub first: usize,
    /// The number of the other, which comes after it.
    pub second: usize,
    /// The number of tokens that they share and that are the own of both.
    pub shared: usize,
    /// The number of these in the longest run.
    pub longest: usize,
}

/// A class, compared.
#[derive(Debug)]
pub struct Comparison {
    documents: Vec<Document>,
    shared: Shared,
    /// The pairs that are shown, the most similar first.
    pub pairs: Vec<Pair>,
    /// The number of pairs with the least share that was asked for.
    pub found: usize,
    /// Submissions that hang together by shares of at least `Comparison::group_at_least`, the
    /// largest group first.
    pub groups: Vec<Vec<usize>>,
    /// The pairs that were wanted.
    pub wish: CompareOptions,
}

impl Comparison {
    /// Compares submissions: each of the class with all others, and no two of earlier years.
    ///
    /// The answer does not depend on the order in which they are given, as long as no two of the
    /// class have the same name, and no two of earlier years.
    pub fn of(mut documents: Vec<Document>, given: &Given, wish: CompareOptions) -> Self {
        documents.sort_by(|a, b| (a.is_past, &a.name).cmp(&(b.is_past, &b.name)));
        given.mark(&mut documents);
        let shared = Shared::find(&mut documents);
        let index = Index::new(&documents);
        let class: Vec<usize> = (0..documents.len()).filter(|&it| !documents[it].is_past).collect();
        let least = GROUP_AT_LEAST.max(wish.at_least);
        let of_each = pool::map(wish.jobs, &class, |&first| {
            let tiler = Tiler::new(&documents[first], &shared.seeds[first]);
            let mut pairs: Vec<Pair> = index
                .candidates(first)
                .into_iter()
                .filter_map(|second| {
                    let common = tiler.tiles(&documents[second], &shared.seeds[second]);
                    Pair::of(first, second, &common)
                })
                .filter(|pair| pair.reaches(&documents, wish.at_least))
                .collect();
            let links = pairs.iter().filter(|pair| pair.reaches(&documents, least));
            let links: Vec<usize> = links.map(|pair| pair.second).collect();
            let count = pairs.len();
            pairs.sort_by_key(|pair| pair.rank(&documents));
            pairs.truncate(wish.top);
            (pairs, links, count)
        });
        let mut groups = Groups::new(documents.len());
        let mut pairs = Vec::new();
        let mut count = 0;
        for (first, (top, links, its_count)) in class.into_iter().zip(of_each) {
            pairs.extend(top);
            count += its_count;
            for second in links {
                groups.link(first, second);
            }
        }
        pairs.sort_by_key(|pair| pair.rank(&documents));
        pairs.truncate(wish.top);
        Self { documents, shared, pairs, found: count, groups: groups.finish(), wish }
    }

    /// The submissions: the class by name, then those of earlier years.
    pub fn documents(&self) -> &[Document] {
        &self.documents
    }

    /// The runs of tokens that a pair shares, in the order of their places in the first.
    pub fn tiles(&self, pair: &Pair) -> Vec<Tile> {
        let tiler = Tiler::new(&self.documents[pair.first], &self.shared.seeds[pair.first]);
        tiler.tiles(&self.documents[pair.second], &self.shared.seeds[pair.second])
    }

    /// Both shares of a pair: how much of each submission the other has, in tenths of a percent.
    pub fn shares(&self, pair: &Pair) -> [u32; 2] {
        pair.shares(&self.documents)
    }

    /// The numbers of submissions of the class, and of earlier years.
    pub fn counts(&self) -> [usize; 2] {
        let past = self.documents.iter().filter(|it| it.is_past).count();
        [self.documents.len() - past, past]
    }

    /// The share, in percent, from which on submissions are in one group.
    pub(crate) fn group_at_least(&self) -> u32 {
        GROUP_AT_LEAST.max(self.wish.at_least)
    }

    /// In more submissions than this of the class, code counts as common.
    pub(crate) fn common_limit(&self) -> usize {
        common_limit(self.counts()[0])
    }

    /// The submissions that have too little of their own to be compared, with how many tokens.
    pub(crate) fn with_little(&self) -> impl Iterator<Item = &Document> {
        self.documents.iter().filter(|it| is_little(it))
    }

    /// The submissions most of which much of the class has.
    pub(crate) fn mostly_common(&self) -> impl Iterator<Item = &Document> {
        let is = |it: &&Document| it.count(Origin::Common) > it.own();
        self.documents.iter().filter(|it| !it.is_past).filter(is)
    }
}

/// Whether a submission has too little code of its own to say that another shares much of it.
fn is_little(document: &Document) -> bool {
    document.own() < 2 * GUARANTEE
}

impl Pair {
    fn of(first: usize, second: usize, tiles: &[Tile]) -> Option<Self> {
        let longest = tiles.iter().map(|tile| tile.own).max()?;
        let shared = tiles.iter().map(|tile| tile.own).sum();
        Some(Self { first, second, shared, longest })
    }

    fn shares(&self, documents: &[Document]) -> [u32; 2] {
        [self.first, self.second].map(|it| {
            let tenths = self.shared * 1000 / documents[it].own().max(1);
            u32::try_from(tenths).unwrap_or(u32::MAX)
        })
    }

    /// The greater share counts, so that code that was added to a copy does not hide it; but not
    /// that of a submission with hardly any code.
    fn share(&self, documents: &[Document]) -> u32 {
        let shares = self.shares(documents).into_iter().zip([self.first, self.second]);
        let counts = shares.filter(|(_, it)| !is_little(&documents[*it]));
        counts.map(|(share, _)| share).max().unwrap_or(0)
    }

    fn reaches(&self, documents: &[Document], percent: u32) -> bool {
        let share = self.share(documents);
        share > 0 && share >= 10 * percent
    }

    fn rank(&self, documents: &[Document]) -> impl Ord + use<> {
        (Reverse(self.share(documents)), Reverse(self.shared), self.first, self.second)
    }
}
