//! The history of a search with a queue.

use std::collections::{BinaryHeap, HashSet};

use oracle::puzzle::Slide;
use slider::Tile;

use super::node::{NodeState, ShownNode, tile_at};

/// The number of expansions that the page draws.
/// With their neighbors, they fill the page.
const RECENT: usize = 12;

/// Marks a missing node.
const NOWHERE: u32 = u32::MAX;

/// A node when it is enqueued.
pub(crate) struct NewNode {
    pub(crate) key: u128,
    pub(crate) parent: Option<usize>,
    /// The moves from the initial board.
    pub(crate) depth: usize,
    pub(crate) priority: usize,
    /// The estimated moves to the goal, if the search uses estimates.
    pub(crate) estimate: Option<usize>,
    /// Whether the node belongs to the twin's search, which a recording may contain.
    pub(crate) is_twin: bool,
}

/// All nodes, each with the steps in which it was enqueued and dequeued.
///
/// A node is in the queue between these steps, so a single pass over the nodes yields the queue after any step, and
/// going back needs no undo.
#[derive(Default)]
pub(crate) struct NodeHistory {
    nodes: Vec<HistoryNode>,
    known: Vec<u128>,
    steps: Vec<HistoryStep>,
    /// The number of nodes before the first step.
    before: usize,
    /// The size of the queue, without the twin's nodes.
    waiting: usize,
    /// The goal, with the step that dequeued it.
    goal: Option<(usize, usize)>,
}

struct HistoryNode {
    key: u128,
    parent: u32,
    depth: u32,
    priority: u32,
    estimate: u32,
    /// The step that removed the node from the queue, or [`NOWHERE`].
    left: u32,
    is_twin: bool,
}

/// The lengths of the lists after a step.
#[derive(Clone, Copy)]
struct HistoryStep {
    /// The dequeued node, or [`NOWHERE`].
    taken: u32,
    nodes: u32,
    known: u32,
    /// The positions of the dropped children, as a bit set.
    dropped: u32,
}

pub(crate) struct Waiting {
    pub(crate) count: usize,
    /// The front of the queue.
    pub(crate) next: Vec<ShownNode>,
}

/// A search gives up long before this could overflow.
fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(NOWHERE)
}

impl NodeHistory {
    /// Enqueues a node, and returns the number.
    pub(crate) fn add_node(&mut self, node: &NewNode) -> usize {
        let number = self.nodes.len();
        self.nodes.push(HistoryNode {
            key: node.key,
            parent: node.parent.map_or(NOWHERE, to_u32),
            depth: to_u32(node.depth),
            priority: to_u32(node.priority),
            estimate: node.estimate.map_or(NOWHERE, to_u32),
            left: NOWHERE,
            is_twin: node.is_twin,
        });
        self.waiting += usize::from(!node.is_twin);
        match self.steps.last_mut() {
            Some(moment) => moment.nodes = to_u32(self.nodes.len()),
            None => self.before = self.nodes.len(),
        }
        number
    }

    /// Begins a step in which this node leaves the queue.
    pub(crate) fn begin_step(&mut self, taken: Option<usize>) {
        let [nodes, known] = [self.nodes.len(), self.known.len()].map(to_u32);
        self.steps.push(HistoryStep {
            taken: taken.map_or(NOWHERE, to_u32),
            nodes,
            known,
            dropped: 0,
        });
        if let Some(number) = taken {
            self.remove_from_queue(number);
        }
    }

    /// Begins a step with a node that was not in the queue, and returns the number.
    pub(crate) fn begin_step_with(&mut self, node: &NewNode) -> usize {
        self.begin_step(None);
        let number = self.add_node(node);
        if let Some(moment) = self.steps.last_mut() {
            moment.taken = to_u32(number);
        }
        self.remove_from_queue(number);
        number
    }

    pub(crate) fn drop_child(&mut self, key: u128) {
        let Some(last) = self.steps.len().checked_sub(1) else { return };
        let place = self.nodes_of_step(last + 1).len() + self.keys_dropped_by_step(last + 1).len();
        self.known.push(key);
        let moment = &mut self.steps[last];
        moment.known = to_u32(self.known.len());
        // A board has at most four neighbors, so the bits suffice.
        moment.dropped |= 1 << place;
    }

    /// Removes a node from the queue in the current step.
    pub(crate) fn remove_from_queue(&mut self, number: usize) {
        let step = to_u32(self.steps.len());
        let node = &mut self.nodes[number];
        if node.left == NOWHERE {
            node.left = step;
            self.waiting -= usize::from(!node.is_twin);
        }
    }

