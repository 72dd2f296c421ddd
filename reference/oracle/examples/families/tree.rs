//! Runs a recipe step by step.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use slider::MinPq;

use crate::board::Board;
use crate::member::{SolverChoices, Ties};
use crate::recipe::{Closed, EndTest, QueueLimit, Recipe};

/// The result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeStep {
    /// The search continues.
    Going,
    /// The search found a solution with this number of moves.
    Found(usize),
    /// The queue is empty, or the search has given up.
    NoMore,
}

/// A game tree with a queue.
pub struct GameTree<'a> {
    recipe: &'a Recipe,
    manner: SolverChoices,
    nodes: Vec<TreeNode>,
    queue: MinPq<QueuedNode>,
    met: HashMap<u64, usize, Quick>,
    /// The index of the node for each key, if the queue keeps only one.
    each: HashMap<u64, usize, Quick>,
    queued: u64,
    taken: u64,
}

struct TreeNode {
    board: Board,
    moves: usize,
    parent: usize,
}

/// A node in the tree.
pub struct NodeView<'a> {
    nodes: &'a [TreeNode],
    at: usize,
}

impl<'a> NodeView<'a> {
    /// Returns the board.
    pub fn board(&self) -> &'a Board {
        &self.nodes[self.at].board
    }

    /// Returns the number of moves from the root.
    pub fn moves(&self) -> usize {
        self.nodes[self.at].moves
    }

    /// Returns the board `moves` moves earlier, if any.
    pub fn board_moves_earlier(&self, moves: usize) -> Option<&'a Board> {
        let steps = self.moves().checked_sub(moves).map(|_| moves)?;
        let at = (0..steps).fold(self.at, |at, _| self.nodes[at].parent);
        Some(&self.nodes[at].board)
    }

    /// Returns the root of the search.
    pub fn root(&self) -> &'a Board {
        &self.nodes[0].board
    }

    /// Returns `true` unless the board equals its parent's parent: the critical optimization.
    pub fn is_no_way_back(&self) -> bool {
        self.board_moves_earlier(2) != Some(self.board())
    }
}

impl<'a> GameTree<'a> {
    /// Creates a tree with only the root in the queue.
    pub fn new(recipe: &'a Recipe, root: Board, manner: SolverChoices) -> Self {
        let nodes = vec![TreeNode { board: root, moves: 0, parent: 0 }];
        let (met, each) = (HashMap::default(), HashMap::default());
        let queue = MinPq::new();
        let mut tree = Self { recipe, manner, nodes, queue, met, each, queued: 0, taken: 0 };
        tree.insert();
        tree
    }

    /// Takes a node from the queue, and enqueues its children.
    pub fn step(&mut self) -> TreeStep {
        if self.recipe.gives_up.is_some_and(|most| self.taken >= most) {
            return TreeStep::NoMore;
        }
        let Some(QueuedNode { node: at, .. }) = self.queue.del_min() else {
            return TreeStep::NoMore;
        };
        self.taken += 1;
        if let QueueLimit::OneOf(number) | QueueLimit::LastOf(number) = &self.recipe.queue {
            let number = number(&NodeView { nodes: &self.nodes, at });
            // A later node may have replaced this node.
            if self.each.get(&number) != Some(&at) {
                return TreeStep::Going;
            }
            self.each.remove(&number);
        }
        let TreeNode { board, moves, .. } = &self.nodes[at];
        let (board, moves) = (board.clone(), *moves);
        if board.is_goal() {
            return TreeStep::Found(moves);
        }
        if let Closed::Taken(key) = &self.recipe.closed
            && self.met.insert(key(&board), moves).is_some()
        {
            return TreeStep::Going;
        }
        for child in board.neighbors(self.manner.order) {
            match self.recipe.found {
                EndTest::Generated | EndTest::OneBefore if child.is_goal() => {
                    return TreeStep::Found(moves + 1);
                }
                EndTest::OneBefore if child.manhattan() == 1 => return TreeStep::Found(moves + 2),
                _ => {}
            }
            self.nodes.push(TreeNode { board: child, moves: moves + 1, parent: at });
            let view = NodeView { nodes: &self.nodes, at: self.nodes.len() - 1 };
            if !(self.recipe.keeps)(&view) || !self.insert() {
                self.nodes.pop();
            }
        }
        TreeStep::Going
    }

    /// Enqueues the newest node, or returns `false` to discard it.
    fn insert(&mut self) -> bool {
        let node = self.nodes.len() - 1;
        let view = NodeView { nodes: &self.nodes, at: node };
        let (board, moves) = (view.board(), view.moves());
        match &self.recipe.closed {
            Closed::No => {}
            Closed::Taken(key) => {
                if self.met.contains_key(&key(board)) {
                    return false;
                }
            }
            Closed::Queued(key) => {
                if self.met.insert(key(board), moves).is_some() {
                    return false;
                }
            }
            Closed::Reopened(key) => {
                let before = self.met.entry(key(board)).or_insert(usize::MAX);
                if *before <= moves {
                    return false;
                }
                *before = moves;
            }
        }
        match &self.recipe.queue {
            QueueLimit::Whole | QueueLimit::Best(_) => {}
            QueueLimit::Full(most) => {
                if self.queue.len() >= *most {
                    return false;
                }
            }
            QueueLimit::OneOf(number) => {
                let number = number(&view);
                if self.each.contains_key(&number) {
                    return false;
                }
                self.each.insert(number, node);
            }
            QueueLimit::LastOf(number) => {
                self.each.insert(number(&view), node);
            }
        }
        let tie = match self.manner.ties {
            Ties::Heap => 0,
            Ties::First => self.queued,
        };
        self.queued += 1;
        self.queue.insert(QueuedNode { priority: (self.recipe.priority)(&view), tie, node });
        if let QueueLimit::Best(width) = self.recipe.queue
            && self.queue.len() >= 2 * width
        {
            let best = (0..width).filter_map(|_| self.queue.del_min()).collect::<Vec<_>>();
            self.queue = MinPq::new();
            for entry in best {
                self.queue.insert(entry);
            }
        }
        true
    }
}

/// A node in the queue.
struct QueuedNode {
    priority: u64,
    /// The insertion order, or 0 if the heap decides.
    tie: u64,
    node: usize,
}

impl Ord for QueuedNode {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.priority, self.tie).cmp(&(other.priority, other.tie))
    }
}

impl PartialOrd for QueuedNode {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for QueuedNode {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for QueuedNode {}

/// A hasher for numbers that no attacker controls.
pub type Quick = BuildHasherDefault<Fibonacci>;

/// A set of numbers.
pub type Numbers = HashSet<u64, Quick>;

/// Multiplicative hashing with the golden ratio (D. Knuth, The Art of Computer Programming, volume
/// 3).
#[derive(Default)]
pub struct Fibonacci(u64);

impl Hasher for Fibonacci {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, number: u64) {
        let product = u128::from(self.0 ^ number) * 0x9e37_79b9_7f4a_7c15;
        self.0 = u64::try_from(product >> 32 & u128::from(u64::MAX)).unwrap_or_default();
    }
}
