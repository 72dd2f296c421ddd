//! Determines the board that each key in a queue belongs to.
//!
//! Keys do not identify their boards, so this module relies on the order of events. Keys enqueued after an expansion
//! belong to neighbors of the expanded board. The latest distance call, the order of all distance calls, or the order
//! of the neighbors determines the neighbor. If a board is expanded after a key is dequeued, the key belongs to that
//! board. If the evidence for a key is contradictory, the board remains unknown.

mod dequeued_keys;

use std::collections::{BTreeSet, HashMap, HashSet};

use sandbox::run::Event;

use super::forest::Forest;
use dequeued_keys::DequeuedKeys;

pub(super) struct SearchKeys {
    places: HashMap<(u32, u32), usize>,
    keys: Vec<QueuedKey>,
}

/// An expansion that does not fit the dequeued keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StrayExpansion {
    /// The number of the event.
    pub(super) at: usize,
    /// The node of the dequeued key and the expanded node, if it is certain that they have different boards.
    pub(super) other: Option<(u32, u32)>,
}

#[derive(Clone, Copy, Debug, Default)]
struct QueuedKey {
    node: Option<u32>,
    /// Whether its distance was computed right before the key was enqueued.
    is_certain: bool,
    /// Whether the key was moved to another queue or enqueued again.
    is_moved: bool,
}

impl SearchKeys {
    /// Determines the boards of the keys. Fails if the events contradict each other.
    pub(super) fn from_events(
        events: &[Event],
        forest: &Forest<'_>,
    ) -> Result<Self, StrayExpansion> {
        let mut reader = KeyReader::new(forest);
        reader.read_queues = events.iter().filter_map(read_queue).collect();
        for (at, event) in events.iter().enumerate() {
            reader.read_event(*event).map_err(|other| StrayExpansion { at, other })?;
        }
        reader.assign_group();
        Ok(Self { places: reader.places, keys: reader.keys })
    }

    fn key_or_default(&self, queue: u32, key: u32) -> QueuedKey {
        let place = self.places.get(&(queue, key));
        place.map_or_else(QueuedKey::default, |place| self.keys[*place])
    }

    pub(super) fn node_of_key(&self, queue: u32, key: u32) -> Option<u32> {
        self.key_or_default(queue, key).node
    }

    pub(super) fn is_moved(&self, queue: u32, key: u32) -> bool {
        self.key_or_default(queue, key).is_moved
    }

    pub(super) fn are_known(&self) -> bool {
        self.keys.iter().all(|key| key.node.is_some())
    }
}

/// Returns the queue that an event dequeues from or examines, if any.
fn read_queue(event: &Event) -> Option<u32> {
    match *event {
        Event::Deleted { queue, .. } | Event::Looked { queue } => Some(queue),
        _ => None,
    }
}

#[derive(Clone, Copy)]
struct Came {
    place: usize,
    queue: u32,
    asked: Option<u32>,
    /// Whether no distance of another new board was computed since the last key.
    is_sole: bool,
}

struct KeyReader<'f, 'a> {
    forest: &'f Forest<'a>,
    places: HashMap<(u32, u32), usize>,
    keys: Vec<QueuedKey>,
    linked: HashSet<u32>,
    expanded: HashSet<u32>,
    taken: DequeuedKeys,
    /// The keys enqueued since the last expansion that do not belong to neighbors.
    moving: Vec<usize>,
    /// The nodes with distance calls since the last key.
    asked: Vec<u32>,
    /// The nodes without a key but with distance calls since the last expansion, as a list and as a set.
    asked_at_once: Vec<u32>,
    are_asked_at_once: HashSet<u32>,
    /// The node that was expanded last, and the neighbor that equals the previous board.
    parent: Option<u32>,
    left: Option<u32>,
    read_queues: HashSet<u32>,
    group: Vec<Came>,
    in_group: HashSet<u32>,
    free_roots: BTreeSet<u32>,
}

impl<'f, 'a> KeyReader<'f, 'a> {
    fn new(forest: &'f Forest<'a>) -> Self {
        Self {
            forest,
            places: HashMap::new(),
            keys: Vec::new(),
            linked: HashSet::new(),
            expanded: HashSet::new(),
            taken: DequeuedKeys::default(),
            moving: Vec::new(),
            asked: Vec::new(),
            asked_at_once: Vec::new(),
            are_asked_at_once: HashSet::new(),
            parent: None,
            left: None,
            read_queues: HashSet::new(),
            group: Vec::new(),
            in_group: HashSet::new(),
            free_roots: forest.roots().iter().copied().collect(),
        }
    }

    /// Fails if the expanded board is not that of a dequeued key, with both nodes if they are certain.
    fn read_event(&mut self, event: Event) -> Result<(), Option<(u32, u32)>> {
        match event {
            Event::Asked { board } => {
                let node = self.forest.node_of_board(board);
                self.asked.push(node);
                if self.could_be_in_queue(node) && self.are_asked_at_once.insert(node) {
                    self.asked_at_once.push(node);
                }
            }
            Event::Inserted { queue, key } => self.insert(queue, key),
            Event::Deleted { queue, key } => {
                self.assign_group();
                if let Some(place) = self.places.get(&(queue, key)).copied() {
                    let alike =
                        self.keys[place].node.map(|node| self.forest.depth_and_position(node));
                    self.taken.push(place, queue, alike);
                }
            }
            Event::Expanded { board, .. } => {
                self.assign_group();
                let node = self.forest.node_of_board(board);
                let is_known = self.assign_dequeued_key(node);
                let is_first = self.expanded.insert(node);
                if !is_known && is_first && !self.taken.is_empty() {
                    return Err(self.taken_instead_of(node).map(|taken| (taken, node)));
                }
                self.taken.mark_all_as_old();
                self.parent = Some(node);
                self.left = self.forest.neighbor_like_parent(node);
                self.asked.clear();
            }
            Event::Recognised { board } => {
                self.assign_dequeued_key(self.forest.node_of_board(board));
            }
            Event::Looked { .. } => {}
        }
        Ok(())
    }

