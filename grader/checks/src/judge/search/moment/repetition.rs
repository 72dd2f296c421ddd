//! Finds a step that enqueues the previous board again.

use std::collections::HashSet;

use grade::Departure;
use sandbox::run::{Event, HostBoards, LoggedSearch};

use super::{FoundDeparture, SearchScene};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Again {
    /// Some keys are unknown, and no known key belongs to the previous board.
    #[default]
    Unknown,
    /// All keys are known, and none belongs to the previous board.
    Never,
    Once,
}

pub(crate) fn judge_queued_again(search: &LoggedSearch<'_>, boards: &HostBoards) -> Again {
    match SearchScene::from_log(search, boards) {
        Ok(scene) if first_requeued(&scene).is_some() => Again::Once,
        Ok(scene) if scene.keys.are_known() && !search.is_cut => Again::Never,
        _ => Again::Unknown,
    }
}

/// Returns the first board that is expanded again although no key was dequeued since, but a queue was looked at.
pub(super) fn first_expanded_again(scene: &SearchScene<'_>) -> Option<FoundDeparture> {
    let (mut since, mut has_looked) = (HashSet::new(), false);
    scene.events.iter().enumerate().find_map(|(at, event)| {
        match *event {
            Event::Deleted { .. } => since.clear(),
            Event::Looked { .. } => has_looked = true,
            Event::Expanded { board, .. } => {
                let node = scene.forest.node_of_board(board);
                if !since.insert(node) && has_looked {
                    let what = Departure::ExpandedAgain { board: scene.forest.search_node(node) };
                    return Some(FoundDeparture {
                        at,
                        tree: scene.forest.tree_of_node(node)?,
                        what,
                    });
                }
            }
            _ => {}
        }
        None
    })
}

pub(super) fn first_requeued(scene: &SearchScene<'_>) -> Option<FoundDeparture> {
    let forest = &scene.forest;
    scene.events.iter().enumerate().find_map(|(at, event)| {
        let Event::Inserted { queue, key } = *event else { return None };
        let node = scene.keys.node_of_key(queue, key)?;
        let from =
            forest.parent(node).filter(|from| forest.neighbor_like_parent(*from) == Some(node))?;
        let what = Departure::QueuedAgain {
            from: forest.search_node(from),
            board: forest.search_node(node),
        };
        Some(FoundDeparture { at, tree: forest.tree_of_node(node).unwrap_or_default(), what })
    })
}
