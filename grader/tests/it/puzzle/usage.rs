//! Bad puzzles and arguments that do not go together: one error each, and nothing else.

use insta::assert_snapshot;

use super::{FOUR_MOVES, run, run_in, run_with_input};
use crate::support::Bench;

#[test]
fn what_is_neither_a_file_nor_tiles() {
    assert_snapshot!(run(&["show", "puzle"]), @"");
    assert_snapshot!(run(&["show", "puzzles/none.txt"]), @"");
    assert_snapshot!(run(&["show", "."]), @"");
    assert_snapshot!(run(&["show", "1", "0", "3", "2", "-"]), @"");
    assert_snapshot!(run(&["show"]), @"");
}

#[test]
fn bad_tiles() {
    assert_snapshot!(run(&["solve", "1 2 3 / 4 5 6 / 7 8 8"]), @"");
    assert_snapshot!(run(&["solve", "1 2 3 / 4 5 / 7 8 0"]), @"");
    assert_snapshot!(run(&["solve", "1 2 x 3"]), @"");
    assert_snapshot!(run_with_input(&["solve", "-"], ""), @"");
    let bench = Bench::new();
    bench.write("bytes.txt", [0xff, 0xfe, b'3']);
    assert_snapshot!(run_in(&bench, &["solve", "bytes.txt"]), @"");
    bench.write("classic.txt", "3\n1 2 3\n4 5 6\n7 8\n");
    assert_snapshot!(run_in(&bench, &["solve", "classic.txt"]), @"");
}

#[test]
fn puzzles_that_are_not_there() {
    let bench = Bench::new();
    bench.write("two.txt", "first 1 1 2 0 3\nsecond 0 1 2 3 0\n");
    assert_snapshot!(run_in(&bench, &["solve", "two.txt", "--name", "frist"]), @"");
    assert_snapshot!(run_in(&bench, &["compare", "two.txt"]), @"");
    assert_snapshot!(run_in(&bench, &["solve", "1032", "--name", "first"]), @"");
}

#[test]
fn goals_that_do_not_fit() {
    assert_snapshot!(run(&["solve", FOUR_MOVES, "--goal", "1 2 / 3 0"]), @"");
    assert_snapshot!(run(&["solve", FOUR_MOVES, "--goal", "blank-frist"]), @"");
    assert_snapshot!(run(&["solve", FOUR_MOVES, "--goal", "1 2 3 / 4 5 6 / 7 8 8"]), @"");
    assert_snapshot!(run(&["solve", "-", "--goal", "-"]), @"");
    let toml = ["generate", "--n", "3", "--moves", "9", "--goal", "spiral"];
    assert_snapshot!(run(&toml), @"");
}

#[test]
fn searches_and_heuristics_that_are_not_there() {
    assert_snapshot!(run(&["solve", FOUR_MOVES, "--algorithm", "a-str"]), @"");
    assert_snapshot!(run(&["solve", FOUR_MOVES, "--heuristic", "manhatan"]), @"");
    assert_snapshot!(run(&["compare", FOUR_MOVES, "--heuristic", "euclid"]), @"");
    assert_snapshot!(run(&["solve", FOUR_MOVES, "--heuristic", "additive-6-6-3"]), @"");
    let blind = ["solve", FOUR_MOVES, "--algorithm", "breadth-first", "--heuristic", "manhattan"];
    assert_snapshot!(run(&blind), @"");
}

#[test]
fn arguments_that_do_not_go_together() {
    assert_snapshot!(run(&["solve", FOUR_MOVES, "--steps", "--format", "flat"]), @"");
    assert_snapshot!(run(&["solve", FOUR_MOVES, "--animate", "--out", "way.txt"]), @"");
    assert_snapshot!(run(&["compare", "123456870"]), @"");
    assert_snapshot!(run(&["generate", "--n", "3"]), @"");
    assert_snapshot!(run(&["generate", "--n", "3", "--moves", "9..3"]), @"");
    assert_snapshot!(run(&["generate", "--n", "3", "--moves", "9", "--seed", "a/b"]), @"");
    assert_snapshot!(run(&["solve", FOUR_MOVES, "--out", "nowhere/way.txt"]), @"");
}
