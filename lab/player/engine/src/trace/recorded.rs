//! Shows recorded searches on the page.

use std::collections::HashMap;
use std::rc::Rc;

use slider::Tile;

use super::judge::{AStarDeviation, TraceJudge};
use super::read::{Trace, TraceEvent, TraceNode, TraceOutcome};
use crate::json::Object;
use crate::request::InvalidRequest;
use crate::watch::history::{NewNode, NodeHistory};
use crate::watch::node::{ShownNode, pack};
use crate::watch::puzzle::OwnedSliding;
use crate::watch::{Curve, Heuristics, cells_to_json};

/// A recorded search, divided into steps. A step begins with a dequeued node.
pub(crate) struct Recorded {
    trace: Trace,
    history: NodeHistory,
    /// The counts before the first step and after each step.
    counts: Vec<BoardSearchCounts>,
    /// Whether the recording contains the twin's search.
    has_twin: bool,
    outcome: Option<TraceOutcome>,
    goal: Option<usize>,
    fault: Option<(AStarDeviation, TracePosition)>,
    largest: usize,
    curve: Curve,
}

/// The counts of the board's own search. The page compares them with a search that has no twin.
#[derive(Clone, Copy, Default)]
struct BoardSearchCounts {
    steps: u64,
    expanded: u64,
    generated: u64,
    /// Whether the latest step belongs to the twin's search.
    is_twin: bool,
}

#[derive(Clone, Copy)]
struct TracePosition {
    step: usize,
    line: usize,
    is_twin: bool,
}

#[derive(Default)]
struct NodeIndex {
    /// The nodes by twin, board and moves.
    nodes: HashMap<(bool, u128, usize), Vec<usize>>,
    /// The latest dequeued node in each search.
    taken: [Option<usize>; 2],
}

impl Recorded {
    pub(crate) fn new(trace: Trace, heuristics: &mut Heuristics) -> Result<Self, InvalidRequest> {
        let heuristic = heuristics.get(trace.heuristic.clone(), &trace.goal);
        let heuristic = heuristic.map_err(|why| InvalidRequest::Refused(why.to_string()))?;
        let puzzle = OwnedSliding::new(Rc::new(trace.goal.clone()), heuristic);
        let start = trace.grid.clone();
        let mut judge = TraceJudge::new(&puzzle, &start);
        let mut recorded = Self {
            history: NodeHistory::default(),
            counts: vec![BoardSearchCounts::default()],
            has_twin: trace.entries.iter().any(|entry| entry.is_twin),
            outcome: None,
            goal: None,
            fault: None,
            largest: 0,
            curve: Curve::default(),
            trace,
        };
        let mut reader = NodeIndex::default();
        for place in 0..recorded.trace.entries.len() {
            let entry = recorded.trace.entries[place].clone();
            let at = |step| TracePosition { step, line: entry.line, is_twin: entry.is_twin };
            let is_judged = recorded.fault.is_none();
            if is_judged && let Err(fault) = judge.check_expansion_complete(&entry) {
                recorded.fault = Some((fault, at(recorded.history.steps())));
            }
            match &entry.event {
                TraceEvent::Insert(node) => recorded.insert(node, entry.is_twin, &mut reader),
                TraceEvent::Delete(node) => recorded.add_deletion(node, entry.is_twin, &mut reader),
                TraceEvent::Expand(node) => {
                    recorded.add_expansion(node, entry.is_twin, &mut reader);
                }
                TraceEvent::End(outcome) => recorded.outcome = Some(*outcome),
            }
            if recorded.fault.is_none()
                && let Err(fault) = judge.judge_event(&entry)
            {
                recorded.fault = Some((fault, at(recorded.history.steps())));
            }
            recorded.largest = recorded.largest.max(recorded.history.len());
        }
        recorded.end_step();
        Ok(recorded)
    }

    fn insert(&mut self, node: &TraceNode, is_twin: bool, reader: &mut NodeIndex) {
        let parent = reader.taken[usize::from(is_twin)].filter(|_| self.history.steps() > 0);
        let number = self.history.add_node(&new_trace_node(node, parent, is_twin));
        if let Some(counts) = self.counts.last_mut() {
            counts.generated += u64::from(!is_twin && parent.is_some());
        }
        reader.nodes.entry(key_of_node(node, is_twin)).or_default().push(number);
    }

    fn add_deletion(&mut self, node: &TraceNode, is_twin: bool, reader: &mut NodeIndex) {
        let waiting = reader.nodes.get(&key_of_node(node, is_twin)).into_iter().flatten().copied();
        let number = waiting.into_iter().find(|&number| self.history.is_in_queue(number));
        let number = self.begin_step(number, node, is_twin);
        reader.taken[usize::from(is_twin)] = Some(number);
        if node.board == *self.trace.goal.grid() {
            self.history.set_goal(number);
            self.goal = (!is_twin).then_some(number).or(self.goal);
        }
    }

    fn add_expansion(&mut self, node: &TraceNode, is_twin: bool, reader: &mut NodeIndex) {
        let taken = &mut reader.taken[usize::from(is_twin)];
        let is_that = |&number: &usize| {
            self.history.key(number) == pack(&node.board) && self.history.depth(number) == node.g
        };
        if taken.as_ref().is_none_or(|number| !is_that(number)) {
            *taken = Some(self.begin_step(None, node, is_twin));
        }
        if let Some(counts) = self.counts.last_mut() {
            counts.expanded += u64::from(!is_twin);
        }
    }

