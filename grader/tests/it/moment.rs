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

/// What a closed set of hashes takes for new.
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

/// The moments of a grade, each in a line behind its check.
fn moments(grade: &Value) -> String {
    let line = |check: &Value| {
        let moment = check.get("moment")?;
        let f = |name: &str| {
            let node = moment.get(name)?;
            let number = |name: &str| node[name].as_u64().unwrap();
            Some(format!(", {name} {} + {}", number("moves"), number("manhattan")))
        };
        let nodes =
            ["from", "taken", "board", "goal", "waiting"].map(|name| f(name).unwrap_or_default());
        let first = moment.get("first").map_or(String::new(), |first| format!(", first {first}"));
        Some(format!(
            "\n  {}: {} in step {}{}{first}",
            check["id"].as_str()?,
            moment["kind"].as_str()?,
            moment["step"],
            nodes.concat(),
        ))
    };
    grade["checks"].as_array().unwrap().iter().filter_map(line).collect()
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
        text.push_str(&format!("{name}:{}\n", moments(&grade)));
    }
    assert_snapshot!(text, @"");
}

#[test]
fn two_boards_and_a_sentence_are_shown() {
    let bench = Bench::with_model();
    write(&bench, "bob", &label("weighted-manhattan"));
    let output = bench.grade(&["check", "class/bob", "--only", "solver.moves"]);
    assert_snapshot!(stdout(&output), @"");
}
