//! `grader puzzle compare`: searches side by side.

use insta::assert_snapshot;

use super::{FOUR_MOVES, run};

#[test]
fn every_search_is_run_with_every_heuristic() {
    assert_snapshot!(run(&["compare", "1 2 / 0 3"]), @"");
}

#[test]
fn some_searches_with_some_heuristics() {
    let arguments = [
        "compare",
        "867254301",
        "--nodes",
        "10000",
        "--algorithm",
        "greedy",
        "--algorithm",
        "a-star",
        "--algorithm",
        "breadth-first",
        "--heuristic",
        "hamming",
        "--heuristic",
        "manhattan",
    ];
    assert_snapshot!(run(&arguments), @"");
    let markdown = run(&[&arguments[..], &["--format", "markdown"]].concat());
    assert_snapshot!(markdown, @"");
}

#[test]
fn a_comparison_for_programs() {
    let arguments = ["compare", FOUR_MOVES, "--algorithm", "ida-star", "--heuristic", "manhattan"];
    assert_snapshot!(run(&[&arguments[..], &["--format", "json"]].concat()), @"");
    // Times differ from run to run, so they are shown to who asks for them.
    let timed = run(&[&arguments[..], &["--times"]].concat());
    assert!(timed.contains("seconds"), "{timed}");
}
