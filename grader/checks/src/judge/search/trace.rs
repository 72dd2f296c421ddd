//! Writes the log of a search as a trace, with one JSON object per line, as `grader play --trace` reads it.

use std::fmt::Write as _;

use sandbox::run::{Event, HostBoards, LoggedSearch, SearchLog};

use super::forest::Forest;
use super::keys::SearchKeys;

/// The maximum number of events in a trace. A page with more is slow, and the first wrong step comes much earlier.
const MOST: usize = 100_000;

/// Returns the events of a search, one per line. `outcome` is how the search ended, if the log is complete. Returns
/// `None` if the log does not show which board a dequeued key belongs to.
pub(crate) fn trace_to_text(log: &SearchLog, boards: &HostBoards, outcome: &str) -> Option<String> {
    let LoggedSearch { events, boards: created, .. } = log.first_search(boards.count());
    let forest = Forest::new(events, boards, created.end);
    let keys = SearchKeys::from_events(events, &forest).ok()?;
    let mut text = String::new();
    for event in events.iter().take(MOST) {
        let (name, node) = match *event {
            Event::Inserted { queue, key } if !keys.is_moved(queue, key) => {
                // The board of a key that stays in the queue may be unknown.
                let Some(node) = keys.node_of_key(queue, key) else { continue };
                ("insert", node)
            }
            Event::Deleted { queue, key } if !keys.is_moved(queue, key) => {
                ("delete", keys.node_of_key(queue, key)?)
            }
            Event::Expanded { board, .. } => ("expand", forest.node_of_board(board)),
            _ => continue,
        };
        write_event(&mut text, name, &forest, node);
    }
    if events.len() <= MOST && !log.is_cut {
        let _ = writeln!(text, "{{\"event\":\"end\",\"outcome\":\"{outcome}\"}}");
    }
    Some(text)
}

/// Writes an event for a node, without a priority, because only the submission knows the type of its keys.
fn write_event(text: &mut String, name: &str, forest: &Forest<'_>, node: u32) {
    let g = forest.depth(node);
    // The priority is the sum of both, so the rest is the estimate. It is zero for a board that has no distance.
    let h = forest.priority(node).saturating_sub(g);
    let board = list_tiles(&forest.tiles(node));
    // The twin may be the goal, in which case the tree could also be a search that goes backward.
    let twin = if forest.is_out_of_reach(node) { ",\"twin\":true" } else { "" };
    let _ = writeln!(text, "{{\"event\":\"{name}\",\"board\":{board},\"g\":{g},\"h\":{h}{twin}}}");
}

fn list_tiles(tiles: &[slider::Tile]) -> String {
    let tiles: Vec<String> = tiles.iter().map(ToString::to_string).collect();
    format!("[{}]", tiles.join(","))
}
