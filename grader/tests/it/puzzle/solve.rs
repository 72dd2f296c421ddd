//! `grader puzzle solve`: solutions, what they are worth, and the forms that they are written in.

use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;
use insta::assert_snapshot;

use super::{FOUR_MOVES, run, run_in};
use crate::support::{Bench, code, stderr, workspace};

#[test]
fn the_least_number_of_moves_is_proven() {
    assert_snapshot!(run(&["solve", FOUR_MOVES]), @"");
    assert_snapshot!(run(&["solve", "1 2 3 4 / 5 6 7 8 / 9 0 10 12 / 13 14 11 15"]), @"");
    assert_snapshot!(run(&["solve", "1 2 / 3 0"]), @"");
}

#[test]
fn that_there_is_no_solution_is_an_answer() {
    assert_snapshot!(run(&["solve", "1 2 3 / 4 5 6 / 8 7 0"]), @"");
    assert_snapshot!(run(&["solve", "123456870", "--format", "moves"]), @"");
}

#[test]
fn a_search_shows_each_step() {
    assert_snapshot!(run(&["solve", FOUR_MOVES, "--steps"]), @"");
}

#[test]
fn what_is_not_proven_is_not_said_to_be() {
    let greedy = ["solve", "867254301", "--algorithm", "greedy", "--format", "json"];
    let greedy = run(&greedy);
    assert!(greedy.contains("\"proven\": false") && greedy.contains("\"moves\": 47"), "{greedy}");
    let sum = ["solve", "867254301", "--heuristic", "manhattan+hamming"];
    let sum = run(&sum);
    assert!(sum.contains("33 moves: not proven to be the least"), "{sum}");
}

#[test]
fn a_search_that_gives_up_says_so() {
    let given_up = run(&["solve", "867254301", "--algorithm", "ida-star", "--nodes", "50"]);
    assert_snapshot!(given_up, @"");
}

#[test]
fn solutions_are_written_in_several_forms() {
    let format = |format| run(&["solve", FOUR_MOVES, "--format", format]);
    assert_snapshot!(format("json"), @"");
    assert_snapshot!(format("classic"), @"");
    assert_snapshot!(format("flat"), @"");
    assert_snapshot!(format("moves"), @"");
}

#[test]
fn every_puzzle_of_a_file_is_solved() {
    let file = workspace("fixtures/puzzles/2x2.toml").display().to_string();
    assert_snapshot!(run(&["solve", &file, "--format", "moves"]), @"");
    let one = ["solve", &file, "--name", "puzzle2x2-01"];
    assert_snapshot!(run(&one), @"");
}

#[test]
fn other_goals() {
    let moves =
        |goal| run(&["solve", "2 8 3 / 1 6 4 / 7 0 5", "--format", "moves", "--goal", goal]);
    assert_snapshot!(moves("spiral"), @"");
    assert_snapshot!(moves("2 8 3 / 1 6 4 / 0 7 5"), @"");
    assert_snapshot!(moves("blank-first"), @"");
}

/// Without a terminal there is nothing to draw over, so there are no control codes.
#[test]
fn without_a_terminal_the_boards_follow_each_other() {
    assert_snapshot!(run(&["solve", "1 2 3 / 4 0 5 / 7 8 6", "--animate"]), @"");
}

#[test]
fn the_programs_of_published_texts() {
    let print = |tiles, program| run(&["solve", tiles, "--print", program]);
    assert_snapshot!(print("103425786", "python"), @"");
    assert_snapshot!(print("123405786", "csharp"), @"");
    assert_snapshot!(print("123405786", "cpp"), @"");
    assert_snapshot!(print("123405786", "princeton"), @"");
    assert_snapshot!(print("123456870", "princeton"), @"");
    assert_snapshot!(print("123456870", "princeton-sample"), @"");
    assert_snapshot!(print("2130", "csharp"), @"");
    let stopped = run(&["solve", "867254301", "--print", "python", "--nodes", "10"]);
    assert_snapshot!(stopped, @"");
}

#[test]
fn a_file_holds_what_would_be_printed() {
    let bench = Bench::new();
    assert_snapshot!(run_in(&bench, &["solve", FOUR_MOVES, "--out", "way.txt", "--format", "flat"]), @"");
    assert_eq!(bench.read("way.txt").lines().count(), 5);
    // A solution is a list of positions, and each of them a puzzle.
    assert!(run_in(&bench, &["solve", "way.txt", "--format", "moves"]).ends_with("\n5 6\n6"));
}

/// As with `grader puzzle solve ... | head -1`.
#[test]
fn whoever_reads_no_further_makes_no_error() {
    let mut child = Command::new(cargo_bin!("grader"))
        .args(["puzzle", "solve", FOUR_MOVES])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program is started");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((code(&output), stderr(&output)), (0, ""));
}
