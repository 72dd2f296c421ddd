//! The game trees of a search, as its boards were made of one another.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;

use grade::{SearchNode, Tiles};
use sandbox::run::{Event, HostBoards};
use slider::Tile;

use super::facts::{OWN, TWIN};

/// The boards of a search as nodes of its trees.
///
/// A board that is asked for its neighbors twice gives them twice, each time under numbers of their
/// own. They are one node each, under the first of its numbers.
pub(super) struct Forest<'a> {
    boards: &'a HostBoards,
    /// The first number of each board's node.
    first: Vec<u32>,
    /// The moves from its root.
    depth: Vec<u32>,
    /// The root of its tree.
    root: Vec<u32>,
    /// The first of the neighbors of each board that was expanded.
    neighbors: HashMap<u32, u32>,
    /// The roots, in the order of their numbers.
    roots: Vec<u32>,
    positions: RefCell<Positions<'a>>,
}

/// The positions that were asked for, by number.
#[derive(Default)]
struct Positions<'a> {
    /// The position of each node.
    of: HashMap<u32, u32>,
    known: HashMap<&'a [u8], u32>,
}

impl<'a> Forest<'a> {
    /// The trees of so many boards, with these events.
    pub(super) fn new(events: &[Event], boards: &'a HostBoards, count: u32) -> Self {
        let mut first: Vec<u32> = (0..count).collect();
        let mut neighbors = HashMap::new();
        for event in events {
            let Event::Expanded { board, first: begin } = *event else { continue };
            let Some(board) = first.get(index(board)).copied() else { continue };
            let known = *neighbors.entry(board).or_insert(begin);
            if known == begin {
                continue;
            }
            for i in 0..boards.degree(board).unwrap_or(0) {
                if let Some(it) = first.get_mut(index(begin.saturating_add(i))) {
                    *it = known.saturating_add(i);
                }
            }
        }
        let (mut depth, mut root, mut roots) = (Vec::new(), Vec::new(), Vec::new());
        for board in 0..count {
            let parent = boards.parent(board).ok().flatten().map(index);
            // A board comes after the one that it was made of.
            let of_parent = parent.and_then(|it| Some((*depth.get(it)?, *root.get(it)?)));
            depth.push(of_parent.map_or(0, |(depth, _)| depth + 1));
            root.push(of_parent.map_or(board, |(_, root)| root));
            if parent.is_none() {
                roots.push(board);
            }
        }
        Self { boards, first, depth, root, neighbors, roots, positions: RefCell::default() }
    }

    /// The roots of all trees, in the order in which they were made.
    pub(super) fn roots(&self) -> &[u32] {
        &self.roots
    }

    /// The node of a board, by its first number.
    pub(super) fn node(&self, board: u32) -> u32 {
        self.first.get(index(board)).copied().unwrap_or(board)
    }

    /// The node that this one is a neighbor of; none for a root.
    pub(super) fn parent(&self, node: u32) -> Option<u32> {
        self.boards.parent(node).ok().flatten().map(|parent| self.node(parent))
    }

    /// The neighbors of a node that was expanded; none of any other.
    pub(super) fn neighbors(&self, node: u32) -> Range<u32> {
        let degree = self.boards.degree(node).unwrap_or(0);
        self.neighbors.get(&node).map_or(0..0, |first| *first..first.saturating_add(degree))
    }

    /// The neighbor of a node that is the board it was reached from.
    pub(super) fn left(&self, node: u32) -> Option<u32> {
        let parent = self.parent(node)?;
        self.neighbors(node).find(|it| self.position(*it) == self.position(parent))
    }

    /// A number for the position of a node: two nodes are the same board if these are equal. Each
    /// board is looked at once, however large it is.
    pub(super) fn position(&self, node: u32) -> u32 {
        let Positions { of, known } = &mut *self.positions.borrow_mut();
        *of.entry(node).or_insert_with(|| {
            let next = u32::try_from(known.len()).unwrap_or(u32::MAX);
            *known.entry(self.boards.packed(node).unwrap_or(&[])).or_insert(next)
        })
    }

    /// The number of cells of a node.
    pub(super) fn cells(&self, node: u32) -> usize {
        self.boards.dimension(node).map_or(0, |n| n * n)
    }

    /// The moves from the root.
    pub(super) fn depth(&self, node: u32) -> u64 {
        self.depth.get(index(node)).copied().unwrap_or(0).into()
    }

    /// The moves from the root and the Manhattan distance.
    pub(super) fn priority(&self, node: u32) -> u64 {
        self.depth(node) + u64::from(self.boards.manhattan(node).unwrap_or(0))
    }

    /// The tiles of a node, row by row; none of what is no board.
    pub(super) fn tiles(&self, node: u32) -> Vec<Tile> {
        self.boards.tiles(node).unwrap_or_default()
    }

    /// The tiles that are out of place.
    pub(super) fn hamming(&self, node: u32) -> u64 {
        let tiles = self.tiles(node);
        tiles.iter().zip(1..).filter(|(tile, place)| **tile != 0 && *tile != place).count() as u64
    }

    /// Whether it is the goal.
    pub(super) fn is_goal(&self, node: u32) -> bool {
        self.boards.manhattan(node) == Ok(0)
    }

    /// Two nodes are the same board, as many moves away, if this is the same of both.
    pub(super) fn alike(&self, node: u32) -> (u64, u32) {
        (self.depth(node), self.position(node))
    }

    /// Whether a node is in the tree of the board to solve or in that of its twin. None if it is in
    /// another one: a search may go backwards, too.
    pub(super) fn tree(&self, node: u32) -> Option<usize> {
        let root = self.root.get(index(node)).copied()?;
        let is_solvable = |board| self.boards.is_solvable(board).ok();
        if self.position(root) == self.position(0) {
            Some(OWN)
        } else if is_solvable(root) != is_solvable(0) && !self.is_goal(root) {
            Some(TWIN)
        } else {
            None
        }
    }

    /// The node as it is shown.
    pub(super) fn shown(&self, node: u32) -> SearchNode {
        let n = self.boards.dimension(node).unwrap_or(1);
        let tiles = Tiles::from_cells(n, &self.boards.tiles(node).unwrap_or_default());
        let manhattan = u64::from(self.boards.manhattan(node).unwrap_or(0));
        SearchNode { tiles, moves: self.depth(node), manhattan }
    }
}

fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
