//! The page in a browser, used as a person does: see `grader/tests/browser/play.mjs`.

use std::process::Command;

use crate::report::browser::browser;
use crate::support::{Bench, code, stderr, workspace};

#[test]
#[ignore = "needs Chromium and Node.js: cargo test -p grader --test it -- --ignored browser"]
fn the_player_works_in_a_browser() {
    let bench = Bench::new();
    let output = bench.run(&["play", super::FOUR_MOVES]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    bench.write("notes.txt", "no picture");
    let mut node = Command::new("node");
    node.arg(workspace("grader/tests/browser/play.mjs")).arg(browser());
    node.arg(bench.path("puzzle.html")).arg(bench.path("notes.txt"));
    let output = node.output().expect("Node.js");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    insta::assert_snapshot!(text, @"");
}
