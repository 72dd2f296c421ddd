use std::collections::HashMap;

use oracle::search::{Algorithm, ChildFate, Visit};

use super::history::{NewNode, NodeHistory};
use super::node::{Visited, packed_after};
use super::puzzle::OwnedSliding;

/// All nodes of the search, and the latest node for each board.
pub(super) struct NodeQueue {
    algorithm: Algorithm,
    pub(super) history: NodeHistory,
    best: HashMap<u128, usize>,
}

impl NodeQueue {
    pub(super) fn new(algorithm: Algorithm, start: u128, priority: usize) -> Self {
        let mut queue = Self { algorithm, history: NodeHistory::default(), best: HashMap::new() };
        queue.enqueue(start, None, 0, priority);
        queue
    }

    pub(super) fn add_expansion(&mut self, visited: &Visited, visit: &Visit<'_, OwnedSliding>) {
        let number = self.best.get(&visited.key).copied();
        self.history.begin_step(number);
        for child in visit.children {
            let key = packed_after(visit.state, &child.action);
            match child.fate {
                ChildFate::Queued(priority) => {
                    self.enqueue(key, number, visited.depth + 1, priority);
                }
                ChildFate::Known | ChildFate::Later => self.history.drop_child(key),
            }
        }
    }

    /// Records the end of the search, with the goal board if it was reached.
    pub(super) fn end(&mut self, goal: Option<u128>) {
        let number = goal.and_then(|goal| self.best.get(&goal).copied());
        self.history.begin_step(number);
        if let Some(number) = number {
            self.history.set_goal(number);
        }
    }

    /// Enqueues a node, and removes an older node for the same board.
    fn enqueue(&mut self, key: u128, parent: Option<usize>, depth: usize, priority: usize) {
        let estimate = match self.algorithm {
            Algorithm::AStar => Some(priority - depth),
            Algorithm::Greedy => Some(priority),
            _ => None,
        };
        let is_twin = false;
        let number =
            self.history.add_node(&NewNode { key, parent, depth, priority, estimate, is_twin });
        if let Some(older) = self.best.insert(key, number) {
            self.history.remove_from_queue(older);
        }
    }
}
