//! One of the two searches makes a step out of turn.

use std::collections::HashSet;

use grade::Departure;
use sandbox::run::Event;

use super::super::facts::{OWN, TWIN};
use super::{Found, Scene};

/// The first step by which one search is two ahead of the other.
///
/// A step takes a key out: with a closed set not every one expands a board. Where it is not known
/// which keys are whose, the boards that are expanded have to do.
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
