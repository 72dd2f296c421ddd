//! Writes the operations for each puzzle, for programs.

use grade::INSTRUCTION;
use grade::SearchCounts;
use grade::pretty::to_pretty_json;
use grade::view::Audience;
use serde::Serialize;

const SCHEMA: &str = "counts/1";

#[derive(Serialize)]
struct WireCounts<'a> {
    schema: &'static str,
    puzzles: Vec<WirePuzzle<'a>>,
}

#[derive(Serialize)]
struct WirePuzzle<'a> {
    puzzle: &'a str,
    queues: Vec<WireQueue>,
    calls: WireCalls,
    boards: u64,
    expanded: WireExpanded,
    instructions: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    model_instructions: Option<u64>,
}

#[derive(Serialize)]
struct WireQueue {
    insert: u64,
    del_min: u64,
    max_len: u64,
}

#[derive(Serialize)]
struct WireCalls {
    new: u64,
    dimension: u64,
    hamming: u64,
    manhattan: u64,
    is_goal: u64,
    neighbors: u64,
    twin: u64,
    eq: u64,
    fmt: u64,
}

#[derive(Serialize)]
struct WireExpanded {
    board: u64,
    twin: u64,
}

impl<'a> From<&'a SearchCounts> for WirePuzzle<'a> {
    fn from(counts: &'a SearchCounts) -> Self {
        let calls = counts.calls;
        let queue = |queue: &grade::QueueLog| WireQueue {
            insert: queue.inserted,
            del_min: queue.deleted,
            max_len: queue.max_len,
        };
        Self {
            puzzle: &counts.puzzle,
            queues: counts.queues.iter().map(queue).collect(),
            calls: WireCalls {
                new: calls.new,
                dimension: calls.dimension,
                hamming: calls.hamming,
                manhattan: calls.manhattan,
                is_goal: calls.is_goal,
                neighbors: calls.neighbors,
                twin: calls.twin,
                eq: calls.eq,
                fmt: calls.text,
            },
            boards: counts.boards,
            expanded: WireExpanded { board: counts.expanded[0], twin: counts.expanded[1] },
            instructions: counts.fuel / INSTRUCTION,
            model_instructions: counts.model_fuel.map(|fuel| fuel / INSTRUCTION),
        }
    }
}

/// Formats the counts as JSON: for each puzzle, the operations on each queue, the calls of each method on the grader's
/// boards, the boards expanded in both searches, and the instructions used by the submission and by the model answer.
/// Puzzles that the audience must not see are left out.
///
/// # Panics
///
/// Never panics, because every count can be serialized.
pub fn counts_to_json(counts: &[SearchCounts], audience: Audience) -> String {
    let seen = counts.iter().filter(|count| audience.sees(count.visibility));
    let counts = WireCounts { schema: SCHEMA, puzzles: seen.map(WirePuzzle::from).collect() };
    let value = serde_json::to_value(counts).expect("all map keys are strings");
    let mut text = to_pretty_json(&value);
    text.push('\n');
    text
}
