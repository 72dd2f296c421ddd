//! One of the two searches makes a step out of turn.

use std::collections::HashSet;

use super::super::facts::{OWN, TWIN};
use super::{Found, Scene};
use crate::grade::Departure;
use crate::run::Event;

/// The first expansion by which one search is two steps ahead of the other.
pub(super) fn first(scene: &Scene<'_>) -> Option<Found> {
    let (mut counts, mut seen) = ([0u64; 2], HashSet::new());
    scene.events.iter().enumerate().find_map(|(at, event)| {
        let Event::Expanded { board, .. } = *event else { return None };
        let node = scene.forest.node(board);
        let tree = scene.forest.tree(node).filter(|_| seen.insert(node))?;
        counts[tree] += 1;
        let (own, twin) = (counts[OWN], counts[TWIN]);
        let what = Departure::OutOfTurn { own, twin, board: scene.forest.shown(node) };
        (own.abs_diff(twin) > 1).then_some(Found { at, tree, what })
    })
}
