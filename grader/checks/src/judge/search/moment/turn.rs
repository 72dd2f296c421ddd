//! Finds a step that the board's search or the twin's search takes out of turn.

use std::collections::HashSet;

use grade::Departure;
use sandbox::run::Event;

use super::super::facts::{OWN, TWIN};
use super::{Found, Scene};

/// Returns the first step that puts one search two steps ahead of the other.
///
/// A step is a dequeued key, because a search with a closed set does not expand a board in every step. If the boards of
/// the keys are unknown, each expansion counts as a step instead.
pub(super) fn first(scene: &Scene<'_>) -> Option<Found> {
    let (are_known, mut counts, mut seen) = (scene.keys.are_known(), [0u64; 2], HashSet::new());
    scene.events.iter().enumerate().find_map(|(at, event)| {
        let node = match *event {
            Event::Expanded { board, .. } if !are_known => {
                Some(scene.forest.node(board)).filter(|node| seen.insert(*node))
            }
            _ if are_known => scene.taken(*event),
            _ => None,
        }?;
        let tree = scene.forest.tree(node)?;
        counts[tree] += 1;
        let (own, twin) = (counts[OWN], counts[TWIN]);
        let what = Departure::OutOfTurn { own, twin, board: scene.forest.shown(node) };
        (own.abs_diff(twin) > 1).then_some(Found { at, tree, what })
    })
}