    pub(crate) fn set_goal(&mut self, number: usize) {
        self.goal = Some((number, self.steps.len()));
    }

    pub(crate) fn is_in_queue(&self, number: usize) -> bool {
        self.nodes[number].left == NOWHERE
    }

    /// Returns the size of the queue, without the twin's nodes.
    pub(crate) fn len(&self) -> usize {
        self.waiting
    }

    pub(crate) fn steps(&self) -> usize {
        self.steps.len()
    }

    pub(crate) fn key(&self, number: usize) -> u128 {
        self.nodes[number].key
    }

    pub(crate) fn depth(&self, number: usize) -> usize {
        self.nodes[number].depth as usize
    }

    pub(crate) fn parent(&self, number: usize) -> Option<usize> {
        to_place(self.nodes[number].parent)
    }

    /// Returns `true` if step `at` enqueued other neighbors of its node, but not the board before this node.
    pub(crate) fn skips_previous(&self, at: usize) -> bool {
        let taken = at.checked_sub(1).and_then(|last| to_place(self.steps[last].taken));
        let Some(number) = taken else { return false };
        let Some(previous) = self.parent(number) else { return false };
        let mut children =
            self.nodes_of_step(at).filter(|&child| self.parent(child) == Some(number)).peekable();
        children.peek().is_some() && children.all(|child| self.key(child) != self.key(previous))
    }

    /// Returns the number of nodes expanded up to step `at`.
    pub(crate) fn expanded(&self, at: usize) -> usize {
        let is_end = |moment: &&HistoryStep| moment.taken == NOWHERE;
        // Only the last step can be the end.
        let ends = self.steps[at.saturating_sub(1)..at].iter().filter(is_end).count();
        at - ends - usize::from(self.goal.is_some_and(|(_, step)| step <= at))
    }

    /// Returns the number of children generated up to step `at`.
    pub(crate) fn generated(&self, at: usize) -> usize {
        self.count_nodes_after(at) - self.before + self.count_known_after(at)
    }

    fn count_nodes_after(&self, at: usize) -> usize {
        at.checked_sub(1).map_or(self.before, |last| self.steps[last].nodes as usize)
    }

    fn count_known_after(&self, at: usize) -> usize {
        at.checked_sub(1).map_or(0, |last| self.steps[last].known as usize)
    }

    fn nodes_of_step(&self, step: usize) -> std::ops::Range<usize> {
        self.count_nodes_after(step - 1)..self.count_nodes_after(step)
    }

    fn keys_dropped_by_step(&self, step: usize) -> &[u128] {
        &self.known[self.count_known_after(step - 1)..self.count_known_after(step)]
    }

    /// Returns the slides from the start to a node, unless boards of a recording are not one move apart.
    pub(crate) fn path_to(&self, mut number: usize) -> Option<Vec<Slide>> {
        let mut slides = Vec::new();
        while let Some(parent) = self.parent(number) {
            let [now, before] = [number, parent].map(|node| self.key(node));
            // Boards one move apart differ in the cells of the tile and the blank.
            let cells: Vec<usize> =
                (0..25).filter(|&cell| tile_at(now ^ before, cell) > 0).collect();
            let [one, other] = cells[..] else { return None };
            // The blank is 0, and is now where the tile came from.
            let tile = Tile::from(tile_at(now, one) | tile_at(now, other));
            let (from, to) = if tile_at(now, one) == 0 { (one, other) } else { (other, one) };
            slides.push(Slide { tile, from, to });
            number = parent;
        }
        slides.reverse();
        Some(slides)
    }

    /// Returns the step as an index, or the last step if this one has not been made.
    pub(crate) fn step_index(&self, step: u64) -> usize {
        usize::try_from(step).unwrap_or(usize::MAX).min(self.steps())
    }

    /// Returns the node that a step dequeued. Steps are counted from 0 here.
    pub(super) fn node_dequeued_in(&self, index: usize) -> Option<usize> {
        to_place(self.steps[index].taken)
    }

    /// Returns the nodes that were enqueued in step `at`, or before the first step.
    pub(super) fn nodes_enqueued_in(&self, at: usize) -> std::ops::Range<usize> {
        if at == 0 { 0..self.before } else { self.nodes_of_step(at) }
    }