    fn end_step(&mut self) {
        if self.history.steps() > 0 {
            self.curve.add_each_stride(self.history.len());
        }
    }

    /// Begins a step with a dequeued node, which is created if it was not in the queue.
    fn begin_step(&mut self, number: Option<usize>, node: &TraceNode, is_twin: bool) -> usize {
        self.end_step();
        let number = match number {
            Some(number) => {
                self.history.begin_step(Some(number));
                number
            }
            None => self.history.begin_step_with(&new_trace_node(node, None, is_twin)),
        };
        let last = self.counts.last().copied().unwrap_or_default();
        self.counts.push(BoardSearchCounts {
            steps: last.steps + u64::from(!is_twin),
            is_twin,
            ..last
        });
        number
    }

    /// Writes the state after a step, with up to `boards` boards from the front of the queue. The numbers are those of
    /// the board's search. If the twin was searched, half of the boards are the twin's.
    pub(crate) fn view_to_json(&self, step: u64, boards: usize) -> String {
        let steps = self.history.steps();
        let at = self.history.step_index(step);
        let n = self.trace.grid.dimension();
        let object = match (self.outcome, self.path()) {
            _ if at < steps => Object::new().text_field("status", "running"),
            (Some(TraceOutcome::Solved), Some(path)) => {
                Object::new().text_field("status", "solved").array_field("path", path)
            }
            (Some(TraceOutcome::Unsolvable), _) => Object::new().text_field("status", "none"),
            _ => Object::new().text_field("status", "stopped"),
        };
        let BoardSearchCounts { steps: own, expanded, generated, is_twin } = self.counts[at];
        let of_twin = if self.has_twin { boards / 2 } else { 0 };
        let waiting = self.history.queue_after_step(at, boards - of_twin, false);
        let twin = self.has_twin.then(|| {
            let waiting = self.history.queue_after_step(at, of_twin, true);
            let is_next = self.counts.get(at + 1).is_some_and(|counts| counts.is_twin);
            let object = Object::new()
                .json_field("steps", at as u64 - own)
                .json_field("waiting", waiting.count)
                .json_field("now", is_twin)
                .json_field("next", is_next);
            (object.into_text(), waiting.next)
        });
        let (twin, next_of_twin) = twin.unzip();
        let next = waiting.next.into_iter().chain(next_of_twin.into_iter().flatten());
        let shown = |node: &ShownNode| node.json(n);
        let deed = match at {
            0 => "start",
            _ if at == steps && self.goal.is_some() => "ended",
            _ => "expanded",
        };
        object
            .json_field("steps", at)
            .json_field("made", steps)
            .json_field("first", 0)
            .json_field("over", true)
            .text_field("deed", deed)
            .json_field("own", own)
            .json_field("expanded", expanded)
            .json_field("generated", generated)
            .json_field("skipped", self.history.skips_previous(at))
            .optional_field("twin", twin)
            .json_field("largest", self.largest)
            .json_field("waiting", waiting.count)
            .json_field("queue", true)
            .json_field("informed", true)
            .optional_field("bound", None::<u8>)
            .array_field("rounds", [0; 0])
            .array_field("next", next.map(|node| shown(&node)))
            .array_field("tree", self.history.tree(at).iter().map(shown))
            .json_field("stride", self.curve.stride())
            .array_field("curve", self.curve.points())
            .into_text()
    }

    /// Writes the puzzle and the first fault.
    pub(crate) fn summary(&self) -> String {
        let Trace { grid, goal, heuristic, name, .. } = &self.trace;
        let n = grid.dimension();
        let fault = self.fault.as_ref().map(|(fault, place)| {
            let board = if let AStarDeviation::LeftOut(board) = fault {
                Some(cells_to_json(pack(board), n))
            } else {
                None
            };
            Object::new()
                .json_field("step", place.step)
                .json_field("line", place.line)
                .json_field("twin", place.is_twin)
                .text_field("text", fault)
                .optional_field("board", board)
                .into_text()
        });
        let object = Object::new()
            .array_field("board", grid.cells())
            .array_field("goal", goal.grid().cells())
            .text_field("heuristic", heuristic)
            .json_field("made", self.history.steps())
            .optional_field("fault", fault);
        match name {
            Some(name) => object.text_field("name", name),
            None => object.json_field("name", "null"),
        }
        .into_text()
    }

    /// Returns the tiles to slide to the goal, or `None` if a node on the path is not a neighbor of its parent.
    fn path(&self) -> Option<Vec<Tile>> {
        let slides = self.history.path_to(self.goal?)?;
        Some(slides.iter().map(|slide| slide.tile).collect())
    }
}

fn key_of_node(node: &TraceNode, is_twin: bool) -> (bool, u128, usize) {
    (is_twin, pack(&node.board), node.g)
}

fn new_trace_node(node: &TraceNode, parent: Option<usize>, is_twin: bool) -> NewNode {
    let TraceNode { board, g, h, key } = node;
    let key_or_sum = key.unwrap_or(g + h.unwrap_or_default());
    NewNode { key: pack(board), parent, depth: *g, priority: key_or_sum, estimate: *h, is_twin }
}
