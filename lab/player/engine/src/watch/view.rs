//! Shows the state of a search after a step.

use oracle::puzzle::Slide;
use oracle::search::SearchOutcome;
use slider::Tile;

use super::heap::Heap;
use super::history::NodeHistory;
use super::log::{NodeLook, PathState, WatchedEvent};
use super::node::ShownNode;
use super::{Trail, Watch, WatchedSearch};
use crate::json::Object;

/// The kind of a step, which determines the line of the algorithm to highlight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Deed {
    Start,
    Expanded,
    Cut,
    Deepened,
    Ended,
}

impl Deed {
    const fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Expanded => "expanded",
            Self::Cut => "cut",
            Self::Deepened => "deepened",
            Self::Ended => "ended",
        }
    }
}

/// The data that may change in a step.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct StepScene {
    deed: Deed,
    pub(super) expanded: u64,
    pub(super) generated: u64,
    pub(super) waiting: usize,
    rounds: usize,
    next: Vec<ShownNode>,
    pub(super) tree: Vec<ShownNode>,
}

impl Watch {
    /// Writes the state after the latest step, with up to `boards` boards from the front of the queue, and the curve.
    pub(crate) fn view(&self, boards: usize) -> String {
        self.step_to_json(self.steps, boards)
            .json_field("stride", self.curve.stride())
            .array_field("curve", self.curve.points())
            .into_text()
    }

    /// Writes the state after an earlier step, as [`Self::view`] did, but without the curve.
    pub(crate) fn view_at(&self, step: u64, boards: usize) -> String {
        self.step_to_json(step.clamp(self.first(), self.steps), boards).into_text()
    }

    /// Writes the states of the heap during an earlier step, or none if the search does not use a `MinPq`.
    pub(crate) fn heap_at(&self, step: u64) -> String {
        let states = self.assigned_history().map_or_else(Vec::new, |history| {
            Heap::states_to_json(history, history.step_index(step))
        });
        Object::new().array_field("states", states).into_text()
    }

    /// Returns the history of the assignment's search, or `None` for any other search.
    fn assigned_history(&self) -> Option<&NodeHistory> {
        match (&self.search, &self.trail) {
            (WatchedSearch::Assigned(_), Trail::Queue(queue)) => Some(&queue.history),
            _ => None,
        }
    }

    /// Returns the first step that can still be shown.
    fn first(&self) -> u64 {
        match &self.trail {
            Trail::Queue(_) => 0,
            Trail::Log(log) => log.first(),
        }
    }

    fn step_to_json(&self, step: u64, boards: usize) -> Object {
        let is_last = step == self.steps;
        let object = match self.search.outcome().filter(|_| is_last) {
            None => Object::new().text_field("status", "running"),
            Some(SearchOutcome::Solved(path)) => Object::new()
                .text_field("status", "solved")
                .array_field("path", tiles_of_path(path)),
            Some(SearchOutcome::NoSolution) => Object::new().text_field("status", "none"),
            Some(SearchOutcome::Beyond(least)) => {
                Object::new().text_field("status", "beyond").json_field("atLeast", least)
            }
            Some(SearchOutcome::GaveUp) => Object::new().text_field("status", "gave-up"),
        };
        let statistics = self.search.statistics();
        let scene = self.scene(step, boards);
        let shown = |node: &ShownNode| node.json(self.n);
        let object = match self.assigned_history() {
            Some(history) => {
                object.json_field("skipped", history.skips_previous(history.step_index(step)))
            }
            None => object,
        };
        let rounds = &self.rounds[..scene.rounds.min(self.rounds.len())];
        object
            .json_field("steps", step)
            .json_field("made", self.steps)
            .json_field("first", self.first())
            .json_field("over", self.has_ended())
            .text_field("deed", scene.deed.name())
            .json_field("expanded", scene.expanded)
            .json_field("generated", scene.generated)
            .json_field("reopened", statistics.reopened)
            .json_field("largest", statistics.largest)
            .json_field("deepest", statistics.deepest)
            .json_field("waiting", scene.waiting)
            .json_field("queue", matches!(self.trail, Trail::Queue(_)))
            .json_field("informed", self.is_informed)
            .optional_field("bound", rounds.last().map(|(bound, _)| bound))
            .array_field(
                "rounds",
                rounds.iter().map(|(bound, before)| format!("[{bound},{before}]")),
            )
            .array_field("next", scene.next.iter().map(shown))
            .array_field("tree", scene.tree.iter().map(shown))
    }

    pub(super) fn scene(&self, step: u64, boards: usize) -> StepScene {
        match &self.trail {
            Trail::Queue(queue) => {
                let history = &queue.history;
                let at = history.step_index(step);
                let waiting = history.queue_after_step(at, boards, false);
                let is_end = at > 0 && history.expanded(at) < at;
                StepScene {
                    deed: match at {
                        0 => Deed::Start,
                        _ if is_end => Deed::Ended,
                        _ => Deed::Expanded,
                    },
                    expanded: history.expanded(at) as u64,
                    generated: history.generated(at) as u64,
                    waiting: waiting.count,
                    rounds: 0,
                    next: waiting.next,
                    tree: history.tree(at),
                }
            }
            Trail::Log(log) => {
                let state = log.state_at(step);
                StepScene {
                    deed: last_deed(&state),
                    expanded: state.expanded,
                    // A search that gave up has generated a node without expanding it.
                    generated: if step == self.steps {
                        self.search.statistics().generated
                    } else {
                        state.generated
                    },
                    waiting: state.len(),
                    rounds: state.rounds + 1,
                    next: state.stack(boards),
                    tree: state.recent_nodes(),
                }
            }
        }
    }
}

fn last_deed(state: &PathState) -> Deed {
    match state.last {
        None => Deed::Start,
        Some(WatchedEvent::Looked { kind: NodeLook::Expanded, .. }) => Deed::Expanded,
        Some(WatchedEvent::Looked { kind: NodeLook::Cut, .. }) => Deed::Cut,
        Some(WatchedEvent::Round) => Deed::Deepened,
        Some(WatchedEvent::Looked { kind: NodeLook::Goal, .. } | WatchedEvent::End) => Deed::Ended,
    }
}

fn tiles_of_path(path: &[Slide]) -> impl Iterator<Item = Tile> {
    path.iter().map(|slide| slide.tile)
}
