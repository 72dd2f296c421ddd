//! Finds a board that a search loses: it was not enqueued or expanded although it should have been, or it was left
//! behind in a queue.

use std::collections::{BTreeMap, HashMap, HashSet};

use grade::Departure;
use sandbox::run::Event;

use super::{FoundDeparture, SEARCHED, SearchScene};

/// For each board, the node that reached it with the fewest moves.
type Reached = HashMap<u32, u32>;

/// Returns the first neighbor that was not enqueued, or the first dequeued board that was not expanded. Ignores a board
/// if an equal board with no more moves was enqueued or expanded instead.
pub(super) fn find_first_lost_board(scene: &SearchScene<'_>) -> Option<FoundDeparture> {
    if !scene.keys.are_known() {
        return None;
    }
    let whole = Whole::new(scene);
    let (mut queued, mut expanded) = (Reached::new(), Reached::new());
    // The boards expanded since the last dequeue, and the unused dequeued keys.
    let mut open: Vec<(usize, u32)> = Vec::new();
    let mut out = UnusedKeys::default();
    for (at, event) in scene.events.iter().enumerate() {
        match *event {
            Event::Inserted { queue, key } => {
                let node = scene.keys.node_of_key(queue, key)?;
                note_reached(scene, &mut queued, node);
            }
            Event::Expanded { board, .. } => {
                let node = scene.forest.node_of_board(board);
                note_reached(scene, &mut queued, node);
                note_reached(scene, &mut expanded, node);
                out.forget_board_at_depth(scene.forest.depth_and_position(node));
                if scene.is_in_tree(node, SEARCHED) {
                    open.push((at, node));
                }
            }
            Event::Deleted { queue, .. } => {
                let thrown = out.of_queue.remove(&queue).and_then(|(at, node)| {
                    let what = whole.find_thrown_away_board(node, &queued, &expanded)?;
                    Some(FoundDeparture { at, tree: SEARCHED, what })
                });
                let missing = open.drain(..).find_map(|(at, node)| {
                    let what = whole.find_missing_neighbor(at, node, &queued)?;
                    Some(FoundDeparture { at, tree: SEARCHED, what })
                });
                let first = [thrown, missing].into_iter().flatten().min_by_key(|found| found.at);
                if first.is_some() {
                    return first;
                }
                let node =
                    scene.dequeued_node(*event).filter(|node| scene.is_in_tree(*node, SEARCHED));
                if let Some(node) = node {
                    out.add_key(queue, at, node, scene.forest.depth_and_position(node));
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns the last expansion of a search whose queues are empty at the end, if none of the neighbors was enqueued.
pub(super) fn find_lost_last_neighbors(scene: &SearchScene<'_>) -> Option<FoundDeparture> {
    let whole = Whole::new(scene);
    let at = whole.last.filter(|_| scene.keys.are_known())?;
    let Event::Expanded { board, .. } = scene.events[at] else { return None };
    let what = whole.describe_none_queued(scene.forest.node_of_board(board))?;
    Some(FoundDeparture { at, tree: SEARCHED, what })
}

/// The unused dequeued keys, at most one per queue.
#[derive(Default)]
struct UnusedKeys {
    of_queue: HashMap<u32, (usize, u32)>,
    /// For each board and depth, the queues of such keys, each with the event.
    alike: HashMap<(u64, u32), Vec<(u32, usize)>>,
}

impl UnusedKeys {
    fn add_key(&mut self, queue: u32, at: usize, node: u32, alike: (u64, u32)) {
        self.of_queue.insert(queue, (at, node));
        self.alike.entry(alike).or_default().push((queue, at));
    }

    fn forget_board_at_depth(&mut self, alike: (u64, u32)) {
        for (queue, at) in self.alike.remove(&alike).unwrap_or_default() {
            if self.of_queue.get(&queue).is_some_and(|(other, _)| *other == at) {
                self.of_queue.remove(&queue);
            }
        }
    }
}

fn note_reached(scene: &SearchScene<'_>, reached: &mut Reached, node: u32) {
    let forest = &scene.forest;
    let best = reached.entry(forest.position(node)).or_insert(node);
    if forest.depth(node) < forest.depth(*best) {
        *best = node;
    }
}

struct Whole<'s, 'a> {
    scene: &'s SearchScene<'a>,
    queued: HashSet<u32>,
    expanded: HashSet<u32>,
    /// The last expansion in the tree, which may be incomplete, because a search may end in the middle of it.
    last: Option<usize>,
}

impl<'s, 'a> Whole<'s, 'a> {
    fn new(scene: &'s SearchScene<'a>) -> Self {
        let (mut queued, mut expanded, mut last) = (HashSet::new(), HashSet::new(), None);
        for (at, event) in scene.events.iter().enumerate() {
            match *event {
                Event::Inserted { queue, key } => queued.extend(scene.keys.node_of_key(queue, key)),
                Event::Expanded { board, .. } => {
                    let node = scene.forest.node_of_board(board);
                    expanded.insert(node);
                    if scene.is_in_tree(node, SEARCHED) {
                        last = Some(at);
                    }
                }
                _ => {}
            }
        }
        Self { scene, queued, expanded, last }
    }

    fn find_missing_neighbor(&self, at: usize, from: u32, reached: &Reached) -> Option<Departure> {
        if self.last == Some(at) {
            return None;
        }
        let forest = &self.scene.forest;
        let left = forest.neighbor_like_parent(from);
        let is_due = |node: &u32| Some(*node) != left && !self.queued.contains(node);
        let found = forest.neighbors(from).filter(is_due).find_map(|node| {
            let (board, from) = (forest.search_node(node), forest.search_node(from));
            match reached.get(&forest.position(node)) {
                None => Some(Departure::NeverQueued { from, board }),
                Some(first) if forest.depth(*first) > forest.depth(node) => {
                    let first_from = forest.parent(*first).map(|parent| forest.search_node(parent));
                    let first = forest.depth(*first);
                    Some(Departure::ClosedTooEarly { from, board, first, first_from })
                }
                Some(_) => None,
            }
        })?;
        Some(self.describe_none_queued(from).unwrap_or(found))
    }

    /// Describes a node none of whose neighbors was enqueued.
    fn describe_none_queued(&self, from: u32) -> Option<Departure> {
        let neighbors = self.scene.forest.neighbors(from);
        let is_none =
            !neighbors.is_empty() && neighbors.clone().all(|node| !self.queued.contains(&node));
        let neighbors = neighbors.len() as u64;
        is_none
            .then(|| Departure::NoneQueued { from: self.scene.forest.search_node(from), neighbors })
    }

    fn find_thrown_away_board(
        &self,
        node: u32,
        queued: &Reached,
        expanded: &Reached,
    ) -> Option<Departure> {
        let forest = &self.scene.forest;
        if forest.is_goal(node) || self.expanded.contains(&node) {
            return None;
        }
        // Another node with this board and no more moves may replace the node.
        let other = queued.get(&forest.position(node)).filter(|other| **other != node);
        let first = expanded.get(&forest.position(node)).map(|first| forest.depth(*first));
        let is_short = |depth: u64| depth <= forest.depth(node);
        if other.is_some_and(|other| is_short(forest.depth(*other))) || first.is_some_and(is_short)
        {
            return None;
        }
        Some(Departure::ThrownAway { board: forest.search_node(node), first })
    }
}

/// Returns the first queue that was abandoned while it held a board with a priority below `below`, after other boards
/// had been moved to another queue.
pub(super) fn first_left_behind(scene: &SearchScene<'_>, below: u64) -> Option<FoundDeparture> {
    // The waiting boards of each queue, the last event, and whether boards were moved to another queue.
    let mut queues: BTreeMap<u32, WaitingKeys> = BTreeMap::new();
    for (at, event) in scene.events.iter().enumerate() {
        let (Event::Inserted { queue, key } | Event::Deleted { queue, key }) = *event else {
            continue;
        };
        let of = queues.entry(queue).or_default();
        of.last = at;
        let node =
            scene.keys.node_of_key(queue, key).filter(|node| scene.is_in_tree(*node, SEARCHED));
        if let Event::Inserted { .. } = event {
            of.waiting.extend(node.map(|node| (key, (scene.forest.priority(node), at, node))));
        } else {
            of.waiting.remove(&key);
            of.is_moved = scene.keys.is_moved(queue, key);
        }
    }
    let given_up = queues.values().filter_map(|queue| {
        let least = queue.waiting.values().min().filter(|least| least.0 < below)?;
        queue.is_moved.then_some((queue.last, least.2))
    });
    let (at, node) = given_up.min()?;
    let what = Departure::LeftBehind { board: scene.forest.search_node(node) };
    Some(FoundDeparture { at, tree: SEARCHED, what })
}

#[derive(Default)]
struct WaitingKeys {
    waiting: HashMap<u32, (u64, usize, u32)>,
    last: usize,
    is_moved: bool,
}
