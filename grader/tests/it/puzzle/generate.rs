//! Tests `grader puzzle generate`.

use std::fs;

use insta::assert_snapshot;

use super::{run, run_in};
use crate::support::{Bench, code, stderr, workspace};

#[test]
fn the_seed_determines_the_puzzles() {
    let arguments = ["generate", "--n", "3", "--moves", "8..10", "--count", "3"];
    let autumn = run(&[&arguments[..], &["--seed", "autumn"]].concat());
    assert_snapshot!(autumn, @r#"
    exit code 0
    ----- stdout
    # 3 puzzles with 3x3 boards that take 8 to 10 moves, proven.
    # Made by: grader puzzle generate --n 3 --moves 8..10 --count 3 --seed autumn

    [[puzzle]]
    name = "autumn-3x3-01"
    tiles = [[4, 3, 5], [2, 0, 1], [7, 8, 6]]
    moves = 10
    source = "grader puzzle generate"

    [[puzzle]]
    name = "autumn-3x3-02"
    tiles = [[2, 3, 5], [1, 4, 6], [7, 8, 0]]
    moves = 8
    source = "grader puzzle generate"

    [[puzzle]]
    name = "autumn-3x3-03"
    tiles = [[1, 3, 0], [4, 8, 5], [7, 6, 2]]
    moves = 10
    source = "grader puzzle generate"
    "#);
    assert_eq!(run(&[&arguments[..], &["--seed", "autumn"]].concat()), autumn);
    assert_ne!(run(&[&arguments[..], &["--seed", "spring"]].concat()), autumn);
}

#[test]
fn generates_unsolvable_puzzles() {
    let arguments = ["generate", "--n", "2", "--twin-moves", "4..6", "--count", "2"];
    assert_snapshot!(run(&arguments), @r#"
    exit code 0
    ----- stdout
    # 2 unsolvable puzzles with 2x2 boards whose twins take 4 to 6 moves, proven.
    # Made by: grader puzzle generate --n 2 --twin-moves 4..6 --count 2 --seed random

    [[puzzle]]
    name = "random-2x2-unsolvable-01"
    tiles = [[0, 3], [1, 2]]
    twin_moves = 6
    source = "grader puzzle generate"

    [[puzzle]]
    name = "random-2x2-unsolvable-02"
    tiles = [[3, 2], [0, 1]]
    twin_moves = 5
    source = "grader puzzle generate"
    "#);
    let same = ["generate", "--n", "2", "--unsolvable", "--moves", "4..6", "--count", "2"];
    assert_eq!(run(&same), run(&arguments));
}

#[test]
fn generates_flat_lists_and_classic_files() {
    let arguments =
        ["generate", "--n", "4", "--moves", "6", "--count", "2", "--goal", "blank-first"];
    assert_snapshot!(run(&[&arguments[..], &["--format", "flat"]].concat()), @r#"
    exit code 0
    ----- stdout
    # grader puzzle generate --n 4 --moves 6 --count 2 --seed random --goal "0 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15"
    # Name, number of moves, tiles
    random-4x4-01 6 4 1 2 3 8 5 6 7 12 9 0 11 13 14 10 15
    random-4x4-02 6 1 5 2 3 4 9 6 7 8 13 0 11 12 14 10 15
    "#);
    assert_snapshot!(run(&[&arguments[..], &["--format", "classic"]].concat()), @"
    exit code 0
    ----- stdout
    4
     4  1  2  3
     8  5  6  7
    12  9  0 11
    13 14 10 15

    4
     1  5  2  3
     4  9  6  7
     8 13  0 11
    12 14 10 15
    ");
}

#[test]
fn an_assignment_can_use_generated_puzzles() {
    let bench = Bench::new();
    let made =
        ["generate", "--n", "3", "--moves", "5..20", "--count", "4", "--seed", "hw", "--out"];
    assert_snapshot!(run_in(&bench, &[&made[..], &["hw/puzzles"]].concat()), @"exit code 0");
    assert_snapshot!(run_in(&bench, &["verify", "hw/puzzles/hw-3x3.toml"]), @"
    exit code 0
    ----- stdout
    4 puzzles confirmed by a breadth-first table and IDA*
    ");
    let rubric = fs::read_to_string(workspace("fixtures/assignment.toml")).expect("a rubric");
    for entry in fs::read_dir(workspace("fixtures/puzzles")).expect("the puzzles") {
        let entry = entry.expect("the folder can be read");
        let text = fs::read_to_string(entry.path()).expect("a fixture");
        bench.write(&format!("hw/puzzles/{}", entry.file_name().display()), text);
    }
    let listed = rubric.replacen("solve = [", "solve = [\n    \"hw-3x3-01\",", 1);
    assert_ne!(listed, rubric);
    bench.write("hw/assignment.toml", listed);
    // The assignment will be loaded before the missing submission is noticed.
    let checked = bench.run(&["check", "nobody", "--assignment", "hw"]);
    assert_snapshot!(bench.snapshot(&checked), @"
    exit code 2
    ----- stderr
    error: the folder `nobody` does not exist

    hint: use the folder that contains `Cargo.toml` and `src`
    ");
}

#[test]
fn impossible_move_counts_are_rejected() {
    let refuse = |n, moves| run(&["generate", "--n", n, "--moves", moves, "--count", "3"]);
    assert_snapshot!(refuse("3", "32..40"), @"
    exit code 2
    ----- stderr
    error: no 3-by-3 board takes 32 to 40 moves

    hint: no 3x3 board needs more than 31 moves to reach this goal
    ");
    assert_snapshot!(refuse("3", "31"), @r"
    exit code 2
    ----- stderr
    error: only 2 of the 3-by-3 boards take 31 moves

    hint: no 3x3 board needs more than 31 moves to reach this goal
    ");
    assert_snapshot!(refuse("4", "81"), @"
    exit code 2
    ----- stderr
    error: no 4-by-4 board takes 81 moves

    hint: no 4x4 board needs more than 80 moves to reach this goal
    ");
    assert_snapshot!(refuse("4", "1"), @"
    exit code 1
    ----- stderr
    error: only 2 of 3 puzzles were found in 1600 attempts

    hint: use a smaller `--count`, a different range, or a larger `--nodes`
    ");
}

#[test]
fn generates_shuffled_boards_and_random_walks() {
    let shuffled = ["generate", "--n", "3", "--shuffle", "--count", "3", "--seed", "autumn"];
    assert_snapshot!(run(&shuffled), @r"
    exit code 0
    ----- stdout
    # grader puzzle generate --n 3 --shuffle --count 3 --seed autumn
    # Name, tiles
    autumn-3x3-shuffled-01 6 4 7 3 1 5 0 8 2
    autumn-3x3-shuffled-02 0 8 3 7 2 5 6 4 1
    autumn-3x3-shuffled-03 6 8 4 0 5 3 7 2 1
    ");
    let walked = ["generate", "--n", "3", "--walk", "50", "--count", "2", "--goal", "spiral"];
    assert_snapshot!(run(&walked), @r#"
    exit code 0
    ----- stdout
    # grader puzzle generate --n 3 --walk 50 --count 2 --seed random --goal "1 2 3 / 8 0 4 / 7 6 5"
    # Name, tiles
    random-3x3-walked-01 1 6 5 8 0 4 7 2 3
    random-3x3-walked-02 4 8 3 2 1 5 7 6 0
    "#);
    assert_snapshot!(run(&[&shuffled[..], &["--format", "toml"]].concat()), @r"
    exit code 2
    ----- stderr
    error: a puzzle file must state the number of moves for each puzzle

    hint: use `--format flat` or `--format classic`
    ");
}

/// A folder name that looks like a file name is probably a mistake.
#[test]
fn out_must_be_a_folder() {
    let bench = Bench::new();
    let common = ["puzzle", "generate", "--n", "3", "--moves", "5..20", "--seed", "hw", "--out"];
    let output = bench.run(&[&common[..], &["x.toml"]].concat());
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("`x.toml` looks like a file"), "{}", stderr(&output));
    assert!(!bench.path("x.toml").exists());
}