    /// Returns the order of a node in the queue: the priority, the estimate, and the age.
    pub(super) fn queue_order(&self, number: usize) -> (u32, u32, usize) {
        let node = &self.nodes[number];
        let estimate = if node.estimate == NOWHERE { 0 } else { node.estimate };
        (node.priority, estimate, number)
    }

    /// Returns the queue after step `at`, with up to `boards` nodes from the front, by priority, then estimate, then
    /// age. The nodes are those of the twin's search or all others, even if both searches share a queue.
    pub(crate) fn queue_after_step(&self, at: usize, boards: usize, is_twin: bool) -> Waiting {
        let mut count = 0;
        let mut first = BinaryHeap::new();
        for (number, node) in self.nodes[..self.count_nodes_after(at)].iter().enumerate() {
            if (node.left as usize) <= at || node.is_twin != is_twin {
                continue;
            }
            count += 1;
            let order = self.queue_order(number);
            // Keep only the front in a heap, because sorting the whole queue for each view would be slow.
            if first.len() < boards {
                first.push(order);
            } else if first.peek().is_some_and(|last| order < *last) {
                first.pop();
                first.push(order);
            }
        }
        let next = first.into_sorted_vec().into_iter();
        Waiting { count, next: next.map(|(.., number)| self.shown_node(number, at)).collect() }
    }

    /// Returns the latest expanded nodes with their children, and the parent of the latest.
    pub(crate) fn tree(&self, at: usize) -> Vec<ShownNode> {
        let mut tree = Vec::new();
        let mut listed = HashSet::new();
        let mut put = |tree: &mut Vec<ShownNode>, number| {
            if listed.insert(number) {
                tree.push(self.shown_node(number, at));
            }
        };
        if at == 0 {
            for number in 0..self.before {
                put(&mut tree, number);
            }
        }
        // Without nodes left, the final step has none.
        let last = at.min(
            self.steps
                .iter()
                .take(at)
                .rposition(HistoryStep::has_node)
                .map_or(0, |index| index + 1),
        );
        // The current node's parent may have been expanded long ago.
        let current = last.checked_sub(1).and_then(|last| to_place(self.steps[last].taken));
        if let Some(parent) = current.and_then(|number| self.parent(number)) {
            put(&mut tree, parent);
        }
        for step in last.saturating_sub(RECENT) + 1..=last {
            let moment = self.steps[step - 1];
            let Some(number) = to_place(moment.taken) else { continue };
            put(&mut tree, number);
            let (mut made, mut dropped) =
                (self.nodes_of_step(step), self.keys_dropped_by_step(step).iter());
            for child in 0..made.len() + dropped.len() {
                if moment.dropped & 1 << child == 0 {
                    made.by_ref().take(1).for_each(|number| put(&mut tree, number));
                } else {
                    let key = dropped.by_ref().take(1);
                    tree.extend(key.map(|key| self.known_child(number, *key)));
                }
            }
        }
        tree
    }

    fn known_child(&self, parent: usize, key: u128) -> ShownNode {
        ShownNode {
            id: None,
            parent: Some(parent as u64),
            key,
            depth: self.depth(parent) + 1,
            estimate: None,
            priority: 0,
            kind: NodeState::Known,
            turn: 0,
            is_twin: self.nodes[parent].is_twin,
        }
    }

    /// Returns a node as it was after step `at`.
    fn shown_node(&self, number: usize, at: usize) -> ShownNode {
        let node = &self.nodes[number];
        let left = node.left as usize;
        let was_taken =
            left <= at && (left == 0 || to_place(self.steps[left - 1].taken) == Some(number));
        let kind = match self.goal {
            Some((goal, step)) if goal == number && step <= at => NodeState::Goal,
            _ if left > at => NodeState::Waiting,
            _ if was_taken => NodeState::Expanded,
            _ => NodeState::Known,
        };
        ShownNode {
            id: Some(number as u64),
            parent: to_place(node.parent).map(|parent| parent as u64),
            key: node.key,
            depth: node.depth as usize,
            estimate: to_place(node.estimate),
            priority: node.priority as usize,
            kind,
            turn: if kind == NodeState::Expanded { left as u64 } else { 0 },
            is_twin: node.is_twin,
        }
    }
}

impl HistoryStep {
    fn has_node(&self) -> bool {
        self.taken != NOWHERE
    }
}

fn to_place(number: u32) -> Option<usize> {
    (number != NOWHERE).then_some(number as usize)
}
