//! Finds a step that the board's search or the twin's search takes out of turn.

use std::collections::{BTreeSet, HashMap, HashSet};

use grade::Departure;
use sandbox::run::Event;

use super::super::facts::{OWN, TWIN};
use super::{FoundDeparture, SearchScene};

/// Returns the first step that puts one search two steps ahead of the other.
///
/// A step is a dequeued key, because a search with a closed set does not expand a board in every step. If the boards of
/// the keys are unknown, each expansion counts as a step instead.
pub(super) fn first_out_of_turn(scene: &SearchScene<'_>) -> Option<FoundDeparture> {
    let (are_known, mut counts, mut seen) = (scene.keys.are_known(), [0u64; 2], HashSet::new());
    scene.events.iter().enumerate().find_map(|(at, event)| {
        let node = match *event {
            Event::Expanded { board, .. } if !are_known => {
                Some(scene.forest.node_of_board(board)).filter(|node| seen.insert(*node))
            }
            _ if are_known => scene.dequeued_node(*event),
            _ => None,
        }?;
        let tree = scene.forest.tree_of_node(node)?;
        counts[tree] += 1;
        let (own, twin) = (counts[OWN], counts[TWIN]);
        (own.abs_diff(twin) > 1).then(|| {
            let (board, is_by_key) = (scene.forest.search_node(node), is_by_key(scene, at));
            FoundDeparture { at, tree, what: Departure::OutOfTurn { own, twin, board, is_by_key } }
        })
    })
}

/// The number of steps that must agree before the search seems to choose between its queues by their keys.
/// One step may agree by coincidence.
const AGREEING: u64 = 2;

/// Returns `true` if every step up to this event took a key that is at most as large as all keys in the other queues.
fn is_by_key(scene: &SearchScene<'_>, last: usize) -> bool {
    let mut waiting: HashMap<u32, BTreeSet<(u64, u32)>> = HashMap::new();
    let mut agreeing = 0;
    for event in &scene.events[..=last] {
        let (Event::Inserted { queue, key } | Event::Deleted { queue, key }) = *event else {
            continue;
        };
        let Some(node) = scene.keys.node_of_key(queue, key) else { return false };
        let place = (scene.forest.priority(node), key);
        let own = waiting.entry(queue).or_default();
        if matches!(event, Event::Inserted { .. }) {
            own.insert(place);
            continue;
        }
        own.remove(&place);
        let others = waiting.iter().filter(|(other, _)| **other != queue);
        match others.filter_map(|(_, keys)| keys.first()).min() {
            Some((smallest, _)) if *smallest < place.0 => return false,
            Some(_) => agreeing += 1,
            None => {}
        }
    }
    agreeing >= AGREEING
}
