//! The search of the assignment: A* that does not remember which boards it has seen.

use oracle::puzzle::{Grid, Slide};
use oracle::search::{SearchOutcome, Space as _, Statistics};
use slider::MinPq;

use super::history::{NewNode, NodeHistory};
use super::node::{pack, packed_after, unpack};
use super::puzzle::OwnedSliding;

/// A search that enqueues every neighbor except the previous board, as the students' solvers do.
///
/// [`NodeHistory`] holds the nodes. The queue orders them by priority, then estimate, then age.
pub(super) struct Assigned {
    puzzle: OwnedSliding,
    queue: MinPq<(usize, usize, usize)>,
    most_expanded: u64,
    statistics: Statistics,
    outcome: Option<SearchOutcome<Slide>>,
}

impl Assigned {
    /// Creates a search whose history contains only the start, and which gives up after expanding `most_expanded` nodes.
    pub(super) fn new(puzzle: OwnedSliding, estimate: usize, most_expanded: u64) -> Self {
        let statistics = Statistics { largest: 1, ..Statistics::default() };
        let mut queue = MinPq::new();
        queue.insert((estimate, estimate, 0));
        Self { puzzle, queue, most_expanded, statistics, outcome: None }
    }

    pub(super) fn outcome(&self) -> Option<&SearchOutcome<Slide>> {
        self.outcome.as_ref()
    }

    pub(super) fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Dequeues a node, and expands it unless it is the goal.
    pub(super) fn step(&mut self, history: &mut NodeHistory) {
        // The queue is never empty, because every board has a neighbor besides the previous board.
        let Some(&(.., number)) = self.queue.min() else { return };
        let n = self.puzzle.goal().dimension();
        let is_goal = history.key(number) == pack(self.puzzle.goal().grid());
        if !is_goal && self.statistics.expanded == self.most_expanded {
            history.begin_step(None);
            self.outcome = Some(SearchOutcome::GaveUp);
            return;
        }
        self.queue.del_min();
        history.begin_step(Some(number));
        if is_goal {
            history.set_goal(number);
            self.outcome = history.path_to(number).map(SearchOutcome::Solved);
            return;
        }
        self.statistics.expanded += 1;
        let previous = history.parent(number).map(|parent| history.key(parent));
        let mut position = self.puzzle.position(unpack_grid(history.key(number), n));
        let slides: Vec<Slide> = self.puzzle.actions(&position).collect();
        for slide in slides {
            let key = packed_after(&position, &slide);
            // This is the critical optimization of the assignment.
            if Some(key) == previous {
                continue;
            }
            let undo = self.puzzle.apply(&mut position, &slide);
            let estimate = self.puzzle.weighted_estimate(&position);
            self.puzzle.undo(&mut position, undo);
            let depth = history.depth(number) + 1;
            let (parent, priority) = (Some(number), depth.saturating_add(estimate));
            let estimated = Some(estimate);
            let child =
                NewNode { key, parent, depth, priority, estimate: estimated, is_twin: false };
            self.queue.insert((priority, estimate, history.add_node(&child)));
            self.statistics.generated += 1;
            self.statistics.deepest = self.statistics.deepest.max(depth);
        }
        self.statistics.largest = self.statistics.largest.max(self.queue.len());
    }
}

fn unpack_grid(key: u128, n: usize) -> Grid {
    let cells = unpack(key, n).map(slider::Tile::from).collect();
    Grid::of_cells(n, cells).expect("slides lead from boards to boards")
}
