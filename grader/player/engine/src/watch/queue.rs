//! The nodes of a search with a queue, in the order in which their turns come.

use std::collections::{BTreeSet, HashMap, VecDeque};

use oracle::search::{Algorithm, Fate, Visit};

use super::node::{Kind, Shown, Visited, behind};
use super::puzzle::Puzzle;

/// The expansions that the page draws.
const RECENT: usize = 12;

/// All nodes of the search.
pub(super) struct Queue {
    algorithm: Algorithm,
    nodes: Vec<Node>,
    /// The best node of each board.
    best: HashMap<u128, usize>,
    /// The nodes that wait, as the search orders them: the least priority, then the least estimate,
    /// then the first that was made.
    waiting: BTreeSet<(usize, usize, usize)>,
    /// The last nodes that were expanded, each with its children.
    recent: VecDeque<(usize, Vec<Child>)>,
    /// The number of nodes that were expanded.
    expanded: u64,
    goal: Option<usize>,
}

struct Node {
    key: u128,
    parent: Option<usize>,
    depth: usize,
    priority: usize,
    /// The number of its expansion, or 0.
    turn: u64,
}

/// A child of a node that was expanded.
enum Child {
    /// It was put on the queue.
    Queued(usize),
    /// It was dropped.
    Known(u128),
}

impl Queue {
    pub(super) fn new(algorithm: Algorithm, start: u128, priority: usize) -> Self {
        let mut queue = Self {
            algorithm,
            nodes: Vec::new(),
            best: HashMap::new(),
            waiting: BTreeSet::new(),
            recent: VecDeque::new(),
            expanded: 0,
            goal: None,
        };
        queue.meet(Node { key: start, parent: None, depth: 0, priority, turn: 0 });
        queue
    }

    pub(super) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// A node was expanded.
    pub(super) fn expand(&mut self, visited: &Visited, visit: &Visit<'_, Puzzle>) {
        let Some(&number) = self.best.get(&visited.key) else { return };
        self.waiting.remove(&self.place(number));
        self.expanded += 1;
        self.nodes[number].turn = self.expanded;
        let child = |child: &oracle::search::Child<_>| {
            let key = behind(visit.state, &child.action);
            match child.fate {
                Fate::Queued(priority) => Child::Queued(self.meet(Node {
                    key,
                    parent: Some(number),
                    depth: visited.depth + 1,
                    priority,
                    turn: 0,
                })),
                Fate::Known | Fate::Later => Child::Known(key),
            }
        };
        let children = visit.children.iter().map(child).collect();
        self.recent.push_back((number, children));
        if self.recent.len() > RECENT {
            self.recent.pop_front();
        }
    }

    /// The goal's turn has come.
    pub(super) fn reach(&mut self, goal: u128) {
        if let Some(&number) = self.best.get(&goal) {
            self.waiting.remove(&self.place(number));
            self.goal = Some(number);
        }
    }

    /// Puts a node on the queue, in place of one of the same board that still waits.
    fn meet(&mut self, node: Node) -> usize {
        let number = self.nodes.len();
        if let Some(older) = self.best.insert(node.key, number) {
            self.waiting.remove(&self.place(older));
        }
        self.nodes.push(node);
        self.waiting.insert(self.place(number));
        number
    }

    /// The place of a node in the order of turns.
    fn place(&self, number: usize) -> (usize, usize, usize) {
        let node = &self.nodes[number];
        (node.priority, self.estimate(node).unwrap_or_default(), number)
    }

    /// The moves estimated to go, where the search asks for them.
    fn estimate(&self, node: &Node) -> Option<usize> {
        match self.algorithm {
            Algorithm::AStar => Some(node.priority - node.depth),
            Algorithm::Greedy => Some(node.priority),
            _ => None,
        }
    }

    /// The nodes whose turns come next.
    pub(super) fn next(&self, boards: usize) -> Vec<Shown> {
        self.waiting.iter().take(boards).map(|&(.., number)| self.shown(number)).collect()
    }

    /// The last nodes that were expanded, with their children.
    pub(super) fn tree(&self) -> Vec<Shown> {
        let mut shown: Vec<usize> = Vec::new();
        let mut known = Vec::new();
        for (number, children) in &self.recent {
            shown.push(*number);
            for child in children {
                match child {
                    Child::Queued(child) => shown.push(*child),
                    Child::Known(key) => known.push(Shown {
                        id: None,
                        parent: Some(*number as u64),
                        key: *key,
                        depth: self.nodes[*number].depth + 1,
                        estimate: None,
                        priority: 0,
                        kind: Kind::Known,
                        turn: 0,
                    }),
                }
            }
        }
        if shown.is_empty() {
            shown.push(0);
        }
        shown.extend(self.goal);
        shown.sort_unstable();
        shown.dedup();
        let mut tree: Vec<Shown> = shown.into_iter().map(|number| self.shown(number)).collect();
        tree.append(&mut known);
        tree
    }

    fn shown(&self, number: usize) -> Shown {
        let node = &self.nodes[number];
        let kind = match node.turn {
            _ if self.goal == Some(number) => Kind::Goal,
            0 if self.best.get(&node.key) != Some(&number) => Kind::Known,
            0 => Kind::Waiting,
            _ => Kind::Expanded,
        };
        Shown {
            id: Some(number as u64),
            parent: node.parent.map(|parent| parent as u64),
            key: node.key,
            depth: node.depth,
            estimate: self.estimate(node),
            priority: node.priority,
            kind,
            turn: node.turn,
        }
    }
}
