//! The board just left is queued again.

use grade::Departure;
use sandbox::run::{Event, HostBoards, SearchLog};

use super::{Found, Scene};

/// Whether the board just left is queued again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Again {
    /// It cannot be told of some key, and none of the others is that.
    #[default]
    Unknown,
    /// The board of each key is known, and none is the board just left.
    Never,
    /// One is.
    Once,
}

/// Whether any key of a search is the board that was just left.
pub(crate) fn queued_again(log: &SearchLog, boards: &HostBoards) -> Again {
    match Scene::new(log, boards) {
        Some(scene) if first(&scene).is_some() => Again::Once,
        Some(scene) if scene.keys.are_known() && !log.is_cut => Again::Never,
        _ => Again::Unknown,
    }
}

/// The first key that is the board just left.
pub(super) fn first(scene: &Scene<'_>) -> Option<Found> {
    let forest = &scene.forest;
    scene.events.iter().enumerate().find_map(|(at, event)| {
        let Event::Inserted { queue, key } = *event else { return None };
        let node = scene.keys.node(queue, key)?;
        let from = forest.parent(node).filter(|from| forest.left(*from) == Some(node))?;
        let what = Departure::QueuedAgain { from: forest.shown(from), board: forest.shown(node) };
        Some(Found { at, tree: forest.tree(node).unwrap_or_default(), what })
    })
}
