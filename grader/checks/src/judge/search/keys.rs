//! The board that each key of a queue stands for.
//!
//! A key tells nothing of its board, but what happens around it does. Keys that go in after an
//! expansion are of the neighbors of that board: each is of the one that was asked for its distance
//! last, or they come in the order in which as many were asked, or in that of the neighbors. A
//! board that is expanded when a key has come out is that key's. Where the two contradict each
//! other, nothing is known.

use std::collections::{HashMap, HashSet};

use sandbox::run::Event;

use super::forest::Forest;

/// The keys of a search.
pub(super) struct Keys {
    /// The index of each key, by its queue and its number there.
    places: HashMap<(u32, u32), usize>,
    keys: Vec<Key>,
}

/// The facts known of a key.
#[derive(Clone, Copy, Debug, Default)]
struct Key {
    /// The node that it stands for, if that is known.
    node: Option<u32>,
    /// Whether it was taken out of one queue and put into another, or back.
    is_moved: bool,
}

impl Keys {
    /// Finds out which keys are which boards; none if what happened contradicts itself.
    pub(super) fn read(events: &[Event], forest: &Forest<'_>) -> Option<Self> {
        let mut reader = Reader::new(forest);
        for event in events {
            reader.read(*event)?;
        }
        reader.close();
        Some(Self { places: reader.places, keys: reader.keys })
    }

    fn key(&self, queue: u32, key: u32) -> Key {
        let place = self.places.get(&(queue, key));
        place.map_or_else(Key::default, |place| self.keys[*place])
    }

    /// The node of a key, if it is known.
    pub(super) fn node(&self, queue: u32, key: u32) -> Option<u32> {
        self.key(queue, key).node
    }

    /// Whether a key came out of a queue to be put into one again.
    pub(super) fn is_moved(&self, queue: u32, key: u32) -> bool {
        self.key(queue, key).is_moved
    }

    /// Whether the board of every key is known.
    pub(super) fn are_known(&self) -> bool {
        self.keys.iter().all(|key| key.node.is_some())
    }
}

/// A key that came out of its queue, and of which it is not known yet what became of it.
struct Taken {
    place: usize,
    queue: u32,
    /// Whether no board was expanded since.
    is_fresh: bool,
}

struct Reader<'f, 'a> {
    forest: &'f Forest<'a>,
    places: HashMap<(u32, u32), usize>,
    keys: Vec<Key>,
    /// The nodes that keys have.
    linked: HashSet<u32>,
    expanded: HashSet<u32>,
    taken: Vec<Taken>,
    /// The keys that came since instead of neighbors.
    moving: Vec<usize>,
    /// The nodes that were asked for a distance since the last key came.
    asked: Vec<u32>,
    /// The free ones of these since the last expansion.
    asked_at_once: Vec<u32>,
    /// The node that was expanded last.
    parent: Option<u32>,
    /// The keys that came since, each with the node that was asked last before.
    group: Vec<(usize, Option<u32>)>,
}

impl<'f, 'a> Reader<'f, 'a> {
    fn new(forest: &'f Forest<'a>) -> Self {
        Self {
            forest,
            places: HashMap::new(),
            keys: Vec::new(),
            linked: HashSet::new(),
            expanded: HashSet::new(),
            taken: Vec::new(),
            moving: Vec::new(),
            asked: Vec::new(),
            asked_at_once: Vec::new(),
            parent: None,
            group: Vec::new(),
        }
    }

    fn read(&mut self, event: Event) -> Option<()> {
        match event {
            Event::Asked { board } => {
                let node = self.forest.node(board);
                self.asked.push(node);
                if self.is_free(node) && !self.asked_at_once.contains(&node) {
                    self.asked_at_once.push(node);
                }
            }
            Event::Inserted { queue, key } => self.insert(queue, key),
            Event::Deleted { queue, key } => {
                self.close();
                if let Some(place) = self.places.get(&(queue, key)) {
                    self.taken.push(Taken { place: *place, queue, is_fresh: true });
                }
            }
            Event::Expanded { board, .. } => {
                self.close();
                let node = self.forest.node(board);
                let is_known = self.come_out(node);
                let is_first = self.expanded.insert(node);
                if !is_known && is_first && !self.taken.is_empty() {
                    return None;
                }
                for taken in &mut self.taken {
                    taken.is_fresh = false;
                }
                self.parent = Some(node);
                self.asked.clear();
            }
            Event::Recognised { board } => {
                self.come_out(self.forest.node(board));
            }
            Event::Looked { .. } => {}
        }
        Some(())
    }

