//! Finds a board that is dequeued before another with a lower priority.
//!
//! Only this shows a wrong order in the twin's search, because nothing else depends on it if the board has a solution.

use std::collections::{BTreeMap, HashMap};

use grade::Departure;
use sandbox::run::{Event, HostBoards, LoggedSearch};

use super::super::facts::{OWN, TWIN};
use super::{FoundDeparture, SearchScene};

/// What the first steps of a search show about its order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct KeyOrder {
    /// The number of keys from the board's tree that were dequeued while keys with another priority were waiting.
    pub(crate) compared: u64,
    /// Whether a board in this tree was dequeued before one with a lower priority: the board's tree, and the twin's.
    pub(crate) is_wrong: [bool; 2],
}

/// The number of events to read. In a search with a wrong order, a wrong key is among the first.
/// They come from about 600 expansions.
const EVENTS: usize = 4_000;

/// Reads the order of the keys in the first steps of a search. Returns `None` if the log does not show the boards of the
/// keys.
pub(crate) fn key_order(search: &LoggedSearch<'_>, boards: &HostBoards) -> Option<KeyOrder> {
    let events = search.events.get(..EVENTS).unwrap_or(search.events);
    let end = |event: &Event| match *event {
        // A board has at most four neighbors.
        Event::Expanded { first, .. } => Some(first + 4),
        Event::Asked { board } | Event::Recognised { board } => Some(board + 1),
        _ => None,
    };
    let created = events.iter().filter_map(end).max().unwrap_or(0).min(search.boards.end);
    // Later boards would only take time to read.
    let first = LoggedSearch { events, boards: 0..created, is_cut: true, ..search.clone() };
    let scene = SearchScene::from_log(&first, boards).ok()?;
    let mut compared = 0;
    let own = first_wrong(&scene, OWN, &mut compared);
    let twin = first_wrong(&scene, TWIN, &mut 0);
    Some(KeyOrder { compared, is_wrong: [own, twin].map(|found| found.is_some()) })
}

/// Returns the first key in a tree that was dequeued while the same queue held a key with a lower sum of moves and
/// Manhattan distance.
pub(super) fn first_out_of_order(scene: &SearchScene<'_>, tree: usize) -> Option<FoundDeparture> {
    first_wrong(scene, tree, &mut 0)
}

/// Does the same, and counts the keys that were dequeued before that while keys with another priority were waiting.
fn first_wrong(scene: &SearchScene<'_>, tree: usize, compared: &mut u64) -> Option<FoundDeparture> {
    // For each queue, the waiting nodes, sorted by priority and by the event that enqueued them.
    let mut waiting: HashMap<u32, BTreeMap<(u64, usize), u32>> = HashMap::new();
    let mut places = HashMap::new();
    for (at, event) in scene.events.iter().enumerate() {
        match *event {
            Event::Inserted { queue, key } => {
                let Some(node) = scene.keys.node_of_key(queue, key) else { continue };
                if scene.is_in_tree(node, tree) {
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
                let Some(taken) = scene.dequeued_node(*event) else { continue };
                if let Some((least, node)) = waiting.first_key_value()
                    && least.0 < place.0
                {
                    let (taken, waiting) =
                        (scene.forest.search_node(taken), scene.forest.search_node(*node));
                    let what = Departure::OutOfOrder { taken, waiting, by: None };
                    return Some(FoundDeparture { at, tree, what });
                }
                let greatest = waiting.last_key_value();
                *compared += u64::from(greatest.is_some_and(|((most, _), _)| *most > place.0));
            }
            _ => {}
        }
    }
    None
}
