//! Finds a board that is left behind when a search moves the best keys of a queue to another queue.

use std::collections::{BTreeMap, HashMap};

use grade::Departure;
use sandbox::run::Event;

use super::{FoundDeparture, SEARCHED, SearchScene};

/// Returns the first queue that was abandoned while it held a board with a priority below `below`, after other boards
/// had been moved to another queue.
pub(super) fn first(scene: &SearchScene<'_>, below: u64) -> Option<FoundDeparture> {
    // The waiting boards of each queue, the last event, and whether boards were moved to another queue.
    let mut queues: BTreeMap<u32, WaitingKeys> = BTreeMap::new();
    for (at, event) in scene.events.iter().enumerate() {
        let (Event::Inserted { queue, key } | Event::Deleted { queue, key }) = *event else {
            continue;
        };
        let of = queues.entry(queue).or_default();
        of.last = at;
        let node = scene.keys.node(queue, key).filter(|node| scene.is_in(*node, SEARCHED));
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
