//! The moment in which a search went wrong, for faults of which it is known what they are.

use std::fs;

use insta::assert_snapshot;
use serde_json::Value;

use crate::support::{Bench, stdout, workspace};

/// An edit of the model's solver: a text that is there once, and what takes its place.
type Edit = (String, String);

/// Writes a submission with these edits.
fn write(bench: &Bench, name: &str, edits: &[Edit]) {
    let alice = "alice/src/solver.rs";
    let model = bench.read(alice);
    for (find, replace) in edits {
        bench.edit(alice, find, replace);
    }
    for file in ["lib.rs", "board.rs", "solver.rs"] {
        bench.write(&format!("class/{name}/src/{file}"), bench.read(&format!("alice/src/{file}")));
    }
    bench.write(alice, model);
}

/// The edits of a labelled submission.
fn label(name: &str) -> Vec<Edit> {
    let path = workspace(&format!("fixtures/submissions/faults/{name}.toml"));
    let label: toml::Table = fs::read_to_string(path).unwrap().parse().unwrap();
    let text = |edit: &toml::Value, key: &str| edit[key].as_str().unwrap().to_owned();
    let edits = label["edit"].as_array().unwrap();
    edits.iter().map(|edit| (text(edit, "find"), text(edit, "replace"))).collect()
}

fn edit(find: &str, replace: &str) -> Edit {
    (find.to_owned(), replace.to_owned())
}

/// Faults that are labelled, by their names.
const LABELS: [&str; 13] = [
    "closed-when-generated",
    "gives-up-after-1000-steps",
    "goes-on-after-the-goal",
    "greedy",
    "hamming-priority",
    "manhattan-plus-half-hamming",
    "no-critical-optimization",
    "no-twin-search",
    "stops-when-goal-is-generated",
    "stops-when-goal-is-inserted",
    "twin-search-after-20-steps",
    "two-steps-to-one",
    "weighted-manhattan",
];

/// Edits that make a closed set of hashes.
const BY_HASH: [(&str, &str); 3] = [
    ("queue: MinPq<Rc<Node<B>>>,\n}", "queue: MinPq<Rc<Node<B>>>,\n    seen: Vec<bool>,\n}"),
    ("Self { queue }", "Self { queue, seen: vec![false; 1 << 8] }"),
    (
        "let left = node.previous.as_ref()",
        "let hash = node.board.to_string().bytes().fold(7u64, |hash, byte| {
            hash.wrapping_mul(0x100_0000_01b3) ^ u64::from(byte)
        });
        if std::mem::replace(&mut self.seen[(hash >> 20) as usize % 256], true) {
            return None;
        }
        let left = node.previous.as_ref()",
    ),
];

/// A beam: of many keys the best are put into a fresh queue.
const BEAM: (&str, &str) = (
    "let left = node.previous.as_ref()",
    "if self.queue.len() > 40 {
            let mut best = MinPq::new();
            while best.len() < 20 && let Some(kept) = self.queue.del_min() {
                best.insert(kept);
            }
            self.queue = best;
        }
        let left = node.previous.as_ref()",
);

fn class() -> Bench {
    let bench = Bench::with_model();
    for name in LABELS {
        write(&bench, name, &label(name));
    }
    let by_hash = BY_HASH.map(|(find, replace)| edit(find, replace));
    write(&bench, "closed-by-hash", &by_hash);
    write(&bench, "beam", &[edit(BEAM.0, BEAM.1)]);
    let order = "self.priority.cmp(&other.priority)";
    write(&bench, "queue-reversed", &[edit(order, "other.priority.cmp(&self.priority)")]);
    bench
}

/// The kinds of the moments of a grade, each behind its check. Which step it is depends on the
/// puzzle that shows the fault.
fn kinds(grade: &Value) -> String {
    let kind = |check: &Value| {
        let moment = check.get("moment")?;
        assert!(moment["step"].as_u64().is_some_and(|step| step > 0));
        Some(format!(" {} {},", check["id"].as_str()?, moment["kind"].as_str()?))
    };
    grade["checks"].as_array().unwrap().iter().filter_map(kind).collect()
}

#[test]
fn the_moment_that_is_shown_is_that_of_the_fault() {
    let bench = class();
    bench.grade(&["grade", "class", "--out", "out"]);
    let mut names: Vec<&str> = LABELS.to_vec();
    names.extend(["closed-by-hash", "beam", "queue-reversed"]);
    let mut text = String::new();
    for name in names {
        let grade = bench.read(&format!("out/submissions/{name}/grade.json"));
        let grade: Value = serde_json::from_str(&grade).unwrap();
        text.extend([name, ":", &kinds(&grade), "\n"]);
    }
    assert_snapshot!(text, @"
    closed-when-generated: solver.moves closed_too_early,
    gives-up-after-1000-steps: solver.solvable gave_up, solver.lockstep gave_up,
    goes-on-after-the-goal: solver.goal_dequeued went_on,
    greedy: solver.moves out_of_order, solver.time out_of_order,
    hamming-priority: solver.time out_of_order,
    manhattan-plus-half-hamming: solver.moves out_of_order,
    no-critical-optimization: solver.critical_optimization queued_again,
    no-twin-search: solver.lockstep out_of_turn,
    stops-when-goal-is-generated: solver.goal_dequeued goal_met,
    stops-when-goal-is-inserted: solver.goal_dequeued goal_met,
    twin-search-after-20-steps: solver.lockstep out_of_turn,
    two-steps-to-one: solver.lockstep out_of_turn,
    weighted-manhattan: solver.moves out_of_order,
    closed-by-hash: solver.moves thrown_away, solver.lockstep out_of_turn,
    beam: solver.moves left_behind,
    queue-reversed: solver.moves out_of_order,
    ");
}

#[test]
fn two_boards_and_a_sentence_are_shown() {
    let bench = Bench::with_model();
    write(&bench, "bob", &label("weighted-manhattan"));
    let output = bench.grade(&["check", "class/bob", "--only", "solver.moves"]);
    assert_snapshot!(stdout(&output), @"
    bob: 9 / 18

    Solver  9 / 18

      ✗ solver.moves  9 / 18  the solution is 2 moves longer than the shortest; does
                              the search stop, or close a board, too early?

          ┌─────────┐   moves() of families3x3-18a
          │    3  4 │     expected 18
          │ 7  2  6 │     but was  20
          │ 5  1  8 │
          └─────────┘

          step 29: the queue gave out f = 16 (g 9, h 7) while f = 14 (g 2, h 12) was
          waiting; is the priority moves + manhattan, unweighted?
          given out: f = 16 (g 9, h 7)   waiting: f = 14 (g 2, h 12)
          ┌─────────┐                    ┌─────────┐
          │ 3  2  4 │                    │ 3  4    │
          │ 1  5    │                    │ 7  2  6 │
          │ 7  8  6 │                    │ 5  1  8 │
          └─────────┘                    └─────────┘

          points: 69 of 86 puzzles; the smallest that fails is families3x3-18a
          rule: moves() is the least number of moves
          try it: grader check class/bob --only solver.moves
          more: grader explain solver.moves

    compiled by rustc 1.95.0 for wasm32-wasip1
    ");
}