    fn insert(&mut self, queue: u32, key: u32) {
        let place = self.keys.len();
        self.keys.push(Key::default());
        self.places.insert((queue, key), place);
        // Nothing was expanded since a key came out, so this is one that did, put in again.
        if self.taken.iter().any(|taken| taken.is_fresh) {
            self.moving.push(place);
            return;
        }
        let asked = std::mem::take(&mut self.asked);
        let is_in_group = |node| self.group.iter().any(|(_, other)| *other == Some(node));
        let free = |it: &&u32| self.is_free(**it) && !is_in_group(**it);
        // If all were asked at once, the board just left is the least likely.
        let left = self.parent.and_then(|parent| self.forest.left(parent));
        let mut others = asked.iter().rev().filter(|it| Some(**it) != left);
        let node = others.find(free).or_else(|| asked.iter().rev().find(free)).copied();
        self.group.push((place, node));
    }

    /// Whether a node may be that of a key that comes now.
    fn is_free(&self, node: u32) -> bool {
        let parent = self.forest.parent(node);
        !self.linked.contains(&node) && parent.is_none_or(|it| self.expanded.contains(&it))
    }

    /// A board shows that it came out: finds its key among those taken. Tells whether there is one.
    fn come_out(&mut self, node: u32) -> bool {
        let is_its = |taken: &Taken| {
            self.keys[taken.place].node.is_some_and(|it| self.forest.are_alike(it, node))
        };
        let is_unknown = |taken: &Taken| self.keys[taken.place].node.is_none();
        let known = self.taken.iter().rposition(is_its);
        let at = known.or_else(|| {
            let is_free = !self.linked.contains(&node);
            self.taken.iter().rposition(is_unknown).filter(|_| is_free)
        });
        let Some(at) = at else { return false };
        let Taken { place, queue, .. } = self.taken.remove(at);
        if known.is_none() {
            self.keys[place].node = Some(node);
            self.linked.insert(node);
        }
        // The others of that queue were passed over.
        let mut number = 0;
        self.taken.retain(|taken| {
            number += 1;
            number > at || taken.queue != queue
        });
        true
    }

    /// Tells which of the keys that came out were put in again, in the order in which they came out:
    /// all, or all but the first, which is about to be expanded.
    fn move_on(&mut self) {
        let moving = std::mem::take(&mut self.moving);
        let fresh = self.taken.iter().filter(|taken| taken.is_fresh).count();
        if moving.is_empty() || fresh < moving.len() || fresh > moving.len() + 1 {
            return;
        }
        let from = self.taken.split_off(self.taken.len() - moving.len());
        for (place, from) in moving.into_iter().zip(from) {
            self.keys[from.place].is_moved = true;
            self.keys[place].node = self.keys[from.place].node;
        }
    }

    /// No more keys come of what was expanded last: tells which are whose.
    fn close(&mut self) {
        self.move_on();
        let group = std::mem::take(&mut self.group);
        let by_distance: Option<Vec<u32>> = group.iter().map(|(_, node)| *node).collect();
        let at_once = std::mem::take(&mut self.asked_at_once);
        let at_once = (at_once.len() == group.len()).then_some(at_once);
        let nodes = by_distance.or(at_once).or_else(|| self.in_order(&group));
        for ((place, _), node) in group.iter().zip(nodes.unwrap_or_default()) {
            self.keys[*place].node = Some(node);
            self.linked.insert(node);
        }
    }

    /// The nodes of keys that came in the order of the neighbors: all of them, or all but the one
    /// that was just left.
    fn in_order(&self, group: &[(usize, Option<u32>)]) -> Option<Vec<u32>> {
        let nodes: Vec<u32> = match self.parent {
            None => {
                let boards = 0..self.forest.count();
                let roots = boards.filter(|board| self.forest.is_root(*board));
                roots.filter(|root| !self.linked.contains(root)).take(group.len()).collect()
            }
            Some(parent) => {
                let (left, neighbors) = (self.forest.left(parent), self.forest.neighbors(parent));
                let is_all = neighbors.len() == group.len();
                neighbors.filter(|it| is_all || Some(*it) != left).collect()
            }
        };
        let are_free = nodes.iter().all(|node| !self.linked.contains(node));
        (nodes.len() == group.len() && are_free).then_some(nodes)
    }
}
