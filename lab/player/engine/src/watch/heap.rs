//! Replays the binary heap of a search, exchange by exchange.

use super::history::NodeHistory;
use crate::json::{self, Object};

/// The number of keys that the page draws: five levels.
/// A sixth level would have 32 more keys, which do not fit next to each other.
const DRAWN: usize = 31;

/// The heap of [`MinPq`](slider::MinPq), which does not show its exchanges. Its keys are nodes ordered by priority, then estimate, then age.
pub(super) struct Heap<'a> {
    history: &'a NodeHistory,
    keys: Vec<usize>,
    /// The states of the heap during the step that is shown.
    recorded: Vec<String>,
    is_recording: bool,
}

impl<'a> Heap<'a> {
    /// Returns the states of the heap during step `at`, as JSON: the queue before it, and each change.
    pub(super) fn states_to_json(history: &'a NodeHistory, at: usize) -> Vec<String> {
        let mut heap =
            Self { history, keys: Vec::new(), recorded: Vec::new(), is_recording: false };
        for step in 0..=at {
            heap.is_recording = step == at;
            if step > 0 {
                heap.record_if_recording("before", &[]);
            }
            heap.apply_step(step);
        }
        heap.recorded
    }

    /// Makes the changes of a step.
    fn apply_step(&mut self, step: usize) {
        if let Some(taken) =
            step.checked_sub(1).and_then(|index| self.history.node_dequeued_in(index))
        {
            debug_assert_eq!(self.keys.first(), Some(&taken));
            self.remove_first();
        }
        for number in self.history.nodes_enqueued_in(step) {
            self.keys.push(number);
            let last = self.keys.len() - 1;
            self.record_if_recording("insert", &[last]);
            self.swim(last);
        }
    }

    fn remove_first(&mut self) {
        self.keys.swap_remove(0);
        self.record_if_recording("remove", &[0]);
        let mut place = 0;
        while 2 * place + 1 < self.keys.len() {
            let mut child = 2 * place + 1;
            if child + 1 < self.keys.len() && self.is_less(child + 1, child) {
                child += 1;
            }
            if !self.is_less(child, place) {
                break;
            }
            self.keys.swap(place, child);
            self.record_if_recording("sink", &[place, child]);
            place = child;
        }
    }

    fn swim(&mut self, mut place: usize) {
        while place > 0 && self.is_less(place, (place - 1) / 2) {
            self.keys.swap(place, (place - 1) / 2);
            self.record_if_recording("swim", &[(place - 1) / 2, place]);
            place = (place - 1) / 2;
        }
    }

    fn is_less(&self, one: usize, other: usize) -> bool {
        let order = |place: usize| self.history.queue_order(self.keys[place]);
        order(one) < order(other)
    }

    fn record_if_recording(&mut self, name: &str, places: &[usize]) {
        if !self.is_recording {
            return;
        }
        let drawn = self.keys.iter().take(DRAWN).map(|&number| {
            let (priority, estimate, _) = self.history.queue_order(number);
            json::format_array([priority, estimate])
        });
        let state = Object::new()
            .text_field("name", name)
            .array_field("places", places)
            .json_field("size", self.keys.len())
            .array_field("keys", drawn);
        self.recorded.push(state.into_text());
    }
}
