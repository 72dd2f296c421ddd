//! Finds searches that end too early or too late.

use std::collections::HashMap;

use grade::Departure;
use sandbox::run::Event;

use super::{FoundDeparture, SEARCHED, SearchScene};

/// Returns the end of the search if it ended with a path of this length while a board with a lower priority was
/// waiting.
pub(super) fn find_early_end(scene: &SearchScene<'_>, path_length: u64) -> Option<FoundDeparture> {
    let (at, last) = last_step(scene, SEARCHED)?;
    let waiting = least_waiting_node(scene)?;
    if scene.forest.priority(waiting) >= path_length {
        return None;
    }
    let (last, waiting) = (scene.forest.search_node(last), scene.forest.search_node(waiting));
    Some(FoundDeparture {
        at,
        tree: SEARCHED,
        what: Departure::EndedEarly { way: path_length, last, waiting },
    })
}

/// Returns the end of the search if it ended without reaching a goal while boards were waiting.
pub(super) fn find_giving_up(scene: &SearchScene<'_>) -> Option<FoundDeparture> {
    let (at, last) = last_step(scene, SEARCHED)?;
    let waiting = scene.forest.search_node(least_waiting_node(scene)?);
    let what = Departure::GaveUp { last: scene.forest.search_node(last), waiting };
    Some(FoundDeparture { at, tree: SEARCHED, what })
}

/// Returns the end of the search if it generated the goal but never dequeued it.
pub(super) fn find_goal_never_dequeued(scene: &SearchScene<'_>) -> Option<FoundDeparture> {
    let met = scene.events.iter().find_map(|event| {
        let Event::Expanded { board, .. } = *event else { return None };
        let from = scene.forest.node_of_board(board);
        let goal = scene.forest.neighbors(from).find(|node| scene.forest.is_goal(*node))?;
        Some((from, goal, scene.forest.tree_of_node(goal)?))
    });
    let (from, goal, tree) = met?;
    let is_out =
        |event: &Event| scene.dequeued_node(*event).is_some_and(|node| scene.forest.is_goal(node));
    if scene.events.iter().any(is_out) {
        return None;
    }
    let (at, _) = last_step(scene, tree)?;
    let (from, goal) = (scene.forest.search_node(from), scene.forest.search_node(goal));
    Some(FoundDeparture { at, tree, what: Departure::GoalMet { from, goal } })
}

/// Returns the next step after the goal was dequeued, if the search continued.
pub(super) fn find_step_after_goal(scene: &SearchScene<'_>) -> Option<FoundDeparture> {
    let taken = || {
        let events = scene.events.iter().enumerate();
        events.filter_map(|(at, event)| Some((at, scene.dequeued_node(*event)?)))
    };
    let (at, goal) = taken().find(|(_, node)| scene.forest.is_goal(*node))?;
    let (_, next) = taken().find(|(other, _)| *other > at)?;
    let tree = scene.forest.tree_of_node(goal)?;
    let (goal, next) = (scene.forest.search_node(goal), scene.forest.search_node(next));
    Some(FoundDeparture { at, tree, what: Departure::WentOn { goal, next } })
}

fn last_step(scene: &SearchScene<'_>, tree: usize) -> Option<(usize, u32)> {
    let of_tree = |node: &u32| scene.is_in_tree(*node, tree);
    let last =
        scene.events.iter().rev().find_map(|event| scene.dequeued_node(*event).filter(of_tree))?;
    // The search ends with its last step, which may be in either tree.
    let is_step = |event: &Event| matches!(event, Event::Deleted { .. });
    Some((scene.events.iter().rposition(is_step)?, last))
}

/// Returns the waiting board with the lowest priority at the end. Ignores boards already expanded with no more moves.
fn least_waiting_node(scene: &SearchScene<'_>) -> Option<u32> {
    let forest = &scene.forest;
    let (mut waiting, mut expanded) = (HashMap::new(), HashMap::new());
    for (at, event) in scene.events.iter().enumerate() {
        match *event {
            Event::Inserted { queue, key } => {
                let node = scene.keys.node_of_key(queue, key);
                if let Some(node) = node.filter(|node| scene.is_in_tree(*node, SEARCHED)) {
                    waiting.insert((queue, key), (forest.priority(node), at, node));
                }
            }
            Event::Deleted { queue, key } => {
                waiting.remove(&(queue, key));
            }
            Event::Expanded { board, .. } => {
                let node = forest.node_of_board(board);
                let depth = expanded.entry(forest.position(node)).or_insert(u64::MAX);
                *depth = forest.depth(node).min(*depth);
            }
            _ => {}
        }
    }
    let is_open = |node: u32| {
        let depth = expanded.get(&forest.position(node));
        depth.is_none_or(|depth| *depth > forest.depth(node))
    };
    let open = waiting.into_values().filter(|(_, _, node)| is_open(*node));
    open.min().map(|(_, _, node)| node)
}
