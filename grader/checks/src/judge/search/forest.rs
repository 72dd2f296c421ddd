//! Builds the game trees of a search from its boards.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;

use grade::{SearchNode, Tiles};
use sandbox::run::{Event, HostBoards};
use slider::Tile;

use super::facts::{OWN, TWIN};

/// The boards of a search, as nodes of trees.
///
/// If `neighbors` is called again, it returns boards with new numbers. Each of them is the same node as before, which
/// is identified by its first number.
pub(super) struct Forest<'a> {
    boards: &'a HostBoards,
    first: Vec<u32>,
    depth: Vec<u32>,
    root: Vec<u32>,
    /// For each expanded board, the number of its first neighbor.
    neighbors: HashMap<u32, u32>,
    roots: Vec<u32>,
    positions: RefCell<Positions<'a>>,
}

/// Numbers for the requested positions.
#[derive(Default)]
struct Positions<'a> {
    of: HashMap<u32, u32>,
    known: HashMap<&'a [u8], u32>,
}

impl<'a> Forest<'a> {
    pub(super) fn new(events: &[Event], boards: &'a HostBoards, count: u32) -> Self {
        let mut first: Vec<u32> = (0..count).collect();
        let mut neighbors = HashMap::new();
        for event in events {
            let Event::Expanded { board, first: begin } = *event else { continue };
            let Some(board) = first.get(to_index(board)).copied() else { continue };
            let known = *neighbors.entry(board).or_insert(begin);
            // This is the first expansion of the board. Another one makes equal boards with new numbers, which stand
            // for the same nodes.
            if known == begin {
                continue;
            }
            for i in 0..boards.neighbor_count(board).unwrap_or(0) {
                if let Some(first_node) = first.get_mut(to_index(begin.saturating_add(i))) {
                    *first_node = known.saturating_add(i);
                }
            }
        }
        let (mut depth, mut root, mut roots) = (Vec::new(), Vec::new(), Vec::new());
        for board in 0..count {
            let parent = boards.parent(board).ok().flatten().map(to_index);
            let of_parent =
                parent.and_then(|parent| Some((*depth.get(parent)?, *root.get(parent)?)));
            depth.push(of_parent.map_or(0, |(depth, _)| depth + 1));
            root.push(of_parent.map_or(board, |(_, root)| root));
            if parent.is_none() {
                roots.push(board);
            }
        }
        Self { boards, first, depth, root, neighbors, roots, positions: RefCell::default() }
    }

    pub(super) fn roots(&self) -> &[u32] {
        &self.roots
    }

    pub(super) fn node_of_board(&self, board: u32) -> u32 {
        self.first.get(to_index(board)).copied().unwrap_or(board)
    }

    pub(super) fn parent(&self, node: u32) -> Option<u32> {
        self.boards.parent(node).ok().flatten().map(|parent| self.node_of_board(parent))
    }

    /// Returns the neighbors of an expanded node. Empty for other nodes.
    pub(super) fn neighbors(&self, node: u32) -> Range<u32> {
        let degree = self.boards.neighbor_count(node).unwrap_or(0);
        self.neighbors.get(&node).map_or(0..0, |first| *first..first.saturating_add(degree))
    }

    /// Returns the neighbor with the same board as the node's parent, if any.
    pub(super) fn neighbor_like_parent(&self, node: u32) -> Option<u32> {
        let parent = self.parent(node)?;
        self.neighbors(node).find(|neighbor| self.position(*neighbor) == self.position(parent))
    }

    /// Returns a number that is equal for nodes with the same board. Each node is hashed only once, because boards may
    /// be large.
    pub(super) fn position(&self, node: u32) -> u32 {
        let Positions { of, known } = &mut *self.positions.borrow_mut();
        *of.entry(node).or_insert_with(|| {
            let next = u32::try_from(known.len()).unwrap_or(u32::MAX);
            // Equal tiles share a number, whichever board has them.
            *known.entry(self.boards.packed(node).unwrap_or(&[])).or_insert(next)
        })
    }

    pub(super) fn cell_count(&self, node: u32) -> usize {
        self.boards.dimension(node).map_or(0, |n| n * n)
    }

    pub(super) fn depth(&self, node: u32) -> u64 {
        self.depth.get(to_index(node)).copied().unwrap_or(0).into()
    }

    pub(super) fn priority(&self, node: u32) -> u64 {
        self.depth(node) + u64::from(self.boards.manhattan(node).unwrap_or(0))
    }

    /// Returns the tiles in row-major order. Empty for an invalid board.
    pub(super) fn tiles(&self, node: u32) -> Vec<Tile> {
        self.boards.tiles(node).unwrap_or_default()
    }

    pub(super) fn hamming(&self, node: u32) -> u64 {
        let tiles = self.tiles(node);
        tiles.iter().zip(1..).filter(|(tile, place)| **tile != 0 && *tile != place).count() as u64
    }

    pub(super) fn is_goal(&self, node: u32) -> bool {
        self.boards.manhattan(node) == Ok(0)
    }

    /// Returns a key that is equal for nodes with the same board and depth.
    pub(super) fn depth_and_position(&self, node: u32) -> (u64, u32) {
        (self.depth(node), self.position(node))
    }

    /// Returns the tree that a node belongs to: the board's or the twin's. Returns `None` for other trees, because a
    /// search may also go backward from the goal.
    pub(super) fn tree_of_node(&self, node: u32) -> Option<usize> {
        let root = self.root.get(to_index(node)).copied()?;
        if self.position(root) == self.position(0) {
            Some(OWN)
        } else if self.is_out_of_reach(root) && !self.is_goal(root) {
            Some(TWIN)
        } else {
            None
        }
    }

    /// Returns `true` if no moves lead from the initial board to this one, as for the twin's boards.
    pub(super) fn is_out_of_reach(&self, node: u32) -> bool {
        let is_solvable = |board| self.boards.is_solvable(board).ok();
        is_solvable(node) != is_solvable(0)
    }

    pub(super) fn search_node(&self, node: u32) -> SearchNode {
        let n = self.boards.dimension(node).unwrap_or(1);
        let tiles = Tiles::from_cells(n, &self.boards.tiles(node).unwrap_or_default());
        let manhattan = u64::from(self.boards.manhattan(node).unwrap_or(0));
        SearchNode { tiles, moves: self.depth(node), manhattan }
    }
}

fn to_index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
