use std::collections::VecDeque;

use super::node::{NodeState, ShownNode, slid};

/// The number of examined nodes that the page draws.
/// More nodes do not fit on the page.
const RECENT: usize = 28;

/// The number of steps between snapshots. This is also the maximum number of steps to repeat to show an earlier one.
/// Repeating so many steps takes less than a frame, and snapshots take little memory compared with the log.
const STRIDE: usize = 4096;

/// The maximum number of steps in the log. The first half of a full log is dropped.
/// These are about eight million steps.
const KEPT: usize = 2048 * STRIDE;

/// A step in the search. A log may contain millions, so the type is small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WatchedEvent {
    /// A node was examined.
    Looked {
        /// The cell of the tile that slid to create the board, or `None` for the initial board.
        from: Option<u8>,
        depth: u16,
        estimate: Option<u16>,
        kind: NodeLook,
    },
    Round,
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeLook {
    Expanded,
    Cut,
    Goal,
}

pub(super) struct DepthFirstLog {
    now: PathState,
    log: Vec<WatchedEvent>,
    /// The number of steps before the start of the log.
    first: u64,
    /// Snapshots every `STRIDE` steps from the start of the log.
    marks: VecDeque<PathState>,
}

/// The state after a step: the current path, and the latest examined nodes.
#[derive(Clone)]
pub(super) struct PathState {
    start: u128,
    n: usize,
    nodes: Vec<ShownNode>,
    recent: VecDeque<ShownNode>,
    next: u64,
    pub(super) expanded: u64,
    pub(super) generated: u64,
    /// The number of rounds after the first.
    pub(super) rounds: usize,
    pub(super) last: Option<WatchedEvent>,
}

impl DepthFirstLog {
    pub(super) fn new(start: u128, n: usize) -> Self {
        let now = PathState {
            start,
            n,
            nodes: Vec::new(),
            recent: VecDeque::new(),
            next: 0,
            expanded: 0,
            generated: 0,
            rounds: 0,
            last: None,
        };
        Self { now, log: Vec::new(), first: 0, marks: VecDeque::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.now.nodes.len()
    }

    /// Returns the first step that can still be shown.
    pub(super) fn first(&self) -> u64 {
        self.first
    }

    pub(super) fn add(&mut self, event: WatchedEvent) {
        if self.log.len() == KEPT {
            self.log.drain(..KEPT / 2);
            self.marks.drain(..KEPT / 2 / STRIDE);
            self.first += KEPT as u64 / 2;
        }
        if self.log.len().is_multiple_of(STRIDE) {
            self.marks.push_back(self.now.clone());
        }
        self.log.push(event);
        self.now.apply(event);
    }

    /// Returns the state after `step` steps or, for earlier steps, at the start of the log.
    pub(super) fn state_at(&self, step: u64) -> PathState {
        let end = usize::try_from(step.saturating_sub(self.first)).unwrap_or(usize::MAX);
        let end = end.min(self.log.len());
        let mark = (end / STRIDE).min(self.marks.len().saturating_sub(1));
        let Some(mut state) = self.marks.get(mark).cloned() else { return self.now.clone() };
        for event in &self.log[mark * STRIDE..end] {
            state.apply(*event);
        }
        state
    }
}

impl PathState {
    fn apply(&mut self, event: WatchedEvent) {
        self.last = Some(event);
        match event {
            WatchedEvent::Looked { from, depth, estimate, kind } => {
                self.enter_node(
                    from.map(usize::from),
                    usize::from(depth),
                    estimate.map(usize::from),
                    kind,
                );
            }
            WatchedEvent::Round => {
                self.rounds += 1;
                self.nodes.clear();
                self.recent.clear();
            }
            WatchedEvent::End => {}
        }
    }

    fn enter_node(
        &mut self,
        from: Option<usize>,
        depth: usize,
        estimate: Option<usize>,
        kind: NodeLook,
    ) {
        self.nodes.truncate(depth);
        let parent = self.nodes.last();
        let before = parent.map_or(self.start, |parent| parent.key);
        let is_expanded = kind == NodeLook::Expanded;
        self.expanded += u64::from(is_expanded);
        self.generated += u64::from(depth > 0);
        let node = ShownNode {
            id: Some(self.next),
            parent: parent.and_then(|parent| parent.id),
            key: from.map_or(before, |from| slid(before, from, self.n)),
            depth,
            estimate,
            priority: depth + estimate.unwrap_or_default(),
            kind: match kind {
                NodeLook::Expanded => NodeState::Expanded,
                NodeLook::Cut => NodeState::Cut,
                NodeLook::Goal => NodeState::Goal,
            },
            turn: if is_expanded { self.expanded } else { 0 },
            is_twin: false,
        };
        self.next += 1;
        self.nodes.push(node.clone());
        self.recent.push_back(node);
        if self.recent.len() > RECENT {
            self.recent.pop_front();
        }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns up to `boards` nodes from the end of the path, deepest first.
    pub(super) fn stack(&self, boards: usize) -> Vec<ShownNode> {
        self.nodes.iter().rev().take(boards).cloned().collect()
    }

    pub(super) fn recent_nodes(&self) -> Vec<ShownNode> {
        self.recent.iter().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_search_forgets_its_first_steps() {
        let mut log = DepthFirstLog::new(0, 2);
        let look = |depth| WatchedEvent::Looked {
            from: None,
            depth,
            estimate: None,
            kind: NodeLook::Expanded,
        };
        let steps = KEPT as u64 + 3 * STRIDE as u64 + 5;
        for step in 0..steps {
            log.add(look(u16::try_from(step % 7).expect("small")));
        }
        let first = KEPT as u64 / 2;
        assert_eq!(log.first(), first);
        for step in [first, first + 1, first + STRIDE as u64, steps - 1, steps] {
            let state = log.state_at(step);
            assert_eq!(state.expanded, step);
            assert_eq!(state.len() as u64, (step - 1) % 7 + 1);
            let tree = state.recent_nodes();
            assert_eq!(tree.last().map(|node| node.turn), Some(step));
            assert_eq!(tree.len(), RECENT);
        }
        assert_eq!(log.state_at(5).expanded, first, "what is forgotten is shown as the first step");
    }
}
