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
    assert_snapshot!(stdout(&report), @r"
    alice: 0 / 4

    Board  0 / 4

      ✗ board.hamming  0 / 4  hamming() returns the wrong number

          ┌──────┐   hamming() of this board
          │ 1    │     expected 1
          │ 3  2 │     but was  0
          └──────┘

          your code printed:
            blank at 1
            \u{1b}[31mred

          tile 2 is not in its cell

          at src/board.rs:64:8
          rule: hamming() is the number of tiles out of place
          more: grader explain board.hamming

    Remarks  they do not affect points
      - the board prints text while it runs (`src/board.rs:65:9`); a library should
        not print

    compiled by rustc 1.95.0 for wasm32-wasip1

    Next: fix board.hamming, src/board.rs:64:8
      hamming() returns the wrong number
      grader hint board.hamming --submission alice
    ");
    // A panic is not the code's own text.
    bench.edit(BOARD, "        0\n", "        panic!(\"no\")\n");
    let json = bench.grade(&["check", "alice", "--format", "json"]);
    let grade: Value =
        serde_json::from_str(stdout(&json)).unwrap_or_else(|_| panic!("{}", stderr(&json)));
    let checks = grade["checks"].as_array().expect("a list");
    let hamming = checks.iter().find(|check| check["id"] == "board.hamming").expect("the check");
    // Reports escape it, but `grade.json` has the text itself.
    assert_eq!(hamming["evidence"]["printed"], "blank at 1\n\u{1b}[31mred\n");
}
