//! Tests the reported moments for searches with known faults.

use insta::assert_snapshot;
use serde_json::Value;

use crate::support::{Bench, assert_parts, stdout};

fn write(bench: &Bench, name: &str) {
    let alice = "alice/src/solver.rs";
    let model = bench.read(alice);
    let file = format!("faults/{name}.toml");
    let (_, label) = embedded::CORPUS.iter().find(|(path, _)| *path == file).unwrap();
    let label: toml::Table = label.parse().unwrap();
    for edit in label["edit"].as_array().unwrap() {
        let text = |key: &str| edit[key].as_str().unwrap();
        bench.edit(alice, text("find"), text("replace"));
    }
    for file in ["lib.rs", "board.rs", "solver.rs"] {
        bench.write(&format!("class/{name}/src/{file}"), bench.read(&format!("alice/src/{file}")));
    }
    bench.write(alice, model);
}

/// Lists the kind of moment for each check and the order of keys, if known, but not the steps, which depend on the
/// puzzle.
fn kinds(grade: &Value) -> String {
    let kind = |check: &Value| {
        let moment = check.get("moment")?;
        assert!(moment["step"].as_u64().is_some_and(|step| step > 0));
        let order = moment["by"].as_str().map(|by| format!(" ({by})")).unwrap_or_default();
        Some(format!(" {} {}{order},", check["id"].as_str()?, moment["kind"].as_str()?))
    };
    grade["checks"].as_array().unwrap().iter().filter_map(kind).collect()
}

/// For many more faults, labels in the corpus specify the moments. `.ci/nightly` audits them.
#[test]
fn reported_moments_match_the_faults() {
    let bench = Bench::with_model();
    let names = ["closed-by-hash", "greedy", "queue-reversed", "two-steps-to-one"];
    for name in names {
        write(&bench, name);
    }
    bench.grade(&["grade", "class", "--out", "out"]);
    let mut text = String::new();
    for name in names {
        let grade = bench.read(&format!("out/submissions/{name}/grade.json"));
        let grade: Value = serde_json::from_str(&grade).unwrap();
        text.extend([name, ":", &kinds(&grade), "\n"]);
    }
    assert_snapshot!(text, @"
    closed-by-hash: solver.moves thrown_away, solver.lockstep out_of_turn,
    greedy: solver.moves out_of_order (manhattan), solver.unsolvable out_of_order (manhattan), solver.time out_of_order (manhattan),
    queue-reversed: solver.moves out_of_order (largest_first), solver.unsolvable out_of_order (largest_first),
    two-steps-to-one: solver.lockstep out_of_turn,
    ");
}

#[test]
fn moments_are_shown_with_two_boards_and_a_sentence() {
    let bench = Bench::with_model();
    write(&bench, "weighted-manhattan");
    let output = bench.grade(&["check", "class/weighted-manhattan", "--only", "solver.moves"]);
    assert_parts(
        stdout(&output),
        &[
            "weighted-manhattan: 14.04 / 18\n! your program is right on 107 of 129 puzzles\n",
            "keys do not come out in the order of moves +\n",
            "step 29: the queue returned a node with 9 moves + manhattan 7 = 16 before\n",
            "dequeued: 9 + 7 = 16   in the queue: 2 + 12 = 14\n",
            "points: 78 of 100 puzzles correct; 22 wrong; the smallest that fails is\n",
        ],
    );
}