    /// Returns the node of the only key that was dequeued since the last expansion, if the expanded node is certainly
    /// that of another key.
    fn taken_instead_of(&self, expanded: u32) -> Option<u32> {
        let is_of_key = |key: &&QueuedKey| key.is_certain && key.node == Some(expanded);
        let place = self.taken.only_fresh()?;
        let taken = self.keys[place].node.filter(|_| self.keys[place].is_certain)?;
        let differs = self.forest.position(taken) != self.forest.position(expanded);
        (differs && self.keys.iter().any(|key| is_of_key(&key))).then_some(taken)
    }

    fn insert(&mut self, queue: u32, key: u32) {
        let place = self.keys.len();
        self.keys.push(QueuedKey::default());
        self.places.insert((queue, key), place);
        // If no board was expanded since the last dequeue, the dequeued key is being enqueued again.
        if self.taken.fresh_count() > 0 {
            self.moving.push(place);
            return;
        }
        let asked = std::mem::take(&mut self.asked);
        let free = |node: &&u32| self.could_be_in_queue(**node) && !self.in_group.contains(*node);
        // If all distance methods were called together, the key is least likely to belong to the previous board.
        let mut others = asked.iter().rev().filter(|node| Some(**node) != self.left);
        let node = others.find(free).or_else(|| asked.iter().rev().find(free)).copied();
        let is_sole = asked.iter().filter(free).all(|asked| Some(*asked) == node);
        self.group.push(Came { place, queue, asked: node, is_sole });
        self.in_group.extend(node);
    }

    fn could_be_in_queue(&self, node: u32) -> bool {
        let parent = self.forest.parent(node);
        !self.linked.contains(&node) && parent.is_none_or(|parent| self.expanded.contains(&parent))
    }

    /// Assigns a dequeued key to an expanded board, if possible. Returns `true` if it did.
    fn assign_dequeued_key(&mut self, node: u32) -> bool {
        let known = self.taken.last_number_with_board(self.forest.depth_and_position(node));
        let is_free = !self.linked.contains(&node);
        let number = known.or_else(|| self.taken.last_unknown().filter(|_| is_free));
        let Some(place) = number.and_then(|number| self.taken.assign_dequeued_key(number)) else {
            return false;
        };
        if known.is_none() {
            self.assign_node(place, node);
        }
        true
    }

    fn assign_node(&mut self, place: usize, node: u32) {
        self.keys[place].node = Some(node);
        self.linked.insert(node);
        self.free_roots.remove(&node);
    }

    /// Assigns the dequeued keys that return to a queue, in order: either all dequeued keys, or all except the first,
    /// whose board is expanded next.
    fn assign_returned_keys(&mut self) {
        let moving = std::mem::take(&mut self.moving);
        let fresh = self.taken.fresh_count();
        if moving.is_empty() || fresh < moving.len() || fresh > moving.len() + 1 {
            return;
        }
        let from = self.taken.take_last(moving.len());
        for (place, from) in moving.into_iter().zip(from) {
            self.keys[from].is_moved = true;
            self.keys[place].node = self.keys[from].node;
        }
    }

    fn assign_group(&mut self) {
        self.assign_returned_keys();
        let group = std::mem::take(&mut self.group);
        let group = self.without_copies(group);
        // Only a distance requested right before makes a key certain. The order of the neighbors is a guess, and comes
        // last.
        let by_distance: Option<Vec<u32>> = group.iter().map(|came| came.asked).collect();
        (self.in_group, self.are_asked_at_once) = (HashSet::new(), HashSet::new());
        let at_once = std::mem::take(&mut self.asked_at_once);
        let at_once = (at_once.len() == group.len()).then_some(at_once);
        let nodes = by_distance.or(at_once).or_else(|| self.nodes_in_order(&group));
        for (came, node) in group.iter().zip(nodes.unwrap_or_default()) {
            let Came { place, asked, is_sole, .. } = came;
            self.keys[*place].is_certain = *is_sole && *asked == Some(node);
            self.assign_node(*place, node);
        }
    }

    /// The removed keys are copies with unknown boards.
    fn without_copies(&self, group: Vec<Came>) -> Vec<Came> {
        let due = self.parent.map_or(1, |parent| {
            self.forest.neighbors(parent).len() - usize::from(self.left.is_some())
        });
        let is_read = |came: &&Came| self.read_queues.contains(&came.queue);
        let read = group.iter().filter(is_read).count();
        // A search enqueues either all neighbors, or all except the previous board.
        if self.parent.is_some() && read < group.len() && (due..=due + 1).contains(&read) {
            group.into_iter().filter(|came| is_read(&came)).collect()
        } else {
            group
        }
    }

    /// Returns the nodes of keys in the order of the neighbors: either all neighbors, or all except the previous board.
    fn nodes_in_order(&self, group: &[Came]) -> Option<Vec<u32>> {
        let nodes: Vec<u32> = match self.parent {
            None => self.free_roots.iter().copied().take(group.len()).collect(),
            Some(parent) => {
                let (left, neighbors) = (self.left, self.forest.neighbors(parent));
                let is_all = neighbors.len() == group.len();
                neighbors.filter(|neighbor| is_all || Some(*neighbor) != left).collect()
            }
        };
        let are_free = nodes.iter().all(|node| !self.linked.contains(node));
        (nodes.len() == group.len() && are_free).then_some(nodes)
    }
}
