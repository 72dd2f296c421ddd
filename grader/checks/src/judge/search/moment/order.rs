//! Finds a board that is dequeued before another with a lower priority.

use std::collections::{BTreeMap, HashMap};

use grade::Departure;
use sandbox::run::Event;

use super::{Found, Scene};

/// Returns the first key in a tree that was dequeued while the same queue held a key with a lower sum of moves and
/// Manhattan distance.
pub(super) fn first(scene: &Scene<'_>, tree: usize) -> Option<Found> {
    // For each queue, the waiting nodes, sorted by priority and by the event that enqueued them.
    let mut waiting: HashMap<u32, BTreeMap<(u64, usize), u32>> = HashMap::new();
    let mut places = HashMap::new();
    for (at, event) in scene.events.iter().enumerate() {
        match *event {
            Event::Inserted { queue, key } => {
                let Some(node) = scene.keys.node(queue, key) else { continue };
                if scene.is_in(node, tree) {
                    let place = (scene.forest.priority(node), at);
                    waiting.entry(queue).or_default().insert(place, node);
                    places.insert((queue, key), place);
                }
            }
            Event::Deleted { queue, key } => {
                let (Some(place), Some(waiting)) =
                    (places.get(&(queue, key)), waiting.get_mut(&queue))
                else {
                    continue;
                };
                waiting.remove(place);
                let Some(taken) = scene.taken(*event) else { continue };
                if let Some((least, node)) = waiting.first_key_value()
                    && least.0 < place.0
                {
                    let (taken, waiting) = (scene.forest.shown(taken), scene.forest.shown(*node));
                    let what = Departure::OutOfOrder { taken, waiting, by: None };
                    return Some(Found { at, tree, what });
                }
            }
            _ => {}
        }
    }
    None
}
