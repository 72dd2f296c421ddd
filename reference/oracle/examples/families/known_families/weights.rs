//! Searches with unequal weights for moves and estimate.

use crate::board::Board;
use crate::member::Member;
use crate::recipe::{Recipe, count_to_f64, priority_to_key};
use crate::tree::NodeView;

/// Weights for the estimate. The smallest weight causes no errors on 3-by-3 boards.
const OF_ESTIMATE: [f64; 14] =
    [1.01, 1.02, 1.05, 1.1, 1.15, 1.2, 1.25, 1.3, 1.4, 1.5, 1.75, 2.0, 2.5, 3.0];

/// Divisors of the estimate, for the part that is added to it. In any search, the priorities have the same parity, so
/// adding 1 does not change their order. A divisor d therefore needs a distance of at least 2d.
const PARTS: [usize; 11] = [2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 32];

const OF_MOVES: [f64; 9] = [0.99, 0.97, 0.95, 0.9, 0.8, 0.7, 0.5, 0.25, 0.0];

/// Returns all members.
pub fn members() -> Vec<Box<dyn Member>> {
    let weighted = |family, name: &str, moves: f64, estimate: f64| {
        let priority = move |node: &NodeView<'_>| {
            priority_to_key(
                moves * count_to_f64(node.moves())
                    + estimate * count_to_f64(node.board().manhattan()),
            )
        };
        Recipe { priority: Box::new(priority), ..Recipe::new(family, name) }
    };
    let mut members: Vec<Box<dyn Member>> = Vec::new();
    for w in OF_ESTIMATE {
        let name = format!("moves + {w} * manhattan");
        members.push(Box::new(weighted("weighted estimate", &name, 1.0, w)));
        let closed = weighted("weighted estimate, closed set", &name, 1.0, w);
        members.push(Box::new(closed.with_closed_set()));
    }
    for part in PARTS {
        let name = format!("manhattan + manhattan / {part}");
        let bound = move |board: &Board| board.manhattan() + board.manhattan() / part;
        members.push(Box::new(Recipe::new("part of the estimate added", name).with_bound(bound)));
    }
    for w in OF_MOVES {
        let name = format!("{w} * moves + manhattan");
        // With a low weight for moves, a search may run in circles.
        members.push(Box::new(weighted("weighted moves", &name, w, 1.0).with_closed_set()));
    }
    members
}
