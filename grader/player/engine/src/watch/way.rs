//! The nodes of a search that remembers the way it stands on.

use std::collections::VecDeque;

use super::node::{Kind, Shown, Visited};

/// The nodes that the page draws.
const RECENT: usize = 28;

/// The way, and the last nodes that were looked at.
pub(super) struct Way {
    nodes: Vec<Shown>,
    recent: VecDeque<Shown>,
    /// The number of the next node.
    next: u64,
    expanded: u64,
}

impl Way {
    pub(super) fn new() -> Self {
        Self { nodes: Vec::new(), recent: VecDeque::new(), next: 0, expanded: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// A node was looked at, and expanded or not.
    pub(super) fn visit(&mut self, visited: &Visited, is_expanded: bool) {
        let &Visited { key, depth, priority, estimate } = visited;
        self.expanded += u64::from(is_expanded);
        self.stand_on(Shown {
            id: None,
            parent: None,
            key,
            depth,
            estimate,
            priority,
            kind: if is_expanded { Kind::Expanded } else { Kind::Cut },
            turn: if is_expanded { self.expanded } else { 0 },
        });
    }

    /// The goal was found so many moves from the start.
    pub(super) fn reach(&mut self, goal: u128, depth: usize, is_informed: bool) {
        self.stand_on(Shown {
            id: None,
            parent: None,
            key: goal,
            depth,
            estimate: is_informed.then_some(0),
            priority: depth,
            kind: Kind::Goal,
            turn: 0,
        });
    }

    /// Another round begins at the start.
    pub(super) fn begin_round(&mut self) {
        self.nodes.clear();
        self.recent.clear();
    }

    fn stand_on(&mut self, mut node: Shown) {
        self.nodes.truncate(node.depth);
        let parent = self.nodes.last().and_then(|last| last.id);
        node.id = Some(self.next);
        node.parent = parent;
        self.next += 1;
        self.nodes.push(node.clone());
        self.recent.push_back(node);
        if self.recent.len() > RECENT {
            self.recent.pop_front();
        }
    }

    /// The end of the way, the last node first.
    pub(super) fn stack(&self, boards: usize) -> Vec<Shown> {
        self.nodes.iter().rev().take(boards).cloned().collect()
    }

    /// The last nodes that were looked at.
    pub(super) fn tree(&self) -> Vec<Shown> {
        self.recent.iter().cloned().collect()
    }
}
