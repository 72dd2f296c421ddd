//! Tests that reports show what a submission prints in a failing case.

use insta::assert_snapshot;
use serde_json::Value;

use crate::support::{Bench, stderr, stdout};

const BOARD: &str = "alice/src/board.rs";
const RIGHT: &str = "self.cells_and_goals().filter(|(cell, goal)| cell != goal).count()";

#[test]
fn a_failure_shows_what_the_code_prints() {
    let bench = Bench::with_model();
    let wrong =
        "println!(\"blank at {}\", self.blank);\n        eprintln!(\"\\u{1b}[31mred\");\n        0";
    bench.edit(BOARD, RIGHT, wrong);
    let report = bench.grade(&["check", "alice", "--only", "board.hamming"]);
    assert_snapshot!(stdout(&report), @"");
    // A panic is not the code's own text.
    bench.edit(BOARD, "        0\n", "        panic!(\"no\")\n");
    let json = bench.grade(&["check", "alice", "--format", "json"]);
    let grade: Value =
        serde_json::from_str(stdout(&json)).unwrap_or_else(|_| panic!("{}", stderr(&json)));
    let checks = grade["checks"].as_array().expect("a list");
    let hamming = checks.iter().find(|check| check["id"] == "board.hamming").expect("the check");
    assert_snapshot!(hamming["evidence"]["printed"].as_str().expect("a text"), @"");
}
